// Package graph holds what tensors are views of: nodes, each either stored in a
// buffer or an expression over other nodes that waits until a value is needed.
//
// One lock guards every node's state. It is held for bookkeeping only, never while a
// device computes: an evaluation claims the nodes it works on, lets go of the lock,
// and others who need those nodes wait for the claim to end.
package graph

import (
	"runtime"
	"sync"
	"weak"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Node is an array on one device. Once stored, its elements lie in Buffer; until
// then Expr says how to compute them, row-major over Shape.
type Node struct {
	Device device.Device
	Type   op.DType
	Shape  []int

	// The rest is guarded by Lock; while the node is claimed, its Expr, Buffer and
	// Index are the claim's.
	Expr   *Expr
	Buffer device.Buffer

	cleanup runtime.Cleanup // of Buffer
	Index   int             // among the nodes of the claim

	depth    int                  // of the waiting expression below this node
	claim    *Claim               // the evaluation at work on this node
	handles  int                  // tensors on this node that were not released
	readers  []weak.Pointer[Node] // waiting expressions that read this node
	pruneAt  int                  // length of readers at which the dead are dropped
	pass     uint64               // the pass of order that saw the node last
	private  bool                 // see NewWrite
	released bool
}

// Expr is an operation that waits. A nil Op copies its only argument: a clone of a
// view, or, of a scalar, a filled tensor.
type Expr struct {
	Op   *op.Op
	Args []Arg
}

// Arg is an operand: a node read through a layout of the expression's shape, or a
// scalar if Node is nil. Its type is that of the node, else Type.
type Arg struct {
	Node   *Node
	Layout broadcast.Layout
	Type   op.DType
	Scalar op.Scalar
}

// DType is the type of the operand's elements.
func (a Arg) DType() op.DType {
	if a.Node != nil {
		return a.Node.Type
	}
	return a.Type
}

var mu sync.Mutex

// Lock guards every node.
func Lock() { mu.Lock() }

// Unlock lets go of every node.
func Unlock() { mu.Unlock() }

// New returns a waiting node, with one handle. It takes over args.
func New(d device.Device, dt op.DType, shape []int, o *op.Op, args ...Arg) *Node {
	return wait(&Node{Device: d, Type: dt, Shape: shape, Expr: &Expr{o, args}, handles: 1})
}

// NewWrite is New for an expression that will be computed straight into memory by the
// caller, or only for that, and by nobody else: it is not among Readers.
func NewWrite(d device.Device, dt op.DType, shape []int, o *op.Op, args ...Arg) *Node {
	return wait(&Node{Device: d, Type: dt, Shape: shape, Expr: &Expr{o, args}, handles: 1, private: true})
}

func wait(n *Node) *Node {
	Lock()
	defer Unlock()
	var self weak.Pointer[Node]
	for _, a := range n.Expr.Args {
		if a.Node == nil {
			continue
		}
		if self == (weak.Pointer[Node]{}) {
			self = weak.Make(n)
		}
		n.depth = max(n.depth, a.Node.depth+1)
		a.Node.addReader(self)
	}
	return n
}

// NewStored returns a node whose elements are in buf, with one handle. The node owns
// buf from now on.
func NewStored(d device.Device, dt op.DType, shape []int, buf device.Buffer) *Node {
	n := &Node{Device: d, Type: dt, Shape: shape, handles: 1}
	n.own(buf)
	return n
}

// Store ends the node's waiting: its elements are in buf. Lock is held.
func (n *Node) Store(buf device.Buffer) {
	n.settle()
	n.own(buf)
	n.drop()
}

// settle drops the expression, and arguments that nobody else needs.
func (n *Node) settle() {
	e := n.Expr
	n.Expr, n.depth = nil, 0
	for _, a := range e.Args {
		if a.Node != nil {
			a.Node.drop()
		}
	}
}

// Retain counts one more tensor on the node.
func (n *Node) Retain() {
	Lock()
	defer Unlock()
	n.handles++
}

// Release counts one tensor less. Memory goes back with the last, unless a waiting
// expression still needs it: then it goes back when that has been computed.
func (n *Node) Release() {
	Lock()
	defer Unlock()
	n.handles--
	n.drop()
}

// drop gives the node's memory back, and that of arguments nobody else needs, unless
// a tensor or a waiting expression needs the node. What an evaluation holds is dropped
// when its claim ends.
func (n *Node) drop() {
	if n.released || n.claim != nil || n.handles > 0 || n.read() {
		return
	}
	n.released = true
	if n.Expr != nil {
		n.settle()
	}
	if n.Buffer != nil {
		n.disown()
	}
}

// Waiting reports whether the node is still to be computed. Lock is held, or the node
// is claimed by the caller or an argument of one that is.
func (n *Node) Waiting() bool { return n.Expr != nil }

// Depth is the length of the longest chain of waiting expressions that ends here.
func (n *Node) Depth() int {
	Lock()
	defer Unlock()
	return n.depth
}

// Constant returns the value of a node that is to be filled with one and still waits.
func (n *Node) Constant() (op.Scalar, bool) {
	Lock()
	defer Unlock()
	if n.Expr != nil && n.Expr.Op == nil && n.Expr.Args[0].Node == nil {
		return n.Expr.Args[0].Scalar, true
	}
	return 0, false
}
