package shaders

// maxIdle bounds the threads for each element. Most of so many threads find no element in their
// words.
const maxIdle = 4

// wordOwning tries to have every thread compute the elements of one word: the small outputs step
// alike, along nested axes. The outermost axes lead from cluster to cluster, as long as they leave
// gaps of a word or more. Within a cluster, words may hold elements of any axes.
func (v *variant) wordOwning(n *nest) bool {
	if !n.smallAlike() {
		return false
	}
	lead := &n.operands[n.smallOutputs()[0]]
	per := perWord(lead.dtype)
	c, ok := clustersOf(n.shape, lead.strides, per)
	threads := c.span
	for _, size := range n.shape[:c.outer] {
		threads *= size
	}
	if !ok || threads > maxIdle*n.len {
		return false
	}
	v.mapping, v.lanes, v.rank = wordOwning, per, len(n.shape)
	v.clusters, v.threads = c, threads
	for i := range n.operands {
		if o := &n.operands[i]; o.access == contiguous { // the threads have another order
			o.access = strided
		}
	}
	return true
}

// clustersOf finds the clusters, where per elements share a word. It fails if axes interleave or
// are not in the order of the nest.
func clustersOf(shape, strides []int, per int) (c clusters, ok bool) {
	c.outer, c.extent = len(strides), 1
	reach := 1
	for axis := len(strides) - 1; axis >= 0; axis-- {
		gap := strides[axis] - reach
		if gap < 0 {
			return clusters{}, false
		}
		reach += (shape[axis] - 1) * strides[axis]
		if gap < per-1 {
			c.outer, c.extent = axis, reach
		}
	}
	c.span = (c.extent+per-2)/per + 1
	return c, true
}
