package fuse

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// builder turns regions into launches, less the buffers of their outputs.
type builder struct {
	cutter
	values []device.Value  // of a node, by its Index, in the program of its region
	made   []device.Buffer // of a node, by its Index, if a launch of this evaluation stored it
	built  built
}

// built is the launch of a region, and what its program is made from.
type built struct {
	launch device.Launch
	grammar
	args    []device.Value // of all instructions
	recipes recipes
}

// reset keeps no buffer alive; the shapes are small.
func (b *built) reset() {
	for i := range b.launch.In {
		b.launch.In[i].Buffer = nil
	}
	for i := range b.launch.Out {
		b.launch.Out[i].Buffer = nil
	}
	b.launch.In, b.launch.Out, b.launch.Scalars = b.launch.In[:0], b.launch.Out[:0], b.launch.Scalars[:0]
	b.grammar.reset()
}

func (b *builder) prepare(nodes, roots []*graph.Version) {
	b.values = sized(b.values, len(nodes))
	b.made = sized(b.made, len(nodes))
	b.home = sized(b.home, len(nodes))
	if len(nodes) == 1 {
		b.whole(nodes[0])
		return
	}
	b.cut(nodes, roots)
}

// reset keeps nothing alive.
func (b *builder) reset() {
	clear(b.made)
	b.cutter.reset()
}

// sized returns a slice of n zeros, that of s if it is long enough.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// build makes the launch of a region: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func (b *builder) build(r *region) (*device.Launch, error) {
	l := &b.built.launch
	l.Shape = r.nodes[0].Layout.Shape
	for _, a := range r.inputs {
		l.In = append(l.In, device.Operand{Buffer: b.buffer(a.Version), Type: a.Version.Type, Layout: *a.Layout})
	}
	for _, n := range r.nodes {
		for i := range n.Expr.Args {
			if a := &n.Expr.Args[i]; a.Version == nil {
				l.Scalars = append(l.Scalars, a.Scalar)
			}
		}
	}
	for range r.outputs {
		l.Out = append(l.Out, device.Operand{})
	}
	var err error
	l.Program, err = b.program(r)
	return l, err
}

// spell makes the grammar of a region's program.
func (b *builder) spell(r *region) {
	g, args := &b.built.grammar, 0
	for i := range r.inputs {
		g.inputs = append(g.inputs, r.inputs[i].Version.Type)
	}
	for _, n := range r.nodes {
		args += len(n.Expr.Args)
		for i := range n.Expr.Args {
			if a := &n.Expr.Args[i]; a.Version == nil {
				g.scalars = append(g.scalars, a.Type)
			}
		}
	}
	b.built.args = sized(b.built.args, args)[:0]
	b.code(r)
	for _, n := range r.outputs {
		g.outputs = append(g.outputs, b.values[n.Expr.Index])
	}
}

// code fills in the instructions, their arguments, and the nodes' values.
func (b *builder) code(r *region) {
	g, args := &b.built.grammar, b.built.args
	scalar := device.Value(len(g.inputs))
	for _, n := range r.nodes {
		first := len(args)
		for i := range n.Expr.Args {
			a := &n.Expr.Args[i]
			switch {
			case a.Version == nil:
				args = append(args, scalar)
				scalar++
			case b.homeOf(a) == r:
				args = append(args, b.values[a.Version.Expr.Index])
			default:
				args = append(args, device.Value(index(r.inputs, a)))
			}
		}
		if n.Expr.Op == nil {
			b.values[n.Expr.Index] = args[first]
			continue
		}
		b.values[n.Expr.Index] = g.instruct(n.Expr.Op, n.Type, args[first:len(args):len(args)])
	}
}

// buffer is where the elements of a stored node lie, or of one that an earlier launch
// of this evaluation computed.
func (b *builder) buffer(n *graph.Version) device.Buffer {
	if n.Waiting() {
		return b.made[n.Expr.Index]
	}
	return n.Buffer()
}
