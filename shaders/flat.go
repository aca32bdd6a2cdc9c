package shaders

// flat tries to deal vectors of neighbours, in the nest's order. Element 0 may lie anywhere in its
// vector: flat takes the phase that aligns most operands.
func (v *variant) flat(n *nest, lanes int, l length, words bool) bool {
	if lanes == 0 || lanes*l.perThread() == 1 {
		return false
	}
	phase := 0
	if lanes > 1 {
		if phase = n.phase(lanes); phase < 0 {
			return false
		}
	}
	v.mapping, v.lanes = flat, lanes
	v.vectors = vectors{perThread: l.perThread(), looped: l == long, phase: phase, tailLanes: n.mostPerWord()}
	for i := range n.operands {
		o := &n.operands[i]
		switch {
		case lanes == 1 || o.access != contiguous:
		case o.inPhase(lanes, phase):
			o.load = aligned
		case small(o.dtype):
			o.load = misaligned
		}
	}
	v.countFlat(n.len)
	v.onWords = words && !n.strided()
	n.bindVectors(lanes, v.noTail)
	return true
}

// countFlat counts the threads of so many elements. Elements before the first and behind the last
// whole vector are the tail, which has threads of its own.
func (v *variant) countFlat(elements int) {
	end := elements + v.phase
	if !v.looped {
		v.head = ceil(v.phase, v.lanes) * v.lanes
		v.bodyThreads = max(end-v.head, 0) / (v.lanes * v.perThread)
	}
	v.noTail = v.phase == 0 && v.body() == elements
	v.threads = v.bodyThreads
	if !v.noTail {
		v.threads += ceil(end-v.body(), v.tailLanes)
	}
	v.fitGrid()
}
