package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// builder turns regions into launches, less the operands of their outputs.
type builder struct {
	built           device.Launch
	inputs, scalars []op.DType // of its operands
	numbers         []Number   // among the scalars
	key             key        // of its program
}

// reset keeps no buffer alive; the shapes are small.
func (b *builder) reset() {
	for i := range b.built.In {
		b.built.In[i].Buffer = nil
	}
	for i := range b.built.Out {
		b.built.Out[i].Buffer = nil
	}
	b.built.In, b.built.Out, b.built.Scalars = b.built.In[:0], b.built.Out[:0], b.built.Scalars[:0]
	b.numbers = b.numbers[:0]
}

// build makes the launch of a region: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func (b *builder) build(c *cutter, r *region) (l *device.Launch, err error) {
	l, b.inputs, b.scalars = &b.built, b.inputs[:0], b.scalars[:0]
	l.Shape = c.nodes[r.nodes[0]].Layout.Shape
	l.In = slices.Grow(l.In, len(r.inputs))[:len(r.inputs)]
	for i, u := range r.inputs {
		a, in := c.argument(u), &l.In[i]
		in.Buffer, in.Type, in.Layout = buffer(a.Version), a.Version.Type, *a.Layout
		b.inputs = append(b.inputs, in.Type)
	}
	for _, i := range r.nodes {
		args := c.nodes[i].Args
		for k := range args {
			if a := &args[k]; a.Version == nil {
				if a.Number != 0 {
					b.numbers = append(b.numbers, Number{len(l.Scalars), a.Number})
				}
				l.Scalars = append(l.Scalars, a.Scalar)
				b.scalars = append(b.scalars, a.Type)
			}
		}
	}
	b.spell(c, r)
	hash := b.key.hash()
	if l.Program = recall(b.key, hash); l.Program == nil {
		if l.Program, err = b.make(c, r); err == nil {
			remember(b.key, hash, l.Program)
		}
	}
	return l, err
}

// spell makes the key of a region's program.
func (b *builder) spell(c *cutter, r *region) {
	k := append(b.key[:0], uint64(len(b.inputs))<<32|uint64(len(b.scalars)))
	k = k.types(b.inputs).types(b.scalars)
	args := r.args
	for _, i := range r.nodes {
		n := c.nodes[i]
		k = k.node(n.Op, n.Type, args[:len(n.Args)])
		args = args[len(n.Args):]
	}
	for _, i := range r.outputs {
		k = append(k, uint64(c.notes[i].place))
	}
	b.key = k
}

// make makes the program of a region.
func (b *builder) make(c *cutter, r *region) (*device.Program, error) {
	d := &draft{inputs: b.inputs, scalars: b.scalars}
	scalar := device.Value(len(b.inputs))
	var values []device.Value // of the nodes
	args := r.args
	for _, i := range r.nodes {
		n := c.nodes[i]
		var of []device.Value
		for _, a := range args[:len(n.Args)] {
			switch a.source {
			case number:
				of = append(of, scalar)
				scalar++
			case input:
				of = append(of, device.Value(a.at))
			case node:
				of = append(of, values[a.at])
			}
		}
		values, args = append(values, d.instruct(n.Op, n.Type, of...)), args[len(n.Args):]
	}
	var outputs []device.Value
	for _, i := range r.outputs {
		outputs = append(outputs, values[c.notes[i].place])
	}
	return device.NewProgram(d.inputs, d.scalars, d.code, outputs...)
}

// buffer is where the elements of a stored node lie, or of one that an earlier launch
// of this evaluation computed.
func buffer(n *graph.Version) device.Buffer {
	if n.Waiting() {
		return n.Expr.Made
	}
	return n.Buffer()
}
