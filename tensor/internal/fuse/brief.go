package fuse

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// brief is the launch of one instruction, or copy, that is made and run with graph.Lock
// held, on a device that promises to be done at once or not to begin. Then nothing has to
// be claimed, and nothing to be made for the evaluation. A few that follow each other are
// run one by one: on few elements that takes less than to fuse them. What is not done so,
// errors among it, is left to evaluations.
var brief struct {
	flat    device.Flat
	launch  device.Launch
	in      [3]device.Operand
	out     [1]device.Operand
	recipes recipes
}

// mostLinks is how many instructions in a row are run one by one.
const mostLinks = 8

// links is how many instructions over n elements may be run with the lock held: those that
// take some microseconds only if nobody waits meanwhile. To run two over 10,000 elements one
// by one takes 0.75 of the time of a launch that fuses them.
func links(n int) int {
	const few, some, most = 1 << 12, 1 << 15, 1 << 17
	switch {
	case n <= few:
		return mostLinks
	case n > most || device.Ledger.Crowded():
		return 0
	}
	return max(some/n, 1)
}

// elements counts those of a shape, up to a number that is too many.
func elements(shape []int) int {
	const many = 1 << 20
	n := uint64(1)
	for _, size := range shape {
		n = min(n*min(uint64(size), many), many)
	}
	return int(n)
}

// AtOnce stores the root if its device is done at once, and reports whether it is stored.
func AtOnce(root *graph.Node) bool {
	_, ok := root.Device.(device.Brief)
	return ok && store(root)
}

// store computes a root, and reports whether it is stored.
func store(root *graph.Node) bool {
	graph.Lock()
	defer graph.Unlock()
	if root.Stored() {
		return true
	}
	if !graph.Room(0) {
		return false
	}
	buf := runChain(root, place{nil, root.Layout, true})
	if buf != nil {
		root.Store(buf)
	}
	return buf != nil
}

// write computes root, which goes on waiting, into the elements of dst at layout, if there
// is nothing to be computed before.
func write(dst *graph.Node, layout *broadcast.Layout, root *graph.Node) bool {
	graph.Lock()
	defer graph.Unlock()
	return dst.Unread() && runChain(root, place{dst.Buffer(), layout, layout == dst.Layout}) != nil
}

// writeNew is write for an expression that has no node.
func writeNew(dst *graph.Node, layout *broadcast.Layout, o *op.Op, args []graph.Arg) bool {
	graph.Lock()
	defer graph.Unlock()
	n := elements(layout.Shape)
	if !dst.Unread() || links(n) == 0 {
		return false
	}
	for i := range args {
		if a := args[i].Node; a != nil && !a.Stored() {
			return false
		}
	}
	return runBrief(dst.Device, n, place{dst.Buffer(), layout, layout == dst.Layout}, dst.Type, o, args, nil) != nil
}

// place is where a result is stored.
type place struct {
	buffer device.Buffer // a new one if nil
	layout *broadcast.Layout
	whole  bool // the layout is that of the first elements of the buffer, one after the other
}

// runChain computes a root whose arguments are stored, but for one that is such a root
// itself. It returns the buffer of the result, or nil if that was not done.
func runChain(root *graph.Node, to place) device.Buffer {
	size := elements(root.Layout.Shape)
	left := links(size)
	if left == 0 || !root.Free() {
		return nil
	}
	n, ok := below(root)
	if n == nil && ok { // as usual
		return runBrief(root.Device, size, to, root.Type, root.Expr.Op, root.Expr.Args, nil)
	}
	var chain [mostLinks]*graph.Node
	first := len(chain) - 1
	chain[first] = root
	for ; ok && n != nil; n, ok = below(n) {
		if left--; left == 0 || !n.Free() {
			return nil
		}
		first--
		chain[first] = n
	}
	if !ok {
		return nil
	}
	var between device.Buffer // what the link before made
	for i := first; i < len(chain); i++ {
		n := chain[i]
		at := place{between, n.Layout, true}
		switch {
		case n == root && to.buffer != nil:
			at = to
		case between != nil && n.Type.Size() != chain[i-1].Type.Size():
			at.buffer = nil
		}
		buf := runBrief(n.Device, size, at, n.Type, n.Expr.Op, n.Expr.Args, between)
		if between != nil && between != buf {
			graph.Free(n.Device, between)
		}
		if buf == nil {
			return nil
		}
		between = buf
	}
	return between
}

// below returns the one argument that waits, nil if none does. There may be no other, and
// none that is read but as a whole.
func below(n *graph.Node) (next *graph.Node, ok bool) {
	args := n.Expr.Args
	for i := range args {
		a := &args[i]
		if a.Node == nil || a.Node.Stored() {
			continue
		}
		if next != nil && next != a.Node || !inlined(a, n) {
			return nil, false
		}
		next = a.Node
	}
	return next, true
}

// runBrief runs an instruction over n elements. It returns the buffer of the result, or nil
// if that was not done. What its arguments read is stored, or lies in between.
func runBrief(d device.Device, n int, to place, dt op.DType, o *op.Op, args []graph.Arg, between device.Buffer) device.Buffer {
	b, ok := d.(device.Brief)
	if !ok || b.Self() != d || len(args) > len(brief.in) {
		return nil
	}
	f := &brief.flat
	r := recipe{op: o, result: dt}
	var from [3]*graph.Arg // by the input
	inputs, scalars, flat, whole := 0, 0, to.whole, to.whole
	for i := range args {
		a := &args[i]
		if a.Node == nil {
			r.args[i] = read(0, a.Type)
			f.Scalars[scalars] = a.Scalar
			scalars++
			continue
		}
		from[inputs], f.In[inputs] = a, between
		if !a.Node.Waiting() {
			f.In[inputs] = a.Node.Buffer()
		}
		if a.Layout != a.Node.Layout {
			f.Single[inputs] = elements(a.Node.Layout.Shape) == 1
			flat, whole = flat && f.Single[inputs], false
		}
		inputs++
		r.args[i] = read(inputs, a.Node.Type)
	}
	p, err := brief.recipes.program(&r)
	if err != nil {
		return nil
	}
	f.Program, f.Len, f.Out = p, n, to.buffer
	done := flat && b.RunFlat(f)
	if !done && !whole {
		done = b.RunBrief(launch(p, from[:inputs], f.Scalars[:scalars], to.layout, dt))
		f.Out, brief.out[0].Buffer = brief.out[0].Buffer, nil
		clear(brief.in[:inputs])
	}
	buf := f.Out
	f.Out, f.Single = nil, [3]bool{}
	for i := range inputs {
		f.In[i] = nil
	}
	if !done {
		return nil
	}
	return buf
}

// launch is what brief.flat says, for operands that lie otherwise.
func launch(p *device.Program, from []*graph.Arg, scalars []op.Scalar, layout *broadcast.Layout, dt op.DType) *device.Launch {
	l := &brief.launch
	for i, a := range from {
		brief.in[i] = device.Operand{Buffer: brief.flat.In[i], Type: a.Node.Type, Layout: *a.Layout}
	}
	brief.out[0] = device.Operand{Buffer: brief.flat.Out, Type: dt, Layout: *layout}
	l.Program, l.Shape, l.In, l.Out, l.Scalars = p, layout.Shape, brief.in[:len(from)], brief.out[:], scalars
	return l
}
