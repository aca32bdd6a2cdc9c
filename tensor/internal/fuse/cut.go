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
//     instructions, than a launch may.
//
// So what several expressions share is computed once, and several results of one
// shape come out of one launch.
package fuse

import (
	"slices"

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
)

// region is what one launch computes: nodes of one device and shape, arguments first.
type region struct {
	nodes   []*graph.Node
	inputs  []graph.Arg // what it reads, each once
	outputs []*graph.Node
	live    int // nodes that are needed outside, as far as is known
	closed  bool
}

// cutter holds the state of one pass over the nodes of a claim.
type cutter struct {
	limit  int       // of operands in a launch
	needs  []int     // how often a node, by its Index, is needed outside its region
	home   []*region // of a node, by its Index
	open   []*region // oldest first
	closed []*region
}

// cut arranges the nodes, arguments first, into regions in the order to launch them.
// The roots are stored, and what more than one region needs.
func cut(nodes, roots []*graph.Node, limit int) *cutter {
	if limit == 0 {
		limit = defaultBuffers
	}
	c := &cutter{limit: limit, needs: make([]int, len(nodes)), home: make([]*region, len(nodes))}
	for _, n := range nodes {
		for _, a := range n.Expr.Args {
			c.need(a.Node)
		}
	}
	for _, r := range roots {
		c.need(r)
	}
	for _, n := range nodes {
		c.add(n)
	}
	for len(c.open) > 0 {
		c.close(c.open[0])
	}
	return c
}

func (c *cutter) need(n *graph.Node) {
	if n != nil && n.Waiting() {
		c.needs[n.Index]++
	}
}

// homeOf is the open or closed region of an argument; nil of a scalar, and of what is
// stored.
func (c *cutter) homeOf(a graph.Arg) *region {
	if a.Node == nil || !a.Node.Waiting() {
		return nil
	}
	return c.home[a.Node.Index]
}

// inlined reports whether the argument can be a value of a region of n's shape.
func inlined(a graph.Arg, n *graph.Node) bool {
	return slices.Equal(a.Node.Shape, n.Shape) && a.Layout.Offset == 0 && a.Layout.Contiguous()
}

func (c *cutter) add(n *graph.Node) {
	r := c.find(n)
	for _, a := range n.Expr.Args {
		if home := c.homeOf(a); home != nil && (home != r || !inlined(a, n)) {
			c.close(home)
		}
	}
	if r == nil || r.closed || !c.fits(r, n) {
		r = c.start(r)
	}
	r.inputs = c.with(r, n)
	r.nodes = append(r.nodes, n)
	r.live += 1 - c.ends(r, n)
	for _, a := range n.Expr.Args {
		if c.homeOf(a) == r {
			c.needs[a.Node.Index]--
		}
	}
	c.home[n.Index] = r
}

// find returns the open region of n's shape, or nil.
func (c *cutter) find(n *graph.Node) *region {
	for _, r := range c.open {
		if slices.Equal(r.nodes[0].Shape, n.Shape) {
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
	r := &region{}
	c.open = append(c.open, r)
	return r
}

// fits reports whether the region, with n, is still a launch the device takes.
func (c *cutter) fits(r *region, n *graph.Node) bool {
	return len(r.nodes) < maxCode && len(c.with(r, n))+r.live+1-c.ends(r, n) <= c.limit
}

// ends counts the values of the region that are needed nowhere else once n has joined.
func (c *cutter) ends(r *region, n *graph.Node) int {
	count := 0
	for i, a := range n.Expr.Args {
		if c.homeOf(a) != r {
			continue
		}
		uses, first := 0, true
		for j, b := range n.Expr.Args {
			if b.Node == a.Node {
				uses++
				first = first && j >= i
			}
		}
		if first && uses == c.needs[a.Node.Index] {
			count++
		}
	}
	return count
}

// with returns the inputs of the region after n has joined.
func (c *cutter) with(r *region, n *graph.Node) []graph.Arg {
	inputs := r.inputs
	for _, a := range n.Expr.Args {
		if a.Node != nil && c.homeOf(a) != r && index(inputs, a) < 0 {
			inputs = append(inputs, a) // past the region's own, until it takes them
		}
	}
	return inputs
}

// index finds the input that reads what a reads, or -1.
func index(inputs []graph.Arg, a graph.Arg) int {
	return slices.IndexFunc(inputs, func(b graph.Arg) bool {
		return a.Node == b.Node && a.Layout.Equal(b.Layout)
	})
}

// close ends a region: it is the next to be launched.
func (c *cutter) close(r *region) {
	if r.closed {
		return
	}
	r.closed = true
	c.open = slices.DeleteFunc(c.open, func(o *region) bool { return o == r })
	for _, n := range r.nodes {
		if c.needs[n.Index] > 0 {
			r.outputs = append(r.outputs, n)
		}
	}
	c.closed = append(c.closed, r)
}
