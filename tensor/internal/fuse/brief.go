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
	launch  device.Launch
	in      [3]device.Operand
	out     [1]device.Operand
	scalars [3]op.Scalar
	recipes recipes
}

// mostLinks is how many instructions in a row are run one by one.
const mostLinks = 8

// links is how many instructions over the elements of a shape may be run with the lock
// held: one of so many that it takes some microseconds only if nobody waits meanwhile.
func links(shape []int) int {
	const few, most = 1 << 12, 1 << 17
	elements := uint64(1)
	for _, size := range shape {
		if elements *= uint64(min(size, most+1)); elements > most {
			return 0
		}
	}
	switch {
	case elements <= few:
		return mostLinks
	case graph.Crowded():
		return 0
	}
	return 1
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
	buf := runChain(root, nil, root.Layout)
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
	return dst.Unread() && runChain(root, dst.Buffer, layout) != nil
}

// writeNew is write for an expression that has no node.
func writeNew(dst *graph.Node, layout *broadcast.Layout, o *op.Op, args []graph.Arg) bool {
	graph.Lock()
	defer graph.Unlock()
	if !dst.Unread() || links(layout.Shape) == 0 {
		return false
	}
	for i := range args {
		if a := args[i].Node; a != nil && !a.Stored() {
			return false
		}
	}
	return runBrief(dst.Device, dst.Buffer, dst.Type, layout, o, args, nil) != nil
}

// runChain computes a root whose arguments are stored, but for one that is such a root
// itself, into the elements of a buffer at layout, or of a new one if that is nil. It
// returns the buffer, or nil if that was not done.
func runChain(root *graph.Node, to device.Buffer, layout *broadcast.Layout) device.Buffer {
	var chain [mostLinks]*graph.Node
	first, ok := len(chain), true
	last := first - links(root.Layout.Shape)
	for n := root; n != nil; {
		if first--; first < last || !n.Free() {
			return nil
		}
		chain[first] = n
		if n, ok = below(n); !ok {
			return nil
		}
	}
	var between device.Buffer // what the link before made
	for i := first; i < len(chain); i++ {
		n := chain[i]
		result, at := between, n.Layout
		switch {
		case n == root && to != nil:
			result, at = to, layout
		case between != nil && n.Type.Size() != chain[i-1].Type.Size():
			result = nil
		}
		buf := runBrief(n.Device, result, n.Type, at, n.Expr.Op, n.Expr.Args, between)
		if between != nil && between != buf {
			between.Release()
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
	for i := range n.Expr.Args {
		a := &n.Expr.Args[i]
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

// runBrief runs an instruction into a buffer or, if that is nil, a new one. It returns the
// buffer, or nil if that was not done. What its arguments read is stored, or lies in between.
func runBrief(d device.Device, to device.Buffer, dt op.DType, layout *broadcast.Layout, o *op.Op, args []graph.Arg, between device.Buffer) device.Buffer {
	b, ok := d.(device.Brief)
	if !ok || len(args) > len(brief.in) {
		return nil
	}
	l := &brief.launch
	r := recipe{op: o, result: dt}
	inputs, scalars := 0, 0
	for i := range args {
		switch a, same := &args[i], index(args[:i], &args[i]); {
		case a.Node == nil:
			r.args[i] = ingredient{dtype: a.Type}
			brief.scalars[scalars] = a.Scalar
			scalars++
		case same >= 0:
			r.args[i] = r.args[same]
		default:
			in := &brief.in[inputs]
			set(in, a.Node.Buffer, a.Node.Type, a.Layout)
			if a.Node.Waiting() {
				in.Buffer = between
			}
			inputs++
			r.args[i] = ingredient{dtype: a.Node.Type, input: int8(inputs)}
		}
	}
	p, err := brief.recipes.program(&r)
	if err != nil {
		return nil
	}
	out := &brief.out[0]
	set(out, to, dt, layout)
	l.Program, l.Shape, l.In, l.Out, l.Scalars = p, layout.Shape, brief.in[:inputs], brief.out[:], brief.scalars[:scalars]
	if b.RunBrief(l) {
		to = out.Buffer
	} else {
		to = nil
	}
	for i := range l.In {
		l.In[i].Buffer = nil
	}
	out.Buffer = nil
	return to
}

// set copies the layout word by word: as a whole it would go through the stack.
func set(o *device.Operand, buf device.Buffer, dt op.DType, l *broadcast.Layout) {
	o.Buffer, o.Type = buf, dt
	o.Layout.Shape, o.Layout.Strides, o.Layout.Offset = l.Shape, l.Strides, l.Offset
}
