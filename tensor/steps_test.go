package tensor_test

import (
	"errors"
	"runtime"
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// make makes a tensor of small numbers.
func (p *player) make() {
	dt, shape := pick(p, p.dtypes), make([]int, p.roll(4))
	for i := range shape {
		shape[i] = pick(p, []int{1, 2, 3, 2, 3, 1, 2, 0})
	}
	m := newModel(dt, shape)
	for i := range m.storage.elements {
		m.storage.elements[i] = dt.FromInt(int64(p.roll(9)) - 3)
	}
	if p.roll(4) == 0 { // a constant, which waits
		for i := range m.storage.elements {
			m.storage.elements[i] = dt.FromInt(1)
		}
		p.add(tensor.Ones(dt, shape...), m)
		return
	}
	x := tensor.FromBytes(dt, pack(dt, m.values()), shape...).Reshape(shape...)
	if p.large {
		x = p.inLarge(x)
	}
	p.add(x, m)
}

// inLarge returns a view of a storage whose copy would take longer than to compute what reads the
// view. The view has x's elements.
func (p *player) inLarge(x *tensor.Tensor) *tensor.Tensor {
	const bytes = 1 << 18
	from := p.roll(9)
	whole := tensor.Zeros(x.DType(), bytes/x.DType().Size())
	require.NoError(p, tensor.Eval(p.Context(), whole))
	part := whole.Slice(0, from, from+x.Len(), 1).Reshape(x.Shape()...)
	require.NoError(p, part.Assign(x))
	return part
}

// operands picks tensors for an operation, and now and then a number. It may leave out a parameter,
// but not one that selects another row.
func (p *player) operands(o *op.Op, first int) (operands []any, models []model) {
	for k := range o.Arity {
		if at := k - o.Needs(); at >= 0 && o == op.ByName(o.Name) && p.roll(3) == 0 {
			operands, models = append(operands, nil), append(models, model{preset: &o.Params[at].Default})
			continue
		}
		i := first
		if k > 0 {
			i = p.roll(len(p.tensors))
		}
		if k > 0 && p.roll(4) == 0 {
			v := p.roll(3)
			operands, models = append(operands, v), append(models, number(v))
			continue
		}
		operands, models = append(operands, p.tensors[i]), append(models, p.models[i])
	}
	return operands, models
}

// number is the model of a Go int; an int64 holds it until it is converted.
func number(v int) model {
	m := newModel(tensor.Int64, nil)
	m.storage.elements[0] = tensor.Int64.FromInt(int64(v))
	return m
}

// expect is what an operation must give, or that it must fail.
func (p *player) expect(o *op.Op, operands []any, models []model) (model, bool) {
	var typed []any
	for k, x := range operands {
		at := k - o.Needs()
		if x == nil || at >= 0 && o.Params[at].Real {
			continue
		}
		if _, number := x.(int); number && at >= 0 && o.Params[at].Follows {
			continue
		}
		typed = append(typed, x)
	}
	for at, param := range o.Params {
		v, ok := operands[o.Needs()+at].(int)
		if ok && param.Accept.Has != nil && !param.Accept.Has(float64(v)) {
			return model{}, false
		}
	}
	if o.Rule == op.Select {
		if models[0].dtype() != tensor.Bool {
			return model{}, false
		}
		typed = typed[1:]
	}
	common, err := tensor.ResultType(typed...)
	if err != nil {
		return model{}, false
	}
	for _, m := range models {
		if o.Rule == op.SameNoBool && m.preset == nil && m.dtype() == tensor.Bool {
			return model{}, false
		}
	}
	want, err := interpret(o, common, models...)
	return want, err == nil
}

func (p *player) apply() {
	o := pick(p, p.rows)
	operands, models := p.operands(o, p.roll(len(p.tensors)))
	want, ok := p.expect(o, operands, models)
	got := tensor.Apply(o.Name, operands...)
	if p.lacks(got.Err()) {
		return
	}
	require.Equal(p, ok, got.Err() == nil, "seed %d: %v: %v", p.seed, o, got.Err())
	if ok && got.Len() <= mostLen {
		p.add(got, want)
	}
}

const mostLen = 500 // elements of a tensor that more are made from

// lacks reports whether an operation was refused because the device does not compute in
// int64, the common type of bools and numbers.
func (p *player) lacks(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) && !slices.Contains(p.dtypes, tensor.Int64)
}

