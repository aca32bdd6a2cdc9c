package shaders

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// A thread of a walk takes some neighbours in a round: elements of its group, or groups of one element each. It
// loads and stores them together where they lie side by side. A software driver takes nearly as long for the
// index of a word as for that of a vector.

// leastInRounds is how many neighbours there are, at least, that threads take in rounds.
const leastInRounds = 16

// costOfRounds is the Cost of a program, at most, whose text a round repeats for each neighbour.
const costOfRounds = 1 << 14

// findRounds finds the operands that the walk of a kernel loads and stores in vectors, and how many neighbours
// make a round.
func (g *grouping) findRounds(k *Kernel) {
	w, n := k.walk, &k.nest
	w.round, w.fours = 1, g.findFours()
	level, all := 1, g.nest.Elements.Len
	if g.launch.Levels == nil {
		level, all = 0, g.nest.Groups.Len
	}
	if w.team > 1 || w.deal != wholeGroups && (w.deal != parts || w.part%vectorWords > 0) || all < leastInRounds || level > 0 && len(n.shape) == w.kept ||
		g.costOfRepeated(w.fours) > costOfRounds {
		return
	}
	for i := range n.operands {
		o := &n.operands[i]
		if o.origin >= 0 && o.level == level && (!o.output || len(g.stores) == 0) && !small(o.dtype) && n.vectorsAlong(o, len(n.shape)-1) {
			o.width, w.round = vectorWords, vectorWords
		}
	}
	if level > 0 && n.shape[len(n.shape)-1]%vectorWords == 0 && slices.ContainsFunc(w.trips, w.addsFour) {
		w.round = vectorWords
	}
	if level == 0 && w.round > 1 {
		w.each = ceil(w.each, w.round)
	}
}

// abreast is how many groups a thread takes in a round.
func (w *walk) abreast() int {
	if w.turns && len(w.trips) == 0 {
		return max(1, w.round)
	}
	return 1
}

// inVectors reports whether a round loads or stores the elements of an operand together.
func (x walkText) inVectors(o *operand) bool { return x.round > 1 && o.width > 1 }

// ofVector is the element of a neighbour in the vectors of an operand.
func (o *operand) ofVector(lane int) string {
	if o.dtype.Size() == 8 {
		return fmt.Sprintf("%s_vector%d.%s", o.name(), lane/2, [...]string{"xy", "zw"}[lane%2])
	}
	return laneOf(o.name()+"_vector0", lane)
}

// setInVector sets the element of a neighbour.
func (o *operand) setInVector(t *text, lane int, bits string) {
	if o.dtype.Size() < 8 {
		t.line("%s = %s;", o.ofVector(lane), bits)
		return
	}
	t.line("let %s_bits = %s;", o.name(), bits)
	for i := range 2 {
		t.line("%s_vector%d.%c = %s_bits.%c;", o.name(), lane/2, "xyzw"[lane%2*2+i], o.name(), "xy"[i])
	}
}

// vectors calls f for each vector of an operand in a round, with its index in the binding.
func (x walkText) vectors(o *operand, at string, f func(name, vector string)) {
	at = "((" + at + ")" + divideByPower(vectorWords/words(o.dtype)) + ")"
	for i := range words(o.dtype) {
		f(fmt.Sprintf("%s_vector%d", o.name(), i), o.boundVector(plus(at, i)))
	}
}

// writeVectors loads the vectors of an input.
func (x walkText) writeVectors(t *text, o *operand, at string) {
	x.vectors(o, at, func(name, vector string) { t.line("let %s = %s;", name, vector) })
}

// declareVectors declares the vectors of an output.
func (x walkText) declareVectors(t *text, o *operand) {
	x.vectors(o, "", func(name, _ string) { t.line("var %s = vec4<u32>();", name) })
}

// storeVectors stores the vectors of an output.
func (x walkText) storeVectors(t *text, o *operand, at string) {
	x.vectors(o, at, func(name, vector string) { t.line("%s = %s;", vector, name) })
}

// writeRoundOfElements writes what a trip does with the elements of a round. They lie along the last axis.
func (x walkText) writeRoundOfElements(t *text, r trip, taken []device.Value, several bool) {
	each := func(f func(o *operand, at string)) {
		for i := range x.k.nest.operands {
			if o := &x.k.nest.operands[i]; x.inVectors(o) && x.needs(r, taken, o) {
				at := fmt.Sprintf("%s_base%d", o.name(), x.number(r))
				for axis := x.kept; axis < len(o.strides); axis++ {
					at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, o.name(), axis)
				}
				f(o, at)
			}
		}
	}
	each(func(o *operand, at string) {
		if o.output {
			x.declareVectors(t, o)
		} else {
			x.writeVectors(t, o, at)
		}
	})
	x.writeNeighbours(t, "e", func(x walkText) { x.writeElement(t, r, taken, several) })
	each(func(o *operand, at string) {
		if o.output {
			x.storeVectors(t, o, at)
		}
	})
}

// writeRoundOfGroups writes what a thread does with the groups of a round, of one element each.
func (x walkText) writeRoundOfGroups(t *text) {
	x.writeElementNumber(t, 0)
	for i := range x.k.nest.operands {
		o := &x.k.nest.operands[i]
		t.line("let %s_first = %s;", o.name(), o.along(x.kept))
		switch {
		case !x.inVectors(o):
		case o.output:
			x.declareVectors(t, o)
		default:
			x.writeVectors(t, o, o.name()+"_first")
		}
	}
	x.writeFours(t)
	x.writeNeighbours(t, "number", func(x walkText) {
		if x.marks && x.lane > 0 {
			t.line("let group_element = group_element + %s;", x.ahead("where"))
		}
		x.writeValues(t)
	})
	for i := range x.k.nest.operands {
		if o := &x.k.nest.operands[i]; o.output && x.inVectors(o) {
			x.storeVectors(t, o, o.name()+"_first")
		}
	}
}

// ofGroup is where an operand's element of a group lies. To multiply takes a driver longer than to add.
func (x walkText) ofGroup(o *operand) string {
	switch {
	case x.abreast() == 1:
		return o.along(x.kept)
	case x.lane == 0:
		return o.name() + "_first"
	}
	return o.name() + "_first + " + x.ahead(o.name()+"_stride")
}

// ahead is how far a neighbour is ahead of the first one, by a stride along the last axis.
func (x walkText) ahead(stride string) string {
	return fmt.Sprintf("%du * params.%s%d", x.lane, stride, len(x.k.nest.shape)-1)
}

// writeNeighbours writes a text for each neighbour. Neighbours lie along the last axis.
func (x walkText) writeNeighbours(t *text, number string, each func(x walkText)) {
	last, have := len(x.k.nest.shape)-1, x.have
	for lane := range x.round {
		x.lane, x.have = lane, maps.Clone(have)
		t.open("{")
		if lane > 0 {
			t.line("let %s = %s + %du;", number, number, lane)
			t.line("let i%d = i%d + %du;", last, last, lane)
		}
		each(x)
		t.close()
	}
}
