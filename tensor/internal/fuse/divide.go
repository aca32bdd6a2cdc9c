package fuse

import (
	"cmp"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// divider finds the regions of a cut that are launched strip by strip.
type divider struct {
	*cutter
	makers  []int32   // of nodes: the region that stores it, counted from 1
	readers [][]int32 // of nodes: the regions that read it there
	place   []int     // of regions: where they stand in the order of launches
}

// divide finds the strips of a cut whose launches are built. Few cuts have any.
func (c *cutter) divide() {
	if !slices.ContainsFunc(c.order, func(at int32) bool { return slices.ContainsFunc(c.regions[at].outputs, c.large) }) {
		return
	}
	d := &divider{c, make([]int32, len(c.nodes)), make([][]int32, len(c.nodes)), make([]int, len(c.regions))}
	for k, at := range c.order {
		d.place[at] = k
		for _, i := range c.regions[at].outputs {
			d.makers[i] = at + 1
		}
		for _, i := range d.reads(at) {
			d.readers[i] = append(d.readers[i], at)
		}
	}
	for _, at := range c.order {
		for _, i := range d.reads(at) {
			if c.large(i) && d.makers[i] > 0 {
				d.unite(d.makers[i]-1, at)
			}
		}
	}
}

// large reports whether a node is an intermediate result above the bound.
func (c *cutter) large(i int32) bool { return c.passes(i) && c.nodes[i].Bytes() > c.stripBytes() }

// passes reports whether only launches of the evaluation need a node.
func (c *cutter) passes(i int32) bool { return !c.notes[i].stays && c.nodes[i].Expr.Whole == nil }

// reads returns the nodes that a region reads in memory.
func (d *divider) reads(at int32) (all []int32) {
	var add func(v *graph.Version)
	add = func(v *graph.Version) {
		switch {
		case v == nil || !v.Waiting():
		case v.Expr.Joins():
			for k := range v.Expr.Args {
				add(v.Expr.Args[k].Version)
			}
		default:
			all = append(all, int32(v.Expr.Index))
		}
	}
	r := &d.regions[at]
	for _, u := range r.inputs {
		add(d.argument(u).Version)
	}
	for _, i := range r.nodes {
		if e := d.nodes[i].Expr; e.Store() != nil {
			add(e.Args[len(e.Args)-1].Version)
		}
	}
	return all
}

// unite has two regions launched strip by strip, with those that already go with one of them, if this
// is possible.
func (d *divider) unite(maker, reader int32) {
	members := slices.Concat(d.members(maker), d.members(reader))
	slices.SortFunc(members, func(a, b int32) int { return cmp.Compare(d.place[a], d.place[b]) })
	members = slices.Compact(members)
	if !d.together(members) {
		return
	}
	axes := d.axes(members)
	if axes == nil || len(axes[0]) == 0 {
		return
	}
	s := d.strips(members, axes)
	if s == nil || s.count() == 1 {
		return
	}
	for k, at := range members {
		d.regions[at].strips, d.regions[at].divided = s, axes[k]
	}
}

// members are the regions that are launched with one, strip by strip.
func (d *divider) members(at int32) []int32 {
	if s := d.regions[at].strips; s != nil {
		return s.regions
	}
	return []int32{at}
}

// together reports whether regions may be launched with no other between them, as often as there are
// strips. An index error would be counted by the elements of a strip, and a store would find what the
// strip before has stored. A joined result has no layout that tells which strip of a part a launch reads.
func (d *divider) together(members []int32) bool {
	for _, at := range d.order[d.place[members[0]] : d.place[members[len(members)-1]]+1] {
		r, member := &d.regions[at], slices.Contains(members, at)
		if member && (r.checks != 0 || r.launch.Program.Forms().Has(device.Stores)) {
			return false
		}
		for _, i := range d.reads(at) {
			if made := slices.Contains(members, d.makers[i]-1); made && (!member || d.nodes[i].Expr.Whole != nil) {
				return false
			}
		}
	}
	return true
}

// axes returns, for each member, the axes of its launch that all members keep, in one order. Whatever a
// member reads of another one, it reads at the same indices of these axes. It returns nil if a member
// reads something in a way that no axes describe.
func (d *divider) axes(members []int32) [][]int {
	axes, last := make([][]int, len(members)), len(members)-1
	l := &d.regions[members[last]].launch
	for axis, n := range l.Shape[:l.Kept()] {
		if n > 1 {
			axes[last] = append(axes[last], axis)
		}
	}
	apart := make([]bool, len(axes[last])) // an axis that not all members have in common
	for m, at := range slices.Backward(members) {
		r := &d.regions[at]
		for k := range r.inputs {
			i := d.operand(r, len(r.outputs)+k)
			if i < 0 {
				continue
			}
			from := slices.Index(members, d.makers[i]-1)
			if from < 0 {
				continue
			}
			made := d.makes(&d.regions[members[from]], i, &r.launch.In[k].Layout, axes[m])
			if made == nil {
				return nil
			}
			for n, axis := range made {
				apart[n] = apart[n] || axis < 0 || axes[from] != nil && axes[from][n] != axis
			}
			axes[from] = made
		}
	}
	for m := range axes {
		if axes[m] == nil { // the last member does not depend on it
			return nil
		}
		n := -1
		axes[m] = slices.DeleteFunc(axes[m], func(int) bool { n++; return apart[n] })
	}
	return axes
}

// makes returns the axes of a region's launch along which it makes what the layout of a reader walks
// along the reader's axes: -1 where there is none. It returns nil if the reader reads no box of node i.
func (d *divider) makes(r *region, i int32, l *broadcast.Layout, axes []int) []int {
	whole, out := d.nodes[i].Layout, &r.launch.Out[slices.Index(r.outputs, i)].Layout
	if !box(l, whole) {
		return nil
	}
	made := make([]int, len(axes))
	for n, axis := range axes {
		made[n] = -1
		if w := walks(l, axis, whole); w >= 0 {
			made[n] = kept(&r.launch, out, whole.Strides[w])
		}
	}
	return made
}

// kept returns the axis among those that a launch keeps along which an output has a stride, or -1.
func kept(l *device.Launch, out *broadcast.Layout, stride int) int {
	for axis, n := range out.Shape[:l.Kept()] {
		if n > 1 && out.Strides[axis] == stride {
			return axis
		}
	}
	return -1
}

// strips returns the largest strips of the axes whose values are within the bound. A strip has one
// element along the first axes, or several along one of them, and all along the others. It returns nil
// if other regions need all that the members store.
func (d *divider) strips(members []int32, axes [][]int) *strips {
	s, bytes := &strips{regions: members}, 0
	for _, axis := range axes[0] {
		s.sizes = append(s.sizes, d.regions[members[0]].launch.Shape[axis])
	}
	for _, at := range members {
		for _, i := range d.regions[at].outputs {
			if d.passes(i) && !d.readOutside(i, members) {
				s.values = append(s.values, stripValue{node: i, size: d.nodes[i].Type.Size(), whole: *d.nodes[i].Layout})
				bytes += d.nodes[i].Bytes()
			}
		}
	}
	if len(s.values) == 0 {
		return nil
	}
	s.step = slices.Clone(s.sizes)
	for k, size := range s.sizes {
		bytes /= size // of one index
		fit := max(d.stripBytes()/bytes, 1)
		s.step[k] = ceil(size, ceil(size, fit))
		if fit > 1 {
			break
		}
	}
	for k := range s.values {
		v := &s.values[k]
		shape := slices.Clone(v.whole.Shape)
		m := slices.Index(members, d.makers[v.node]-1)
		r := &d.regions[members[m]]
		out := &r.launch.Out[slices.Index(r.outputs, v.node)].Layout
		for n, axis := range axes[m] {
			shape[axisOf(&v.whole, out.Strides[axis])] = s.step[n]
		}
		v.strip = broadcast.RowMajor(shape...)
	}
	return s
}

// readOutside reports whether a region reads a node that is no member.
func (d *divider) readOutside(i int32, members []int32) bool {
	return slices.ContainsFunc(d.readers[i], func(at int32) bool { return !slices.Contains(members, at) })
}
