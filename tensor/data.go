package tensor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Data returns a copy of the elements, row-major. T must be the tensor's dtype: Data[int] and
// Data[int64] both take an Int64 tensor. If int has 32 bits, a number that overflows it is an
// error. Data waits until the elements are computed. To bound the wait by a context, call Eval(ctx,
// t) first.
func Data[T Element](t *Tensor) ([]T, error) {
	return readData[T](context.Background(), t, "data", nil)
}

// readData copies the elements to dst, or to a new slice if dst is nil.
func readData[T Element](ctx context.Context, t *Tensor, name string, dst []T) ([]T, error) {
	if err := checkType[T](t, name); err != nil {
		return nil, err
	}
	err := t.hold(ctx, name, func(h held) error {
		if dst == nil {
			dst = make([]T, t.layout.Len())
		}
		return readHeld(ctx, h, dst)
	})
	if err != nil {
		return nil, err
	}
	return dst, nil
}

// checkType refuses a tensor of another dtype than T's.
func checkType[T Element](t *Tensor, name string) error {
	if err := t.check(name); err != nil {
		return err
	}
	if dt := dtypeOf[T](); dt != t.dtype {
		return errorf(name, "the tensor holds %v, not %v; %s", t.dtype, dt, wayToRead(t.dtype, dt))
	}
	return nil
}

// Item returns the element of a tensor with one element. It waits until the element is computed. To
// bound the wait by a context, call Eval(ctx, t) first.
func Item[T Element](t *Tensor) (v T, err error) {
	if err := t.checkOne("item"); err != nil {
		return v, err
	}
	data, err := readData[T](context.Background(), t, "item", nil)
	if err != nil {
		return v, err
	}
	return data[0], nil
}

// checkOne refuses a tensor that has not one element.
func (t *Tensor) checkOne(name string) error {
	if err := t.check(name); err != nil {
		return err
	}
	if n := t.layout.Len(); n != 1 {
		return errorf(name, "shape %v has %d elements, not one; use Index or Data", t.layout.Shape, n)
	}
	return nil
}

// Bytes returns the elements in the form that FromBytes takes: row-major, little endian. It waits
// until they are computed. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) Bytes() ([]byte, error) { return t.bytes("bytes") }

func (t *Tensor) bytes(name string) (raw []byte, err error) {
	ctx := context.Background()
	err = t.hold(ctx, name, func(h held) error {
		raw = make([]byte, h.bytes)
		return h.read(ctx, 0, raw)
	})
	if err != nil {
		return nil, err
	}
	return raw, nil
}

// held is a version that does not change. In its buffer the elements of a tensor lie row-major, in
// so many bytes from byte at.
type held struct {
	*graph.Version
	at, bytes int
}

// hold checks and computes the tensor, packs it if it is not contiguous, and passes its version to
// f. The device then has all elements in memory, so f may allocate as much for them.
func (t *Tensor) hold(ctx context.Context, name string, f func(h held) error) error {
	if ctx == nil {
		return errorf(name, "nil context; use context.Background()")
	}
	if err := t.check(name); err != nil {
		return err
	}
	if err := refuseValue(name, t); err != nil {
		return err
	}
	if !t.layout.Contiguous() {
		t = t.derive(t.dtype, nil)
		defer t.Release()
	}
	s, layout, size := t.storage.Load(), t.layout, t.dtype.Size()
	d, err := t.device, error(nil)
	if direct(ctx, []device.Device{d}) {
		err = fuse.Evaluate(ctx, d, s)
	} else {
		err = device.Until(ctx, func() error { return fuse.Evaluate(ctx, d, s) })
	}
	h := held{at: layout.Offset * size, bytes: layout.Len() * size}
	if err == nil {
		h.Version, err = s.Hold(ctx)
	}
	if err == nil {
		defer h.Let()
		if err = h.Faults().Settle(ctx, d); err == nil {
			err = f(h)
		}
	}
	return failure(name, err)
}

// read copies some of the bytes, from one on.
func (h held) read(ctx context.Context, from int, to []byte) error {
	if len(to) == 0 {
		return nil
	}
	return h.Buffer().Read(ctx, h.at+from, to)
}

// readHeld copies the elements. If ints have 32 bits, a number that does not fit is an error.
func readHeld[T Element](ctx context.Context, h held, to []T) error {
	of, p := reflect.TypeFor[T](), unsafe.Pointer(unsafe.SliceData(to))
	raw := memory(of, p, len(to))
	if isShortInt(of) {
		raw = make([]byte, h.bytes)
	}
	if err := h.read(ctx, 0, raw); err != nil {
		return err
	}
	return setElements(of, p, len(to), raw)
}

