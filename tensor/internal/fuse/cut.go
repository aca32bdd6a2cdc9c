// Package fuse cuts waiting expressions into programs and runs them.
//
// A region is a set of expressions over one iteration shape that one launch computes.
// A value that only its own region uses is never stored. The cut goes through the
// expressions once, arguments first:
//
//   - an expression joins the open region of its shape;
//   - a region is closed, that is launched, before an expression that needs one of
//     its values from outside it: from another shape, or through a view;
//   - a region is also closed when it would bind more buffers, or hold more
//     instructions, or heavier ones, than a launch may.
//
// So what several expressions share is computed once, and several results of one
// shape come out of one launch.
package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

const (
	// maxCode bounds the instructions of a program: compile time grows with it, and
	// beyond a few dozen a chain is no longer bound by memory.
	maxCode = 64
	// maxOpen bounds the open regions, which are searched one by one.
	maxOpen = 16
	// defaultBuffers bounds the operands of a launch on devices that set no limit.
	defaultBuffers = 32
	// dear is how many operations are worth to store what they come to, if another evaluation
	// wants it, unless that has more than spread times the bytes of what they read.
	dear, spread = 4, 4
	// light is what an instruction may weigh, in percent of a launch, and not be counted.
	light = 10
)

// region is what one launch computes: nodes of one device and shape, arguments first.
type region struct {
	nodes   []*graph.Version
	inputs  []graph.Arg // what it reads, each once
	outputs []*graph.Version
	live    int // nodes that are needed outside, as far as is known
	weight  int // percent of a launch, of what is not light
	closed  bool
}

// cutter holds the state of one pass over the nodes of a claim.
type cutter struct {
	limit  int            // of operands in a launch
	scales device.Weigher // or nil
	needs  []int          // how often a node, by its Index, is needed outside its region
	home   []*region      // of a node, by its Index
	open   []*region      // oldest first
	closed []*region
	spare  []*region
	keeps  bool  // what is reached a second time is stored, if it is dear
	kept   int   // how many are
	below  []int // bytes of what is stored below a node, by its Index
}

// cut arranges the nodes, arguments first, into regions in the order to launch them.
// The roots are stored, and what more than one region needs.
func (c *cutter) cut(nodes, roots []*graph.Version) {
	d := nodes[0].Device
	c.scales, _ = d.(device.Weigher)
	limit := d.Info().Limits.Buffers
	if limit == 0 {
		limit = defaultBuffers
	}
	c.limit, c.needs = limit, sized(c.needs, len(nodes))
	for _, n := range nodes {
		for i := range n.Expr.Args {
			c.need(n.Expr.Args[i].Version)
		}
	}
	for _, r := range roots {
		c.need(r)
	}
	if c.kept = 0; c.keeps {
		c.keep(nodes)
	}
	for _, n := range nodes {
		c.add(n)
	}
	for len(c.open) > 0 {
		c.close(c.open[0])
	}
}

// keep has those stored that others want which were not reached before.
func (c *cutter) keep(nodes []*graph.Version) {
	c.below = sized(c.below, len(nodes))
	for _, n := range nodes {
		for i := range n.Expr.Args {
			a := n.Expr.Args[i].Version
			switch {
			case a == nil:
			case !a.Waiting():
				c.below[n.Expr.Index] += bytes(a)
			default:
				c.below[n.Expr.Index] += c.below[a.Expr.Index]
				if wanted(a, n) && bytes(a) <= spread*c.below[a.Expr.Index] {
					c.need(a)
					c.kept++
				}
			}
		}
	}
}

// wanted reports whether n, which is new, reads what another evaluation has computed before,
// and what is dear.
func wanted(a, n *graph.Version) bool {
	return a.Expr.Reached && a.Expr.Cost >= dear && !n.Expr.Reached
}

func bytes(v *graph.Version) int { return v.Layout.Len() * v.Type.Size() }

// whole is cut for a root that reads nothing but what is stored.
func (c *cutter) whole(root *graph.Version) {
	r := c.take()
	r.inputs = c.with(r, root)
	r.nodes, r.outputs = append(r.nodes, root), append(r.outputs, root)
	c.home[root.Expr.Index] = r
	c.closed = append(c.closed, r)
}

// reset keeps the regions for another pass, and nothing of this one alive.
func (c *cutter) reset() {
	for _, r := range c.closed {
		clear(r.nodes)
		clear(r.inputs[:cap(r.inputs)]) // what did not fit stands behind them
		clear(r.outputs)
		*r = region{nodes: r.nodes[:0], inputs: r.inputs[:0], outputs: r.outputs[:0]}
	}
	if len(c.spare) < maxOpen {
		c.spare = append(c.spare, c.closed...)
	}
	clear(c.closed)
	clear(c.home)
	c.closed, c.scales = c.closed[:0], nil
}

