package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// firsts says which elements of a sorted group a launch stores: those whose ranks, which are positions, are places of
// its outputs. The others need not be sorted, and are not walked over.
type firsts struct {
	ranks int // the operand of these positions, or 0 if all elements are stored
	size  int // of the outputs along the axis of the places
}

// ranksOf is the input of positions at which all outputs of level 1 are stored, after a sort, or -1.
func (c *compiled) ranksOf() device.Value {
	last := len(c.phases) - 1
	if last < 1 || c.faulty || len(c.phases[last].ends) > 0 || !slices.ContainsFunc(c.phases[last-1].ends, func(i int) bool { return c.steps[i].sorts }) {
		return -1
	}
	ranks := device.Value(-1)
	for k := range c.outputs {
		if c.source.OutputLevel(k) == 0 {
			continue
		}
		o, s := c.source.Output(k), c.storeOf(k)
		if s == nil || s.kept >= 0 || !o.Skip || len(o.At) != 1 || ranks >= 0 && ranks != o.At[0] {
			return -1
		}
		if ranks = o.At[0]; !c.position(ranks) {
			return -1
		}
	}
	return ranks
}

// layFirsts finds out which elements are stored.
func (t *layout) layFirsts() {
	t.firsts = firsts{}
	g := &t.groups
	if t.program.ranks < 0 || g.elements.to-g.elements.from != 1 {
		return
	}
	k := t.outs + int(t.program.ranks)
	for axis, stride := range t.moves[k].strides {
		if axis == g.elements.from && stride != 1 || axis != g.elements.from && stride != 0 && t.plan.Shape[axis] > 1 {
			return
		}
	}
	t.firsts.ranks = k
	for k := range t.outs {
		if t.program.source.OutputLevel(k) > 0 {
			t.firsts.size = max(t.firsts.size, t.moves[k].places[0].Size)
		}
	}
}

// firstsOf is how many of the first of n elements are stored, and one at least.
func (t *task) firstsOf(n int) int {
	if t.firsts.ranks == 0 {
		return n
	}
	return min(n, max(t.firsts.size-t.at[t.firsts.ranks].number, 1))
}
