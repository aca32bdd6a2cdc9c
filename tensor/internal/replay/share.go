package replay

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// share has symbols lie where a result will, as long as that is computed in place of them.
func (d *draft) share() {
	for i := len(d.launches) - 1; i >= 0; i-- {
		for _, out := range d.launches[i].out {
			at := d.at[out.symbol]
			if at == nowhere || d.first[out.symbol] != i {
				continue
			}
			p := d.places[at]
			if p.kind != returned && (p.kind != written || d.inputs[p.index].read) {
				continue
			}
			if x := d.dyingSymbol(i, out); x != nowhere && d.symbols[x].bytes <= d.symbols[out.symbol].bytes {
				d.at[x] = at
			}
		}
	}
}

// dyingSymbol returns a symbol without a place that launch i reads last, as it writes out; or
// nowhere.
func (d *draft) dyingSymbol(i int, out operand) int {
	for _, in := range d.launches[i].in {
		if d.last[in.symbol] == i && d.at[in.symbol] == nowhere && d.inPlace(i, in.symbol, out) {
			return in.symbol
		}
	}
	return nowhere
}

// inPlace reports whether launch i may write out where a symbol lies that it reads.
func (d *draft) inPlace(i, symbol int, out operand) bool {
	for _, in := range d.launches[i].in {
		if in.symbol == symbol && (in.dtype.Size() != out.dtype.Size() || !in.layout.Equal(out.layout)) {
			return false
		}
	}
	return true
}

// scratch finds places for symbols that only the launches know. A place is that of an operand which
// the launch reads for the last time, or that of a symbol which is no longer needed.
func (d *draft) scratch() {
	var free []int // places
	for i := range d.launches {
		l := &d.launches[i]
		var taken, kept []int // places of what the launch writes, and of what is needed later
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
				if d.last[o.symbol] == i && d.places[at].kind == scratch && !slices.Contains(kept, at) && !slices.Contains(free, at) {
					free = append(free, at)
				}
			}
		}
	}
}

// room returns a place for an output that launch i is the first to write. It is none of those that
// are taken.
func (d *draft) room(i int, out operand, free *[]int, taken []int) (at int) {
	bytes := d.symbols[out.symbol].bytes
	for _, in := range d.launches[i].in {
		at := d.at[in.symbol]
		if d.last[in.symbol] == i && d.places[at].kind == scratch && !slices.Contains(taken, at) && d.inPlace(i, in.symbol, out) {
			return d.grow(at, bytes)
		}
	}
	best := nowhere
	for k, at := range *free { // the smallest that is large enough, else the largest
		if best == nowhere || fitsBetter(d.places[at].bytes, d.places[(*free)[best]].bytes, bytes) {
			best = k
		}
	}
	if best == nowhere {
		return d.add(place{kind: scratch, bytes: bytes})
	}
	at = (*free)[best]
	*free = slices.Delete(*free, best, best+1)
	return d.grow(at, bytes)
}

// fitsBetter reports whether a place of a bytes is to be preferred to one of b.
func fitsBetter(a, b, bytes int) bool {
	if a >= bytes && b >= bytes {
		return a < b
	}
	return a > b
}

func (d *draft) grow(at, bytes int) int {
	d.places[at].bytes = max(d.places[at].bytes, bytes)
	return at
}

// decideDirect finds out whether what is written to the input may lie where the input does. That is so
// if no launch reads elements of it that were written before, or that it writes itself but in
// place. A copy of the input as a whole is then left out.
func (in *input) decideDirect(launches []launch) {
	in.begin = len(launches)
	in.direct = in.write
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

// copied reports whether a launch copies all of the input to where it is written.
func (in *input) copied(l *launch) bool {
	return in.write && len(l.program.Code()) == 0 && len(l.in) == 1 && len(l.out) == 1 &&
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
