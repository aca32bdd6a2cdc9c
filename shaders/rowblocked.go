package shaders

import "slices"

// tile is how many blocks neighbouring threads compute one below the other, where an operand is
// transposed. They use every memory line that they touch, in all operands.
const tile = 4

// nearThreads is the most threads whose numbers m_quotient divides exactly.
const nearThreads = 1 << 21

// rowBlocked tries to deal vectors along the innermost axis, which has to consist of whole vectors.
// A thread's vectors lie above each other, along another axis that is long enough.
func (v *variant) rowBlocked(n *nest, lanes int, l length, words bool) bool {
	rank := len(n.shape)
	if lanes == 0 || rank < 2 || n.shape[rank-1]%lanes != 0 || lanes > 1 && !n.alignedRows(lanes) {
		return false
	}
	axis, perThread := n.stepAxis(lanes, l.perThread())
	if lanes > 1 && perThread > 1 && n.linesMeet(axis) {
		axis, perThread = rank-1, 1
	}
	if lanes*perThread == 1 {
		return false
	}
	v.mapping, v.lanes, v.rank = rowBlocked, lanes, rank
	v.vectors = vectors{perThread: perThread, looped: l == long, tailLanes: lanes}
	if perThread > 1 {
		n.move(axis, rank-2)
	}
	v.onWords = lanes > 1 && words
	for i := range n.operands {
		o := &n.operands[i]
		if o.access == scalar {
			continue
		}
		o.access, o.load = strided, o.columnLoad(lanes, perThread, rank-2)
		o.invariant = perThread > 1 && o.strides[rank-2] == 0
		v.onWords = v.onWords && o.load != byElement
	}
	v.tiled = slices.ContainsFunc(n.operands, func(o operand) bool { return o.load == transposed })
	v.countRowBlocked(n.shape)
	n.bindVectors(lanes, v.noTail)
	return true
}

// setBytes is a distance at which memory lines meet in the same sets of a nearest cache.
const setBytes = 1 << 10

// linesMeet reports whether all that a thread reads and writes in steps along an axis would meet in the same
// sets of a cache. Then vectors beside each other take less time. An operand that is read once for several steps
// gains from the steps, and none may be such.
func (n *nest) linesMeet(axis int) bool {
	return !slices.ContainsFunc(n.operands, func(o operand) bool {
		return o.access != scalar && (o.strides[axis] == 0 || o.strides[axis]*o.dtype.Size()%setBytes != 0)
	})
}

// countRowBlocked counts threads. Rows that are too few for a thread's vectors are the tail.
func (v *variant) countRowBlocked(shape []int) {
	v.rowVectors, v.noTail = shape[v.rank-1]/v.lanes, !v.looped
	rows := v.rowVectors
	for _, size := range shape[:v.outerAxes()] {
		rows *= size
	}
	v.threads = rows
	if v.perThread > 1 {
		size := shape[v.rank-2]
		v.blocks = size / v.perThread
		v.noTail = v.body() == size
		v.bodyThreads = rows * v.blocks
		v.threads = v.bodyThreads + rows*(size-v.body())
	}
	v.tiled = v.tiled && v.perThread > 1 && v.noTail && v.blocks%tile == 0
	v.largeGrid = v.threads > nearThreads
	v.fitGrid()
}
