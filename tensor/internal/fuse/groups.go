package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

const (
	// A map that reads a reduction of its region may also read maps from before that reduction. Those
	// cost at most cheap, or a group has at most shortGroup elements. Otherwise a device would compute
	// dear maps twice for a group that it cannot keep.
	cheap, shortGroup = 8, 4096
	// dearMap is the cost of a map that is more than arithmetic, and of a scan.
	dearMap = 16
)

// domain is the shape that a region goes over, in the order of its nodes' axes. If the region has
// groups, their axes are axes of the shape, in ascending order. Its nodes then go over all axes, or
// over the others, which are kept.
type domain struct {
	shape, axes []int
	grouped     bool
	parted      bool // the region was part of one with groups, and has none: see separate
}

// standing is how a node stands in its region. If the region has groups, a value of level 0 has one
// element for each group, and a value of level 1 has one for each element. Without groups only nodes
// that read no elements have level 0.
type standing struct {
	level  int8
	scans  bool   // it depends on a scan or a sort of the region
	checks uint64 // what it depends on of the nodes that may have an index error: bit k is node k of the region
	phase  int32  // the walk over a group in which the value is computed first; see device.Phase
	cost   int32  // of the maps below it that are computed in the same walk
}

// group gives the domain its groups.
func (d *domain) group(axes []int) { d.axes, d.grouped = axes, true }

// groupLen returns the number of elements of a group.
func (d *domain) groupLen() int {
	n := 1
	for _, axis := range d.axes {
		n *= d.shape[axis]
	}
	return n
}

// order returns the axes in the order of a launch: those that are kept, then those of the groups.
func (d *domain) order() []int {
	all := make([]int, 0, len(d.shape))
	for axis := range d.shape {
		if !slices.Contains(d.axes, axis) {
			all = append(all, axis)
		}
	}
	return append(all, d.axes...)
}

// launchShape returns the shape of the launch, and the number of axes of each level: none without
// groups.
func (d *domain) launchShape() (shape, levels []int) {
	if !d.grouped && !d.parted {
		return d.shape, nil
	}
	for _, axis := range d.order() {
		shape = append(shape, d.shape[axis])
	}
	if d.grouped {
		levels = []int{len(d.axes)}
	}
	return shape, levels
}

// lay returns the layout of an operand as the launch has it. l is a layout of the nodes at the level,
// with axes of places behind it.
func (d *domain) lay(level int, l *broadcast.Layout, places int) broadcast.Layout {
	if !d.grouped && !d.parted {
		return *l
	}
	order, from := d.order(), 0
	if level == 0 && d.grouped {
		order = order[:len(order)-len(d.axes)]
	}
	laid := broadcast.Layout{Shape: make([]int, len(order)), Strides: make([]int, len(order)), Offset: l.Offset}
	for k, axis := range order {
		size := d.shape[axis]
		laid.Shape[k] = size
		switch {
		case level > 0:
			laid.Strides[k] = l.Strides[axis]
		case slices.Contains(d.axes, axis): // it is repeated
		case size != 1: // axes of size 1 may be missing, or more
			for l.Shape[from] == 1 {
				from++
			}
			laid.Strides[k] = l.Strides[from]
			from++
		}
	}
	first := len(l.Shape) - places
	laid.Shape, laid.Strides = append(laid.Shape, l.Shape[first:]...), append(laid.Strides, l.Strides[first:]...)
	return laid
}

// isKept reports whether a shape is that of the kept axes, but for axes of size 1.
func (d *domain) isKept(shape []int) bool {
	for axis, n := range d.shape {
		if n == 1 || slices.Contains(d.axes, axis) {
			continue
		}
		for len(shape) > 0 && shape[0] == 1 {
			shape = shape[1:]
		}
		if len(shape) == 0 || shape[0] != n {
			return false
		}
		shape = shape[1:]
	}
	return !slices.ContainsFunc(shape, func(n int) bool { return n != 1 })
}

// has reports whether node n of the domain reads argument a, a value of the same region that stands
// so, element by element: whole, or of level 0 and repeated along the groups.
func (d *domain) has(n *graph.Version, a *graph.Arg, s *standing) bool {
	if !d.grouped || s.level > 0 {
		return a.Whole()
	}
	if n.Expr.Group() != nil || a.Layout.Offset != 0 {
		return false
	}
	of, full := a.Version.Layout, len(a.Layout.Shape) == len(d.shape) && broadcast.SameShape(a.Layout.Shape, d.shape)
	from := 0
	for axis, size := range a.Layout.Shape {
		switch {
		case size == 1:
		case full && slices.Contains(d.axes, axis):
			if a.Layout.Strides[axis] != 0 {
				return false
			}
		default:
			for from < len(of.Shape) && of.Shape[from] == 1 {
				from++
			}
			if from == len(of.Shape) || of.Shape[from] != size || of.Strides[from] != a.Layout.Strides[axis] {
				return false
			}
			from++
		}
	}
	return true
}

