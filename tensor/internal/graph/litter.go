package graph

import (
	"iter"
	"runtime"
	"slices"
	"sync"
	"weak"
)

// litter is waiting nodes that were born one after the other. What they read knows them
// by a weak pointer to the litter: an expression nobody can ask for any more need not be
// computed before what it reads is written, and does not keep its memory.
//
// A weak pointer costs several times what a node does, and before the next collection
// nothing tells those that were dropped from others. So a litter shares one: it is alive
// as long as one of its nodes is. When it has lived through a collection, each that is
// left gets a litter of its own, so that one does not keep another for longer.
type litter struct {
	self  weak.Pointer[litter]
	nodes []*Node // nil where one was computed or released
}

// most is how many nodes share a litter. Once there are enough, one that reads none that waits
// begins the next: a litter that reads another keeps it alive, and so all before it.
const most, enough = 80, 64

// Litters by age, guarded by Lock.
var (
	youngest *litter                // which the next node joins; nil after a collection
	young    []weak.Pointer[litter] // made since notes of the last collection came
	old      []weak.Pointer[litter] // made before that
	oldest   []weak.Pointer[litter] // made before the note of the collection before
	noted    bool                   // whether the next collection is going to be noted
)

// dissolving is held by who takes litters off these lists until they are dissolved, so that
// who finds none left does not collect before.
var dissolving sync.Mutex

// enter puts a new node among the readers of its arguments. Lock is held.
func (n *Node) enter() {
	e := n.Expr
	for i := range e.Args {
		if a := e.Args[i].Node; a != nil {
			e.depth = max(e.depth, int32(a.depth())+1)
		}
	}
	if e.depth == 0 {
		return
	}
	n.join()
	self := e.litter.self
	for i := range e.Args {
		if a := e.Args[i].Node; a != nil {
			a.addReader(self)
		}
	}
}

// join puts a node into the youngest litter.
func (n *Node) join() {
	l := youngest
	if l == nil || len(l.nodes) == most || len(l.nodes) >= enough && n.Expr.depth == 1 {
		l = newLitter(most)
		if !noted {
			afterCollection(grow)
			noted = true
		}
		youngest = l
		young = append(young, l.self)
	}
	l.add(n)
}

func newLitter(size int) *litter {
	l := &litter{nodes: make([]*Node, 0, size)}
	l.self = weak.Make(l)
	return l
}

func (l *litter) add(n *Node) {
	n.Expr.litter, n.Expr.at = l, uint8(len(l.nodes))
	l.nodes = append(l.nodes, n)
}

// leave takes the node out of its litter.
func (n *Node) leave() {
	l := n.Expr.litter
	if l == nil {
		return
	}
	if last := len(l.nodes) - 1; int(n.Expr.at) == last {
		l.nodes[last], l.nodes = nil, l.nodes[:last]
	} else {
		l.nodes[n.Expr.at] = nil
	}
	n.Expr.litter = nil
}

// afterCollection has f called some time after the next collection that begins.
func afterCollection(f func()) {
	type sentinel struct{ _ *int } // not one of the tiny objects that die together
	runtime.AddCleanup(&sentinel{}, func(f func()) { f() }, f)
}

// grow is called some time after a collection: it may be in the middle of the next, which
// takes nothing that is made meanwhile. Only the oldest litters have surely lived through one.
func grow() {
	dissolving.Lock()
	defer dissolving.Unlock()
	Lock()
	survivors := oldest
	oldest, old, young, youngest = old, young, nil, nil
	noted = len(old)+len(oldest) > 0
	more := noted
	Unlock()
	if more {
		afterCollection(grow)
	}
	dissolve(survivors)
}

// dissolveAll makes the next collection take all that was dropped.
func dissolveAll() {
	dissolving.Lock()
	defer dissolving.Unlock()
	Lock()
	all := slices.Concat(oldest, old, young)
	oldest, old, young, youngest = nil, nil, nil, nil
	Unlock()
	dissolve(all)
}

// dissolve gives the nodes of litters litters of their own.
func dissolve(litters []weak.Pointer[litter]) {
	for _, w := range litters {
		if l := w.Value(); l != nil {
			Lock()
			l.dissolve()
			Unlock()
		}
	}
}

func (l *litter) dissolve() {
	for _, n := range l.nodes {
		if n != nil {
			n.alone()
		}
	}
}

// alone moves the node to a litter of its own.
func (n *Node) alone() {
	n.leave()
	newLitter(1).add(n)
	for i := range n.Expr.Args {
		if a := n.Expr.Args[i].Node; a != nil {
			a.reads-- // which counts it already
			a.addReader(n.Expr.litter.self)
		}
	}
}

// readersOf are the litter's nodes that read n.
func (l *litter) readersOf(n *Node) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		if l == nil {
			return
		}
		for at := len(l.nodes) - 1; at >= 0; at-- { // the last is the likeliest
			if r := l.nodes[at]; r != nil && r.reading(n) && !yield(r) {
				return
			}
		}
	}
}

// reads reports whether a node of the litter reads n.
func (l *litter) reads(n *Node) bool {
	for range l.readersOf(n) {
		return true
	}
	return false
}

// reading reports whether the waiting node reads n.
func (n *Node) reading(of *Node) bool {
	for i := range n.Expr.Args {
		if n.Expr.Args[i].Node == of {
			return true
		}
	}
	return false
}
