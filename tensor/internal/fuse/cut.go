// Package fuse cuts waiting expressions into programs and runs them.
//
// A region is a set of expressions over one iteration shape that one launch computes. A value that
// only its own region uses is never stored. The cut goes through the expressions once, arguments
// first, and each joins the open region of its shape. A reduction joins the region of its argument,
// and what reads its results may follow it there. Closed regions are launched in the order in which
// they were closed. DESIGN.md says when a region is closed, and gives the reasons.
package fuse

import (
	"cmp"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

const (
	// maxCode bounds the operations of a program, without conversions of operands. Compile time
	// grows with them, and beyond a few dozen a chain is no longer bound by memory.
	maxCode = 64
	// maxOpen bounds the open regions, which are searched one by one.
	maxOpen = 16
	// defaultBuffers bounds the operands of a launch on devices that set no limit.
	defaultBuffers = 32
	// A second evaluation stores an intermediate result that took at least dear operations, if it has
	// at most growth times the bytes of its inputs.
	dear, growth = 4, 4
	// light is the largest weight of an instruction that is not counted, in percent of a launch.
	light = 10
)

// region is what one launch computes: nodes of one device, by their Index, arguments first.
type region struct {
	domain
	checking
	open            bool
	flat            bool // a node reads no elements
	sorts           bool // a node is a sort
	multiplies      bool // a node is a product of matrices
	nodes, outputs  []int32
	inputs, scalars []use         // what it reads; each input once
	live            int           // nodes that are needed outside, as known so far
	weight          int           // sum of the weights above light, in percent of a launch
	launch          device.Launch // without buffers, offsets and scalars
	keeps           device.Launch // the same: of what its store keeps, from the first evaluation on
	bytes           []int         // of the outputs
	runs            bool          // there are elements, or an index error is possible
	told            *graph.Places // what its Faults tell; nil before the first one
	strips          *strips       // with which it is launched strip by strip, or nil
	divided         []int         // then: the axes of the launch along which a strip is a range
}

// use is an argument of a node.
type use struct{ node, argument int32 }

// note is what the cut knows of a node.
type note struct {
	home  int32        // its region, counted from 1; 0 if it has none yet
	needs int32        // how often it is needed outside of the region
	stays bool         // it is asked for, or saved
	value device.Value // in the program of its region
	below int          // bytes of the stored versions below it; only save needs it
	view  int32        // through which its region has it, counted from 1; 0 if as it is
	standing
}

// cutter holds the state of one pass over the nodes of a claim. Besides the nodes it refers to no
// tensor's memory, so only they must be dropped after the pass.
type cutter struct {
	device   device.Device
	recorder Recorder          // the same, or nil
	operands int               // of a launch, at most
	tiles    device.Multiplier // of products, or nil
	scales   device.Weigher    // of a launch, or nil
	cpu      bool              // it is a CPU
	nodes    []*graph.Version
	notes    []note   // of nodes, by their Index
	open     []int32  // regions, oldest first
	grouped  bool     // a region has groups
	views    [][]step // of notes
	saves    bool     // a dear result that is reached a second time is stored, for later evaluations
	saved    int      // how many results are stored only for these

	draft     // of the program that is made
	*schedule // the last one; its memory is used again unless it is retained
}

// cut arranges the nodes, which are sorted with arguments first, into regions in the order of
// launches. These results are stored: the roots, and values that more than one region needs.
func (c *cutter) cut(roots []*graph.Version) *schedule {
	if c.schedule == nil {
		c.schedule = &schedule{}
	}
	c.regions, c.order, c.grouped = c.regions[:0], c.order[:0], false
	c.views = c.views[:0]
	c.notes = append(c.notes[:0], make([]note, len(c.nodes))...)
	reached := false
	for _, n := range c.nodes {
		reached = reached || n.Expr.Reached
		for i := range n.Expr.Args {
			c.need(n.Expr.Args[i].Version)
		}
	}
	for _, r := range roots {
		c.ask(r)
	}
	if reached && c.saves {
		c.save()
	}
	for i := range c.nodes {
		c.add(int32(i))
	}
	for len(c.open) > 0 {
		c.close(c.open[0])
	}
	return c.schedule
}

// setDevice makes the next cuts for a device, whose limits it gets.
func (c *cutter) setDevice(d device.Device) {
	if d == c.device {
		return
	}
	c.device = d
	if c.recorder, _ = d.(Recorder); c.recorder != nil {
		d = c.recorder.For()
	}
	c.scales, _ = d.(device.Weigher)
	c.tiles, _ = d.(device.Multiplier)
	info := d.Info()
	c.operands, c.cpu = cmp.Or(info.Limits.Buffers, defaultBuffers), info.Kind == device.CPU
}

// save marks dear results as needed, so that they are stored: those that an earlier evaluation has
// computed, but not stored, and that a new expression n reads. A result must also be at most growth
// times as large as the stored versions below it.
func (c *cutter) save() {
	for i, n := range c.nodes {
		below := &c.notes[i].below
		for k := range n.Expr.Args {
			a := n.Expr.Args[k].Version
			switch {
			case a == nil:
			case !a.Waiting():
				*below += a.Bytes()
			default:
				*below += c.note(a).below
				wanted := a.Expr.Reached && !n.Expr.Reached && a.Cost >= dear
				if wanted && a.Bytes() <= growth*c.note(a).below {
					c.ask(a)
					c.saved++
				}
			}
		}
	}
}

// note returns the note of a waiting version.
func (c *cutter) note(n *graph.Version) *note { return &c.notes[n.Expr.Index] }

func (c *cutter) need(n *graph.Version) {
	if n != nil && n.Waiting() {
		c.note(n).needs++
	}
}

// ask marks a version that is stored for good.
func (c *cutter) ask(n *graph.Version) {
	if c.need(n); n.Waiting() {
		c.note(n).stays = true
	}
}

// argument returns the argument that u names.
func (c *cutter) argument(u use) *graph.Arg { return &c.nodes[u.node].Expr.Args[u.argument] }

// places returns how many axes of the argument that u names are places.
func (c *cutter) places(u use) int { return c.nodes[u.node].Expr.Places(int(u.argument)) }

// homeOf is the open or closed region of an argument, counted from 1. It is 0 for a scalar, a position,
// and a stored version.
func (c *cutter) homeOf(a *graph.Arg) int32 {
	if a.Version == nil || !a.Version.Waiting() {
		return 0
	}
	return c.note(a.Version).home
}

// add finds a region for a node. What the node reads of another region has to be stored before. So has
// what it reads of this region at other positions: by a view that moves elements, or as a table.
func (c *cutter) add(i int32) {
	n := c.nodes[i]
	if n.Expr.Joins() { // what reads it is launched after the parts
		for k := range n.Expr.Args {
			c.close(c.homeOf(&n.Expr.Args[k]) - 1)
		}
		return
	}
	at, kept := c.find(n)
	at = c.prologue(at, n)
	for k := range n.Expr.Args {
		a := &n.Expr.Args[k]
		home := c.homeOf(a) - 1
		if home < 0 || home == at && c.note(a.Version).view > 0 || home == at && n.Expr.Places(k) == 0 && !n.Expr.Keeps(k) && c.regions[at].has(n, a, &c.note(a.Version).standing) {
			continue
		}
		c.close(home)
		if home == at {
			at = -1
		}
	}
	if at < 0 || !c.join(at, i, kept) {
		c.close(at) // the next one has its shape
		at = c.start(n.Reads())
		c.join(at, i, false)
	}
	if n.Expr.Store() != nil {
		c.close(at) // so the launch stores last
	}
}

// find returns the open region that n may join, or -1: one whose kept axes n goes over, or the one of
// n's shape.
func (c *cutter) find(n *graph.Version) (at int32, kept bool) {
	if c.grouped {
		if at := c.findKept(n); at >= 0 {
			return at, true
		}
	}
	shape := n.Reads()
	for _, at := range c.open {
		if broadcast.SameShape(c.regions[at].shape, shape) {
			return at, false
		}
	}
	return -1, false
}

// start opens a region.
func (c *cutter) start(shape []int) int32 {
	if len(c.open) == maxOpen {
		c.close(c.open[0])
	}
	at := c.newRegion(shape)
	c.regions[at].open = true
	c.open = append(c.open, at)
	return at
}

// newRegion returns an empty region.
func (c *cutter) newRegion(shape []int) int32 {
	at := len(c.regions)
	c.regions = slices.Grow(c.regions, 1)[:at+1] // a former region, or a zero one
	r := &c.regions[at]
	r.nodes, r.outputs, r.inputs, r.scalars = r.nodes[:0], r.outputs[:0], r.inputs[:0], r.scalars[:0]
	r.told, r.strips, r.divided, r.keeps = nil, nil, nil, device.Launch{}
	r.live, r.weight, r.domain, r.open = 0, 0, domain{shape: shape}, false
	r.flat, r.sorts, r.multiplies, r.checking = false, false, false, checking{}
	return int32(at)
}

// join adds a node to a region, unless the launch would then be too large for the device, or the
// region cannot have the node's groups. An empty region takes any node. The node is kept if it goes
// over the kept axes of the region.
func (c *cutter) join(at, i int32, kept bool) bool {
	r, n := &c.regions[at], c.nodes[i]
	inputs, scalars, live, weight := len(r.inputs), len(r.scalars), r.live+1, c.weigh(n)
	stands, ok := c.stand(at, n, kept)
	if !ok {
		return false
	}
	c.notes[i].standing = stands
	for k := range n.Expr.Args {
		a := &n.Expr.Args[k]
		switch {
		case n.Expr.Keeps(k): // no launch of a program reads it
		case a.IsScalar():
			r.scalars = append(r.scalars, use{i, int32(k)})
		case c.homeOf(a) != at+1:
			c.input(r, use{i, int32(k)})
		default:
			note := c.note(a.Version)
			if note.needs--; note.needs == 0 { // only n needs it
				live--
			}
		}
	}
	heavy := weight > 0 && r.weight > 0 && r.weight+weight > 100
	operands := c.mostOperands(r.grouped || n.Expr.Group() != nil, stands.checks|r.checks != 0 || n.Expr.Store() != nil)
	if len(r.nodes) > 0 && (heavy || len(r.nodes) == maxCode || c.buffers(r)+live > operands) {
		r.inputs, r.scalars = r.inputs[:inputs], r.scalars[:scalars]
		for k := range n.Expr.Args {
			if a := &n.Expr.Args[k]; c.homeOf(a) == at+1 {
				c.note(a.Version).needs++
			}
		}
		return false
	}
	if g := n.Expr.Group(); g != nil {
		r.group(n.Expr.Axes())
		r.sorts = r.sorts || g.Gives == op.Order
		r.multiplies = multiplies(n)
		c.grouped = true
	}
	if c.notes[i].home = at + 1; n.Expr.Checks() {
		r.check(c.checkOf(i))
	}
	r.nodes, r.live, r.weight = append(r.nodes, i), live, r.weight+weight
	r.flat = r.flat || stands.level == 0 && !r.grouped
	return true
}

// mostOperands is how many operands a launch has at most: it leaves some to the device, as
// device.Program.Spare says.
func (c *cutter) mostOperands(grouped, checksOrStores bool) int {
	n := c.operands
	if grouped {
		n--
	}
	if checksOrStores {
		n--
	}
	return n
}

// buffers is how many inputs of a region have a buffer.
func (c *cutter) buffers(r *region) (n int) {
	for _, u := range r.inputs {
		if c.argument(u).Version != nil {
			n++
		}
	}
	return n
}

// weigh says how much of a launch a node fills, in percent; 0 if that is little.
func (c *cutter) weigh(n *graph.Version) int {
	o := n.Expr.Op
	if c.scales == nil || o == nil || !n.Expr.IsMap() {
		return 0
	}
	types := make([]op.DType, 0, 4)
	for i := range n.Expr.Args {
		types = append(types, n.Expr.Args[i].DType())
	}
	compute := graph.Computes(o, o.Computes(types))
	if w := c.scales.Weight(o, compute, n.Type); w > light {
		return w
	}
	return 0
}

// bind returns the index of the argument among reads that has the same elements as u. It adds u if
// there is none yet.
func (c *cutter) bind(reads *[]use, u use) int {
	a := c.argument(u)
	for i, read := range *reads {
		if c.argument(read).Same(a) {
			return i
		}
	}
	*reads = append(*reads, u)
	return len(*reads) - 1
}

// input returns the index of the input of a region that has the same elements as u, at the same level
// and with the same places. It adds u if there is none yet.
func (c *cutter) input(r *region, u use) int {
	a, level, places := c.argument(u), c.readsAt(u), c.places(u)
	for i, read := range r.inputs {
		if c.argument(read).Same(a) && c.readsAt(read) == level && c.places(read) == places && c.notes[read.node].view == c.notes[u.node].view {
			return i
		}
	}
	r.inputs = append(r.inputs, u)
	return len(r.inputs) - 1
}

// close ends a region, if it is open: it is the next to be launched.
func (c *cutter) close(at int32) {
	if !c.leave(at) {
		return
	}
	r := &c.regions[at]
	for _, i := range r.nodes {
		if c.notes[i].needs > 0 {
			r.outputs = append(r.outputs, i)
		}
	}
	c.order = append(c.order, at)
	c.separate(at)
}

// leave takes a region from the open ones. It reports false if it is not open.
func (c *cutter) leave(at int32) bool {
	opened := slices.Index(c.open, at)
	if opened < 0 {
		return false
	}
	c.open = slices.Delete(c.open, opened, opened+1)
	c.regions[at].open = false
	return true
}
