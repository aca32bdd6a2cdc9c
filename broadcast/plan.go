package broadcast

import "fmt"

// Class says how an operand is walked along a plan's axes.
type Class uint8

const (
	Contiguous    Class = iota // row-major over the plan's shape: element i lies at Offset+i
	Scalar                     // all strides are 0: one element for all
	InnerRow                   // stride 1 along the innermost axis
	InnerConstant              // stride 0 along the innermost axis
	Strided                    // anything else
)

var classNames = [...]string{"contiguous", "scalar", "inner-row", "inner-constant", "strided"}

func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return fmt.Sprintf("Class(%d)", uint8(c))
}

// Access is one operand of a [Plan]: a [Layout] over the plan's shape, and its class.
type Access struct {
	Class   Class
	Offset  int
	Strides []int
}

// Plan is a nest of loops, outermost first, that visits the elements of all operands of an
// operation together. It visits the elements that the operands' layouts name, but not in their
// order.
type Plan struct {
	Shape    []int
	Len      int // product of Shape
	Operands []Access
}

// NewPlan finds the shortest nest of loops over operands that all have the given shape; the first
// ones are the outputs. It
//
//   - drops axes of size 1,
//   - puts the axis with the longest stride outermost. The first operand decides; where its strides
//     are equal or 0, the next operand does,
//   - reverses an axis if the first operand that moves along it walks backwards,
//   - merges neighbouring axes that every operand steps through as if they were one.
//
// Without elements the plan is one loop of length 0. With one element it has no loops, and every
// operand is Contiguous. The caller has validated shape and operands ([Layout.Check]); an operand
// without a stride for each axis is a mistake in the program, and panics.
func NewPlan(shape []int, operands ...Layout) Plan {
	return new(Planner).Plan(shape, operands...)
}

// Planner makes plans in memory that it uses again. The zero value is ready for use.
type Planner struct {
	room        // of a plan, or of the groups of a nest
	within room // of the elements of a nest
}

// Plan is [NewPlan]. The plan is valid until the next one is made.
func (m *Planner) Plan(shape []int, operands ...Layout) Plan {
	return m.PlanFunc(shape, len(operands), func(k int) *Layout { return &operands[k] })
}

// PlanFunc is Plan of operands whose layouts a function gives.
func (m *Planner) PlanFunc(shape []int, operands int, layout func(k int) *Layout) Plan {
	return m.plan(shape, operands, func(k int) ([]int, int) {
		l := layout(k)
		return l.Strides, l.Offset
	})
}

// room is the memory of a plan.
type room struct {
	numbers  []int
	accesses []Access
}

// plan plans operands. A function gives the strides and the offset of each.
func (m *room) plan(shape []int, operands int, walk func(k int) (strides []int, offset int)) Plan {
	rank, length := 0, 1
	for _, size := range shape {
		length *= size
		if size != 1 {
			rank++
		}
	}
	if length == 0 {
		return emptyPlan(operands)
	}
	buf, p := m.make(rank, operands)
	p.Len = length
	for _, size := range shape {
		if size != 1 {
			p.Shape = append(p.Shape, size)
		}
	}
	for k := range operands {
		from, offset := walk(k)
		if len(from) != len(shape) {
			panic(fmt.Sprintf("broadcast: operand %d has %d strides for shape %v", k, len(from), shape))
		}
		strides := buf[(k+1)*rank : (k+2)*rank : (k+2)*rank]
		at := 0
		for axis, stride := range from {
			if shape[axis] != 1 {
				strides[at] = stride
				at++
			}
		}
		p.Operands[k] = Access{Offset: offset, Strides: strides}
	}
	p.order()
	p.flip()
	p.merge()
	for k := range p.Operands {
		a := &p.Operands[k]
		a.Class = classify(p.Shape, a.Strides)
	}
	return p
}

// make returns an array for the shape and behind it the strides of each operand, and a plan whose
// shape lies in it.
func (m *room) make(rank, operands int) ([]int, Plan) {
	if n := rank * (1 + operands); m.numbers == nil || cap(m.numbers) < n {
		m.numbers = make([]int, n)
	}
	if m.accesses == nil || cap(m.accesses) < operands {
		m.accesses = make([]Access, operands)
	}
	buf := m.numbers[:rank*(1+operands)]
	return buf, Plan{Shape: buf[:0:rank], Operands: m.accesses[:operands]}
}

func emptyPlan(operands int) Plan {
	p := Plan{Shape: []int{0}, Operands: make([]Access, operands)}
	for k := range p.Operands {
		p.Operands[k].Strides = []int{1}
	}
	return p
}

func classify(shape, strides []int) Class {
	if rowMajor(shape, strides) {
		return Contiguous
	}
	switch inner := strides[len(strides)-1]; {
	case inner == 1:
		return InnerRow
	case inner != 0:
		return Strided
	}
	for _, s := range strides {
		if s != 0 {
			return InnerConstant
		}
	}
	return Scalar
}
