package fuse

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// builder turns regions into launches, less the operands of their outputs.
type builder struct {
	built device.Launch
	types []op.DType // of the launch's scalars
	key   key        // of its program
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
}

// build makes the launch of a region: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func (b *builder) build(c *cutter, r *region) (l *device.Launch, err error) {
	l, b.types = &b.built, b.types[:0]
	l.Shape = c.nodes[r.nodes[0]].Layout.Shape
	for _, u := range r.inputs {
		a := c.argument(u)
		l.In = append(l.In, device.Operand{Buffer: buffer(a.Version), Type: a.Version.Type, Layout: *a.Layout})
	}
	for _, i := range r.nodes {
		args := c.nodes[i].Args
		for k := range args {
			if a := &args[k]; a.Version == nil {
				l.Scalars = append(l.Scalars, a.Scalar)
				b.types = append(b.types, a.Type)
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

// spell makes the key of a region's program, and numbers the nodes' values.
func (b *builder) spell(c *cutter, r *region) {
	l := &b.built
	k := append(b.key[:0], uint64(len(l.In)), uint64(len(l.Scalars)))
	for i := range l.In {
		k = append(k, uint64(l.In[i].Type))
	}
	for _, dt := range b.types {
		k = append(k, uint64(dt))
	}
	scalar := len(l.In)
	node := scalar + len(l.Scalars)
	for _, i := range r.nodes {
		n := c.nodes[i]
		k = k.node(n.Op, n.Type)
		for at := range n.Args {
			v := c.value(r, i, &n.Args[at])
			if v < 0 {
				v = scalar
				scalar++
			}
			k = append(k, uint64(v))
		}
		c.notes[i].value = node
		node++
	}
	for _, i := range r.outputs {
		k = append(k, uint64(c.notes[i].value))
	}
	b.key = k
}

// value is what an argument of a node in the region is: the number of an input or of a node, or -1 of a scalar.
func (c *cutter) value(r *region, node int32, a *graph.Arg) int {
	switch {
	case a.Version == nil:
		return -1
	case c.homeOf(a) == c.notes[node].home:
		return c.note(a.Version).value
	}
	return c.input(r, a)
}

// make makes the program of a region that has been spelt.
func (b *builder) make(c *cutter, r *region) (*device.Program, error) {
	d := &draft{scalars: b.types}
	var values []device.Value // of what a key counts
	for i := range b.built.In {
		d.inputs = append(d.inputs, b.built.In[i].Type)
	}
	for i := range len(d.inputs) + len(d.scalars) {
		values = append(values, device.Value(i))
	}
	rest := b.key[2+len(values):]
	for _, i := range r.nodes {
		n := c.nodes[i]
		args := make([]device.Value, len(n.Args))
		for k := range args {
			args[k] = values[rest[2+k]]
		}
		values, rest = append(values, d.instruct(n.Op, n.Type, args...)), rest[2+len(args):]
	}
	var outputs []device.Value
	for _, v := range rest {
		outputs = append(outputs, values[v])
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
