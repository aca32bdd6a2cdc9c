package device

import (
	"fmt"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device/op"
)

// IndexError says that a program computed a place that an operand does not have.
type IndexError struct {
	Index   int64  // as the program computed it; math.MaxInt64 if it is more
	More    uint64 // by which it is more
	Axis    int    // of the operand's places, from 0
	Size    int    // of that axis
	Element int    // number, in row-major order, of the launch's element
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("index %v is out of bounds for axis %d with size %d", Index{e.Index, e.More}, e.Axis, e.Size)
}

// Fault receives the index error of a launch. It belongs to the tensors that depend on the launch;
// the device reports the error nowhere else. A Fault may serve several launches, and keeps the
// first error. It is safe for concurrent use.
type Fault struct{ first atomic.Pointer[IndexError] }

// Set stores an error, unless an earlier launch has stored one. A device passes the error of the
// first wrong element in row-major order. It does so before a Read or Sync returns that began after
// the Run.
func (f *Fault) Set(e *IndexError) { f.first.CompareAndSwap(nil, e) }

// Err returns the error, or nil. The error is known when a Read or a Sync has returned that began
// after the launch's Run.
func (f *Fault) Err() error {
	if e := f.first.Load(); e != nil {
		return e
	}
	return nil
}

// Index is an index that a program computed. No operand has the places that an int64 does not hold.
type Index struct {
	Int  int64  // at most math.MaxInt64
	More uint64 // by which the index is more
}

// IndexOf returns an element of an integer dtype as an index.
func IndexOf(dt op.DType, s op.Scalar) Index {
	if dt == op.Uint64 && s > math.MaxInt64 {
		return Index{math.MaxInt64, uint64(s) - math.MaxInt64}
	}
	return Index{Int: dt.Int(s)}
}

// String is the number.
func (i Index) String() string {
	if i.More > 0 {
		return strconv.FormatUint(math.MaxInt64+i.More, 10)
	}
	return strconv.FormatInt(i.Int, 10)
}

// Locate finds an element of an operand with places. It starts at from, the position that the
// layout gives for an index of the launch. It then adds a place along each of the operand's last
// axes. With fromEnd, negative places count from the end. The error names the first axis without
// such a place; the caller sets its Element.
func (o *Operand) Locate(from int, at []Index, fromEnd bool) (element int, outside *IndexError) {
	first := o.Layout.Rank() - len(at)
	for k, index := range at {
		i, size := index.Int, o.Layout.Shape[first+k]
		if fromEnd && i < 0 {
			i += int64(size)
		}
		if i < 0 || i >= int64(size) {
			return 0, &IndexError{Index: index.Int, More: index.More, Axis: k, Size: size}
		}
		from += int(i) * o.Layout.Strides[first+k]
	}
	return from, nil
}
