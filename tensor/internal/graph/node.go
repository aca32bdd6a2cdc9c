// Package graph holds what tensors are views of: nodes, each either stored in a
// buffer or an expression over other nodes that waits until a value is needed.
//
// One lock guards every node's state. It is held for bookkeeping, and while a device
// computes what takes no longer (device.Brief). Else an evaluation claims the nodes it
// works on, lets go of the lock, and others who need those nodes wait for the claim to end.
package graph

import (
	"weak"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Node is an array on one device. Once stored, its elements lie in its Buffer, row-major as
// Layout says; until then Expr says how to compute them.
type Node struct {
	Device device.Device
	Layout *broadcast.Layout // the canonical one of the shape, from offset 0; shared, as those of arguments
	Type   op.DType

	// The rest is guarded by Lock; while the node is claimed, its Expr is the claim's.
	released bool
	handles  int32 // tensors on this node that were not released
	Expr     *Expr
	guard    *guard // of the buffer, nil if there is none
	views    weak.Pointer[Views]
	readers  // of this node
}

// Expr is an operation that waits, and what there is to know of a node while it does. A nil
// Op copies its only argument: a clone of a view, or, of a scalar, a filled tensor. Arguments
// may be of a type that Op Computes in another one for: programs convert them.
type Expr struct {
	Op    *op.Op
	Args  []Arg
	Index int32 // of the node among those of the claim

	depth   int32  // of the waiting expressions below
	at      uint8  // its place in the litter
	private bool   // see NewWrite
	claim   *Claim // the evaluation at work on the node
	litter  *litter
	few     [2]Arg // where Args lie if they are few
}

// Computes is the type that an operation computes operands of a type in.
func Computes(o *op.Op, dt op.DType) op.DType {
	compute, _, err := o.Types(dt)
	if err != nil { // as the condition of a choice, which has a type of its own
		return dt
	}
	return compute
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
	return a.Layout == a.Node.Layout || // most are
		a.Layout.Offset == 0 && broadcast.SameShape(a.Layout.Shape, a.Node.Layout.Shape) && a.Layout.Contiguous()
}

// Lock guards every node.
func Lock() { device.Ledger.Lock() }

// Unlock lets go of every node.
func Unlock() {
	if len(outgoing) == 0 {
		device.Ledger.Unlock()
		return
	}
	buffers := outgoing
	outgoing = nil
	device.Ledger.Unlock()
	for _, buf := range buffers {
		buf.Release()
	}
}

// New returns a waiting node, row-major over the layout's shape, with one handle. It
// copies args.
func New(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, args ...Arg) *Node {
	return wait(d, dt, layout, o, args, false)
}

// NewWrite is New for an expression that will be computed straight into memory by the
// caller, or only for that, and by nobody else: it is not among Readers.
func NewWrite(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, args ...Arg) *Node {
	return wait(d, dt, layout, o, args, true)
}

func wait(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, args []Arg, private bool) *Node {
	n := &Node{Device: d, Type: dt, Layout: layout, handles: 1}
	Lock()
	defer Unlock()
	n.express(o, args)
	n.Expr.private = private
	n.enter()
	return n
}

// Init makes n, a zero Node, what New returns, and tells its Depth. But where an argument
// has a Constant it does nothing: that should be a scalar.
func (n *Node) Init(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, args []Arg) (depth int, ok bool) {
	n.Device, n.Type, n.Layout, n.handles = d, dt, layout, 1
	Lock()
	for i := range args {
		if a := args[i].Node; a != nil && a.Expr != nil && a.constant() {
			Unlock()
			return 0, false
		}
	}
	n.express(o, args)
	n.enter()
	depth = int(n.Expr.depth)
	Unlock()
	return depth, true
}

// Update makes n, a zero Node, an expression that its caller alone knows: nobody finds it
// among readers. It holds its arguments. Forget ends it.
func (n *Node) Update(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, args []Arg) {
	n.Device, n.Type, n.Layout, n.handles = d, dt, layout, 1
	Lock()
	defer Unlock()
	n.express(o, args)
	for i := range args {
		if a := args[i].Node; a != nil {
			a.handles++
		}
	}
}

// Forget ends an Update.
func (n *Node) Forget() {
	Lock()
	defer Unlock()
	for i := range n.Expr.Args {
		if a := n.Expr.Args[i].Node; a != nil {
			a.handles--
			a.drop()
		}
	}
	n.unexpress()
	*n = Node{}
}

// spare are Exprs that served, to serve again: nobody else knows them. Guarded by Lock.
var spare []*Expr

const mostSpare = 1 << 10

// express gives the node an expression.
func (n *Node) express(o *op.Op, args []Arg) {
	var e *Expr
	if last := len(spare) - 1; last >= 0 {
		e, spare[last] = spare[last], nil
		spare = spare[:last]
	} else {
		e = &Expr{}
		e.Args = e.few[:0]
	}
	e.Op, e.Args = o, append(e.Args, args...)
	n.Expr = e
}

// unexpress takes the expression away.
func (n *Node) unexpress() {
	e := n.Expr
	n.Expr = nil
	clear(e.Args)
	e.Op, e.Args, e.private, e.depth, e.claim = nil, e.Args[:0], false, 0, nil
	if len(spare) < mostSpare {
		spare = append(spare, e)
	}
}

// NewStored returns a node whose elements are in buf, with one handle. The node owns
// buf from now on.
func NewStored(d device.Device, dt op.DType, layout *broadcast.Layout, buf device.Buffer) *Node {
	n := &Node{Device: d, Type: dt, Layout: layout, handles: 1}
	Lock()
	defer Unlock()
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
	e := n.Expr
	for i := range e.Args {
		if a := e.Args[i].Node; a != nil {
			a.reads--
			a.drop()
		}
	}
	n.unexpress()
}

// Retain counts one more tensor on the node.
func (n *Node) Retain() {
	Lock()
	defer Unlock()
	n.handles++
}

// Hold is Retain for who uses the buffer of a stored node.
func (n *Node) Hold() (device.Buffer, error) {
	Lock()
	defer Unlock()
	if !n.Stored() {
		return nil, ErrReleased
	}
	n.handles++
	return n.Buffer(), nil
}

// Release counts one tensor less. Memory goes back with the last, unless a waiting
// expression still needs it: then it goes back when that has been computed.
func (n *Node) Release() {
	Lock()
	n.handles--
	n.drop()
	Unlock()
}

// drop gives the node's memory back, and that of arguments nobody else needs, unless
// a tensor or a waiting expression needs the node. What an evaluation holds is dropped
// when its claim ends.
func (n *Node) drop() {
	if n.handles > 0 || n.released || n.claimed() != nil || n.reads > 0 && n.read() {
		return
	}
	n.released = true
	if n.Expr != nil {
		n.settle()
	}
	if n.guard != nil {
		n.disown()
	}
}

// claimed is the evaluation at work on the node, or nil.
func (n *Node) claimed() *Claim {
	if n.Expr == nil {
		return nil
	}
	return n.Expr.claim
}

// Waiting reports whether the node is still to be computed. Lock is held, or the node
// is claimed by the caller or an argument of one that is.
func (n *Node) Waiting() bool { return n.Expr != nil }

// Unread reports whether the node is stored, and no expression waits to read it: it may be
// written. Lock is held.
func (n *Node) Unread() bool { return n.Stored() && n.reads == 0 }

// Stored reports whether the elements are there. Lock is held.
func (n *Node) Stored() bool { return n.Expr == nil && !n.released }

// Free reports whether the node waits, and nobody is at work on it. Lock is held.
func (n *Node) Free() bool { return n.Expr != nil && n.Expr.claim == nil && !n.released }

// Depth is the length of the longest chain of waiting expressions that ends here.
func (n *Node) Depth() int {
	Lock()
	defer Unlock()
	return n.depth()
}

func (n *Node) depth() int {
	if n.Expr == nil {
		return 0
	}
	return int(n.Expr.depth)
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
