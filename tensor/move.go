package tensor

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// To returns the tensor on another device. If t is there already, the result is another handle on
// the same elements. Each sees the writes of the other, and each is released by itself. Otherwise
// the result is a copy, made now. Zeros, Ones and Full without a write are not read, so they can be
// moved even from a lost device. To waits until the elements are computed and copied. To bound the
// computation by a context, call Eval(ctx, t) first.
func (t *Tensor) To(d device.Device) *Tensor {
	const name = "to"
	if err := t.check(name); err != nil {
		return fail(err)
	}
	if d == t.Device() {
		return t.again(name)
	}
	if err := refuseValue(name, t); err != nil {
		return fail(err)
	}
	if err := computes(name, d, "convert it with AsType first", t.dtype); err != nil {
		return fail(err)
	}
	if v, ok := t.storage.Load().Constant(); ok {
		return newFilled(name, d, t.dtype, v, t.layout.Shape)
	}
	raw, err := t.bytes(name)
	if err != nil {
		return fail(err)
	}
	return newStored(name, d, t.dtype, raw, t.layout.Shape)
}

// AsType returns the elements converted to dt. Integers wrap. A float becomes an integer by
// truncation and saturation, and NaN becomes 0. Floats round to nearest even. Every number except 0
// is true. If t has that type already, the result is another handle on the same elements, as with
// [Tensor.To]; Clone copies.
func (t *Tensor) AsType(dt DType) *Tensor {
	const name = "as type"
	if err := t.check(name); err != nil {
		return fail(err)
	}
	if dt == t.dtype {
		return t.again(name)
	}
	if err := computes(name, t.device, "move it to another device with To, and convert it there", dt); err != nil {
		return fail(err)
	}
	if err := fits(dt, t.layout.Shape); err != nil {
		return failf(name, "%w", err)
	}
	return t.derive(dt, op.Cast)
}

// Clone returns a writable copy, row-major. It computes the copy at once. If that fails, reading the
// copy returns the error. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) Clone() *Tensor {
	if err := t.check("clone"); err != nil {
		return fail(err)
	}
	// Copies are made to write to one of the two tensors. A copy that waits would keep the version
	// that it reads, so the write would need a new one.
	return t.derive(t.dtype, nil).computed()
}

// Contiguous returns a copy whose elements lie in row-major order without gaps. If t's elements lie
// so already, the result is another handle on them, as with [Tensor.To].
func (t *Tensor) Contiguous() *Tensor {
	const name = "contiguous"
	if err := t.check(name); err != nil {
		return fail(err)
	}
	if t.layout.Contiguous() {
		return t.again(name)
	}
	return t.derive(t.dtype, nil)
}

// again returns another handle on t's elements.
func (t *Tensor) again(name string) *Tensor {
	s := t.storage.Load()
	if !s.Retain() {
		return fail(t.check(name)) // it was released meanwhile
	}
	return t.handle(s)
}

// handle returns a handle on a storage, of the elements that t shows of its own. It takes over a reference.
func (t *Tensor) handle(s *graph.Storage) *Tensor {
	h := &Tensor{layout: t.layout, device: t.device, dtype: t.dtype, readOnly: t.readOnly}
	h.storage.Store(s)
	return h
}

// derive returns a waiting tensor of t's shape.
func (t *Tensor) derive(dt DType, o *op.Op) *Tensor {
	t = t.standIn()
	return newExpression(t.device, dt, rowMajor(t.layout.Shape), o, nil, t.operand()).limitDepth()
}
