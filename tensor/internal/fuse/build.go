package fuse

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// builder turns regions into launches, less the buffers of their outputs.
type builder struct {
	*cutter
	values []device.Value  // of a node, by its Index, in the program of its region
	made   []device.Buffer // of a node, by its Index, if a launch of this evaluation stored it
}

// build makes the launch of a region: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func (b *builder) build(r *region) (*device.Launch, error) {
	l := &device.Launch{Shape: r.nodes[0].Shape, In: make([]device.Operand, len(r.inputs))}
	g := grammar{inputs: make([]op.DType, len(r.inputs)), outputs: make([]device.Value, len(r.outputs))}
	for i, a := range r.inputs {
		g.inputs[i] = a.Node.Type
		l.In[i] = device.Operand{Buffer: b.buffer(a.Node), Type: a.Node.Type, Layout: a.Layout}
	}
	args := 0
	for _, n := range r.nodes {
		args += len(n.Expr.Args)
		for _, a := range n.Expr.Args {
			if a.Node == nil {
				g.scalars = append(g.scalars, a.Type)
				l.Scalars = append(l.Scalars, a.Scalar)
			}
		}
	}
	b.code(r, &g, make([]device.Value, 0, args))
	for i, n := range r.outputs {
		g.outputs[i] = b.values[n.Index]
	}
	var err error
	l.Program, err = g.program()
	return l, err
}

// code fills in the instructions, their arguments in args, and the nodes' values.
func (b *builder) code(r *region, g *grammar, args []device.Value) {
	g.code = make([]device.Instr, 0, len(r.nodes))
	scalar := device.Value(len(g.inputs))
	next := scalar + device.Value(len(g.scalars))
	for _, n := range r.nodes {
		first := len(args)
		for _, a := range n.Expr.Args {
			switch {
			case a.Node == nil:
				args = append(args, scalar)
				scalar++
			case b.homeOf(a) == r:
				args = append(args, b.values[a.Node.Index])
			default:
				args = append(args, device.Value(index(r.inputs, a)))
			}
		}
		if n.Expr.Op == nil {
			b.values[n.Index] = args[first]
			continue
		}
		b.values[n.Index] = next
		next++
		g.code = append(g.code, device.Instr{Op: n.Expr.Op, Type: n.Type, Args: args[first:len(args):len(args)]})
	}
}

// buffer is where the elements of a stored node lie, or of one that an earlier launch
// of this evaluation computed.
func (b *builder) buffer(n *graph.Node) device.Buffer {
	if n.Waiting() {
		return b.made[n.Index]
	}
	return n.Buffer
}
