package fuse

import (
	"github.com/wgtensor/wgtensor/device"
)

// build makes the launch of a region, and the draft of its program: inputs, then scalars, then one
// instruction a node. A copy is no instruction, only another name for a value.
func (c *cutter) build(at int32) (err error) {
	r := &c.regions[at]
	l := &r.launch
	l.Shape = c.nodes[r.nodes[0]].Layout.Shape
	l.In, l.Out, l.Scalars, r.bytes = l.In[:0], l.Out[:0], l.Scalars[:0], r.bytes[:0]
	c.types, c.code, c.args, c.results = c.types[:0], c.code[:0], c.args[:0], c.results[:0]
	for _, u := range r.inputs {
		a := c.argument(u)
		l.In = append(l.In, device.Operand{Type: a.Version.Type, Layout: *a.Layout})
		c.types = append(c.types, a.Version.Type)
	}
	for _, u := range r.scalars {
		l.Scalars = append(l.Scalars, 0)
		c.types = append(c.types, c.argument(u).Type)
	}
	number := len(r.inputs) // the value of the next scalar
	for _, i := range r.nodes {
		n := c.nodes[i]
		first := len(c.args)
		for k := range n.Expr.Args {
			var v device.Value
			switch a := &n.Expr.Args[k]; {
			case a.Version == nil:
				v = device.Value(number)
				number++
			case c.homeOf(a) == at+1:
				v = c.note(a.Version).value
			default:
				v = device.Value(c.bind(&r.inputs, use{i, int32(k)}))
			}
			c.args = append(c.args, v)
		}
		c.notes[i].value = c.instruct(n.Expr.Op, n.Type, c.args[first:]...)
	}
	for _, i := range r.outputs {
		n := c.nodes[i]
		l.Out = append(l.Out, device.Operand{Type: n.Type, Layout: *n.Layout})
		r.bytes = append(r.bytes, n.Bytes())
		c.results = append(c.results, c.notes[i].value)
	}
	l.Program, err = c.program(len(r.inputs), len(r.scalars))
	return err
}
