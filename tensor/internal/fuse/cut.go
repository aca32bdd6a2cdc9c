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
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// maxCode bounds the instructions of a program: compile time grows with it, and
// beyond a few dozen a chain is no longer bound by memory.
const maxCode = 64

// defaultBuffers bounds the operands of a launch on devices that set no limit.
const defaultBuffers = 32

// region is what one launch computes: nodes of one device and shape, arguments first.
type region struct {
	nodes   []*graph.Node
	inputs  []graph.Arg // what it reads, each once
	outputs []*graph.Node
}

// cutter holds the state of one pass over the nodes.
type cutter struct {
	limit  int // of operands in a launch
	uses   map[*graph.Node]int
	home   map[*graph.Node]*region // the open region of a node
	open   map[string]*region      // by device and shape
	order  []string                // of open regions, oldest first
	closed []*region
}

// cut arranges the nodes, arguments first, into regions in the order to launch them.
// The roots are stored, and what more than one region needs.
func cut(nodes, roots []*graph.Node, limit int) []*region {
	if limit == 0 {
		limit = defaultBuffers
	}
	c := &cutter{limit: limit, uses: map[*graph.Node]int{}, home: map[*graph.Node]*region{}, open: map[string]*region{}}
	for _, n := range nodes {
		for _, a := range n.Expr.Args {
			c.uses[a.Node]++
		}
	}
	for _, r := range roots {
		c.uses[r]++
	}
	for _, n := range nodes {
		c.add(n)
	}
	for _, key := range slices.Clone(c.order) {
		c.close(key)
	}
	return c.closed
}

// key tells regions apart.
func key(n *graph.Node) string { return fmt.Sprint(n.Shape) }

// inlined reports whether the argument can be a value of a region of n's shape.
func inlined(a graph.Arg, n *graph.Node) bool {
	return a.Node != nil && a.Node.Waiting() && slices.Equal(a.Node.Shape, n.Shape) &&
		a.Layout.Offset == 0 && a.Layout.Contiguous()
}

func (c *cutter) add(n *graph.Node) {
	k := key(n)
	for _, a := range n.Expr.Args {
		if a.Node == nil || c.home[a.Node] == nil {
			continue // a scalar, or stored
		}
		if home := key(a.Node); home != k || !inlined(a, n) {
			c.close(home)
		}
	}
	if r := c.open[k]; r != nil && !c.fits(r, n) {
		c.close(k)
	}
	r := c.open[k]
	if r == nil {
		r = &region{}
		c.open[k] = r
		c.order = append(c.order, k)
	}
	r.inputs = r.with(n)
	r.nodes = append(r.nodes, n)
	c.home[n] = r
}

// fits reports whether the region, with n, is still a launch the device takes.
func (c *cutter) fits(r *region, n *graph.Node) bool {
	more := region{nodes: append(slices.Clone(r.nodes), n)}
	return len(more.nodes) <= maxCode && len(r.with(n))+len(c.results(&more)) <= c.limit
}

// with returns the inputs of the region after n has joined.
func (r *region) with(n *graph.Node) []graph.Arg {
	inputs := r.inputs
	for _, a := range n.Expr.Args {
		if a.Node != nil && !slices.Contains(r.nodes, a.Node) && index(inputs, a) < 0 {
			inputs = append(slices.Clip(inputs), a)
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

// results lists the region's nodes that somebody outside it needs.
func (c *cutter) results(r *region) []*graph.Node {
	inside := map[*graph.Node]int{}
	for _, n := range r.nodes {
		for _, a := range n.Expr.Args {
			inside[a.Node]++
		}
	}
	var out []*graph.Node
	for _, n := range r.nodes {
		if c.uses[n] > inside[n] {
			out = append(out, n)
		}
	}
	return out
}

// close ends the region of a shape: it is the next to be launched.
func (c *cutter) close(key string) {
	r := c.open[key]
	if r == nil {
		return
	}
	delete(c.open, key)
	c.order = slices.DeleteFunc(c.order, func(k string) bool { return k == key })
	r.outputs = c.results(r)
	for _, n := range r.nodes {
		delete(c.home, n)
	}
	c.closed = append(c.closed, r)
}
