package device

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Plans returns the loops of a launch of any form: over groups, and over the elements of a group.
// Operands are in the order of Plan. The position of an element is the sum of the offset and all
// steps of both loops. Axes of places are in neither loop. If an instruction asks for the order of
// elements ([op.Group.Ordered]), the inner loop keeps it. Otherwise axes are ordered as in Plan.
func (l *Launch) Plans() (groups, elements broadcast.Plan) {
	kept := l.Kept()
	var outer, inner []broadcast.Layout
	if l.Program.ordered() { // the first operand decides, and this one lies in row-major order
		inner = append(inner, broadcast.RowMajor(l.Shape[kept:]...))
	}
	add := func(o *Operand, level int) {
		within := broadcast.Layout{Shape: l.Shape[kept:], Strides: make([]int, len(l.Shape)-kept)}
		if level > 0 {
			within.Strides = o.Layout.Strides[kept:len(l.Shape)]
		}
		outer = append(outer, broadcast.Layout{Shape: l.Shape[:kept], Strides: o.Layout.Strides[:kept], Offset: o.Layout.Offset})
		inner = append(inner, within)
	}
	for i := range l.Out {
		add(&l.Out[i], l.Program.OutputLevel(i))
	}
	for i := range l.In {
		add(&l.In[i], l.Program.Level(Value(i)))
	}
	groups, elements = broadcast.NewPlan(l.Shape[:kept], outer...), broadcast.NewPlan(l.Shape[kept:], inner...)
	elements.Operands = elements.Operands[len(inner)-len(outer):]
	return groups, elements
}

// ordered reports whether an instruction asks for the order of a group's elements.
func (p *Program) ordered() bool {
	return slices.ContainsFunc(p.code, func(in Instr) bool {
		g, ok := in.Op.Role.(*op.Group)
		return ok && g.Ordered
	})
}
