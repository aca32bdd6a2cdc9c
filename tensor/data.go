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
	h, err := t.hold(ctx, name)
	if err != nil {
		return nil, err
	}
	defer h.Let()
	data := make([]T, t.layout.Len())
	if err := readHeld(ctx, h, data); err != nil {
		return nil, errorf(name, "%w", err)
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
	ctx := context.Background()
	h, err := t.hold(ctx, name)
	if err != nil {
		return nil, err
	}
	defer h.Let()
	raw := make([]byte, h.bytes)
	if err := h.read(ctx, 0, raw); err != nil {
		return nil, errorf(name, "%w", err)
	}
	return raw, nil
}

// held is a version that does not change until it is let go. In its buffer the elements of a tensor
// lie row-major, in so many bytes from byte at.
type held struct {
	*graph.Version
	at, bytes int
}

// hold checks and computes the tensor, packs it if it is not contiguous, and holds its version. The
// device then has all elements in memory, so the caller may allocate as much for them.
func (t *Tensor) hold(ctx context.Context, name string) (h held, err error) {
	if ctx == nil {
		return h, errorf(name, "nil context; use context.Background()")
	}
	if err := t.check(name); err != nil {
		return h, err
	}
	if err := refuseValue(name, t); err != nil {
		return h, err
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
	if err == nil {
		h.Version, err = s.Hold(ctx)
	}
	h.at, h.bytes = layout.Offset*size, layout.Len()*size
	return h, failure(name, err)
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
	raw := memory(to)
	var wide []int64 // if ints have 32 bits
	if len(raw) < h.bytes {
		wide = make([]int64, len(to))
		raw = memory(wide)
	}
	if err := h.read(ctx, 0, raw); err != nil {
		return err
	}
	copy(raw, inByteOrder(raw, h.Type)) // the same memory, or swapped bytes
	if wide != nil {
		return narrow(any(to).([]int), wide)
	}
	return nil
}