func (p *player) view() {
	i := p.roll(len(p.tensors))
	t, m := p.tensors[i], p.models[i]
	if t.Len() > mostLen {
		return // or a program of nothing but broadcasts would never end
	}
	rank := t.Rank()
	axis := 0
	if rank > 0 {
		axis = p.roll(rank)
	}
	start, stop, step := p.roll(7)-3, p.roll(7)-3, pick(p, []int{1, 2, -1, -2})
	var v *tensor.Tensor
	var l broadcast.Layout
	var err error
	switch p.roll(8) {
	case 0:
		v = t.Slice(axis, start, stop, step)
		l, err = m.layout.Slice(axis, start, stop, step)
	case 1:
		v = t.Flip()
		l, err = m.layout.Flip()
	case 2:
		v = t.T()
		l = m.layout.Clone()
		slices.Reverse(l.Shape)
		slices.Reverse(l.Strides)
	case 3:
		v = t.Index(axis, start)
		l, err = m.layout.Index(axis, start)
	case 4:
		v = t.Unsqueeze(axis)
		l, err = m.layout.Unsqueeze(axis)
	case 5:
		shape := append([]int{2}, m.layout.Shape...)
		v = t.BroadcastTo(shape...)
		l, err = m.layout.To(shape)
	case 6:
		v = t.Squeeze()
		l, err = m.layout.Squeeze()
	case 7:
		v = t.Reshape(-1)
		var ok bool
		if l, ok, err = m.layout.Reshape([]int{-1}); err == nil && !ok {
			flat := newModel(m.dtype(), l.Shape)
			flat.set(m.values(), m.dtype())
			p.add(v, flat)
			return
		}
	}
	require.Equal(p, err == nil, v.Err() == nil, "seed %d: %v: %v", p.seed, err, v.Err())
	if err == nil {
		p.add(v, model{storage: m.storage, layout: l})
	}
}

func (p *player) inPlace() {
	o, i := pick(p, p.rows), p.roll(len(p.tensors))
	t, m := p.tensors[i], p.models[i]
	f := inPlaceByName[method(o.Name)]
	s := signatureOf(op.ByName(o.Name))
	if f == nil || s.params == "" && len(s.operands) != o.Arity-1 {
		return
	}
	operands, models := p.operands(o, i)
	want, ok := p.expect(o, operands, models)
	ok = ok && !t.ReadOnly() && slices.Equal(want.layout.Shape, m.layout.Shape) && op.FitsInPlace(want.dtype(), m.dtype())
	err := f(t, operands[1:])
	if p.lacks(err) {
		return
	}
	require.Equal(p, ok, err == nil, "seed %d: %v: %v", p.seed, o, err)
	if ok {
		m.set(want.values(), want.dtype())
	}
}

func (p *player) assign() {
	i, j := p.roll(len(p.tensors)), p.roll(len(p.tensors))
	t, m := p.tensors[i], p.models[i]
	values, err := p.models[j].to(m.layout.Shape, m.dtype())
	ok := err == nil && !t.ReadOnly()
	err = t.Assign(p.tensors[j])
	require.Equal(p, ok, err == nil, "seed %d: %v", p.seed, err)
	if ok {
		m.set(values, m.dtype())
	}
}

func (p *player) fill() {
	i, v := p.roll(len(p.tensors)), p.roll(5)
	err := p.tensors[i].Fill(v)
	require.Equal(p, !p.tensors[i].ReadOnly(), err == nil, "seed %d: %v", p.seed, err)
	if m := p.models[i]; err == nil {
		values, err := number(v).to(m.layout.Shape, m.dtype())
		require.NoError(p, err)
		m.set(values, m.dtype())
	}
}

func (p *player) convert() {
	i, dt := p.roll(len(p.tensors)), pick(p, p.dtypes)
	m := p.models[i]
	if dt == m.dtype() {
		return // the tensor itself
	}
	c := newModel(dt, m.layout.Shape)
	c.set(m.values(), m.dtype())
	p.add(p.tensors[i].AsType(dt), c)
}

func (p *player) clone() {
	i := p.roll(len(p.tensors))
	m := p.models[i]
	c := newModel(m.dtype(), m.layout.Shape)
	c.set(m.values(), m.dtype())
	p.add(p.tensors[i].Clone(), c)
}

func (p *player) read() { p.compare(p.roll(len(p.tensors))) }

func (p *player) release() {
	if i := p.roll(len(p.tensors)); len(p.tensors) > 1 {
		p.tensors[i].Release()
		p.remove(i)
	}
}

// drop leaves a tensor to Go.
func (p *player) drop() {
	if len(p.tensors) > 1 {
		p.remove(p.roll(len(p.tensors)))
	}
	if p.roll(8) == 0 {
		runtime.GC()
	}
}

func (p *player) remove(i int) {
	p.tensors, p.models = slices.Delete(p.tensors, i, i+1), slices.Delete(p.models, i, i+1)
}
