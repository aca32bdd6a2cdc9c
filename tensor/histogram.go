package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// HistogramBy counts the elements of x in bins between given edges. A bin has its lower edge, and the last one also
// the upper. Elements outside, and NaN, are in no bin. The edges lie along one axis, in ascending order; in another
// order an element is in any bin or in none. Elements and edges are converted to their common dtype.
//
// Several tensors of edges count points, as NumPy's histogram2d and histogramdd do: the last axis of x has a
// coordinate for each of them, and the counts have an axis for each. The counts are int64. A compiled function may
// use it, as it waits for nothing.
func (x *Tensor) HistogramBy(edges ...*Tensor) *Tensor {
	return x.histogramBy("histogram_by", nil, edges)
}

// HistogramWeighted is [Tensor.HistogramBy], but an element, or a point, counts as much as its weight. The weights
// have the shape of the elements, or of the points. Their sums are of the dtype that [Tensor.Sum] gives. Sums of
// floats are exact, and rounded once.
func (x *Tensor) HistogramWeighted(weights *Tensor, edges ...*Tensor) *Tensor {
	const name = "histogram_weighted"
	if err := weights.check(name + ": the weights"); err != nil {
		return fail(err)
	}
	return x.histogramBy(name, weights, edges)
}

func (x *Tensor) histogramBy(name string, weights *Tensor, edges []*Tensor) *Tensor {
	if err := x.check(name); err != nil {
		return fail(err)
	}
	shape, several := x.layout.Shape, len(edges) > 1
	if several {
		if n := len(shape); n == 0 || shape[n-1] != len(edges) {
			return failf(name, "x has shape %v, and there are %d tensors of edges; its last axis has to have a coordinate for each", shape, len(edges))
		}
		shape = shape[:len(shape)-1]
	}
	var s steps
	defer s.release()
	sums := Int64
	switch {
	case len(edges) == 0:
		return failf(name, "no edges given; give those of a bin or more")
	case weights == nil:
		weights = s.keep(newFilled(name, x.device, Int64, 1, nil))
	case !broadcast.SameShape(weights.layout.Shape, shape):
		return failf(name, "the weights have shape %v, and what they weigh %v; the shapes have to be the same", weights.layout.Shape, shape)
	default:
		sums = op.Sum.Role.(*op.Group).Type(weights.dtype)
	}
	x = s.now(x)
	p, bins := places{view: broadcast.Layout{Shape: shape, Strides: make([]int, len(shape))}}, make([]int, len(edges))
	for k, e := range edges {
		of := x
		if several {
			of = s.keep(x.Index(-1, k))
		}
		at, err := of.binOf(name, e, &s)
		if err != nil {
			return fail(err)
		}
		bins[k] = e.layout.Len() - 1
		p.indexed = append(p.indexed, indexedAxis{number: k, index: at})
	}
	for k, stride := range rowMajor(bins).Strides {
		p.indexed[k].axis = axis{bins[k], stride}
	}
	if err := fits(sums, bins); err != nil {
		return failf(name, "%w", err)
	}
	zeros := s.keep(newFilled(name, x.device, sums, 0, bins))
	return zeros.put(name, p, weights, putting{Combine: op.Sum, Skip: true})
}

// binOf returns the number of the bin of each element between edges: -1, or the number of bins, outside.
func (x *Tensor) binOf(name string, edges *Tensor, s *steps) (at *Tensor, err error) {
	if err := edges.check(name + ": the edges"); err != nil {
		return nil, err
	}
	if own := edges.layout.Shape; len(own) != 1 || own[0] < 2 {
		return nil, errorf(name, "edges of shape %v; they lie along one axis, and a bin has two", own)
	}
	edges = s.now(edges)
	last := s.keep(x.Eq(s.keep(edges.Index(0, -1))))
	at = s.keep(s.keep(edges.Searchsorted(x, Right)).Sub(1))
	at = s.keep(Where(last, edges.layout.Shape[0]-2, at))
	return at, failure(name, at.check(""))
}
