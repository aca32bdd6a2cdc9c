package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// piece is what a part of a joined tensor is made of: elements of a version, or a number.
type piece struct {
	arg graph.Arg
	op  *op.Op            // a conversion to the result's dtype, or nil
	to  *broadcast.Layout // of the argument's shape: where they lie in the result
}

// letPieces drops pieces that are not joined.
func letPieces(pieces []piece) {
	for _, p := range pieces {
		letArgs([]graph.Arg{p.arg})
	}
}

// piece is a piece of elements of t at a layout.
func (t *Tensor) piece(dt DType, from, to *broadcast.Layout) (p piece) {
	p.arg, p.to = t.storage.Load().Read(from), to
	if t.dtype != dt {
		p.op = op.Cast
	}
	return p
}

// mostPieces is how many pieces a run is made of at most: each costs a launch.
const mostPieces = 8

// addPieces adds the pieces of a run, which lies along an axis of whole, to others. They are of the elements of t. If t
// waits to be joined itself, they are what it is going to be joined of: then t may never be asked for. Once says
// that the run is all that is read of t, and has all its elements.
func (t *Tensor) addPieces(all []piece, dt DType, whole *broadcast.Layout, axis int, r run, once bool) []piece {
	s := t.storage.Load()
	parts := s.Parts()
	if parts != nil && t.dtype == dt && len(parts) <= mostPieces && t.layout.Equal(*s.Layout()) {
		if own, ok := moved(parts, t.layout, whole, axis, r, once); ok {
			return append(all, own...)
		}
	}
	for i := range parts {
		letArgs([]graph.Arg{parts[i].Arg})
	}
	from := t.layout
	if r.first > 0 || r.step != 1 || r.times > 1 || r.length != t.layout.Shape[axis] {
		from = along(t.layout, axis, run{at: r.first, length: r.length, times: r.times})
		from.Strides[axis+len(from.Shape)-len(whole.Shape)] *= r.step
	}
	return append(all, t.piece(dt, from, along(whole, axis, r)))
}

// moved returns the pieces of a run along an axis of whole, of parts of an array. It takes over their
// references if ok is true. It is false where the parts are no boxes of the array, or had better be joined first.
func moved(parts []graph.Part, array, whole *broadcast.Layout, axis int, r run, once bool) (all []piece, ok bool) {
	if r.times > 1 || r.step*r.step != 1 {
		return nil, false
	}
	for i := range parts {
		if p := &parts[i]; !boxOf(p.Layout, array) || !once && p.Arg.Version != nil && p.Arg.Version.Waiting() && p.Arg.Whole() {
			return nil, false // what computes a version straight into its part would compute it for each piece
		}
	}
	first, end := r.first, r.first+r.length
	if r.step < 0 {
		first, end = r.first-r.length+1, r.first+1
	}
	for i := range parts {
		p := &parts[i]
		begin := p.Layout.Offset / array.Strides[axis] % array.Shape[axis]
		from, to := max(first, begin), min(end, begin+p.Layout.Shape[axis])
		if from >= to {
			letArgs([]graph.Arg{p.Arg})
			continue
		}
		at := r.at + from - first
		if r.step < 0 {
			at = r.at + end - to
		}
		l := whole.Clone()
		for k, n := range p.Layout.Shape {
			l.Shape[k] = n
			if k != axis {
				l.Offset += p.Layout.Offset / array.Strides[k] % array.Shape[k] * whole.Strides[k]
			}
		}
		l.Shape[axis] = to - from
		l.Offset += at * whole.Strides[axis]
		if !p.Arg.IsScalar() {
			own := along(p.Arg.Layout, axis, run{at: from - begin, length: to - from})
			if r.step < 0 {
				own.Offset += (to - from - 1) * own.Strides[axis]
				own.Strides[axis] *= -1
			}
			p.Arg.Layout = own
		}
		all = append(all, piece{p.Arg, p.Op, &l})
	}
	return all, true
}

// boxOf reports whether a layout shows a box of a row-major array: a range along each axis.
func boxOf(l, array *broadcast.Layout) bool {
	return l.Len() > 0 && slices.Equal(l.Strides, array.Strides)
}
