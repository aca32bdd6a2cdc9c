package fuse

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// brief is the launch of a few instructions, or a copy, that is made and run with graph.Lock
// held, on a device that promises to be done at once or not to begin. Then nothing has to
// be claimed, and nothing to be made for the evaluation. What is not done so, errors among it, is
// left to evaluations.
var brief struct {
	recipe
	nodes   [mostLinks]*graph.Version // of which the instructions, or copies, are
	values  [mostLinks]ingredient     // what they come to
	links   int
	from    [device.MostInputs]input
	inputs  int
	scalars int
	flat    device.Flat
	launch  device.Launch
	in      [device.MostInputs]device.Operand
	out     [1]device.Operand
	recipes recipes
}

// input is what is read of a stored node.
type input struct {
	node   *graph.Version
	layout *broadcast.Layout
}

// mostLinks is how many instructions are run at a time.
const mostLinks = 8

// links is how many instructions over n elements may be run with the lock held: those that
// take some microseconds only if nobody waits meanwhile. What a launch is set up for by an evaluation
// takes as long as some thousand additions, and cannot be told from noise beyond these.
func links(n int) int {
	const few, some, most = 1 << 12, 1 << 18, 1 << 17
	switch {
	case n <= few:
		return mostLinks
	case n > most || graph.Crowded():
		return 0
	}
	return min(max(some/n, 1), mostLinks)
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
func AtOnce(d device.Device, root *graph.Storage) bool {
	_, ok := d.(device.Brief)
	return ok && store(root)
}

// store computes a root, and reports whether it is stored.
func store(root *graph.Storage) bool {
	graph.Lock()
	defer graph.Unlock()
	v := root.Current()
	if v.Stored() {
		return true
	}
	if !v.Free() || !graph.Room(v.Device, 0) {
		return false
	}
	buf := runTree(v, place{nil, v.Layout, true})
	if buf != nil {
		v.Store(buf)
	}
	return buf != nil
}

// write computes what x waits for, and goes on to, into the elements of dst at layout.
func write(dst *graph.Storage, layout *broadcast.Layout, x *graph.Storage) bool {
	graph.Lock()
	defer graph.Unlock()
	to, ok := where(dst, layout, nil)
	return ok && finish(dst, to, runTree(x.Current(), to))
}

// writeNew is write for an expression that has no version.
func writeNew(dst *graph.Storage, layout *broadcast.Layout, o *op.Op, operands []graph.Operand) bool {
	graph.Lock()
	defer graph.Unlock()
	n := elements(layout.Shape)
	if links(n) == 0 || len(operands) > len(link{}.args) {
		return false
	}
	var few [len(link{}.args)]graph.Arg
	args := few[:len(operands)]
	for i := range operands {
		args[i] = operands[i].Arg()
		if a := args[i].Version; a != nil && !a.Stored() {
			return false
		}
	}
	to, ok := where(dst, layout, args)
	if !ok {
		return false
	}
	begin()
	defer forget()
	v := dst.Current()
	result, ok := spell(o, v.Type, args)
	return ok && finish(dst, to, runBrief(v.Device, n, to, v.Type, result))
}

// where finds the place of what is written to elements of dst: there, if nothing else reads
// them, and these arguments but each in its place; else in a new buffer, if all are written.
func where(dst *graph.Storage, layout *broadcast.Layout, args []graph.Arg) (to place, ok bool) {
	v, whole := dst.Current(), layout == dst.Layout
	if v.Unread() && !overlap(args, v, layout) {
		return place{v.Buffer(), layout, whole}, true
	}
	return place{nil, layout, whole}, whole && !v.Released() && graph.Room(v.Device, 0)
}

// finish makes a new buffer the version of what was written to.
func finish(dst *graph.Storage, to place, buf device.Buffer) bool {
	if buf != nil && to.buffer == nil {
		dst.Become(buf, dst.Current().Device)
	}
	return buf != nil
}

// place is where a result is stored.
type place struct {
	buffer device.Buffer // a new one if nil
	layout *broadcast.Layout
	whole  bool // the layout is that of the first elements of the buffer, one after the other
}

// runTree computes a root and what waits below it, if that is little and all of one shape. It
// returns the buffer of the result, or nil if that was not done.
func runTree(root *graph.Version, to place) device.Buffer {
	n := elements(root.Layout.Shape)
	most := links(n)
	if most == 0 {
		return nil
	}
	begin()
	result, ok := add(root, &most)
	var buf device.Buffer
	if ok {
		buf = runBrief(root.Device, n, to, root.Type, result)
	}
	forget()
	return buf
}

// begin forgets the program before.
func begin() {
	brief.recipe.code, brief.links, brief.inputs, brief.scalars = brief.recipe.room[:0], 0, 0, 0
}

// forget keeps no node alive.
func forget() {
	for i := range brief.links {
		if e := brief.nodes[i].Expr; e != nil {
			e.Reached = true
		}
		brief.nodes[i] = nil
	}
	for i := range brief.inputs {
		brief.from[i], brief.flat.In[i], brief.flat.Single[i] = input{}, nil, false
	}
}

// add spells what a waiting node and those below it compute, and tells which value the node is. So
// many are allowed. None below may be a copy, or read but as a whole.
func add(n *graph.Version, most *int) (value ingredient, ok bool) {
	if value, ok = spelt(n); ok {
		return value, true
	}
	if *most--; *most < 0 || !n.Free() || len(n.Expr.Args) > len(link{}.args) {
		return 0, false
	}
	args := n.Expr.Args
	for i := range args {
		a := &args[i]
		if a.Version == nil || a.Version.Stored() {
			continue
		}
		if e := a.Version.Expr; e == nil || e.Op == nil || !inlined(a, n) { // a copy would list what it reads out of turn
			return 0, false
		}
		if _, ok := add(a.Version, most); !ok || wanted(a.Version, n) {
			return 0, false
		}
	}
	if value, ok = spell(n.Expr.Op, n.Type, args); ok {
		brief.nodes[brief.links], brief.values[brief.links] = n, value
		brief.links++
	}
	return value, ok
}

// spelt is the value that a node was added as.
func spelt(n *graph.Version) (value ingredient, ok bool) {
	for i := range brief.links {
		if brief.nodes[i] == n {
			return brief.values[i], true
		}
	}
	return 0, false
}

// spell adds an instruction whose arguments are stored, or have been added.
func spell(o *op.Op, dt op.DType, args []graph.Arg) (value ingredient, ok bool) {
	l := link{op: o, result: dt}
	for i := range args {
		if l.args[i], ok = argument(&args[i]); !ok {
			return 0, false
		}
	}
	if o == nil {
		return l.args[0], true
	}
	brief.code = append(brief.code, l)
	return computed(len(brief.code)-1, dt), true
}

// argument is a scalar, an input, or what an instruction has computed.
func argument(a *graph.Arg) (value ingredient, ok bool) {
	if a.Version == nil {
		if brief.scalars == len(brief.flat.Scalars) {
			return 0, false
		}
		brief.flat.Scalars[brief.scalars] = a.Scalar
		brief.scalars++
		return read(0, a.Type), true
	}
	if a.Version.Waiting() {
		if value, ok = spelt(a.Version); ok {
			return value, true
		}
	}
	in := input{a.Version, a.Layout}
	for i := range brief.inputs {
		if brief.from[i] == in {
			return read(1+i, a.Version.Type), true
		}
	}
	if brief.inputs == len(brief.from) {
		return 0, false
	}
	brief.from[brief.inputs] = in
	brief.inputs++
	return read(brief.inputs, a.Version.Type), true
}

// runBrief runs what was spelt over n elements. It returns the buffer of the result, or nil
// if that was not done.
func runBrief(d device.Device, n int, to place, dt op.DType, result ingredient) device.Buffer {
	b, ok := d.(device.Brief)
	if !ok || b.Self() != d {
		return nil
	}
	f := &brief.flat
	flat, whole := to.whole, to.whole
	for i := range brief.inputs {
		in := &brief.from[i]
		f.In[i] = in.node.Buffer()
		if in.layout != in.node.Layout {
			f.Single[i] = elements(in.node.Layout.Shape) == 1
			flat, whole = flat && f.Single[i], false
		}
	}
	brief.result = result
	p, err := brief.recipes.program(&brief.recipe)
	if err != nil {
		return nil
	}
	f.Program, f.Len, f.Out = p, n, to.buffer
	done := flat && b.RunFlat(f)
	if !done && !whole {
		done = b.RunBrief(launch(p, to.layout, dt))
		f.Out, brief.out[0].Buffer = brief.out[0].Buffer, nil
		clear(brief.in[:brief.inputs])
	}
	buf := f.Out
	f.Out = nil
	if !done {
		return nil
	}
	return buf
}

// launch is what brief.flat says, for operands that lie otherwise.
func launch(p *device.Program, layout *broadcast.Layout, dt op.DType) *device.Launch {
	l := &brief.launch
	for i, in := range brief.from[:brief.inputs] {
		brief.in[i] = device.Operand{Buffer: brief.flat.In[i], Type: in.node.Type, Layout: *in.layout}
	}
	brief.out[0] = device.Operand{Buffer: brief.flat.Out, Type: dt, Layout: *layout}
	l.Program, l.Shape, l.In, l.Out = p, layout.Shape, brief.in[:brief.inputs], brief.out[:]
	l.Scalars = brief.flat.Scalars[:brief.scalars]
	return l
}
