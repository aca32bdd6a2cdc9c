package tensor

import (
	"context"

	"github.com/wgtensor/wgtensor/broadcast"
)

// Argwhere returns the indices of the elements that are not 0, as NumPy's argwhere does: an int64 tensor
// with a row for each of them, in row-major order. It waits as [Tensor.Nonzero] does.
// [Tensor.ArgwhereContext] ends with a context.
func (x *Tensor) Argwhere() *Tensor { return x.ArgwhereContext(context.Background()) }

// ArgwhereContext is [Tensor.Argwhere]. When ctx ends first, the result carries ctx's error.
func (x *Tensor) ArgwhereContext(ctx context.Context) *Tensor {
	const name = "argwhere"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	of := x
	if x.Rank() == 0 {
		of = x.Reshape(1)
		defer of.Release()
	}
	columns, err := of.nonzero(ctx, name)
	if err != nil {
		return fail(err)
	}
	defer (*steps)(&columns).release()
	if x.Rank() == 0 {
		empty := columns[0].Reshape(-1, 1)
		defer empty.Release()
		return empty.Slice(1, 0, 0, 1).named(name)
	}
	return Stack(1, columns...).named(name)
}

// Choose returns, for each element i of x, the element of choices[i] at its place, as NumPy's choose does.
// x has integers, and negative ones count from the last choice, where NumPy refuses them. The shapes of all are
// broadcast. An integer that is no choice is an error of the result.
func (x *Tensor) Choose(choices ...*Tensor) *Tensor {
	const name = "choose"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	if !x.dtype.IsInteger() {
		return failf(name, "the tensor is %v, and has to hold integers; convert with AsType", x.dtype)
	}
	if err := joinable(name, choices); err != nil {
		return fail(err)
	}
	all, err := BroadcastTensors(append([]*Tensor{x}, choices...)...)
	if err != nil {
		return fail(failure(name, err))
	}
	s := steps(all)
	defer s.release()
	table := s.keep(Stack(0, all[1:]...).named(name))
	if table.err != nil {
		return table
	}
	view := table.layout.Clone()
	choice := newAxis(&view, 0)
	view.Shape, view.Strides = view.Shape[1:], view.Strides[1:]
	return table.load(name, places{view, []indexedAxis{{axis: choice, index: all[0]}}})
}

// Isin returns whether each element of x is equal to one of the values, as bool. NaN is equal to nothing.
// Both are converted to their common dtype.
func (x *Tensor) Isin(values *Tensor) *Tensor {
	const name = "isin"
	p := newOperands(name, method, x, values)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	if p.typeErr != nil {
		return fail(p.typeErr)
	}
	x, values = p.now(p.of[0]), p.of[1]
	if values.layout.Len() == 0 {
		return newFilled(name, x.device, Bool, 0, x.layout.Shape)
	}
	sorted := p.keep(p.keep(values.Reshape(-1)).Sort(0).named(name))
	if sorted.err != nil {
		return sorted
	}
	at := p.keep(sorted.Searchsorted(x, Left).named(name))
	if at.err != nil {
		return at
	}
	found := p.keep(sorted.Take(0, p.keep(at.Minimum(values.layout.Len()-1))))
	return found.Eq(x).named(name)
}

// Digitize returns the number of the bin of each element, as NumPy's digitize does: bin i has the numbers
// from bins[i-1], below bins[i]. With [Right], bin i has those above bins[i-1], up to bins[i]. The bins
// ascend; where they descend, bin i has the numbers from bins[i], below bins[i-1], or those above the one, up to
// the other. It is [Tensor.Searchsorted] the other way round.
func (x *Tensor) Digitize(bins *Tensor, closed Side) *Tensor {
	const name = "digitize"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	if err := bins.check(name + ": the bins"); err != nil {
		return fail(err)
	}
	if closed > Right {
		return failf(name, "side %d; it is Left or Right", closed)
	}
	if bins.Rank() != 1 {
		return failf(name, "the bins have shape %v; they have one axis", bins.layout.Shape)
	}
	n := bins.layout.Len()
	if n < 2 {
		return bins.Searchsorted(x, Right-closed).named(name)
	}
	var s steps
	defer s.release()
	ts := s.unite(x, bins)
	bins = s.now(ts[1])
	descend := s.keep(s.keep(bins.Index(0, 0)).Gt(s.keep(bins.Index(0, -1))))
	ascending := s.keep(Where(descend, s.keep(bins.Flip(0)), bins))
	at := s.keep(ascending.Searchsorted(ts[0], Right-closed))
	return Where(descend, s.keep(s.keep(at.Neg()).Add(n)), at).named(name)
}

