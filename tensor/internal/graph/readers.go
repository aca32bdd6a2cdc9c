package graph

import "weak"

// readers finds the waiting expressions that read a node.
type readers struct {
	reads  int32                // arguments of waiting expressions that are the node; too many once Go has collected some
	latest weak.Pointer[litter] // that may have a reader among them
	older  *older               // and others
}

type older struct {
	litters []weak.Pointer[litter]
	pruneAt int // length at which those without a reader are dropped
}

// addReader notes that a node of the litter reads n. Lock is held.
func (n *Node) addReader(l weak.Pointer[litter]) {
	switch n.reads++; {
	case n.latest == l:
		return
	case n.reads == 1:
		n.older = nil
	default:
		n.age()
	}
	n.latest = l
}

// age puts the latest litter among the others.
func (n *Node) age() {
	if n.older == nil {
		n.older = &older{pruneAt: 8}
	}
	o := n.older
	if len(o.litters) >= o.pruneAt {
		kept := o.litters[:0]
		for _, w := range o.litters {
			if w.Value().reads(n) {
				kept = append(kept, w)
			}
		}
		clear(o.litters[len(kept):])
		o.litters, o.pruneAt = kept, max(2*len(kept), 8)
	}
	o.litters = append(o.litters, n.latest)
}

// read reports whether a waiting expression reads n.
func (n *Node) read() bool {
	for n.reads > 0 {
		if n.latest.Value().reads(n) {
			return true
		}
		if n.older == nil || len(n.older.litters) == 0 {
			break
		}
		last := len(n.older.litters) - 1
		n.latest, n.older.litters = n.older.litters[last], n.older.litters[:last]
	}
	n.readers = readers{} // the others were collected
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
	litters := []weak.Pointer[litter]{n.latest}
	if n.older != nil {
		litters = append(litters, n.older.litters...)
	}
	for _, w := range litters {
		for r := range w.Value().readersOf(n) {
			if !r.Expr.private {
				r.handles++ // or they might be released meanwhile
				live = append(live, r)
			}
		}
	}
	return live
}
