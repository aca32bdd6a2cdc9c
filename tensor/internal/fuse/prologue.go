package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// A product reads its operands through views that repeat them. A device computes maps before a product
// anew for every so many rows or columns (device.Multiplier). They join the product's launch if this is
// cheaper than to store what they give, and load it.

// storing is what a launch of its own costs for each element, in arithmetic maps.
const storing = 16

// step is how an axis of a view moves along an axis of what it reads: by so many elements.
type step struct{ axis, by int }

// steps finds how the axes of a view move. It reports false if one moves along several axes, or back,
// or if the view does not begin at the first element.
func steps(view, of *broadcast.Layout) (all []step, ok bool) {
	reach := make([]int, len(of.Shape))
	for axis, stride := range view.Strides {
		s := step{}
		if view.Shape[axis] > 1 && stride != 0 {
			longest := -1
			for k, other := range of.Strides {
				if of.Shape[k] > 1 && 0 < other && other <= stride && stride%other == 0 && (longest < 0 || other > of.Strides[longest]) {
					longest = k
				}
			}
			if longest < 0 {
				return nil, false
			}
			s = step{longest, stride / of.Strides[longest]}
			if reach[longest] += (view.Shape[axis] - 1) * s.by; reach[longest] >= of.Shape[longest] {
				return nil, false
			}
		}
		all = append(all, s)
	}
	return all, view.Offset == of.Offset
}

// through is the layout that a view of a shape has of l, which a map or a load reads. Axes of places stay
// behind it.
func through(l *broadcast.Layout, all []step, shape []int, places int) *broadcast.Layout {
	first := len(l.Shape) - places
	to := &broadcast.Layout{Shape: slices.Concat(shape, l.Shape[first:]), Strides: append(make([]int, len(shape)), l.Strides[first:]...), Offset: l.Offset}
	for axis, s := range all {
		if s.by > 0 {
			to.Strides[axis] = s.by * l.Strides[s.axis]
		}
	}
	return to
}

// layout is that of an input of a region.
func (c *cutter) layout(r *region, u use) *broadcast.Layout {
	l := c.argument(u).Layout
	if v := c.notes[u.node].view; v > 0 {
		return through(l, c.views[v-1], r.shape, c.places(u))
	}
	return l
}

// multiplies reports whether a node is a product of matrices: a dot that repeats an operand. A device has tiles
// for a launch with one of them, and no other reduction.
func multiplies(n *graph.Version) bool {
	if n.Expr.Op != op.Dot {
		return false
	}
	for k := range n.Expr.Args {
		for axis, stride := range n.Expr.Args[k].Layout.Strides {
			if stride == 0 && n.Reads()[axis] > 1 && !slices.Contains(n.Expr.Axes(), axis) {
				return true
			}
		}
	}
	return false
}

// prologue moves light maps that compute operands of product n to a new region, and returns it, or at if
// there are none. They are arithmetic of one shape that nothing else reads.
func (c *cutter) prologue(at int32, n *graph.Version) int32 {
	if c.tiles == nil || !multiplies(n) {
		return at
	}
	terms := 1
	for _, axis := range n.Expr.Axes() {
		terms *= n.Reads()[axis]
	}
	tile := c.tiles.ProductTile(n.Type, terms)
	if tile == 0 {
		return at
	}
	to, code, operands := int32(-1), maxCode-1, c.mostOperands(true, true)-len(n.Expr.Args)-1 // its result
	for k := range n.Expr.Args {
		a := &n.Expr.Args[k]
		home := c.homeOf(a) - 1
		if home < 0 || a.Whole() {
			continue
		}
		moves, ok := steps(a.Layout, a.Version.Layout)
		if !ok || !c.light(a, tile) {
			continue
		}
		maps, reads := c.maps(home, a.Version)
		if len(maps) == 0 || len(maps) > code || reads > operands {
			continue
		}
		if c.check(maps) && (to >= 0 && c.regions[to].checks != 0 || !c.tells(n, a, maps, moves)) {
			continue
		}
		if to < 0 {
			c.close(at) // it has the same shape
			to = c.start(n.Reads())
		}
		if !c.regions[home].open {
			continue
		}
		code, operands = code-len(maps), operands-reads
		c.views = append(c.views, moves)
		c.move(home, to, maps)
	}
	if to < 0 {
		return at
	}
	return to
}

// light reports whether the maps of an operand are cheap enough to be computed again: for each part of the
// view that repeats them, and where windows overlap. A device that weighs maps compiles them for each row
// of a tile, so they have to be arithmetic there.
func (c *cutter) light(a *graph.Arg, tile int) bool {
	cost := int(c.note(a.Version).cost)
	return (c.scales == nil || cost < dearMap) && cheaper(cost, a.Layout, a.Version.Layout, tile)
}

// cheaper reports whether maps of a cost are cheaper in a launch of a product that reads what they give through a
// view, than in one of their own.
func cheaper(cost int, view, of *broadcast.Layout, tile int) bool {
	repeats, reads := 1, 1
	for axis, n := range view.Shape {
		if view.Strides[axis] == 0 {
			repeats *= n
		} else {
			reads *= n
		}
	}
	times := (repeats + tile - 1) / tile * ((reads + of.Len() - 1) / max(of.Len(), 1))
	return (times-1)*cost <= storing
}

