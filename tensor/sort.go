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
	return x.sorted("sort", sorts, axis, order)
}

// Argsort returns the indices, as int64, of the elements in the order of [Tensor.Sort]:
// x.TakeAlongAxis(axis, x.Argsort(axis)) is x.Sort(axis).
func (x *Tensor) Argsort(axis int, order ...Order) *Tensor {
	return x.sorted("argsort", argsorts, axis, order)
}

// The rows of each order.
var (
	sorts    = [...]*op.Op{Ascending: op.Sort, Descending: op.SortDescending}
	argsorts = [...]*op.Op{Ascending: op.Argsort, Descending: op.ArgsortDescending}
)

// sorted computes the row of an order along an axis.
func (x *Tensor) sorted(name string, rows [2]*op.Op, axis int, given []Order) *Tensor {
	order, err := oneOrder(name, given, Ascending)
	if err != nil {
		return fail(err)
	}
	return x.scan(name, rows[order], axis)
}

// oneOrder is the order that is given, or another.
func oneOrder(name string, given []Order, otherwise Order) (Order, error) {
	switch {
	case len(given) == 0:
		return otherwise, nil
	case len(given) > 1:
		return 0, errorf(name, "%d orders given; one is enough", len(given))
	case given[0] > Descending:
		return 0, errorf(name, "order %d; it is Ascending or Descending", given[0])
	}
	return given[0], nil
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
	chosen, err := oneOrder(name, order, Descending)
	if err != nil {
		return fail(err), fail(err)
	}
	return x.ranked(name, at, chosen, k)
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
	var s steps
	defer s.release()
	o, err := x.inOrder(name, at, 1, &s)
	if err != nil {
		return fail(err), fail(err)
	}
	index := s.keep(o.index(k - 1))
	return s.keep(o.x.TakeAlongAxis(at, index)).Squeeze(at), index.Squeeze(at)
}
