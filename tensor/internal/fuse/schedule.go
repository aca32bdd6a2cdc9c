package fuse

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// schedule is the result of a cut: launches in order, without buffers and elements. It serves all
// expressions of the same structure. The structure is all that a cut depends on: the device's limits,
// operations, types, layouts without offsets, and which expression reads which.
type schedule struct {
	limits
	nodes   []sketch
	roots   []int // by their Index; a write has none
	regions []region
	order   []int32 // of the regions, to launch them
	kept    int     // how many results are stored only for later evaluations
}

// sketch is an expression as a schedule knows it.
type sketch struct {
	op     *op.Op
	dtype  op.DType
	layout broadcast.Layout
	args   []sketchArg
}

// sketchArg is an argument as a schedule knows it.
type sketchArg struct {
	origin
	dtype  op.DType
	layout broadcast.Layout
}

// schedules finds the schedule of expressions. It retains those of structures that came twice: in a
// loop the same expressions are made again and again.
type schedules struct {
	cutter
	known [1 << 7]*schedule
	seen  [1 << 8]uint64 // hashes of structures that came lately
	args  []*graph.Arg   // of the nodes, in order
}

// find cuts expressions, or finds how expressions of their structure were cut.
func (s *schedules) find(d device.Device, nodes []*graph.Expr, roots []*graph.Version) (*schedule, error) {
	s.nodes = nodes
	s.ask(d)
	hash := hashOf(nodes)
	slots := [...]**schedule{&s.known[hash%uint64(len(s.known))], &s.known[(hash^1)%uint64(len(s.known))]}
	for _, at := range slots {
		if *at != nil && (*at).limits == s.limits && s.fits(*at, roots) {
			return *at, nil
		}
	}
	made := s.cut(nodes, roots)
	for i := range made.regions {
		if err := s.build(&made.regions[i]); err != nil {
			return nil, err
		}
	}
	if s.often(d, nodes, hash) {
		s.schedule = nil
		made.limits = s.limits
		s.retain(made, roots)
		if *slots[0] != nil { // the older one moves to its other slot
			*slots[1] = *slots[0]
		}
		*slots[0] = made
	}
	return made, nil
}

// often reports whether the schedule of a structure is kept. The structure came before, it is not
// large, and no evaluation has computed a part of it.
func (s *schedules) often(d device.Device, nodes []*graph.Expr, hash uint64) bool {
	seen := &s.seen[hash%uint64(len(s.seen))]
	if *seen != hash {
		*seen = hash
		return false
	}
	_, once := d.(Recorder)
	return !once && len(nodes) <= maxCode && !slices.ContainsFunc(nodes, func(n *graph.Expr) bool { return n.Reached })
}

// hashOf tells most structures apart.
func hashOf(nodes []*graph.Expr) (h uint64) {
	for _, n := range nodes {
		h = (h ^ uint64(uintptr(unsafe.Pointer(n.Op))) ^ uint64(n.Type)<<56) * 0x9e3779b97f4a7c15
	}
	for _, size := range nodes[len(nodes)-1].Layout.Shape {
		h = (h ^ uint64(size)) * 0x9e3779b97f4a7c15
	}
	return h ^ h>>32
}

// fits reports whether the nodes have the structure of a schedule. Nodes that an earlier evaluation
// has reached do not fit.
func (s *schedules) fits(known *schedule, roots []*graph.Version) bool {
	if len(known.nodes) != len(s.nodes) || len(known.roots) != len(roots) {
		return false
	}
	s.args = s.args[:0]
	for i, n := range s.nodes {
		k := &known.nodes[i]
		if n.Op != k.op || n.Type != k.dtype || n.Reached || len(n.Args) != len(k.args) || !alike(n.Layout, &k.layout) {
			return false
		}
		for j := range n.Args {
			a, k := &n.Args[j], &k.args[j]
			if s.locate(a) != k.origin || a.DType() != k.dtype || k.source != number && !alike(a.Layout, &k.layout) {
				return false
			}
		}
	}
	for i, r := range roots {
		if rootOf(r) != known.roots[i] {
			return false
		}
	}
	return true
}

// origin tells where an argument comes from.
type origin struct {
	source
	index int32 // of a node
	first int32 // the first argument that reads the same elements; 0 for a number
}

// locate finds the origin of the next argument.
func (s *schedules) locate(a *graph.Arg) (p origin) {
	s.args = append(s.args, a)
	if a.Version == nil {
		return origin{source: number}
	}
	if p.source = input; a.Version.Waiting() {
		p.source, p.index = node, int32(a.Version.Expr.Index)
	}
	for !s.args[p.first].Same(a) {
		p.first++
	}
	return p
}

// rootOf is the Index of a root, -1 if it does not wait.
func rootOf(r *graph.Version) int {
	if r.Waiting() {
		return r.Expr.Index
	}
	return -1
}

// alike reports whether layouts are equal except for their offsets.
func alike(a, b *broadcast.Layout) bool {
	return slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Strides, b.Strides)
}

// retain keeps the structure of the nodes in the schedule. It copies the layouts, which may be
// fields of views.
func (s *schedules) retain(made *schedule, roots []*graph.Version) {
	s.args = s.args[:0]
	made.nodes, made.roots = make([]sketch, len(s.nodes)), make([]int, len(roots))
	for i, n := range s.nodes {
		k := &made.nodes[i]
		*k = sketch{n.Op, n.Type, *n.Layout, make([]sketchArg, len(n.Args))}
		for j := range n.Args {
			a, x := &n.Args[j], &k.args[j]
			x.origin = s.locate(a)
			if x.dtype = a.DType(); x.source != number {
				x.layout = *a.Layout
			}
		}
	}
	for i, r := range roots {
		made.roots[i] = rootOf(r)
	}
	for i := range made.regions {
		made.regions[i].launch.Reuse()
	}
}