// WithData calls f with the elements, row-major, and returns f's error. T must be the tensor's
// dtype, as with Data. The slice is valid during the call; f must not write to it or keep it. If
// the elements lie row-major without gaps, the slice is the tensor's memory on the CPU. On a GPU it
// is then memory that the driver maps, or above 64 MiB a copy. Other tensors are copied.
//
// A write to the tensor meanwhile, also in f, goes to new memory and does not change the slice. f
// must not close the device. When ctx ends first, WithData returns ctx's error and does not call f.
func WithData[T Element](ctx context.Context, t *Tensor, f func(data []T) error) error {
	const name = "with data"
	if f == nil {
		return errorf(name, "nil function")
	}
	if err := checkType[T](t, name); err != nil {
		return err
	}
	var answer error
	err := t.hold(ctx, name, func(h held) error {
		viewer, ok := h.Buffer().(device.Viewer)
		n := t.layout.Len()
		if !ok || !littleEndian || isShortInt(reflect.TypeFor[T]()) || n == 0 {
			data := make([]T, n)
			err := readHeld(ctx, h, data)
			if err == nil {
				answer = f(data)
			}
			return err
		}
		return viewer.View(ctx, h.at, h.bytes, func(raw []byte) error {
			if len(raw) != h.bytes { // or data would be other memory
				return fmt.Errorf("the device shows %d bytes, not %d", len(raw), h.bytes)
			}
			answer = f(unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(raw))), n))
			return nil
		})
	})
	if err != nil {
		return err
	}
	return answer
}

// WriteTo writes the elements to w as [Tensor.Bytes] returns them, in chunks of 1 MiB. An operation
// in place meanwhile goes to new memory and does not change what is written. If w takes too few
// bytes and returns no error, the error is io.ErrShortWrite. WriteTo implements io.WriterTo. It
// waits until the elements are computed. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) WriteTo(w io.Writer) (written int64, err error) {
	const name = "write to"
	if files.Nil(w) {
		return 0, errorf(name, "nil writer")
	}
	ctx := context.Background()
	err = t.hold(ctx, name, func(h held) error {
		memory := make([]byte, min(chunkBytes, h.bytes))
		for from := 0; from < h.bytes; from += len(memory) {
			chunk := memory[:min(len(memory), h.bytes-from)]
			if err := h.read(ctx, from, chunk); err != nil {
				return err
			}
			k, err := files.Writer{W: w}.Write(chunk)
			written += int64(k)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return written, err
}

// ReadInto copies the elements, row-major, to dst, which must have the tensor's length. T must be
// the tensor's dtype. When ctx ends first, ReadInto returns ctx's error, and the content of dst is
// unspecified.
func ReadInto[T Element](ctx context.Context, t *Tensor, dst []T) error {
	const name = "read into"
	if err := checkType[T](t, name); err != nil {
		return err
	}
	if n := t.layout.Len(); n != len(dst) {
		return errorf(name, "shape %v has %d elements, dst has room for %d", t.layout.Shape, n, len(dst))
	}
	_, err := readData(ctx, t, name, dst)
	return err
}

// AllClose reports whether all elements of a and b are close by [Tensor.Isclose], as NumPy's
// allclose does. Two elements are close if |a-b| is at most atol + rtol*|b|, or if they are equal.
// An infinity is close to itself, and NaN is close to no number. The shapes are broadcast. It waits
// until both are computed; [AllCloseContext] ends with a context.
func AllClose(a, b *Tensor, rtol, atol float64) (bool, error) {
	return AllCloseContext(context.Background(), a, b, rtol, atol)
}

// AllCloseContext is [AllClose]; it returns the context's error when ctx ends first.
func AllCloseContext(ctx context.Context, a, b *Tensor, rtol, atol float64) (bool, error) {
	const name = "all close"
	for _, t := range [2]*Tensor{a, b} {
		if err := t.check(name); err != nil {
			return false, err
		}
	}
	each := a.Isclose(b, rtol, atol)
	defer each.Release()
	all := each.All()
	defer all.Release()
	var close [1]bool
	err := ReadInto(ctx, all, close[:])
	if errors.Is(err, errors.ErrUnsupported) { // a device that runs no reductions
		every := make([]bool, each.Len())
		err = ReadInto(ctx, each, every)
		close[0] = !slices.Contains(every, false)
	}
	return err == nil && close[0], failure(name, err)
}
