package tensor

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Eval computes the tensors and waits until that is done. Results never depend on it; it only
// chooses the moment. Tensors of one shape are computed together.
//
// When ctx ends first, Eval returns its error at once. Work that a device cannot abandon ends in
// the background. Tensors that were not computed go on waiting, and may be asked for again.
func Eval(ctx context.Context, ts ...*Tensor) error { return evalFor(ctx, "eval", ts...) }

// evalFor is Eval for an operation of a name.
func evalFor(ctx context.Context, name string, ts ...*Tensor) error {
	if ctx == nil {
		return errorf(name, "nil context; use context.Background()")
	}
	if err := refuseValue(name, ts...); err != nil {
		return err
	}
	var few [2]device.Device
	devices, err := devicesOf(few[:0], name, ts)
	if err != nil {
		return err
	}
	if direct(ctx, devices) {
		return failure(name, eval(ctx, devices, ts))
	}
	on, all := slices.Clone(devices), slices.Clone(ts)
	return failure(name, device.Until(ctx, func() error { return eval(ctx, on, all) }))
}

// direct reports whether calls of the devices themselves return soon after the context ends. No
// context reaches into a driver.
func direct(ctx context.Context, devices []device.Device) bool {
	return ctx.Done() == nil || !slices.ContainsFunc(devices, func(d device.Device) bool { return d.Info().Kind != device.CPU })
}

func failure(name string, err error) error {
	if err != nil {
		return errorf(name, "%w", err)
	}
	return nil
}

// eval starts the work on all devices before it waits for one.
func eval(ctx context.Context, devices []device.Device, ts []*Tensor) error {
	for _, d := range devices {
		var few [4]*graph.Storage
		if err := fuse.Evaluate(ctx, d, storagesOn(few[:0], d, ts)...); err != nil {
			return err
		}
	}
	for _, d := range devices {
		if err := d.Sync(ctx); err != nil {
			return err
		}
	}
	return nil
}

// devicesOf checks the tensors and appends their devices, each once.
func devicesOf(devices []device.Device, name string, ts []*Tensor) ([]device.Device, error) {
	for _, t := range ts {
		if err := t.check(name); err != nil {
			return nil, err
		}
		if !slices.Contains(devices, t.device) {
			devices = append(devices, t.device)
		}
	}
	return devices, nil
}

// storagesOn appends the storages of the tensors on a device.
func storagesOn(storages []*graph.Storage, d device.Device, ts []*Tensor) []*graph.Storage {
	for _, t := range ts {
		if t.device == d {
			storages = append(storages, t.storage.Load())
		}
	}
	return storages
}

// Data returns a copy of the elements, row-major. T must be the tensor's dtype: Data[int] and
// Data[int64] both take an Int64 tensor. If int has 32 bits, a number that overflows it is an
// error. Data waits until the elements are computed. To bound the wait by a context, call Eval(ctx,
// t) first.
func Data[T Element](t *Tensor) ([]T, error) { return readData[T](context.Background(), t, "data") }

func readData[T Element](ctx context.Context, t *Tensor, name string) ([]T, error) {
	if err := checkType[T](t, name); err != nil {
		return nil, err
	}
	return readElements(ctx, t, name, func(n int) []T { return make([]T, n) })
}

// readElements reads the n elements into the slice that room returns for them. If ints have 32 bits,
// a number that does not fit is an error.
func readElements[T Element](ctx context.Context, t *Tensor, name string, room func(n int) []T) ([]T, error) {
	var data []T
	var wide []int64 // if ints have 32 bits
	var raw []byte
	err := t.read(ctx, name, func(n int) []byte {
		data = room(n)
		if raw = memory(data); len(raw) < n*t.dtype.Size() {
			wide = make([]int64, n)
			raw = memory(wide)
		}
		return raw
	})
	if err != nil {
		return nil, err
	}
	copy(raw, inByteOrder(raw, t.dtype)) // the same memory, or swapped bytes
	if wide != nil {
		if err := narrow(any(data).([]int), wide); err != nil {
			return nil, errorf(name, "%w", err)
		}
	}
	return data, nil
}

// Item returns the element of a tensor with one element. It waits until the element is computed. To
// bound the wait by a context, call Eval(ctx, t) first.
func Item[T Element](t *Tensor) (v T, err error) {
	if err := t.check("item"); err != nil {
		return v, err
	}
	if n := t.layout.Len(); n != 1 {
		return v, errorf("item", "shape %v has %d elements, not one; use Index or Data", t.layout.Shape, n)
	}
	data, err := readData[T](context.Background(), t, "item")
	if err != nil {
		return v, err
	}
	return data[0], nil
}

// Bytes returns the elements in the form that FromBytes takes: row-major, little endian. It waits
// until they are computed. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) Bytes() ([]byte, error) { return t.bytes("bytes") }

func (t *Tensor) bytes(name string) ([]byte, error) {
	if err := t.check(name); err != nil {
		return nil, err
	}
	var raw []byte
	err := t.read(context.Background(), name, func(n int) []byte {
		raw = make([]byte, n*t.dtype.Size())
		return raw
	})
	if err != nil {
		return nil, err
	}
	return raw, nil
}

// read computes the tensor, and copies the n elements to the bytes that room returns for them.
func (t *Tensor) read(ctx context.Context, name string, room func(n int) []byte) error {
	v, at, err := t.hold(ctx, name)
	if err != nil {
		return err
	}
	defer v.Let()
	raw := room(t.layout.Len()) // the tensor is stored, so the size is possible
	if len(raw) == 0 {
		return nil
	}
	return failure(name, v.Buffer().Read(ctx, at, raw))
}

// hold computes the tensor, and packs it if it is not contiguous. It returns a version that is held
// until it is let go. In its buffer the elements begin at byte at.
func (t *Tensor) hold(ctx context.Context, name string) (v *graph.Version, at int, err error) {
	if err := refuseValue(name, t); err != nil {
		return nil, 0, err
	}
	s, layout := t.storage.Load(), t.layout
	if !layout.Contiguous() {
		s = graph.New(t.dtype, t.rowMajor(), nil, t.operand())
		defer s.Drop()
		layout = s.Layout()
	}
	if err := fuse.Evaluate(ctx, t.device, s); err != nil {
		return nil, 0, errorf(name, "%w", err)
	}
	v, err = s.Hold(ctx)
	return v, layout.Offset * t.dtype.Size(), failure(name, err)
}