// Interp returns the values at x of the piecewise linear function through the points (points[i],
// values[i]), as NumPy's interp does. Below the first point it is values[0], above the last one the last
// value; NaN of NaN. The points are ascending. Points and values have one axis, of one size. The result is
// float64, and float32 if none of the three is float64; for integers of 32 and 64 bits it is computed in float64.
func (x *Tensor) Interp(points, values *Tensor) *Tensor {
	const name = "interp"
	for i, t := range []*Tensor{x, points, values} {
		if err := t.check([]string{name, name + ": the points", name + ": the values"}[i]); err != nil {
			return fail(err)
		}
	}
	n := points.layout.Len()
	if points.Rank() != 1 || values.Rank() != 1 || values.layout.Len() != n || n == 0 {
		return failf(name, "the points have shape %v, and the values %v; they have one axis of one size, at least 1", points.layout.Shape, values.layout.Shape)
	}
	result, dt := Float32, Float32
	for _, t := range []*Tensor{x, points, values} {
		switch {
		case t.dtype == Float64:
			result, dt = Float64, Float64
		case !t.dtype.IsFloat() && t.dtype.Size() > 2: // a float32 does not hold each of its integers
			dt = Float64
		}
	}
	var s steps
	defer s.release()
	ts := s.unite(x, points, values)
	for i, t := range ts {
		ts[i] = s.keep(s.now(t).AsType(dt))
	}
	x, points, values = ts[0], ts[1], ts[2]
	if n == 1 {
		return s.keep(Where(s.keep(x.Isnan()), x, s.keep(values.Index(0, 0)))).AsType(result).named(name)
	}
	above := s.keep(s.keep(points.Searchsorted(x, Right).named(name)).Clamp(1, n-1))
	if above.err != nil {
		return above
	}
	below := s.keep(above.Sub(1))
	x0, x1 := s.keep(points.Take(0, below)), s.keep(points.Take(0, above))
	y0, y1 := s.keep(values.Take(0, below)), s.keep(values.Take(0, above))
	slope := s.keep(s.keep(y1.Sub(y0)).Div(s.keep(x1.Sub(x0))))
	inside := s.keep(s.keep(s.keep(x.Sub(x0)).Mul(slope)).Add(y0))
	// Where infinities make that NaN, NumPy goes from the point above, and then takes what both points have.
	back := s.keep(s.keep(s.keep(x.Sub(x1)).Mul(slope)).Add(y1))
	back = s.keep(Where(s.keep(s.keep(y0.Eq(y1)).LogicalAnd(s.keep(back.Isnan()))), y0, back))
	inside = s.keep(Where(s.keep(s.keep(inside.Isnan()).LogicalAnd(s.keep(x.Eq(x)))), back, inside))
	inside = s.keep(Where(s.keep(x.Eq(x0)), y0, inside))
	first, last := s.keep(points.Index(0, 0)), s.keep(points.Index(0, n-1))
	inside = s.keep(Where(s.keep(x.Ge(last)), s.keep(values.Index(0, n-1)), inside))
	return s.keep(Where(s.keep(x.Lt(first)), s.keep(values.Index(0, 0)), inside)).AsType(result).named(name)
}

// Lexsort returns the indices that sort along the last axis by several keys, as NumPy's lexsort does: by
// the last key, where it is equal by the one before, and so on. The keys have one shape. It is stable, and
// int64.
func Lexsort(keys ...*Tensor) *Tensor {
	const name = "lexsort"
	if len(keys) == 0 {
		return failf(name, "need at least one key")
	}
	for i, k := range keys {
		if err := k.check(name); err != nil {
			return fail(err)
		}
		if k.Rank() == 0 || !broadcast.SameShape(k.layout.Shape, keys[0].layout.Shape) {
			return failf(name, "key %d has shape %v, and the first %v; keys have one shape, of one axis at least", i, k.layout.Shape, keys[0].layout.Shape)
		}
	}
	var s steps
	defer s.release()
	order := keys[0].Argsort(-1).named(name)
	for _, k := range keys[1:] {
		if order.err != nil {
			return order
		}
		s.keep(order)
		sorted := s.keep(k.TakeAlongAxis(-1, order))
		order = order.TakeAlongAxis(-1, s.keep(sorted.Argsort(-1).named(name)))
	}
	return order.named(name)
}
