package tensor

import (
	"slices"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// DType is the type of a tensor's elements.
type DType = op.DType

// The element types.
const (
	Bool     = op.Bool
	Int8     = op.Int8
	Int16    = op.Int16
	Int32    = op.Int32
	Int64    = op.Int64
	Uint8    = op.Uint8
	Uint16   = op.Uint16
	Uint32   = op.Uint32
	Uint64   = op.Uint64
	Float16  = op.Float16
	BFloat16 = op.BFloat16
	Float32  = op.Float32
	Float64  = op.Float64
)

// ParseDType is the inverse of DType.String: "float32" gives Float32.
func ParseDType(name string) (DType, error) {
	dt, err := op.ParseDType(name)
	if err != nil {
		return 0, errorf("parse dtype", "%w", err)
	}
	return dt, nil
}

// Tensor is an array of any rank on a device. It is a view of a storage, or of an expression that
// is computed when a value is needed. Methods that return a tensor never fail by themselves. A
// tensor made by a mistake carries the error, and so do all results computed from it. Every way to
// get values returns the error.
//
// Several goroutines may use a tensor at once. If one writes in place, the others get the old or
// the new values.
type Tensor struct {
	storage  atomic.Pointer[graph.Storage] // nil if it carries an error, graph.Gone once released
	layout   *broadcast.Layout             // the storage's own layout if the tensor is the whole storage; never changed
	device   device.Device
	err      *error // nil if there is none; a pointer keeps tensors small
	dtype    DType
	readOnly bool
}

// fail returns a tensor that carries an error.
func fail(err error) *Tensor { return &Tensor{err: &err} }

// failf returns a tensor that carries an error of an operation.
func failf(name, format string, args ...any) *Tensor { return fail(errorf(name, format, args...)) }

// errorf returns the error of an operation.
func errorf(name, format string, args ...any) error {
	return named.Errorf("tensor", name, format, args...)
}

// refused is the error of a call whose types are refused.
func refused(name string, e *op.TypeError) error {
	return errorf(name, "%w", &op.TypeError{Op: name, Types: e.Types, Rule: e.Rule, Hint: e.Hint})
}

// made is a tensor and its storage in one allocation.
type made struct {
	Tensor
	of graph.Storage
}

// newExpression returns a tensor that waits to be computed by an instruction; a nil o copies. It
// takes over the references of the arguments.
func newExpression(d device.Device, dt DType, layout *broadcast.Layout, o *op.Op, form *graph.Form, args ...graph.Arg) *Tensor {
	m := &made{}
	m.of.Init(dt, layout, o, form, args...)
	m.layout, m.device, m.dtype = layout, d, dt
	m.storage.Store(&m.of)
	return &m.Tensor
}

// fresh returns the tensor of a new storage, taking over its handle.
func fresh(d device.Device, s *graph.Storage) *Tensor {
	t := &Tensor{layout: s.Layout(), device: d, dtype: s.DType()}
	t.storage.Store(s)
	return t
}

// operand returns the tensor as an argument of an expression.
func (t *Tensor) operand() graph.Arg { return t.storage.Load().Read(t.layout) }

// whole reports whether the tensor is all of its storage, in its order.
func (t *Tensor) whole() bool { return t.layout == t.storage.Load().Layout() }

// layouts caches row-major layouts by their shapes. Code that compares layouts first compares the
// pointers.
var layouts [1 << 6]atomic.Pointer[broadcast.Layout]

// rowMajor returns the row-major layout of a shape. Versions share it.
func rowMajor(shape []int) *broadcast.Layout {
	hash := uint64(0)
	for _, n := range shape {
		hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15
	}
	slot := &layouts[hash>>32%uint64(len(layouts))]
	if l := slot.Load(); l != nil && broadcast.SameShape(l.Shape, shape) {
		return l
	}
	l := broadcast.RowMajor(shape...)
	slot.Store(&l)
	return &l
}

// check returns an error if t is nil, carries an error, was never made, or was released.
func (t *Tensor) check(name string) error {
	switch {
	case t == nil:
		return errorf(name, "nil tensor")
	case t.err != nil:
		return *t.err
	case t.storage.Load() == nil:
		return errorf(name, "a zero Tensor holds nothing; make one with FromSlice or Zeros")
	case t.storage.Load() == graph.Gone:
		return errorf(name, "%w", graph.ErrReleased)
	}
	return nil
}

// Err returns the error that the tensor carries, or an error if it was released, or nil.
func (t *Tensor) Err() error { return t.check("err") }

// Shape returns the sizes of the axes, outermost first: an empty list for a 0-d tensor. A tensor
// that carries an error has no shape: Shape then returns nil, and x.Shape()[0] panics. Ask Err
// first if x may carry an error.
func (t *Tensor) Shape() []int {
	if t == nil || t.layout == nil {
		return nil
	}
	return slices.Clone(t.layout.Shape)
}

// Strides returns, for every axis, the step in elements from one index to the next:
// 0 on an expanded axis, negative on a flipped one.
func (t *Tensor) Strides() []int {
	if t == nil || t.layout == nil {
		return nil
	}
	return slices.Clone(t.layout.Strides)
}

// Rank returns the number of axes.
func (t *Tensor) Rank() int { return len(t.Shape()) }

// Size returns the size of an axis; a negative axis counts from the end. It is 0 if t has no such axis,
// or carries an error.
func (t *Tensor) Size(axis int) int {
	if t == nil || t.layout == nil {
		return 0
	}
	shape := t.layout.Shape
	if axis < 0 {
		axis += len(shape)
	}
	if axis < 0 || axis >= len(shape) {
		return 0
	}
	return shape[axis]
}

// Len returns the number of elements; 0 if the tensor carries an error.
func (t *Tensor) Len() int {
	if t == nil || t.layout == nil {
		return 0
	}
	return t.layout.Len()
}

// DType returns the type of the elements; the zero DType if the tensor carries an error.
func (t *Tensor) DType() DType {
	if t == nil || t.layout == nil {
		return 0
	}
	return t.dtype
}

// Device returns the tensor's device, the same value that was opened. It is nil if the tensor
// carries an error.
func (t *Tensor) Device() device.Device {
	if t == nil || t.layout == nil {
		return nil
	}
	if tr, ok := t.device.(*tracing); ok {
		return tr.For()
	}
	return t.device
}

// ReadOnly reports whether t refuses operations in place. Results of BroadcastTo and Windows do, and
// views whose elements share memory, which Expand and AsStrided can make.
func (t *Tensor) ReadOnly() bool { return t != nil && t.readOnly }

// IsContiguous reports whether the elements lie in row-major order without gaps.
func (t *Tensor) IsContiguous() bool {
	return t != nil && t.layout != nil && t.layout.Contiguous()
}

// Release gives the tensor's memory back now; otherwise Go does so when it collects the tensor.
// Views, waiting expressions and calls under way keep the memory that they need. Do not use the
// tensor any more; a second call does nothing.
func (t *Tensor) Release() {
	if t == nil || t.layout == nil {
		return
	}
	if s := t.storage.Swap(graph.Gone); s != graph.Gone {
		s.Release()
	}
}
