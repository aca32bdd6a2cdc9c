package tensor

import (
	"context"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

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
	h, err := t.hold(ctx, name)
	if err != nil {
		return err
	}
	defer h.Let()
	viewer, ok := h.Buffer().(device.Viewer)
	n := t.layout.Len()
	if !ok || !littleEndian || unsafe.Sizeof(*new(T)) != uintptr(t.dtype.Size()) || n == 0 {
		data := make([]T, n)
		if err := readHeld(ctx, h, data); err != nil {
			return errorf(name, "%w", err)
		}
		return f(data)
	}
	var answer error
	err = viewer.View(ctx, h.at, h.bytes, func(raw []byte) error {
		answer = f(unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(raw))), n))
		return nil
	})
	if err != nil {
		return errorf(name, "%w", err)
	}
	return answer
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
