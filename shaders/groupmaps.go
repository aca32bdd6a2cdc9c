package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// write adds the maps that write the outputs of level 1. They take values of level 0 from scratch.
func (g *grouping) write(last *device.Phase) error {
	p, code := g.launch.Program, g.trip(nil, last.Writes).elements
	m := groupMaps{grouping: g, names: map[device.Value]device.Value{}}
	for i := range p.Inputs() {
		if v := device.Value(i); g.reads(code, last.Writes, v) {
			m.input(v, g.operand(len(g.launch.Out)+i), len(g.launch.Out)+i)
		}
	}
	for _, v := range g.needs(last) {
		m.input(v, g.inScratch(p.Type(v), g.values[v], 0), -1)
	}
	listed := g.listed(func(v device.Value) bool { return g.reads(code, last.Writes, v) })
	for _, i := range listed {
		m.input(p.Result(i), g.result(i), -1)
	}
	for i := range p.Scalars() {
		m.names[device.Value(len(p.Inputs())+i)] = device.Value(len(m.types) + i)
	}
	m.scalars = p.Scalars()
	m.widen(listed)
	for _, i := range code {
		in := p.Code()[i]
		in.Args = m.named(in.Args)
		m.do(p.Result(i), in)
	}
	for _, i := range last.Writes {
		m.output(p.Outputs()[i], g.operand(i), i)
	}
	return m.lower()
}

// reads reports whether instructions, or outputs directly, take a value.
func (g *grouping) reads(code, outs []int, v device.Value) bool {
	p := g.launch.Program
	return slices.ContainsFunc(code, func(i int) bool { return slices.Contains(p.Code()[i].Args, v) }) ||
		slices.ContainsFunc(outs, func(i int) bool { return p.Outputs()[i] == v })
}

// copyAside adds the copies of outputs that were kept aside.
func (g *grouping) copyAside() error {
	for i := range g.launch.Out {
		at, ok := g.aside[i]
		if !ok {
			continue
		}
		o := g.operand(i)
		level := g.launch.Program.OutputLevel(i)
		if level == 0 {
			o.Layout = g.ofGroups(o.Layout)
		}
		in := g.inScratch(o.Type, at, level)
		if level == 0 {
			in.Layout = g.ofGroups(in.Layout)
		}
		m := groupMaps{grouping: g, names: map[device.Value]device.Value{}}
		m.input(0, in, -1)
		m.output(0, o, i)
		if err := m.lower(); err != nil {
			return err
		}
	}
	return nil
}

// operand is an operand of the launch over the shape of the nest.
func (g *grouping) operand(k int) device.Operand {
	o := *g.launch.Operand(k)
	groups, elements := &g.nest.Groups.Operands[k], &g.nest.Elements.Operands[k]
	o.Layout = broadcast.Layout{Shape: g.shape(), Strides: slices.Concat(groups.Strides, elements.Strides), Offset: groups.Offset + elements.Offset}
	return o
}

// shape is that of the nest: the axes of the groups, and then those of the elements.
func (g *grouping) shape() []int { return slices.Concat(g.nest.Groups.Shape, g.nest.Elements.Shape) }

// ofGroups is a layout of values of level 0 without the axes of elements.
func (g *grouping) ofGroups(l broadcast.Layout) broadcast.Layout {
	kept := len(g.nest.Groups.Shape)
	return broadcast.Layout{Shape: l.Shape[:kept], Strides: l.Strides[:kept], Offset: l.Offset}
}

// inScratch is a value in scratch, which has a word for each element, or two. The elements of a group lie in
// the order in which the nest of the launch visits them.
func (g *grouping) inScratch(dt op.DType, at, level int) device.Operand {
	groups := broadcast.RowMajor(g.nest.Groups.Shape...)
	strides := slices.Concat(groups.Strides, make([]int, len(g.nest.Elements.Shape)))
	if level > 0 {
		order := &g.nest.Elements.Operands[len(g.nest.Elements.Operands)-1]
		at += order.Offset * words(dt)
		copy(strides, g.orderOfGroups().Strides)
		copy(strides[groups.Rank():], order.Strides)
	}
	for axis := range strides {
		strides[axis] *= perWord(dt)
	}
	layout := broadcast.Layout{Shape: g.shape(), Strides: strides, Offset: at * perWord(dt) / words(dt)}
	return device.Operand{Buffer: g.space.Scratch, Type: dt, Layout: layout}
}

// orderOfGroups says how scratch has the first elements of groups.
func (g *grouping) orderOfGroups() broadcast.Access {
	strides := broadcast.RowMajor(g.nest.Groups.Shape...).Strides
	for axis := range strides {
		strides[axis] *= g.size
	}
	return broadcast.Access{Strides: strides}
}

// groupMaps is a program of maps in the making, and its launch.
type groupMaps struct {
	*grouping
	in, out []device.Operand
	from    [2][]int // the operands of the whole launch that outputs and inputs are, or -1
	types   []op.DType
	scalars []op.DType
	code    []device.Instr
	outputs []device.Value
	names   map[device.Value]device.Value // of the values of the whole program
}

func (m *groupMaps) input(v device.Value, o device.Operand, from int) {
	m.names[v] = device.Value(len(m.types))
	m.in, m.types, m.from[1] = append(m.in, o), append(m.types, o.Type), append(m.from[1], from)
}

func (m *groupMaps) output(v device.Value, o device.Operand, from int) {
	m.outputs = append(m.outputs, m.names[v])
	m.out, m.from[0] = append(m.out, o), append(m.from[0], from)
}

// do appends an instruction, which gives a value of the whole program.
func (m *groupMaps) do(v device.Value, in device.Instr) {
	m.names[v] = device.Value(len(m.types) + len(m.scalars) + len(m.code))
	m.code = append(m.code, in)
}

// named are values by their names in the program of maps.
func (m *groupMaps) named(values []device.Value) []device.Value {
	names := make([]device.Value, len(values))
	for i, v := range values {
		names[i] = m.names[v]
	}
	return names
}

// lower adds the stages of the maps.
func (m *groupMaps) lower() error {
	p, err := device.NewProgram(m.types, m.scalars, m.code, m.outputs...)
	if err != nil {
		return err
	}
	l := &device.Launch{Program: p, Shape: m.out[0].Layout.Shape, Out: m.out, In: m.in}
	if len(m.scalars) > 0 {
		l.Scalars = m.launch.Scalars
	}
	return m.maps(job{l, slices.Concat(m.from[0], m.from[1])}, l.Nest(nil))
}
