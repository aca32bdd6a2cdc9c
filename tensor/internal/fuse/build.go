package fuse

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// builder turns regions into launches, less the operands of their outputs.
type builder struct {
	built device.Launch
	draft draft
}

// reset keeps no buffer alive; the shapes are small.
func (b *builder) reset() {
	for _, operands := range [2][]device.Operand{b.built.In, b.built.Out} {
		for i := range operands {
			operands[i].Buffer = nil
		}
	}
	b.built.In, b.built.Out, b.built.Scalars = b.built.In[:0], b.built.Out[:0], b.built.Scalars[:0]
}

// build makes the launch of a region: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func (b *builder) build(c *cutter, r *region) (l *device.Launch, err error) {
	l, d := &b.built, &b.draft
	d.reset()
	l.Shape = c.nodes[r.nodes[0]].Layout.Shape
	for _, u := range r.inputs {
		a := c.argument(u)
		l.In = append(l.In, device.Operand{Buffer: buffer(a.Version), Type: a.Version.Type, Layout: *a.Layout})
		d.inputs = append(d.inputs, a.Version.Type)
	}
	for _, i := range r.nodes {
		args := c.nodes[i].Args
		for k := range args {
			if a := &args[k]; a.Version == nil {
				l.Scalars = append(l.Scalars, a.Scalar)
				d.scalars = append(d.scalars, a.Type)
			}
		}
	}
	scalar := device.Value(len(d.inputs))
	for _, i := range r.nodes {
		n, first := c.nodes[i], len(d.args)
		for k := range n.Args {
			a := &n.Args[k]
			switch {
			case a.Version == nil:
				d.args = append(d.args, scalar)
				scalar++
			case c.homeOf(a) == c.notes[i].home:
				d.args = append(d.args, c.note(a.Version).value)
			default:
				d.args = append(d.args, device.Value(c.input(r, a)))
			}
		}
		c.notes[i].value = d.instruct(n.Op, n.Type, d.args[first:])
	}
	for _, i := range r.outputs {
		d.outputs = append(d.outputs, c.notes[i].value)
	}
	l.Program, err = d.program()
	return l, err
}

// buffer is where the elements of a stored node lie, or of one that an earlier launch
// of this evaluation computed.
func buffer(n *graph.Version) device.Buffer {
	if n.Waiting() {
		return n.Expr.Made
	}
	return n.Buffer()
}
