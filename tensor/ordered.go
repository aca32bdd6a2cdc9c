package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// ordered are the elements along an axis in the order of [Tensor.Sort]. All are sorted only if many are asked
// for.
type ordered struct {
	name   string
	x      *Tensor
	axis   int
	sorted *Tensor // or nil
}

// fewRanks is how many elements are found one by one.
const fewRanks = 3

// inOrder are the elements along an axis, for a caller that asks for so many.
func (x *Tensor) inOrder(name string, axis, ranks int, s *steps) (o ordered, err error) {
	o = ordered{name: name, x: s.now(x), axis: axis}
	if ranks > fewRanks {
		o.sorted = s.keep(o.x.scan(name, op.Sort, axis))
		err = o.sorted.check(name)
	}
	return o, err
}

// index returns the index of the element at a rank, counted from 0. The axis has size 1.
func (o ordered) index(rank int) *Tensor {
	shape := slices.Clone(o.x.layout.Shape)
	shape[o.axis] = 1
	return groups(o.name, op.Argkth, o.x, []int{o.axis}, rowMajor(shape), o.x.layout, graph.Arg{Type: Int64, Scalar: Int64.FromInt(int64(rank))})
}

// at returns the elements from one rank up to another, one more at most.
func (o ordered) at(from, to int, s *steps) *Tensor {
	if o.sorted != nil {
		return s.keep(o.sorted.Slice(o.axis, from, to+1, 1))
	}
	indices := s.keep(o.index(from))
	if to > from {
		indices = s.keep(Concat(o.axis, indices, s.keep(o.index(to))))
	}
	return s.keep(o.x.TakeAlongAxis(o.axis, indices))
}

// orNaN returns y, but NaN where a group has NaN, which is the greatest.
func (o ordered) orNaN(y *Tensor, s *steps) *Tensor {
	switch {
	case y.err != nil:
		return fail(*y.err)
	case !o.x.dtype.IsFloat():
		return y.again(o.name)
	}
	greatest := o.sorted
	if greatest != nil {
		greatest = s.keep(greatest.Index(o.axis, -1))
	} else {
		greatest = s.keep(o.x.Max(o.axis))
	}
	return Where(s.keep(greatest.Isnan()), s.keep(greatest.AsType(y.dtype)), y)
}
