package device

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Operand is a tensor as a launch sees it: elements of one type, laid out in a buffer.
type Operand struct {
	Buffer Buffer
	Type   op.DType
	Layout broadcast.Layout
}

// Launch runs a program once for every index of Shape. In a launch of maps all layouts have that
// shape: broadcasting has been resolved into strides of 0.
//
// An output may share its buffer with another operand only if both layouts are the same (in place),
// or do not overlap. No output writes an element twice.
type Launch struct {
	Program *Program
	Shape   []int
	Out, In []Operand
	Scalars []op.Scalar // values of the program's scalars, in its order; a bool is 0 or 1

	// Levels has the number of last axes of Shape that belong to each level, from level 1 on. These
	// axes are the group. Levels is nil if the program has no groups. DESIGN.md has the meaning of
	// all forms.
	Levels []int
	Fault  *Fault // where an index error goes; nil if the program can have no index error

	reused *Launch // this launch, unless it is a copy of one that is reused
	note   any     // see Note
}

// InPlace reports whether an output lies in a buffer that the launch reads, or keeps elements that
// the launch does not write. A device finishes such a launch once it has begun, even if the context
// ends.
func (l *Launch) InPlace() bool {
	if l.Program.Forms().Has(Stores) {
		return true
	}
	for i := range l.Out {
		for j := range l.In {
			if l.Out[i].Buffer == l.In[j].Buffer {
				return true
			}
		}
	}
	return false
}

// Operand returns operand k: outputs come first, then inputs.
func (l *Launch) Operand(k int) *Operand {
	if k < len(l.Out) {
		return &l.Out[k]
	}
	return &l.In[k-len(l.Out)]
}

// Plan returns the loops of a launch of maps. Its operands are the outputs, then the inputs.
// [Launch.Plans] is for all forms.
func (l *Launch) Plan() broadcast.Plan { return l.PlanWith(new(broadcast.Planner)) }

// PlanWith is Plan in the planner's memory, which it uses again for the next plan. Do not change
// the plan.
func (l *Launch) PlanWith(m *broadcast.Planner) broadcast.Plan {
	return m.PlanFunc(l.Shape, len(l.Out)+len(l.In), func(k int) *broadcast.Layout { return &l.Operand(k).Layout })
}

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

// Kept returns the number of axes before those of the groups: the axes of level 0.
func (l *Launch) Kept() int {
	kept := len(l.Shape)
	for _, axes := range l.Levels {
		kept -= axes
	}
	return kept
}

// axes are the sizes of the axes of a value of the level.
func (l *Launch) axes(level int) []int {
	if level == 0 {
		return l.Shape[:l.Kept()]
	}
	return l.Shape
}

// Bytes returns the bytes of the inputs and of the outputs. Broadcast elements count once.
func (l *Launch) Bytes() (read, written int) {
	for i := range l.In {
		read += l.In[i].Bytes()
	}
	for i := range l.Out {
		written += l.Out[i].Bytes()
	}
	return read, written
}

// Bytes returns how many bytes of its buffer the operand uses. Broadcast elements count once.
func (o *Operand) Bytes() int {
	if o.Buffer == nil { // a position has no buffer
		return 0
	}
	n := o.Type.Size()
	for axis, size := range o.Layout.Shape {
		if o.Layout.Strides[axis] != 0 || size == 0 {
			n *= size
		}
	}
	return min(n, o.Buffer.Len())
}
