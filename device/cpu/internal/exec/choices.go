package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// choice is an output that takes the elements which a mask chooses, one after the other. A program says so
// by places:
//
//	where(mask, cumsum(mask) - one, none)
//
// A launch whose scalars are 1 and a negative number, with one group, needs no places. Steps move the chosen
// elements of each tile.
type choice struct {
	output    int
	at        device.Value // the places
	mask      device.Value
	one, none device.Value
}

// choices finds the outputs of a program that may take chosen elements.
func choices(p *device.Program) (all []choice) {
	args := func(v device.Value, o *op.Op) []device.Value {
		if i := int(v - p.Result(0)); i >= 0 && p.Code()[i].Op == o {
			return p.Code()[i].Args
		}
		return make([]device.Value, o.Arity)
	}
	first, end := device.Value(len(p.Inputs())), p.Result(0)
	scalar := func(v device.Value) bool { return v >= first && v < end }
	for k := range p.Outputs() {
		o := p.Output(k)
		if len(o.At) != 1 || !o.Distinct {
			continue
		}
		where := args(o.At[0], op.Where)
		less := args(where[1], op.Sub)
		c := choice{output: k, at: o.At[0], mask: where[0], one: less[1], none: where[2]}
		if sum := less[0]; sum >= end && args(sum, op.Cumsum)[0] == c.mask && p.Type(c.mask) == op.Bool && scalar(c.one) && scalar(c.none) {
			all = append(all, c)
		}
	}
	return all
}

// drop drops one use of a value, and those of the arguments of an instruction that nothing else needs.
func (c *compiled) drop(v device.Value) {
	if c.values[v].uses--; c.values[v].uses == 0 && v >= c.source.Result(0) {
		for _, a := range c.source.Code()[v-c.source.Result(0)].Args {
			c.drop(a)
		}
	}
}

// choose has stores move chosen elements, and nothing find their places.
func (c *compiled) choose(all []choice) {
	c.choices, c.inOrder = all, c.inOrder || len(all) > 0
	for _, chosen := range all {
		c.values[chosen.mask].uses++
		c.values[chosen.mask].full = true
		c.drop(chosen.at)
	}
}

// choiceOf is the number of the choice of output k, or -1.
func (c *compiled) choiceOf(k int) int {
	return slices.IndexFunc(c.choices, func(chosen choice) bool { return chosen.output == k })
}

// stored are the values that are read when a tile is stored.
func (c *compiled) stored() []device.Value {
	all := slices.Clone(c.outputs)
	for _, chosen := range c.choices {
		all = append(all, chosen.mask)
	}
	return all
}

// chooses reports whether the scalars of a launch are those of its choices.
func (c *compiled) chooses(scalars []op.Scalar) bool {
	first := device.Value(len(c.source.Inputs()))
	return !slices.ContainsFunc(c.choices, func(chosen choice) bool {
		return op.Int64.Int(scalars[chosen.one-first]) != 1 || op.Int64.Int(scalars[chosen.none-first]) >= 0
	})
}

// formFor is the form of the program for a launch: that which moves chosen elements, if the launch has one
// group, and if its outputs have room for them side by side.
func (c *compiled) formFor(l *device.Launch) *compiled {
	if c.choosing == nil || !c.choosing.chooses(l.Scalars) || slices.ContainsFunc(l.Shape[:l.Kept()], func(n int) bool { return n != 1 }) {
		return c
	}
	for _, chosen := range c.choosing.choices {
		o, stride := &l.Out[chosen.output].Layout, 0
		for axis, n := range o.Shape {
			if axis == len(l.Shape) {
				stride = 1
			}
			if n > 1 && o.Strides[axis] != stride {
				return c
			}
		}
	}
	return c.choosing
}

// countsChosen reports whether the elements of an input are needed as chosen ones alone, and lie in tiles as
// numbers one after the other. Nothing fetches them then.
func (t *layout) countsChosen(v device.Value, m *move) bool {
	stored := 0
	for _, chosen := range t.program.choices {
		if t.program.outputs[chosen.output] == v {
			stored++
		}
	}
	stride, ok := t.stride(&t.groups.elements, m.strides)
	return m.position && m.size == 8 && stored == t.program.values[v].uses && ok && stride == 1
}

// moveChosen moves the chosen elements of a tile to an output, behind those of the tiles before.
func (w *worker) moveChosen(t *task, s *store) {
	v, size, b, done := t.program.outputs[s.output], t.moves[s.output].size, &t.at[s.output], &w.chosen[s.choice]
	of := kernel.Choices{Size: size}
	if k := t.program.values[v].operand; k >= 0 && t.moves[k].unread {
		of.First = t.at[k].number + w.from(t, k)
	} else {
		of.From = w.values[v].at
	}
	*done += t.program.set.Choose(w.rows*w.n, unsafe.Add(b.memory, (b.from+*done)*size), b.to-b.from-*done, of, w.values[s.at].at)
}