// Joins reports whether arithmetic maps may join the product that reads what they give through a view, for sums of
// so many terms.
func Joins(d device.Device, dt op.DType, view, of *broadcast.Layout, terms, maps int) bool {
	if r, ok := d.(Recorder); ok {
		d = r.For()
	}
	tiles, ok := d.(device.Multiplier)
	if !ok {
		return false
	}
	tile := tiles.ProductTile(dt, terms)
	return tile > 0 && cheaper(maps, view, of, tile)
}

// loads reports whether a node is a load.
func loads(n *graph.Version) bool {
	return n.Expr.Op == op.LoadAt || n.Expr.Op == op.LoadOr
}

// check reports whether one of some nodes may have an index error.
func (c *cutter) check(nodes []int32) bool {
	return slices.ContainsFunc(nodes, func(i int32) bool { return c.nodes[i].Expr.Checks() })
}

// tells reports whether the launch of product n finds the index error that a launch of the maps alone would find,
// if it reads them so. It has to read each element, and to come to those that differ in their indices in the same
// order. A launch with an index error is in no strip, so a large result has none.
func (c *cutter) tells(n *graph.Version, a *graph.Arg, maps []int32, moves []step) bool {
	if n.Bytes() > c.stripBytes() && !c.note(n).stays {
		return false
	}
	of, by := a.Version.Layout.Shape, make([]int, len(a.Version.Layout.Shape)) // the axis that moves along each of them
	for k := range by {
		by[k] = -1
	}
	for axis, s := range moves {
		if s.by == 1 && a.Layout.Shape[axis] == of[s.axis] {
			by[s.axis] = axis
		}
	}
	last, order := -1, (&domain{shape: n.Reads(), axes: n.Expr.Axes(), grouped: true}).order()
	for k, size := range of {
		switch at := slices.Index(order, by[k]); {
		case size == 1:
		case at < 0:
			return false
		case c.placesVary(maps, k):
			if at < last {
				return false
			}
			last = at
		}
	}
	return n.Layout.Len() > 0
}

// placesVary reports whether loads among some nodes may have other places along an axis.
func (c *cutter) placesVary(nodes []int32, axis int) bool {
	for _, i := range nodes {
		e := c.nodes[i].Expr
		if e.Checks() && slices.ContainsFunc(e.Args[1:], func(a graph.Arg) bool { return !a.IsScalar() && a.Layout.Strides[axis] != 0 }) {
			return true
		}
	}
	return false
}

// maps lists the nodes of a region that only the product of v reads, and what they read of others. It lists
// none if they are not only maps.
func (c *cutter) maps(home int32, v *graph.Version) (list []int32, reads int) {
	r := &c.regions[home]
	if !r.open || r.grouped || c.note(v).needs != 1 {
		return nil, 0
	}
	list = append(list, int32(v.Expr.Index))
	for _, i := range slices.Backward(r.nodes) {
		n, note := c.nodes[i], &c.notes[i]
		if !slices.Contains(list, i) {
			continue
		}
		if !n.Expr.IsMap() && !loads(n) || n.Expr.Whole != nil || note.level == 0 || note.view > 0 || n != v && note.needs > 0 || c.weigh(n) > 0 {
			return nil, 0
		}
		for k := range n.Expr.Args {
			switch a := &n.Expr.Args[k]; {
			case a.IsScalar() || a.IsPosition():
			case c.homeOf(a) != home+1:
				reads++
			case !slices.Contains(list, int32(a.Version.Expr.Index)):
				list = append(list, int32(a.Version.Expr.Index))
			}
		}
	}
	for _, i := range r.nodes {
		for k := range c.nodes[i].Expr.Args {
			if a := &c.nodes[i].Expr.Args[k]; !slices.Contains(list, i) && c.homeOf(a) == home+1 && slices.Contains(list, int32(a.Version.Expr.Index)) {
				return nil, 0
			}
		}
	}
	slices.Sort(list)
	return list, reads
}

// move moves maps from one region to another, which reads them through the last view.
func (c *cutter) move(from, to int32, maps []int32) {
	f, r := &c.regions[from], &c.regions[to]
	for _, i := range maps {
		note := &c.notes[i]
		note.home, note.view = to+1, int32(len(c.views))
		note.standing = standing{level: 1, phase: 1, cost: note.cost}
	}
	f.nodes = slices.DeleteFunc(f.nodes, func(i int32) bool { return slices.Contains(maps, i) })
	f.inputs, f.scalars = f.inputs[:0], f.scalars[:0]
	c.read(f, f.nodes, from+1)
	c.read(r, maps, to+1)
	f.live, r.live = f.live-1, r.live+1
	r.nodes = append(r.nodes, maps...)
	if f.checks != 0 {
		c.recheck(from)
		c.recheck(to)
	}
	if len(f.nodes) == 0 {
		c.leave(from)
	}
}

// read adds what nodes read of others, and of numbers, to a region, their home.
func (c *cutter) read(r *region, nodes []int32, home int32) {
	for _, i := range nodes {
		e := c.nodes[i].Expr
		for k := range e.Args {
			switch a := &e.Args[k]; {
			case e.Keeps(k):
			case a.IsScalar():
				r.scalars = append(r.scalars, use{i, int32(k)})
			case c.homeOf(a) != home:
				c.input(r, use{i, int32(k)})
			}
		}
	}
}
