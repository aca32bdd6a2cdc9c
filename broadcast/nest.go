package broadcast

// Nest is the loops of a launch with groups: over the groups, and within each over the elements of
// a group. Both plans have all operands. The position of an element is the sum of the offsets and
// all steps of both loops. Without groups, Groups is the whole plan, and Elements is one element
// that no operand has a part in.
type Nest struct {
	Groups, Elements Plan
}

// Walk says how an operand of a nest is walked: along the kept axes of the shape, and along those
// of a group. Within is nil if the operand has one element for each group.
type Walk struct {
	Kept, Within []int // strides
	Offset       int
}

// Nest plans the loops of a launch over a shape whose first axes, kept of them, are those of the
// groups, and whose last axes are those of a group's elements. Each loop is planned as by [NewPlan].
// If ordered is set, the elements of a group are visited in row-major order. The nest is valid until
// the next one is made.
func (m *Planner) Nest(shape []int, kept int, ordered bool, operands int, walk func(k int) Walk) Nest {
	group := shape[kept:]
	groups := m.plan(shape[:kept], operands, func(k int) ([]int, int) {
		w := walk(k)
		return w.Kept, w.Offset
	})
	none, first, rowMajor := make([]int, len(group)), 0, []int(nil)
	if ordered { // an operand in row-major order comes first, and so decides the order
		first, rowMajor = 1, RowMajor(group...).Strides
	}
	elements := m.within.plan(group, first+operands, func(k int) ([]int, int) {
		if k < first {
			return rowMajor, 0
		}
		if within := walk(k - first).Within; within != nil {
			return within, 0
		}
		return none, 0
	})
	elements.Operands = elements.Operands[first:]
	return Nest{groups, elements}
}

// Len is the number of elements of all groups.
func (n *Nest) Len() int { return n.Groups.Len * n.Elements.Len }
