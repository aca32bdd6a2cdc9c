package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// schedule is the result of a cut: launches in order, without buffers and elements. It serves all
// expressions of the same structure. The structure is all that a cut depends on, besides weights: how
// many operands a launch has at most, operations, types, layouts, and which expression reads which. It has
// the offsets of layouts only where a cut depends on them.
type schedule struct {
	scales    device.Weigher
	bound     int // of a strip
	tiles     device.Multiplier
	structure key // empty until the schedule is kept
	regions   []region
	order     []int32 // of the regions, to launch them
}

// schedules finds the schedule of expressions. It retains those of structures that came twice: in a
// loop the same expressions are made again and again.
type schedules struct {
	cutter
	known     map[uint64]*schedule // by the hash of the structure; nil if it came once
	structure key                  // of the nodes
	reads     []use                // arguments that launches read, those of the same elements once
}

// mostKnown is how many structures are known. Then all are forgotten.
const mostKnown = 1 << 8

// find cuts expressions, or finds how expressions of their structure were cut.
func (s *schedules) find(nodes, roots []*graph.Version) (*schedule, error) {
	s.nodes, s.saved = nodes, 0
	s.describe(roots)
	hash := s.structure.hash()
	known, seen := s.known[hash]
	if known != nil && slices.Equal(known.structure, s.structure) && known.scales == s.scales && known.bound == s.stripBytes() && known.tiles == s.tiles {
		return known, nil
	}
	made := s.cut(roots)
	for _, at := range made.order {
		if err := s.build(at); err != nil {
			return nil, err
		}
	}
	s.divide()
	switch {
	case len(s.structure) == 0:
	case seen:
		s.schedule, s.known[hash] = nil, made
		made.scales, made.bound, made.tiles, made.structure = s.scales, s.stripBytes(), s.tiles, slices.Clone(s.structure)
		for _, at := range made.order {
			made.regions[at].launch.Reuse()
			made.regions[at].keeps.Reuse()
		}
	default:
		if s.known == nil || len(s.known) == mostKnown {
			s.known = map[uint64]*schedule{}
		}
		s.known[hash] = nil
	}
	return made, nil
}

// describe writes the structure of the nodes. It leaves the structure empty if no schedule is kept
// for it: it is large, or recorded, or an earlier evaluation has reached a part of it.
func (s *schedules) describe(roots []*graph.Version) {
	s.structure, s.reads = s.structure[:0], s.reads[:0]
	if s.recorder != nil || len(s.nodes) > maxCode {
		return
	}
	k := append(s.structure, uint64(s.operands)<<32|uint64(len(s.nodes)))
	var last *broadcast.Layout
	large := false // there may be strips
	for at, n := range s.nodes {
		e := n.Expr
		if e.Reached {
			return
		}
		k = k.layout(row(e.Op, n.Type), n.Layout, last)
		last, large = n.Layout, large || n.Bytes() > s.stripBytes()
		if !e.IsMap() {
			k = append(k, uint64(len(e.Args))<<32|uint64(len(e.Axes())))
			for _, axis := range e.Axes() {
				k = append(k, uint64(axis))
			}
			k = k.text(e.Name())
			if store := e.Store(); store != nil {
				k = k.layout(options(store.Options), store.At, last)
				last = store.At
			}
		}
		for i := range e.Args {
			a, u := &e.Args[i], use{int32(at), int32(i)}
			switch {
			case a.IsScalar():
				k = append(k, uint64(a.Type))
				continue
			case a.Version == nil: // a position
				k = k.layout(positions|uint64(s.bind(&s.reads, u))<<8|uint64(a.Type), a.Layout, last)
			case !a.Version.Waiting():
				k = k.layout(elements|uint64(s.bind(&s.reads, u))<<8|uint64(a.Version.Type), a.Layout, last)
			case a.Layout == a.Version.Layout: // the key has it
				k = append(k, waits|uint64(a.Version.Expr.Index))
				continue
			default:
				k = k.layout(waits|uint64(s.bind(&s.reads, u))<<32|uint64(a.Version.Expr.Index), a.Layout, last)
				if e.Op == op.Dot {
					k = append(k, uint64(a.Layout.Offset)) // see steps
				}
			}
			last = a.Layout
		}
	}
	if large {
		k = s.offsets(k)
	}
	for _, r := range roots {
		at := 0 // it does not wait
		if r.Waiting() {
			at = 1 + r.Expr.Index
		}
		k = append(k, uint64(at))
	}
	s.structure = k
}

// offsets adds where the arguments that wait are read. Whether launches have strips depends on it: see box.
func (s *schedules) offsets(k key) key {
	for _, n := range s.nodes {
		for i := range n.Expr.Args {
			if a := &n.Expr.Args[i]; a.Version != nil && a.Version.Waiting() {
				k = append(k, uint64(a.Layout.Offset))
			}
		}
	}
	return k
}

// Marks in a word about an argument: it is a stored version, one that waits, or a position, and no
// number.
const elements, waits, positions = uint64(1 << 62), uint64(1 << 61), uint64(1 << 60)
