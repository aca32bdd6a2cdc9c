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
// shape: broadcasting has been resolved into strides of 0. Run twice over the same elements, on the
// same device, it gives the same bits.
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

// Nest returns the loops of the launch, in the memory of a planner, or in new memory if m is nil. Its
// operands are the outputs, the inputs, and then more layouts over the launch's shape. Axes of places
// are in neither loop. A launch without groups has one loop, Nest.Groups, over all elements.
//
// If an instruction asks for the order of a group's elements ([op.Group.Ordered]), the inner loop
// keeps it. Otherwise axes are ordered as by [broadcast.NewPlan]. A device that needs the number of an
// element gives one layout more: that of a position in row-major order. Do not change the plans.
func (l *Launch) Nest(m *broadcast.Planner, more ...broadcast.Layout) broadcast.Nest {
	if m == nil {
		m = new(broadcast.Planner)
	}
	operands := len(l.Out) + len(l.In)
	layout := func(k int) *broadcast.Layout {
		if k < operands {
			return &l.Operand(k).Layout
		}
		return &more[k-operands]
	}
	if l.Levels == nil && l.Program.places == 0 {
		groups := m.PlanFunc(l.Shape, operands+len(more), layout)
		return broadcast.Nest{Groups: groups, Elements: broadcast.Plan{Len: 1}}
	}
	kept := l.Kept()
	return m.Nest(l.Shape, kept, l.Program.ordered, operands+len(more), func(k int) broadcast.Walk {
		o := layout(k)
		w := broadcast.Walk{Kept: o.Strides[:kept], Offset: o.Offset}
		if k >= operands || l.level(k) > 0 {
			w.Within = o.Strides[kept:len(l.Shape)]
		}
		return w
	})
}

// level is the level at which operand k is read or written.
func (l *Launch) level(k int) int {
	if k < len(l.Out) {
		return l.Program.OutputLevel(k)
	}
	return l.Program.ins[k-len(l.Out)].Level
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

// Bytes returns the bytes of the inputs and of the outputs. Broadcast elements count once. An input
// that is loaded or searched counts whole, however few of its elements the launch reads.
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

// Clone returns a copy that shares only the program, the buffers and the Fault with the launch. The
// copy is not reused.
func (l *Launch) Clone() *Launch {
	c := &Launch{Program: l.Program, Shape: slices.Clone(l.Shape), Levels: slices.Clone(l.Levels),
		Out: slices.Clone(l.Out), In: slices.Clone(l.In), Scalars: slices.Clone(l.Scalars), Fault: l.Fault}
	for k := range len(c.Out) + len(c.In) {
		o := c.Operand(k)
		o.Layout = o.Layout.Clone()
	}
	return c
}
