// Package graph holds what tensors are views of: nodes, each either stored in a
// buffer or an expression over other nodes that waits until a value is needed.
//
// One lock guards every node's state. It is held for bookkeeping only, never while a
// device computes: an evaluation claims the nodes it works on, lets go of the lock,
// and others who need those nodes wait for the claim to end.
package graph

import (
	"sync"
	"weak"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Node is an array on one device. Once stored, its elements lie in Buffer, row-major as
// Layout says; until then Expr says how to compute them.
type Node struct {
	Device device.Device
	Layout broadcast.Layout // the canonical one of the shape, from offset 0
	Type   op.DType

	// The rest is guarded by Lock; while the node is claimed, its Expr, Buffer and
	// Index are the claim's.
	private  bool // see NewWrite
	released bool
	Index    int32 // among the nodes of the claim
	depth    int32 // of the waiting expression below this node
	handles  int32 // tensors on this node that were not released
	Expr     *Expr
	Buffer   device.Buffer
	guard    *guard // of Buffer
	claim    *Claim // the evaluation at work on this node
	views    weak.Pointer[Views]
	pass     uint64 // the pass of order that saw the node last
	readers         // of this node
	birth           // while it waits

	expr Expr // where Expr points, and its Args if they are few
	args [2]Arg
}

// Expr is an operation that waits. A nil Op copies its only argument: a clone of a
// view, or, of a scalar, a filled tensor.
type Expr struct {
	Op   *op.Op
	Args []Arg
}

// Arg is an operand: a node read through a layout of the expression's shape, or a
// scalar if Node is nil. Its type is that of the node, else Type. Layouts are shared and
// never change.
type Arg struct {
	Node   *Node
	Layout *broadcast.Layout
	Scalar op.Scalar
	Type   op.DType
}

// DType is the type of the operand's elements.
func (a *Arg) DType() op.DType {
	if a.Node != nil {
		return a.Node.Type
	}
	return a.Type
}

// Same reports whether both read the same elements.
func (a *Arg) Same(b *Arg) bool {
	return a.Node == b.Node && (a.Layout == b.Layout || a.Layout.Equal(*b.Layout))
}

// Whole reports whether a reads the elements of its node one after the other, in the
// node's own shape.
func (a *Arg) Whole() bool {
	return a.Layout == &a.Node.Layout || // most are
		a.Layout.Offset == 0 && broadcast.SameShape(a.Layout.Shape, a.Node.Layout.Shape) && a.Layout.Contiguous()
}

var mu sync.Mutex

// Lock guards every node.
func Lock() { mu.Lock() }

// Unlock lets go of every node.
func Unlock() { mu.Unlock() }

// New returns a waiting node, row-major over the layout's shape, with one handle. It
// copies args.
func New(d device.Device, dt op.DType, layout broadcast.Layout, o *op.Op, args ...Arg) *Node {
	n := &Node{Device: d, Type: dt, Layout: layout, handles: 1}
	n.wait(o, args)
	return n
}

// NewWrite is New for an expression that will be computed straight into memory by the
// caller, or only for that, and by nobody else: it is not among Readers.
func NewWrite(d device.Device, dt op.DType, layout broadcast.Layout, o *op.Op, args ...Arg) *Node {
	n := &Node{Device: d, Type: dt, Layout: layout, handles: 1, private: true}
	n.wait(o, args)
	return n
}

func (n *Node) wait(o *op.Op, args []Arg) {
	n.express(o, args)
	Lock()
	defer Unlock()
	n.enter()
}

// Init makes n, a zero Node, what New returns, and tells its Depth. But where an argument
// has a Constant it does nothing: that should be a scalar.
func (n *Node) Init(d device.Device, dt op.DType, layout broadcast.Layout, o *op.Op, args []Arg) (depth int, ok bool) {
	Lock()
	defer Unlock()
	for i := range args {
		if a := args[i].Node; a != nil && a.constant() {
			return 0, false
		}
	}
	n.Device, n.Type, n.Layout, n.handles = d, dt, layout, 1
	n.express(o, args)
	n.enter()
	return int(n.depth), true
}

// Update makes n, a zero Node, an expression that its caller alone knows: nobody finds it
// among readers, so it keeps nothing from being released.
func (n *Node) Update(d device.Device, dt op.DType, layout broadcast.Layout, o *op.Op, args []Arg) {
	n.Device, n.Type, n.Layout, n.handles = d, dt, layout, 1
	n.express(o, args)
}

// express gives the node an expression.
func (n *Node) express(o *op.Op, args []Arg) {
	n.Expr = &n.expr
	n.expr = Expr{o, append(n.args[:0], args...)}
}

// NewStored returns a node whose elements are in buf, with one handle. The node owns
// buf from now on.
func NewStored(d device.Device, dt op.DType, layout broadcast.Layout, buf device.Buffer) *Node {
	n := &Node{Device: d, Type: dt, Layout: layout, handles: 1}
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
	n.leave()
	args := n.expr.Args
	n.Expr, n.expr, n.depth = nil, Expr{}, 0
	for i := range args {
		a := args[i].Node
		args[i] = Arg{}
		if a != nil {
			a.reads--
			a.drop()
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
	return int(n.depth)
}

// Constant returns the value of a node that is to be filled with one and still waits.
func (n *Node) Constant() (op.Scalar, bool) {
	Lock()
	defer Unlock()
	if n.constant() {
		return n.Expr.Args[0].Scalar, true
	}
	return 0, false
}

func (n *Node) constant() bool {
	return n.Expr != nil && n.Expr.Op == nil && n.Expr.Args[0].Node == nil
}
