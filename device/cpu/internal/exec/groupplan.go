package exec

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// acrossLeast is how many groups have to lie side by side in memory, for a tile to have them side by
// side.
const acrossLeast = 16

// planGroups joins the two loops of the nest. The rows of tiles lie along the first.
func (t *layout) planGroups(l *device.Launch) {
	nest, operands := t.nest(l), t.outs+t.ins
	if t.product = nil; !t.swapped {
		t.product = t.program.productOf(l, &nest)
	}
	for k := range l.Out {
		t.once(&nest, k, t.program.outputs[k])
	}
	for i := range l.In {
		t.once(&nest, t.outs+i, device.Value(i))
	}
	if nest.Elements.Len == 0 && t.program.counts() {
		nest.Elements.Operands[operands+1].Strides = []int{0} // a group has one number
	}
	t.groups.across = t.product == nil && across(&nest)
	first, second := &nest.Groups, &nest.Elements
	if t.groups.across {
		first, second = second, first
	}
	g := &t.groups
	g.shape = appendAxes(appendAxes(g.shape[:0], first.Shape), second.Shape)
	g.operands, g.strides = g.operands[:0], grow(g.strides, len(g.shape)*len(first.Operands))[:0]
	for k := range first.Operands {
		a, b, from := &first.Operands[k], &second.Operands[k], len(g.strides)
		g.strides = appendAxes(appendAxes(g.strides, a.Strides), b.Strides)
		g.operands = append(g.operands, broadcast.Access{Offset: a.Offset + b.Offset, Strides: g.strides[from:]})
	}
	t.plan = broadcast.Plan{Len: nest.Len(), Shape: g.shape, Operands: g.operands}
	between := max(len(first.Shape), 1)
	t.groups.groups, t.groups.elements = span{to: between}, span{from: between, to: len(t.plan.Shape)}
	if t.cross = between - 1; t.groups.across {
		t.groups.groups, t.groups.elements = t.groups.elements, t.groups.groups
	}
	t.size, t.parts = grow(t.size, len(t.plan.Shape)), grow(t.parts, len(t.plan.Shape))
	t.groups.all, t.numbers = nest.Groups.Len, numbering{}
	if len(nest.Groups.Operands) > operands {
		t.numbers = numbering{t.plan.Operands[operands].Strides, nest.Groups.Operands[operands].Offset, nest.Elements.Operands[operands].Offset}
	}
	if nest.Elements.Len == 0 { // all errors are those of element 0
		t.numbers.strides = make([]int, len(g.shape))
	}
}

// once lets operand k, if it has an element for each group, have one for an empty group too.
func (t *layout) once(nest *broadcast.Nest, k int, v device.Value) {
	if nest.Elements.Len == 0 && !t.program.tiled(v) {
		nest.Elements.Operands[k].Strides = []int{0}
	}
}

// appendAxes appends the sizes or strides of axes, or those of one axis of one element if there are none.
func appendAxes(all, numbers []int) []int {
	if len(numbers) == 0 {
		return append(all, 1)
	}
	return append(all, numbers...)
}

// across reports whether the groups of a tile are to lie side by side: where they do so in memory, and
// where there are many short ones.
func across(nest *broadcast.Nest) bool {
	groups, elements := &nest.Groups, &nest.Elements
	in, within := len(groups.Shape)-1, len(elements.Shape)-1
	switch {
	case in < 0 || groups.Shape[in] < acrossLeast:
		return false
	case within < 0 || elements.Shape[within] < acrossLeast:
		return true
	}
	for k := range groups.Operands {
		a, b := kernel.Abs(groups.Operands[k].Strides[in]), kernel.Abs(elements.Operands[k].Strides[within])
		if b != 0 && a != b {
			return a != 0 && a < b
		}
	}
	return false
}
