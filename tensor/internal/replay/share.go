package replay

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// share gives symbols the slot of a result, if a launch can compute the result in place of the
// symbol.
func (d *draft) share() {
	for i := len(d.launches) - 1; i >= 0; i-- {
		for _, out := range d.launches[i].out {
			at := d.at[out.symbol]
			if at == nowhere || d.first[out.symbol] != i {
				continue
			}
			p := d.slots[at]
			if p.kind != returned && (p.kind != written || d.inputs[p.index].read) {
				continue
			}
			if x := d.dyingSymbol(i, out); x != nowhere && d.symbols[x].bytes <= d.symbols[out.symbol].bytes {
				d.at[x] = at
			}
		}
	}
}

// dyingSymbol returns a symbol that has no slot and that no launch reads after launch i. Launch i
// may write out in its slot. Without such a symbol it returns nowhere.
func (d *draft) dyingSymbol(i int, out operand) int {
	for _, in := range d.launches[i].in {
		if d.last[in.symbol] == i && d.at[in.symbol] == nowhere && d.inPlace(i, in.symbol, out) {
			return in.symbol
		}
	}
	return nowhere
}

// inPlace reports whether launch i may write out to the slot of a symbol that it reads.
func (d *draft) inPlace(i, symbol int, out operand) bool {
	for _, in := range d.launches[i].in {
		if in.symbol == symbol && (in.dtype.Size() != out.dtype.Size() || !in.layout.Equal(out.layout)) {
			return false
		}
	}
	return true
}

// scratch finds slots for intermediate results. An output gets the slot of an operand that the
// launch reads for the last time. Otherwise it gets the slot of a symbol that is no longer needed,
// or a new slot.
func (d *draft) scratch() {
	var free []int // slots
	for i := range d.launches {
		l := &d.launches[i]
		var taken, kept []int // slots of all outputs, and of the outputs that are needed later
		for _, out := range l.out {
			if d.at[out.symbol] == nowhere {
				d.at[out.symbol] = d.room(i, out, &free, taken)
			}
			taken = append(taken, d.at[out.symbol])
			if d.last[out.symbol] > i {
				kept = append(kept, d.at[out.symbol])
			}
		}
		for _, operands := range [][]operand{l.out, l.in} {
			for _, o := range operands {
				at := d.at[o.symbol]
				if d.last[o.symbol] == i && d.slots[at].kind == scratch && !slices.Contains(kept, at) && !slices.Contains(free, at) {
					free = append(free, at)
				}
			}
		}
	}
}

// room returns a slot for an output that launch i is the first to write. It is not among the
// slots taken.
func (d *draft) room(i int, out operand, free *[]int, taken []int) (at int) {
	bytes := d.symbols[out.symbol].bytes
	for _, in := range d.launches[i].in {
		at := d.at[in.symbol]
		if d.last[in.symbol] == i && d.slots[at].kind == scratch && !slices.Contains(taken, at) && d.inPlace(i, in.symbol, out) {
			return d.grow(at, bytes)
		}
	}
	best := nowhere
	for k, at := range *free { // the smallest that is large enough, else the largest
		if best == nowhere || fitsBetter(d.slots[at].bytes, d.slots[(*free)[best]].bytes, bytes) {
			best = k
		}
	}
	if best == nowhere {
		return d.add(slot{kind: scratch, bytes: bytes})
	}
	at = (*free)[best]
	*free = slices.Delete(*free, best, best+1)
	return d.grow(at, bytes)
}

// fitsBetter reports whether a slot of size a is better than a slot of size b.
func fitsBetter(a, b, bytes int) bool {
	if a >= bytes && b >= bytes {
		return a < b
	}
	return a > b
}

func (d *draft) grow(at, bytes int) int {
	d.slots[at].bytes = max(d.slots[at].bytes, bytes)
	return at
}

// decideDirect decides whether the new elements of the input may overwrite the old ones. They may
// if each launch that reads old elements still finds them. A launch may overwrite elements that it
// reads itself, but only in place. A run then leaves out a copy of the whole input.
func (in *input) decideDirect(launches []launch) {
	in.begin = len(launches)
	in.direct = in.written()
	for i := range launches {
		l := &launches[i]
		if in.copied(l) {
			l.copies = true
			continue
		}
		for _, out := range l.out {
			if out.symbol == in.after {
				in.begin = min(in.begin, i)
			}
		}
		for _, read := range l.in {
			in.direct = in.direct && (read.symbol != in.given || in.untouched(read.layout, launches[:i], l))
		}
	}
}

// copied reports whether a launch copies the whole input to the slot to which it is written.
func (in *input) copied(l *launch) bool {
	return in.written() && len(l.program.Code()) == 0 && len(l.in) == 1 && len(l.out) == 1 &&
		l.in[0].symbol == in.given && l.out[0].symbol == in.after && l.in[0].layout.Equal(l.out[0].layout)
}

// untouched reports whether a launch still finds the input's elements at a layout, although it and
// the launches before it write to the same memory.
func (in *input) untouched(layout broadcast.Layout, before []launch, l *launch) bool {
	for i := range before {
		for _, out := range before[i].out {
			if out.symbol == in.after && !before[i].copies && broadcast.Overlap(layout, out.layout) {
				return false
			}
		}
	}
	for _, out := range l.out {
		if out.symbol == in.after && !layout.Equal(out.layout) && broadcast.Overlap(layout, out.layout) {
			return false
		}
	}
	return true
}
