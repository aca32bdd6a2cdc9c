package tensor

import "github.com/wgtensor/wgtensor/device/op"

// Order is an order of elements: [Ascending] or [Descending].
type Order uint8

// The orders of [Tensor.Sort]. Both are stable: equal elements stay in their order, and -0 equals 0.
const (
	Ascending  Order = iota // NaN is last
	Descending              // NaN is first
)

// Sort returns the elements in order along an axis, in ascending order by default. Equal elements stay
// in their order; NaN is the greatest.
func (x *Tensor) Sort(axis int, order ...Order) *Tensor {
	return x.sorted("sort", sorts, Ascending, axis, order)
}

// Argsort returns the indices, as int64, of the elements in the order of [Tensor.Sort]:
// x.TakeAlongAxis(axis, x.Argsort(axis)) is x.Sort(axis).
func (x *Tensor) Argsort(axis int, order ...Order) *Tensor {
	return x.sorted("argsort", argsorts, Ascending, axis, order)
}

// The rows of each order.
var (
	sorts    = [...]*op.Op{Ascending: op.Sort, Descending: op.SortDescending}
	argsorts = [...]*op.Op{Ascending: op.Argsort, Descending: op.ArgsortDescending}
)

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
