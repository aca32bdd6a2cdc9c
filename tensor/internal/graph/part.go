package graph

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// mostParts is how many expressions a part is made of at most.
const mostParts = 256

// Part returns the elements of s that the layout shows, as a waiting storage of the layout's shape.
// No other elements are computed for it: its expression reads parts of the versions that the
// expression of s reads. The exception are rows with a role, such as reductions and loads, which it
// reads whole: each of their elements depends on others than those at its own index.
//
// It returns nil where s does not wait, and where the part would have too many expressions. It does
// where an expression reads another through a layout that does not follow its axes, such as a reshaped
// one.
func (s *Storage) Part(ctx context.Context, layout *broadcast.Layout) (made *Storage, err error) {
	v := s.Acquire()
	defer v.Let()
	var c Claim
	if err := c.Take(ctx, []*Version{v}); err != nil {
		return nil, err
	}
	defer c.End()
	var p parts
	if a, ok := p.of(v, layout); ok && a.Version != v {
		made = &Storage{}
		a.Version.Ref()
		made.version.Store(a.Version)
	}
	for _, part := range p {
		part.made.Let()
	}
	return made, nil
}

// parts are parts of the waiting versions that a claim holds, arguments before their uses.
type parts []shown

type shown struct {
	version *Version
	layout  *broadcast.Layout
	made    *Version
}

// of returns an argument with the elements of v that the layout shows. It makes a part of a v that
// waits for a map. Of any other v the argument shows the elements.
func (p *parts) of(v *Version, layout *broadcast.Layout) (a Arg, ok bool) {
	if !v.Waiting() || !v.Expr.IsMap() {
		return Arg{Version: v, Layout: layout}, true
	}
	for _, part := range *p {
		if part.version == v && part.layout.Equal(*layout) {
			return Arg{Version: part.made, Layout: part.made.Layout}, true
		}
	}
	args := slices.Clone(v.Expr.Args)
	for i := range args {
		if a := &args[i]; !a.IsScalar() {
			moved, ok := moveView(layout, v.Layout, a.Layout)
			switch {
			case ok && a.Version != nil:
				*a, ok = p.of(a.Version, moved)
			case ok:
				a.Layout = moved
			}
			if !ok {
				return Arg{}, false
			}
		}
	}
	if len(*p) == mostParts {
		return Arg{}, false
	}
	shape := broadcast.RowMajor(layout.Shape...)
	for i := range args {
		if below := args[i].Version; below != nil {
			below.Ref()
		}
	}
	made := NewStep(v.Type, &shape, v.Expr.Op, args)
	*p = append(*p, shown{v, layout, made})
	return Arg{Version: made, Layout: &shape}, true
}

// moveView composes two layouts. view shows elements of a row-major array, and to lays out the same
// array in other memory. The result shows the elements of the view in that memory. ok is false
// where an axis of the view does not follow an axis of the array.
func moveView(view, array, to *broadcast.Layout) (l *broadcast.Layout, ok bool) {
	l = &broadcast.Layout{Shape: view.Shape, Strides: make([]int, len(view.Shape)), Offset: to.Offset}
	low, rest := make([]int, len(array.Shape)), view.Offset
	for k, n := range array.Shape {
		if n > 1 {
			low[k], rest = rest/array.Strides[k], rest%array.Strides[k]
			l.Offset += low[k] * to.Strides[k]
		}
	}
	high := append([]int(nil), low...)
	for a, n := range view.Shape {
		if n < 2 || view.Strides[a] == 0 {
			continue
		}
		k := 0
		for array.Shape[k] == 1 || view.Strides[a]%array.Strides[k] != 0 { // the last stride is 1
			k++
		}
		ratio := view.Strides[a] / array.Strides[k]
		l.Strides[a] = ratio * to.Strides[k]
		low[k] += min(ratio, 0) * (n - 1)
		high[k] += max(ratio, 0) * (n - 1)
	}
	for k, n := range array.Shape {
		if low[k] < 0 || high[k] >= n {
			return nil, false
		}
	}
	return l, true
}

// Map returns the map that v waits for, with references to what it reads. It returns no operation if v does not
// wait for a map, or if another evaluation is computing it.
func (v *Version) Map() (o *op.Op, args []Arg) {
	if _, ok := v.claim(nextNumber()); !ok {
		return nil, nil
	}
	defer v.free(false)
	if !v.Expr.IsMap() || v.Expr.Op == nil || v.Expr.Whole != nil {
		return nil, nil
	}
	args = slices.Clone(v.Expr.Args)
	for i := range args {
		if below := args[i].Version; below != nil {
			below.Ref()
		}
	}
	return v.Expr.Op, args
}
