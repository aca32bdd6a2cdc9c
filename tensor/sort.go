package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Order is an order of elements: [Ascending] or [Descending].
type Order uint8

// The orders of [Tensor.Sort]. Both are stable: equal elements stay in their order, and -0 equals 0.
const (
	Ascending  Order = iota // NaN is last
	Descending              // NaN is first
)

// Sort returns the elements in order along an axis, in ascending order by default. Equal elements stay
// in their order; NaN is the greatest. A GPU has no sorts yet, and refuses it.
func (x *Tensor) Sort(axis int, order ...Order) *Tensor {
	return x.sorted("sort", [...]*op.Op{Ascending: op.Sort, Descending: op.SortDescending}, Ascending, axis, order)
}

// Argsort returns the indices, as int64, of the elements in the order of [Tensor.Sort]:
// x.TakeAlongAxis(axis, x.Argsort(axis)) is x.Sort(axis).
func (x *Tensor) Argsort(axis int, order ...Order) *Tensor {
	return x.sorted("argsort", argsorts, Ascending, axis, order)
}

var argsorts = [...]*op.Op{Ascending: op.Argsort, Descending: op.ArgsortDescending}

// sorted computes the row of an order along an axis.
func (x *Tensor) sorted(name string, rows [2]*op.Op, order Order, axis int, given []Order) *Tensor {
	if len(given) > 0 {
		order = given[0]
	}
	switch {
	case len(given) > 1:
		return failf(name, "%d orders given; one is enough", len(given))
	case order > Descending:
		return failf(name, "order %d; it is Ascending or Descending", order)
	}
	return x.scan(name, rows[order], axis)
}

// Topk returns the k greatest elements along an axis, the greatest first, and their indices; with
// [Ascending] the k least, the least first. Of equal elements those of the lowest indices come first.
// NaN is the greatest.
func (x *Tensor) Topk(axis, k int, order ...Order) (values, indices *Tensor) {
	const name = "topk"
	at, err := x.axis(name, axis)
	if err != nil {
		return fail(err), fail(err)
	}
	if n := x.layout.Shape[at]; k < 0 || k > n {
		err := errorf(name, "k is %d; axis %d has size %d, and k is from 0 to it", k, at, n)
		return fail(err), fail(err)
	}
	return x.chosenOf(x.sorted(name, argsorts, Descending, at, order), at, 0, k)
}

// Kthvalue returns the element that [Tensor.Sort] puts at place k of an axis, counted from 1 as in
// PyTorch, and its index. The axis is dropped.
func (x *Tensor) Kthvalue(axis, k int) (values, indices *Tensor) {
	const name = "kthvalue"
	at, err := x.axis(name, axis)
	if err != nil {
		return fail(err), fail(err)
	}
	if n := x.layout.Shape[at]; k < 1 || k > n {
		err := errorf(name, "k is %d; axis %d has size %d, and k is from 1 to it", k, at, n)
		return fail(err), fail(err)
	}
	values, indices = x.chosenOf(x.sorted(name, argsorts, Ascending, at, nil), at, k-1, k)
	defer values.Release()
	defer indices.Release()
	return values.Squeeze(at), indices.Squeeze(at)
}

// chosenOf returns the elements at a part of the indices of a sort, which it releases, and that part. It
// is a copy: a view would keep all indices in memory.
func (x *Tensor) chosenOf(order *Tensor, at, from, to int) (values, indices *Tensor) {
	defer order.Release()
	part := order.Slice(at, from, to, 1)
	defer part.Release()
	if part.err != nil {
		return fail(*part.err), fail(*part.err)
	}
	indices = part.derive(Int64, nil)
	return x.TakeAlongAxis(at, indices), indices
}

// Median returns the middle element along axes, or of all elements: the mean of the two middle ones, if
// their number is even, as NumPy does. Integers give float32. A group with NaN, or without elements,
// gives NaN.
func (x *Tensor) Median(axes ...int) *Tensor {
	const name = "median"
	o, err := x.Along(axes...).begin(&reduction{name: name})
	if err != nil {
		return fail(err)
	}
	if o.empty() {
		return o.row(op.Mean)
	}
	var s steps
	defer s.release()
	rank, kept := len(o.x.layout.Shape), make([]int, 0, len(o.x.layout.Shape))
	for axis := range rank {
		if !slices.Contains(o.axes, axis) {
			kept = append(kept, axis)
		}
	}
	all := s.keep(o.x.Permute(slices.Concat(kept, o.axes)...))
	size, n := all.layout.Shape[:len(kept)], 1
	for _, length := range all.layout.Shape[len(kept):] {
		n *= length
	}
	last := len(kept)
	y := s.keep(s.keep(all.Reshape(append(slices.Clone(size), n)...)).scan(name, op.Sort, last))
	if y.err != nil {
		return fail(*y.err)
	}
	return y.orNaN(&s, last, s.keep(s.keep(y.Slice(last, (n-1)/2, n/2+1, 1)).Mean(last)))
}

// Quantile returns the elements at parts q of an axis that is sorted, from 0 to 1: between two elements
// it is linear, as NumPy's default is. One q drops the axis; several are a new first axis. Integers give
// float32. A group with NaN gives NaN.
func (x *Tensor) Quantile(axis int, qs ...float64) *Tensor {
	const name = "quantile"
	at, err := x.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	n := x.layout.Shape[at]
	switch {
	case len(qs) == 0:
		return failf(name, "no q given; give one or more, from 0 to 1")
	case n == 0:
		return failf(name, "axis %d has no elements (shape %v), and a quantile needs one", at, x.layout.Shape)
	}
	for _, q := range qs {
		if !(q >= 0 && q <= 1) {
			return failf(name, "q is %v; quantiles must be in the range [0, 1]", q)
		}
	}
	var s steps
	defer s.release()
	y := s.keep(x.scan(name, op.Sort, at))
	if y.err != nil {
		return fail(*y.err)
	}
	wide := s.keep(y.AsType(accumulator(x.dtype)))
	all := make([]*Tensor, len(qs))
	for i, q := range qs {
		r := s.keep(s.keep(wide.between(&s, at, q*float64(n-1))).AsType(floating(x.dtype)))
		all[i] = s.keep(y.orNaN(&s, at, r))
	}
	if len(all) == 1 {
		if all[0].err != nil {
			return all[0]
		}
		return all[0].again(name)
	}
	return Stack(0, all...)
}

// between returns what lies at a place of an axis, linearly between two elements.
func (x *Tensor) between(s *steps, axis int, place float64) *Tensor {
	i := int(place)
	t := place - float64(i)
	a := s.keep(x.Index(axis, i))
	if t == 0 {
		return a.Positive()
	}
	b := s.keep(x.Index(axis, i+1))
	d := s.keep(b.Sub(a))
	var y *Tensor
	if t < .5 {
		y = s.keep(a.Add(s.keep(d.Mul(t))))
	} else { // from the nearer end, so that it is exact
		y = s.keep(b.Sub(s.keep(d.Mul(1 - t))))
	}
	return Where(s.keep(a.Eq(b)), a, y) // the difference of two infinities is NaN
}

// orNaN returns y, but NaN where a group of x, which is sorted along an axis, has NaN: it is the last.
func (x *Tensor) orNaN(s *steps, axis int, y *Tensor) *Tensor {
	if y.err != nil {
		return fail(*y.err)
	}
	last := s.keep(x.Index(axis, -1))
	return Where(s.keep(last.Isnan()), s.keep(last.AsType(y.dtype)), y)
}
