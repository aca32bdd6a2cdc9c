package graph

import (
	"runtime"
	"sync"
	"weak"
)

// Views is the handle on a node that its views have together: they come and go in the
// middle of chains, where nobody releases them, and to note for each that it was
// collected costs several times what a view does. The node knows it weakly, so that it
// is collected with the last of them. Those that were released serve again.
type Views struct {
	self  weak.Pointer[Views]
	of    *viewed
	count int // of views that were not released, or only collected
}

// viewed is apart from Views because it outlives them.
type viewed struct{ node *Node }

var spareViews = sync.Pool{New: func() any {
	v := &Views{of: &viewed{}}
	v.self = weak.Make(v)
	runtime.AddCleanup(v, (*viewed).letGo, v.of)
	return v
}}

// View counts one more view of the node. Each is released on its own, or collected.
func (n *Node) View() *Views {
	Lock()
	defer Unlock()
	v := n.views.Value()
	if v == nil || v.of.node != n { // which serves another by now
		v = spareViews.Get().(*Views)
		v.of.node, n.views = n, v.self
		n.handles++
	}
	v.count++
	return v
}

// Release counts one view less.
func (v *Views) Release() {
	Lock()
	defer Unlock()
	if v.count--; v.count == 0 {
		v.of.node.handles--
		v.of.node.drop()
		v.of.node = nil
		spareViews.Put(v)
	}
}

// letGo is called when all views were collected.
func (v *viewed) letGo() {
	Lock()
	defer Unlock()
	if v.node != nil {
		v.node.handles--
		v.node.drop()
		v.node = nil
	}
}
