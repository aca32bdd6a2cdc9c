package replay

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// share gives a symbol the slot of a result. The launch that reads the symbol for the last time then
// computes the result in its place.
func (p *Plan) share() {
	for i := len(p.launches) - 1; i >= 0; i-- {
		for _, out := range p.launches[i].out {
			if out.symbol.slot == nowhere || out.symbol.first != i {
				continue
			}
			at := p.slots[out.symbol.slot]
			if at.kind != returned && (at.kind != written || p.inputs[at.index].read) {
				continue
			}
			for _, in := range p.launches[i].in {
				x := in.symbol
				if x.slot == nowhere && x.last == i && x.bytes <= out.symbol.bytes && p.inPlace(i, x, out) {
					x.slot = out.symbol.slot
					break
				}
			}
		}
	}
}

// inPlace reports whether launch i may write out to the slot of another symbol that it reads. It may
// not if it also writes that symbol.
func (p *Plan) inPlace(i int, s *symbol, out operand) bool {
	for _, o := range p.launches[i].out {
		if o.symbol == s {
			return false
		}
	}
	for _, in := range p.launches[i].in {
		if in.symbol == s && (in.dtype.Size() != out.dtype.Size() || !in.layout.Equal(out.layout)) {
			return false
		}
	}
	return true
}

// scratch finds slots for intermediate results. An output gets the slot of an operand that the
// launch reads for the last time. Otherwise it gets the slot of a symbol that is no longer needed,
// or a new slot.
func (p *Plan) scratch() {
	var free []int // slots
	for i := range p.launches {
		l := &p.launches[i]
		var taken, kept []int // slots of all outputs, and of the outputs that are needed later
		for _, out := range l.out {
			if out.symbol.slot == nowhere {
				out.symbol.slot = p.room(i, out, &free, taken)
			}
			taken = append(taken, out.symbol.slot)
			if out.symbol.last > i {
				kept = append(kept, out.symbol.slot)
			}
		}
		for _, operands := range [][]operand{l.out, l.in} {
			for _, o := range operands {
				at := o.symbol.slot
				if o.symbol.last == i && p.slots[at].kind == scratch && !slices.Contains(kept, at) && !slices.Contains(free, at) {
					free = append(free, at)
				}
			}
		}
	}
}

// room returns a slot for an output that launch i is the first to write. It is not among the
// slots taken.
func (p *Plan) room(i int, out operand, free *[]int, taken []int) (at int) {
	bytes := out.symbol.bytes
	for _, in := range p.launches[i].in {
		at := in.symbol.slot
		if in.symbol.last == i && p.slots[at].kind == scratch && !slices.Contains(taken, at) && p.inPlace(i, in.symbol, out) {
			return p.grow(at, bytes)
		}
	}
	best := nowhere
	for k, at := range *free { // the smallest that is large enough, else the largest
		if best == nowhere || fitsBetter(p.slots[at].bytes, p.slots[(*free)[best]].bytes, bytes) {
			best = k
		}
	}
	if best == nowhere {
		return p.add(slot{kind: scratch, bytes: bytes})
	}
	at = (*free)[best]
	*free = slices.Delete(*free, best, best+1)
	return p.grow(at, bytes)
}

// fitsBetter reports whether a slot of size a is better than a slot of size b.
func fitsBetter(a, b, bytes int) bool {
	if a >= bytes && b >= bytes {
		return a < b
	}
	return a > b
}

func (p *Plan) grow(at, bytes int) int {
	p.slots[at].bytes = max(p.slots[at].bytes, bytes)
	return at
}

// decideDirect decides whether the new elements of the input may overwrite the old ones. They may
// if each launch that reads old elements still finds them. A launch may overwrite elements that it
// reads itself, but only in place. A run then leaves out a copy of elements to where they lie.
func (in *input) decideDirect(launches []launch) {
	in.begin = len(launches)
	in.direct = in.written()
	for i := range launches {
		l := &launches[i]
		if in.copied(l) && in.untouched(l.in[0].layout, launches[:i], l) {
			l.copies = true
			continue
		}
		for _, out := range l.out {
			if out.symbol.slot == in.after {
				in.begin = min(in.begin, i)
			}
		}
		for _, read := range l.in {
			in.direct = in.direct && (read.symbol.slot != in.given || in.untouched(read.layout, launches[:i], l))
		}
	}
}

// copied reports whether a launch copies elements of the input to the same place of the slot to which
// the input is written.
func (in *input) copied(l *launch) bool {
	return in.written() && len(l.program.Code()) == 0 && len(l.in) == 1 && len(l.out) == 1 &&
		l.in[0].symbol.slot == in.given && l.out[0].symbol.slot == in.after && l.in[0].layout.Equal(l.out[0].layout)
}

// untouched reports whether a launch still finds the input's elements at a layout, although it and
// the launches before it write to the same memory.
func (in *input) untouched(layout broadcast.Layout, before []launch, l *launch) bool {
	for i := range before {
		for _, out := range before[i].out {
			if out.symbol.slot == in.after && !before[i].copies && broadcast.Overlap(layout, out.layout) {
				return false
			}
		}
	}
	for _, out := range l.out {
		if out.symbol.slot == in.after && !layout.Equal(out.layout) && broadcast.Overlap(layout, out.layout) {
			return false
		}
	}
	return true
}
