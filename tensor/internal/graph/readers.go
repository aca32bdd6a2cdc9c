package graph

import "weak"

// readers finds the waiting expressions that read a node.
type readers struct {
	reads   int32                  // arguments of waiting expressions that are the node; too many once Go has collected some
	pruneAt int32                  // length of litters at which those without a reader are dropped
	litters []weak.Pointer[litter] // that may have a reader among them
	few     [2]weak.Pointer[litter]
}

// addReader notes that a node of the litter reads n. Lock is held.
func (n *Node) addReader(l weak.Pointer[litter]) {
	n.reads++
	if last := len(n.litters) - 1; last >= 0 && n.litters[last] == l {
		return
	}
	switch {
	case n.litters == nil:
		n.litters = n.few[:0]
	case len(n.litters) >= max(int(n.pruneAt), 8):
		n.prune()
		n.pruneAt = int32(2 * len(n.litters))
	}
	n.litters = append(n.litters, l)
}

// prune drops the litters without a reader.
func (n *Node) prune() {
	kept := n.litters[:0]
	for _, w := range n.litters {
		if w.Value().reads(n) {
			kept = append(kept, w)
		}
	}
	clear(n.litters[len(kept):])
	n.litters = kept
}

// read reports whether a waiting expression reads n.
func (n *Node) read() bool {
	for n.reads > 0 && len(n.litters) > 0 {
		last := len(n.litters) - 1
		if n.litters[last].Value().reads(n) {
			return true
		}
		n.litters = n.litters[:last]
	}
	n.reads = 0 // the others were collected
	return false
}

// Readers returns the waiting expressions that read n directly. They have to be
// computed before n is written. The caller releases them.
func (n *Node) Readers() []*Node {
	Lock()
	defer Unlock()
	var live []*Node
	if !n.read() {
		return nil
	}
	for _, w := range n.litters {
		for r := range w.Value().readersOf(n) {
			if !r.private {
				r.handles++ // or they might be released meanwhile
				live = append(live, r)
			}
		}
	}
	return live
}
