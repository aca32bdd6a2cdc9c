package graph

import "weak"

// addReader notes that a waiting node reads n. The reference is weak: an expression
// nobody can ask for any more need not be computed before n is written, and does not
// keep n's memory. Lock is held.
func (n *Node) addReader(r weak.Pointer[Node]) {
	if len(n.readers) >= max(n.pruneAt, 8) {
		n.prune()
		n.pruneAt = 2 * len(n.readers)
	}
	n.readers = append(n.readers, r)
}

// prune drops the readers that were computed or collected.
func (n *Node) prune() {
	kept := n.readers[:0]
	for _, w := range n.readers {
		if r := w.Value(); r != nil && r.Waiting() {
			kept = append(kept, w)
		}
	}
	clear(n.readers[len(kept):])
	n.readers = kept
}

// read reports whether a waiting expression reads n.
func (n *Node) read() bool {
	for len(n.readers) > 0 {
		last := len(n.readers) - 1
		if r := n.readers[last].Value(); r != nil && r.Waiting() {
			return true
		}
		n.readers = n.readers[:last]
	}
	return false
}

// Readers returns the waiting expressions that read n directly. They have to be
// computed before n is written. The caller releases them.
func (n *Node) Readers() []*Node {
	Lock()
	defer Unlock()
	n.prune()
	var live []*Node
	for _, w := range n.readers {
		if r := w.Value(); r != nil && !r.private {
			r.handles++ // or they might be released meanwhile
			live = append(live, r)
		}
	}
	return live
}