func (c *cutter) need(n *graph.Version) {
	if n != nil && n.Waiting() {
		c.needs[n.Expr.Index]++
	}
}

// homeOf is the open or closed region of an argument; nil of a scalar, and of what is
// stored.
func (c *cutter) homeOf(a *graph.Arg) *region {
	if a.Version == nil || !a.Version.Waiting() {
		return nil
	}
	return c.home[a.Version.Expr.Index]
}

// inlined reports whether the argument can be a value of a region of n's shape.
func inlined(a *graph.Arg, n *graph.Version) bool {
	return broadcast.SameShape(a.Version.Layout.Shape, n.Layout.Shape) && a.Whole()
}

func (c *cutter) add(n *graph.Version) {
	r := c.find(n)
	for i := range n.Expr.Args {
		a := &n.Expr.Args[i]
		if home := c.homeOf(a); home != nil && (home != r || !inlined(a, n)) {
			c.close(home)
		}
	}
	weight := c.weigh(n)
	if r == nil || r.closed || !c.fits(r, n) || weight > 0 && r.weight > 0 && r.weight+weight > 100 {
		r = c.start(r)
	}
	r.weight += weight
	r.inputs = c.with(r, n)
	r.nodes = append(r.nodes, n)
	r.live += 1 - c.ends(r, n)
	for i := range n.Expr.Args {
		if a := &n.Expr.Args[i]; c.homeOf(a) == r {
			c.needs[a.Version.Expr.Index]--
		}
	}
	c.home[n.Expr.Index] = r
}

// find returns the open region of n's shape, or nil.
func (c *cutter) find(n *graph.Version) *region {
	for _, r := range c.open {
		if broadcast.SameShape(r.nodes[0].Layout.Shape, n.Layout.Shape) {
			return r
		}
	}
	return nil
}

// start opens a region in the place of another of its shape.
func (c *cutter) start(instead *region) *region {
	if instead != nil {
		c.close(instead)
	}
	if len(c.open) == maxOpen {
		c.close(c.open[0])
	}
	r := c.take()
	c.open = append(c.open, r)
	return r
}

// take returns an empty region.
func (c *cutter) take() *region {
	last := len(c.spare) - 1
	if last < 0 {
		return &region{}
	}
	r := c.spare[last]
	c.spare = c.spare[:last]
	return r
}

// fits reports whether the region, with n, is still a launch the device takes.
func (c *cutter) fits(r *region, n *graph.Version) bool {
	return len(r.nodes) < maxCode && len(c.with(r, n))+r.live+1-c.ends(r, n) <= c.limit
}

// weigh says how much of a launch a node fills, in percent; 0 if that is little.
func (c *cutter) weigh(n *graph.Version) int {
	if c.scales == nil || n.Expr.Op == nil {
		return 0
	}
	types := make([]op.DType, 0, 4)
	for i := range n.Expr.Args {
		types = append(types, n.Expr.Args[i].DType())
	}
	compute := graph.Computes(n.Expr.Op, n.Expr.Op.Computes(types))
	if w := c.scales.Weight(n.Expr.Op, compute, n.Type); w > light {
		return w
	}
	return 0
}

// ends counts the values of the region that are needed nowhere else once n has joined.
func (c *cutter) ends(r *region, n *graph.Version) int {
	count := 0
	for i := range n.Expr.Args {
		a := &n.Expr.Args[i]
		if c.homeOf(a) != r {
			continue
		}
		uses, first := 0, true
		for j := range n.Expr.Args {
			if n.Expr.Args[j].Version == a.Version {
				uses++
				first = first && j >= i
			}
		}
		if first && uses == c.needs[a.Version.Expr.Index] {
			count++
		}
	}
	return count
}

// with returns the inputs of the region after n has joined.
func (c *cutter) with(r *region, n *graph.Version) []graph.Arg {
	inputs := r.inputs
	for i := range n.Expr.Args {
		a := &n.Expr.Args[i]
		if a.Version != nil && c.homeOf(a) != r && index(inputs, a) < 0 {
			inputs = append(inputs, *a) // past the region's own, until it takes them
		}
	}
	return inputs
}

// index finds the input that reads what a reads, or -1.
func index(inputs []graph.Arg, a *graph.Arg) int {
	for i := range inputs {
		if inputs[i].Same(a) {
			return i
		}
	}
	return -1
}

// close ends a region: it is the next to be launched.
func (c *cutter) close(r *region) {
	if r.closed {
		return
	}
	r.closed = true
	c.open = slices.DeleteFunc(c.open, func(o *region) bool { return o == r })
	for _, n := range r.nodes {
		if c.needs[n.Expr.Index] > 0 {
			r.outputs = append(r.outputs, n)
		}
	}
	c.closed = append(c.closed, r)
}
