package tensor

import (
	"errors"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sequence gives the elements of a tensor as functions of their index.
type sequence struct {
	dtype DType
	at    func(i int) op.Scalar
	// of computes the same numbers as at, from indices in float64, except for the first and the last
	// index. It is nil if the elements are whole numbers that grow by the same step, and their sums
	// are exact.
	of func(i *Tensor) *Tensor
}

// sequenceBlock is the number of elements at the beginning that the host computes. The device
// computes a multiple of it, and the host the remainder.
const sequenceBlock = 1 << 10

// tensor returns the first n elements on the default device: an expression of positions, if there is
// one that takes no longer than to store them. Else it allocates the device's memory first. If that
// fails, the host has not computed any element.
func (s *sequence) tensor(name string, n int) *Tensor {
	if l, ok := s.positions(n); ok {
		if t := s.counted(name, DefaultDevice(), l); t != nil {
			return t
		}
	}
	shape := []int{n}
	return newOn(name, DefaultDevice(), s.dtype, shape, func(d device.Device) (*Tensor, error) {
		from, to := s.deviceRange(d, n)
		t, err := store(d, s.dtype, shape, func(buf device.Buffer) error {
			err := buf.Write(0, s.raw(0, from, 1))
			if err == nil && to < n {
				err = buf.Write(to*s.dtype.Size(), s.raw(to, n, 1))
			}
			return err
		})
		if err == nil && from < to {
			blocks := s.blocks(d, from, to)
			rows := t.AsStrided([]int{(to - from) / sequenceBlock, sequenceBlock}, []int{sequenceBlock, 1}, from)
			if err = rows.Assign(blocks); err != nil {
				t.Release()
			}
			blocks.Release()
			rows.Release() // else t's memory waits for a collection
		}
		return t, err
	})
}

// A sequence is counted by a program if it has so many elements: fewer are stored sooner.
const (
	fewestOnCPU = 64
	fewestOnGPU = 8 << 10
)

// positions returns the layout whose offsets are the first n elements, if they are whole numbers, none
// of them as great as the greatest int, and no two further apart.
func (s *sequence) positions(n int) (l broadcast.Layout, ok bool) {
	if s.of != nil || n < fewestOnCPU {
		return l, false
	}
	first, second, last := s.whole(0), s.whole(1), s.whole(n-1)
	if lo, hi := min(first, last), max(first, last); s.dtype.Kind() == op.Unsigned && lo < 0 || lo < math.MinInt || hi >= math.MaxInt || uint64(hi)-uint64(lo) >= math.MaxInt {
		return l, false
	}
	return broadcast.Layout{Shape: []int{n}, Strides: []int{int(second - first)}, Offset: int(first)}, true
}

// whole is element i of a sequence of whole numbers. One of uint64 beyond int64 is negative.
func (s *sequence) whole(i int) int64 {
	if s.dtype.IsFloat() {
		return int64(s.dtype.Float(s.at(i)))
	}
	return s.dtype.Int(s.at(i))
}

// counted returns positions as elements of a sequence, or nil if the device stores them sooner, or does not
// count.
func (s *sequence) counted(name string, d device.Device, l broadcast.Layout) *Tensor {
	info, counts := d.Info(), positionType(l)
	if s.dtype == Int64 {
		counts = Int64
	}
	switch {
	case info.Kind != device.CPU && l.Shape[0] < fewestOnGPU, info.RunsForm(device.Positions) != nil, !info.DTypes.Has(counts):
		return nil
	case counts == s.dtype:
		return positionsAs(counts, name, d, &l)
	case info.Runs(op.Cast, s.dtype, counts) != nil:
		return nil
	}
	count := positionsAs(counts, name, d, &l)
	defer count.Release()
	return count.AsType(s.dtype)
}

// deviceRange is the range of indices that the device computes. It is empty on a GPU, where float64
// is slow, and while a function is recorded, whose plan keeps the elements.
func (s *sequence) deviceRange(d device.Device, n int) (from, to int) {
	_, recorded := d.(*tracing)
	if info := d.Info(); recorded || info.Kind != device.CPU || n < 8*sequenceBlock || !info.DTypes.Has(Float64) {
		return n, n
	}
	return sequenceBlock, (n - 1) / sequenceBlock * sequenceBlock
}

// blocks returns an expression of the elements in a range. Each row is a block. The expression is
// the sum of a column and a row, by broadcasting.
func (s *sequence) blocks(d device.Device, from, to int) *Tensor {
	if s.of != nil {
		index := sequence{dtype: Float64, at: func(i int) op.Scalar { return Float64.FromFloat(float64(i)) }}
		return s.of(index.blocks(d, from, to))
	}
	column, row := s.raw(from, to, sequenceBlock), s.raw(0, sequenceBlock, 1)
	first := newStored("sequence", d, s.dtype, s.raw(0, 1, 1), []int{1, 1})
	return newStored("sequence", d, s.dtype, column, []int{(to - from) / sequenceBlock, 1}).
		Add(newStored("sequence", d, s.dtype, row, []int{1, sequenceBlock}).Sub(first))
}

// raw returns the bytes of the elements from, from+step … below to. The length of the range is a
// multiple of step.
func (s *sequence) raw(from, to, step int) []byte {
	size := s.dtype.Size()
	raw := make([]byte, (to-from)/step*size)
	for at := 0; at < len(raw); at += size {
		s.dtype.Store(raw[at:], s.at(from))
		from += step
	}
	return raw
}

// maxProgression bounds the length of an Arange, so that a mistyped bound is an error and does not
// exhaust the memory.
const maxProgression = min(math.MaxInt32, math.MaxInt/32)

var errNoStep = errors.New("the step is 0")

func tooLong() error { return fmt.Errorf("more than %d elements", maxProgression) }

// progression returns the length of an arange and its elements.
func progression(dt DType, start, stop, step op.Scalar) (int, sequence, error) {
	if dt.IsFloat() {
		return floatProgression(dt, dt.Float(start), dt.Float(stop), dt.Float(step))
	}
	return wholeProgression(dt, uint64(dt.Int(start)), uint64(dt.Int(stop)), uint64(dt.Int(step)))
}

func floatProgression(dt DType, start, stop, step float64) (n int, s sequence, err error) {
	size := math.Ceil((stop - start) / step)
	switch {
	case math.IsNaN(start):
		return 0, s, errors.New("the start is not a number")
	case math.IsNaN(stop):
		return 0, s, errors.New("the stop is not a number")
	case math.IsNaN(step):
		return 0, s, errors.New("the step is not a number")
	case step == 0:
		return 0, s, errNoStep
	case math.IsNaN(size):
		return 0, s, errors.New("the numbers have to be finite")
	case size > maxProgression:
		return 0, s, tooLong()
	}
	if size == 0 && start != stop && !math.Signbit(size) { // the step is infinite, or the quotient underflows
		size, step = 1, 0
	}
	s = sequence{dtype: dt, at: func(i int) op.Scalar { return dt.FromFloat(start + float64(float64(i)*step)) }}
	if far := max(math.Abs(start), math.Abs(start+size*step)); !wholeIn(dt, start, far) || !wholeIn(dt, step, far) {
		s.of = func(i *Tensor) *Tensor { return i.Mul(step).Add(start) }
	}
	return int(max(size, 0)), s, nil
}

// wholeIn reports whether x is a whole number and dt holds all whole numbers up to far. Then sums
// within that range are exact.
func wholeIn(dt DType, x, far float64) bool {
	return x == math.Trunc(x) && dt.Float(dt.FromFloat(far+1))-far == 1 && dt.Float(dt.FromFloat(far)) == far
}

// wholeProgression takes integers in two's complement, whose differences and sums wrap as those of
// the dtype do.
func wholeProgression(dt DType, start, stop, step uint64) (n int, s sequence, err error) {
	signed := dt.Kind() == op.Signed
	down := signed && int64(step) < 0
	ahead := stop > start
	if signed {
		ahead = int64(stop) > int64(start)
	}
	var count uint64 // the distance by the step, rounded up; it holds any difference of two int64
	switch {
	case step == 0:
		return 0, s, errNoStep
	case start == stop:
	case down && !ahead:
		count = (start-stop-1)/-step + 1
	case !down && ahead:
		count = (stop-start-1)/step + 1
	}
	if count > maxProgression {
		return 0, s, tooLong()
	}
	return int(count), sequence{dtype: dt, at: func(i int) op.Scalar { return dt.FromUint(start + uint64(i)*step) }}, nil
}

// linspace returns evenly spaced numbers from start, at index 0, through stop, at index last.
func linspace(dt DType, start, stop float64, last int) sequence {
	return sequence{
		dtype: dt,
		at: func(i int) op.Scalar {
			switch f := float64(i) / float64(last); i {
			case 0:
				return dt.FromFloat(start)
			case last:
				return dt.FromFloat(stop)
			default:
				return dt.FromFloat(float64(start*(1-f)) + float64(stop*f))
			}
		},
		of: func(i *Tensor) *Tensor {
			f := i.Div(float64(last))
			return Apply("sub", 1, f).Mul(start).Add(f.Mul(stop))
		},
	}
}
