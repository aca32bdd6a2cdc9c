package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// operands are tensors of one call, on one device and in their common dtype.
type operands struct {
	name string
	of   []*Tensor // those of the call, or among the steps
	steps
	err     error // why there is none
	typeErr error // the same, but only if the shapes fit
}

// newOperands checks that all operands are on one device, and converts them to their common dtype. The
// function says how an error calls an operand.
func newOperands(name string, called func(i int) string, ts ...*Tensor) *operands {
	p, all := &operands{name: name}, make([]any, len(ts))
	for i, t := range ts {
		if p.err = t.check(name); p.err != nil {
			return p
		}
		all[i] = t
	}
	p.of = make([]*Tensor, len(ts))
	for i, t := range ts {
		t = t.standIn(all...)
		if all[i], p.of[i] = t, t; t.device != p.of[0].device {
			p.err = errorf(name, "%s; move one of them with To", onDevices(called(0), p.of[0].device, called(i), t.device))
			return p
		}
	}
	dt, err := ResultType(all...)
	p.typeErr = failure(name, err)
	p.unite(p.of...)
	for i, t := range p.of {
		if err == nil && t.dtype != dt {
			t = p.keep(t.AsType(dt))
			p.of[i] = t
		}
		if p.err == nil {
			p.err = t.Err()
		}
	}
	return p
}

// method says how an error calls the receiver of a method and its argument.
func method(i int) string { return [...]string{"x", "y"}[i] }

// label names an axis of a product. Axes with one label are walked together.
type label int

// labelsFrom returns so many labels, one after the other.
func labelsFrom(first label, n int) []label {
	all := make([]label, n, n+2) // most callers add two
	for i := range all {
		all[i] = first + label(i)
	}
	return all
}

// term is an operand of a product: elements of a tensor, read through a layout whose axes have labels.
type term struct {
	of     *Tensor
	layout *broadcast.Layout
	labels []label
}

// term is operand i with labels.
func (p *operands) term(i int, labels ...label) term { return term{p.of[i], p.of[i].layout, labels} }

// size is how many elements an axis has. It is 1 of a label that the term does not have.
func (t *term) size(l label) int {
	if k := slices.Index(t.labels, l); k >= 0 {
		return t.layout.Shape[k]
	}
	return 1
}

// over is the layout of the term over axes of some labels, whose sizes are given. The term is repeated
// along those that it does not have, or has with size 1.
func (t *term) over(labels []label, sizes []int) *broadcast.Layout {
	l := &broadcast.Layout{Shape: sizes, Strides: make([]int, len(sizes)), Offset: t.layout.Offset}
	for i, of := range labels {
		if k := slices.Index(t.labels, of); k >= 0 && t.layout.Shape[k] != 1 {
			l.Strides[i] = t.layout.Strides[k]
		}
	}
	return l
}

// tensor is the term as a view of its tensor.
func (t *term) tensor(name string) *Tensor {
	return t.of.view(name, func(broadcast.Layout) (broadcast.Layout, error) { return *t.layout, nil })
}

// contract returns the product of two terms, summed over the labels that are not kept. A label that both
// terms have has one size in them, or 1.
func (p *operands) contract(x, y term, kept []label) *Tensor {
	if p.typeErr != nil {
		return fail(p.typeErr)
	}
	all := append(make([]label, 0, len(kept)+2), kept...)
	for _, t := range [...]*term{&x, &y} {
		for _, l := range t.labels {
			if !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	sizes, summed := make([]int, len(all)), []int{}
	for i, l := range all {
		if sizes[i] = x.size(l); sizes[i] == 1 {
			sizes[i] = y.size(l)
		}
		if i >= len(kept) {
			summed = append(summed, i)
		}
	}
	if _, err := broadcast.Size(sizes); err != nil {
		return failf(p.name, "%w", err)
	}
	x.layout, y.layout = x.over(all, sizes), y.over(all, sizes)
	var s steps
	defer s.release()
	if len(summed) > 0 {
		terms := 1
		for _, axis := range summed {
			terms *= sizes[axis]
		}
		loaded := func(t *term) *Tensor { return t.of.loaded(&s, t.layout, terms) }
		return groups(p.name, op.Dot, loaded(&x), summed, rowMajor(sizes[:len(kept)]), x.layout, loaded(&y).storage.Load().Read(y.layout))
	}
	return s.keep(x.tensor(p.name)).Mul(s.keep(y.tensor(p.name)))
}
