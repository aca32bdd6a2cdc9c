package fuse

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// build makes the launch of a region: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func (c *cutter) build(r *region) (err error) {
	l := &r.launch
	l.Shape = c.nodes[r.nodes[0]].Layout.Shape
	c.types, c.code = c.types[:0], c.code[:0]
	l.In, l.Out, l.Scalars, r.bytes = l.In[:0], l.Out[:0], l.Scalars[:0], r.bytes[:0]
	for _, u := range r.inputs {
		a := c.argument(u)
		l.In = append(l.In, device.Operand{Type: a.Version.Type, Layout: *a.Layout})
		c.types = append(c.types, a.Version.Type)
	}
	for _, u := range r.scalars {
		l.Scalars = append(l.Scalars, 0)
		c.types = append(c.types, c.argument(u).Type)
	}
	for _, at := range r.outputs {
		n := c.nodes[at]
		l.Out = append(l.Out, device.Operand{Type: n.Type, Layout: *n.Layout})
		r.bytes = append(r.bytes, n.Bytes())
	}
	c.writeKey(r)
	l.Program, err = c.key.program(func() (*device.Program, error) { return c.make(r) })
	return err
}

// writeKey makes the key of a region's program.
func (c *cutter) writeKey(r *region) {
	k := append(c.key[:0], uint64(len(r.inputs))<<32|uint64(len(r.scalars))).types(c.types)
	args := r.args
	for _, i := range r.nodes {
		n := c.nodes[i]
		k = k.node(n.Expr.Op, n.Type, args[:len(n.Expr.Args)])
		args = args[len(n.Expr.Args):]
	}
	for _, i := range r.outputs {
		k = append(k, uint64(c.notes[i].index))
	}
	c.key = k
}

// make makes the program of a region.
func (c *cutter) make(r *region) (*device.Program, error) {
	var values []device.Value // of the nodes
	args := r.args
	inputs, operands := len(r.inputs), len(c.types)
	for _, i := range r.nodes {
		n := c.nodes[i]
		var of []device.Value
		for _, a := range args[:len(n.Expr.Args)] {
			switch a.source {
			case number:
				of = append(of, device.Value(inputs+int(a.at)))
			case input:
				of = append(of, device.Value(a.at))
			case node:
				of = append(of, values[a.at])
			}
		}
		values, args = append(values, c.instruct(n.Expr.Op, n.Type, of...)), args[len(n.Expr.Args):]
	}
	var outputs []device.Value
	for _, i := range r.outputs {
		outputs = append(outputs, values[c.notes[i].index])
	}
	return device.NewProgram(c.types[:inputs], c.types[inputs:operands], c.code, outputs...)
}

// buffer returns the buffer of a stored version, or of a version that an earlier launch of this
// evaluation computed.
func buffer(n *graph.Version) device.Buffer {
	if n.Waiting() {
		return n.Expr.Made
	}
	return n.Buffer()
}
