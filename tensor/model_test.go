package tensor_test

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// model is a tensor of a naive interpreter. Every operation is computed at once, one element after
// the other, into a new storage. A view shares its storage.
type model struct {
	storage *storage
	layout  broadcast.Layout
	preset  *op.Const // of a parameter left out, which has no type
}

type storage struct {
	dtype    tensor.DType
	elements []op.Scalar
}

func newModel(dt tensor.DType, shape []int) model {
	l := broadcast.RowMajor(shape...)
	return model{storage: &storage{dt, make([]op.Scalar, l.Len())}, layout: l}
}

func (m model) dtype() tensor.DType { return m.storage.dtype }

// values are the elements in row-major order.
func (m model) values() []op.Scalar {
	var v []op.Scalar
	for at := range m.layout.Offsets() {
		v = append(v, m.storage.elements[at])
	}
	return v
}

// to are the values, broadcast to a shape and converted.
func (m model) to(shape []int, dt tensor.DType) ([]op.Scalar, error) {
	l, err := m.layout.To(shape)
	if err != nil {
		return nil, err
	}
	if m.preset != nil {
		return slices.Repeat([]op.Scalar{m.preset.In(dt)}, l.Len()), nil
	}
	v := model{storage: m.storage, layout: l}.values()
	for i := range v {
		v[i] = op.Convert(v[i], m.dtype(), dt)
	}
	return v, nil
}

// set writes values, of any type, in row-major order.
func (m model) set(values []op.Scalar, dt tensor.DType) {
	i := 0
	for at := range m.layout.Offsets() {
		m.storage.elements[at] = op.Convert(values[i], dt, m.dtype())
		i++
	}
}

// interpret computes an operation on models; common is the operands' common type.
func interpret(o *op.Op, common tensor.DType, operands ...model) (model, error) {
	shapes := make([][]int, len(operands))
	for i, m := range operands {
		shapes[i] = m.layout.Shape
	}
	shape, err := broadcast.Shapes(shapes...)
	if err != nil {
		return model{}, err
	}
	compute, result, err := o.Types(common)
	if err != nil {
		return model{}, err
	}
	half := compute
	if widens(o, compute, operands) {
		compute = tensor.Float32
	}
	args, types := make([][]op.Scalar, len(operands)), make([]tensor.DType, len(operands))
	for i, m := range operands {
		types[i] = o.Operand(i, compute)
		if o.Rule == op.Select && i == 0 {
			types[i] = tensor.Bool
		}
		own := types[i]
		if m.preset == nil && own == compute { // rounded to the common type before they are widened
			own = o.Operand(i, half)
		}
		if args[i], err = m.to(shape, own); err != nil {
			return model{}, err
		}
		for k, v := range args[i] {
			args[i][k] = op.Convert(v, own, types[i])
		}
	}
	out := newModel(result, shape)
	for i := range out.storage.elements {
		x := make([]op.Scalar, len(args))
		for k := range args {
			x[k] = args[k][i]
		}
		if v := o.Eval(x, types); compute == half || result == tensor.Bool {
			out.storage.elements[i] = v
		} else {
			out.storage.elements[i] = op.Convert(v, compute, result)
		}
	}
	return out, nil
}

// widens reports whether an operation on halves computes in float32 and rounds once. It does if a
// half does not hold the default of a parameter that was left out.
func widens(o *op.Op, compute tensor.DType, operands []model) bool {
	return compute.IsFloat() && compute.Size() == 2 && o.Half == nil && slices.ContainsFunc(operands, func(m model) bool {
		return m.preset != nil && !math.IsInf(float64(*m.preset), 0) && compute.Float(m.preset.In(compute)) != float64(*m.preset)
	})
}

// pack is what FromBytes takes.
func pack(dt tensor.DType, values []op.Scalar) []byte {
	raw := make([]byte, len(values)*dt.Size())
	for i, v := range values {
		dt.Store(raw[i*dt.Size():], v)
	}
	return raw
}

func unpack(dt tensor.DType, raw []byte) []op.Scalar {
	values := make([]op.Scalar, len(raw)/dt.Size())
	for i := range values {
		values[i] = dt.Load(raw[i*dt.Size():])
	}
	return values
}

// differ says how a tensor and its model differ, or returns nil. Any NaN is any other.
func differ(t *tensor.Tensor, m model) error {
	if !slices.Equal(t.Shape(), m.layout.Shape) || t.DType() != m.dtype() {
		return fmt.Errorf("shape %v of %v, want %v of %v", t.Shape(), t.DType(), m.layout.Shape, m.dtype())
	}
	raw, err := t.Bytes()
	if err != nil {
		return err
	}
	got, want := unpack(m.dtype(), raw), m.values()
	for i := range want {
		if got[i] != want[i] && !(isNaN(m.dtype(), got[i]) && isNaN(m.dtype(), want[i])) {
			return fmt.Errorf("element %d of shape %v of %v is %#x, want %#x", i, m.layout.Shape, m.dtype(), got[i], want[i])
		}
	}
	return nil
}

// modelOf is the model of a tensor's values.
func modelOf(t *tensor.Tensor) (model, error) {
	raw, err := t.Bytes()
	return model{storage: &storage{t.DType(), unpack(t.DType(), raw)}, layout: broadcast.RowMajor(t.Shape()...)}, err
}

func isNaN(dt tensor.DType, s op.Scalar) bool {
	return dt.IsFloat() && dt.Float(s) != dt.Float(s)
}

func isNaN64(x float64) bool { return x != x }
