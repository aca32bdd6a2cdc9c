package replay

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// share finds slots for intermediate results, from the last launch to the first. A symbol gets its
// slot at the launch that reads it last. That is the slot of an output which the launch may compute
// in the symbol's place. Otherwise it is one that no later launch needs, or a new one.
func (p *Plan) share() {
	var free []int // slots
	for _, l := range slices.Backward(p.launches) {
		for _, out := range l.Out {
			if x := symbolOf(out); x.slot == nowhere { // nothing reads it
				x.slot = p.room(x.bytes, &free)
			}
		}
		made := slices.DeleteFunc(slices.Clone(l.Out), func(out device.Operand) bool {
			x := symbolOf(out)
			x.writes--
			return x.writes > 0 // an earlier launch writes it too, as one does before a store
		})
		for _, x := range l.reads() {
			if x.slot != nowhere {
				continue
			}
			if k := slices.IndexFunc(made, func(out device.Operand) bool { return p.inPlace(&l, x, out) }); k >= 0 {
				x.slot = symbolOf(made[k]).slot
				p.slots[x.slot].bytes = max(p.slots[x.slot].bytes, x.bytes)
				made = slices.Delete(made, k, k+1)
			} else {
				x.slot = p.room(x.bytes, &free)
			}
		}
		for _, out := range made { // no earlier launch needs it
			if at := symbolOf(out).slot; p.slots[at].kind == scratch {
				free = append(free, at)
			}
		}
	}
}

// inPlace reports whether a launch may compute an output in the place of a symbol that it reads. It
// may not if it also writes that symbol, or may have an index error.
func (p *Plan) inPlace(l *launch, s *symbol, out device.Operand) bool {
	to := symbolOf(out)
	if l.fault != nil {
		return false
	}
	if kind := p.slots[to.slot].kind; kind != scratch && (kind != returned || s.bytes > to.bytes) {
		return false
	}
	return !slices.ContainsFunc(l.Out, func(o device.Operand) bool { return symbolOf(o) == s }) &&
		!slices.ContainsFunc(l.In, func(in device.Operand) bool {
			return symbolOf(in) == s && (in.Type.Size() != out.Type.Size() || !in.Layout.Equal(out.Layout))
		})
}

// room takes a free slot, or makes one. The best is the smallest that is large enough, or else the
// largest, which grows.
func (p *Plan) room(bytes int, free *[]int) int {
	if len(*free) == 0 {
		return p.add(slot{kind: scratch, bytes: bytes})
	}
	best := slices.MinFunc(*free, func(a, b int) int {
		x, y := p.slots[a].bytes, p.slots[b].bytes
		if x >= bytes && y >= bytes {
			return x - y
		}
		return y - x
	})
	*free = slices.DeleteFunc(*free, func(at int) bool { return at == best })
	p.slots[best].bytes = max(p.slots[best].bytes, bytes)
	return best
}

// decideDirect decides whether the new elements of a written input may overwrite the old ones. They
// may if each launch that reads old elements still finds them. A launch may overwrite elements that
// it reads itself, but only in place. A run then leaves out a copy of elements to where they lie.
func (in *input) decideDirect(launches []launch) {
	in.begin, in.direct = len(launches), len(in.launches) == 0 // an index error leaves the old elements
	var gone []broadcast.Layout                                // of the elements that launches overwrite
	for i := range launches {
		l, before, finds := &launches[i], len(gone), true
		for _, out := range l.Out {
			if symbolOf(out).slot == in.after {
				gone = append(gone, out.Layout)
			}
		}
		for n, read := range l.reads() {
			for k, at := range gone {
				if layout := l.In[n].Layout; read.slot == in.given && (k < before || !layout.Equal(at)) && broadcast.Overlap(layout, at) {
					finds = false
				}
			}
		}
		if finds && in.copied(l) {
			l.copies, gone = true, gone[:before]
			continue
		}
		if len(gone) > before {
			in.begin = min(in.begin, i)
		}
		in.direct = in.direct && finds
	}
}

// copied reports whether a launch copies elements of the input to the same place of the slot to which
// the input is written.
func (in *input) copied(l *launch) bool {
	return len(l.Program.Code()) == 0 && len(l.In) == 1 && len(l.Out) == 1 && l.In[0].Buffer != nil &&
		symbolOf(l.In[0]).slot == in.given && symbolOf(l.Out[0]).slot == in.after && l.In[0].Layout.Equal(l.Out[0].Layout)
}