// findKept returns the open region whose reductions n reads, or -1. n is a map that goes over the
// kept axes, and all that it reads of regions has level 0 there. Maps over these axes that wait in
// regions of their own are moved there.
func (c *cutter) findKept(n *graph.Version) int32 {
	at := int32(-1)
	if n.Expr.Group() != nil {
		return at
	}
	for k := range n.Expr.Args {
		home := c.homeOf(&n.Expr.Args[k]) - 1
		if home < 0 || n.Expr.Places(k) > 0 || n.Expr.Keeps(k) || !c.regions[home].grouped {
			continue
		}
		if at >= 0 && home != at {
			return -1
		}
		at = home
	}
	if at < 0 || !c.regions[at].open || !c.regions[at].isKept(n.Reads()) {
		return -1
	}
	for k := range n.Expr.Args {
		a := &n.Expr.Args[k]
		home := c.homeOf(a) - 1
		if home < 0 || n.Expr.Places(k) > 0 || n.Expr.Keeps(k) {
			continue
		}
		s := c.note(a.Version).standing
		if home != at {
			s.level = 0
		}
		if s.level > 0 || !c.regions[at].has(n, a, &s) || home != at && !c.absorb(at, home) {
			return -1
		}
	}
	return at
}

// absorb moves the nodes of an open region of maps to a region whose kept axes they go over, where they
// have level 0. Neither reads the other, as then it would be closed. It reports whether the launch has
// room for them.
func (c *cutter) absorb(at, from int32) bool {
	r, f := &c.regions[at], &c.regions[from]
	switch {
	case !f.open || f.grouped || !r.isKept(f.shape):
		return false
	case len(r.nodes)+len(f.nodes) > maxCode || r.weight > 0 && f.weight > 0 && r.weight+f.weight > 100:
		return false
	case c.buffers(r)+c.buffers(f)+r.live+f.live > c.mostOperands(true, r.checks|f.checks != 0):
		return false
	case r.checks != 0 && f.checks != 0 && (r.view != nil || !slices.Equal(r.named, f.named)):
		return false
	}
	for _, i := range f.nodes {
		c.notes[i].home, c.notes[i].standing = at+1, standing{}
	}
	for _, u := range f.inputs {
		c.input(r, u)
	}
	r.nodes, r.scalars = append(r.nodes, f.nodes...), append(r.scalars, f.scalars...)
	if r.live, r.weight = r.live+f.live, r.weight+f.weight; f.checks != 0 {
		c.recheck(at)
	}
	f.nodes = f.nodes[:0]
	c.leave(from)
	return true
}

// readsAt is the level at which a node reads an input of its region.
func (c *cutter) readsAt(u use) int {
	if c.nodes[u.node].Expr.Group() != nil {
		return 1
	}
	return int(c.notes[u.node].level)
}

// stand returns how a node stands in a region. ok is false if the region cannot have it.
func (c *cutter) stand(at int32, n *graph.Version, kept bool) (s standing, ok bool) {
	r, g, o := &c.regions[at], n.Expr.Group(), n.Expr.Op
	switch {
	case o == nil || atPositions(n):
	case g == nil && o.Tol == op.Exact && o.Role != op.Find{} && o.Role != op.Find{Right: true}:
		s.cost = 1
	default:
		s.cost = dearMap
	}
	for k := range n.Expr.Args {
		switch a := &n.Expr.Args[k]; {
		case a.IsScalar() || n.Expr.Keeps(k):
		case c.homeOf(a) != at+1:
			if !kept {
				s.level = 1
			}
		default:
			below := &c.note(a.Version).standing
			s.level, s.phase, s.scans = max(s.level, below.level), max(s.phase, below.phase), s.scans || below.scans
			s.checks |= below.checks
			if below.level > 0 {
				s.cost += below.cost
			}
		}
	}
	if s.level > 0 {
		s.phase = max(s.phase, 1)
	}
	s.cost = min(s.cost, shortGroup) // or it could overflow, as a shared value counts each time
	if n.Expr.Checks() {
		s.checks |= 1 << len(r.nodes)
	}
	if r.grouped && r.groupLen() > shortGroup && c.repeats(at, n, s.phase) {
		return s, false
	}
	switch {
	case len(r.nodes) == 0:
	case n.Expr.Checks() && r.checks != 0 && (r.view != nil || !slices.Equal(r.named, n.Expr.Axes())): // an error could not tell them apart
		return s, false
	case g == nil:
		if r.grouped && !kept && s.level == 0 { // it would have no element for each of a group
			return s, false
		}
	case r.grouped && (r.multiplies || multiplies(n)):
		return s, false
	case r.flat || r.grouped && !slices.Equal(r.axes, n.Expr.Axes()) || s.scans && g.Gives != op.One || r.sorts && g.Gives == op.Order:
		return s, false
	}
	switch {
	case g == nil:
	case g.Gives == op.One:
		s = standing{checks: s.checks, phase: s.phase + 1}
	case g.Gives == op.Order:
		s.scans, s.phase = true, s.phase+1
	default:
		s.scans = true
	}
	return s, true
}

// atPositions reports whether a node loads at places that no value decides, as the elements of a padded array. This
// costs no more than to read elements.
func atPositions(n *graph.Version) bool {
	last := len(n.Expr.Args) - 1
	return n.Expr.Op == op.LoadOr && !slices.ContainsFunc(n.Expr.Args[1:last], func(a graph.Arg) bool { return !a.IsPosition() })
}

// repeats reports whether a device has to compute dear maps again for a node in a phase: values of
// earlier phases that the node reads.
func (c *cutter) repeats(at int32, n *graph.Version, phase int32) bool {
	for k := range n.Expr.Args {
		a := &n.Expr.Args[k]
		if a.Version == nil || c.homeOf(a) != at+1 {
			continue
		}
		if s := &c.note(a.Version).standing; s.level > 0 && s.phase < phase && s.cost > cheap {
			return true
		}
	}
	return false
}
