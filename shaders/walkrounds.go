package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// A thread of a walk takes a vector of elements in a round of its loop, where they lie side by side. It loads
// them together: a software driver takes nearly as long for the index of a word as for that of a vector.

// leastInRounds is how many elements a group has, at least, that threads take in rounds.
const leastInRounds = 16

// costOfRounds is the Cost of a program, at most, whose text a round repeats for each of its elements.
const costOfRounds = 1 << 13

// findRounds finds the operands that the walk of a kernel loads in vectors, and how many elements make a
// round.
func (g *grouping) findRounds(k *Kernel) {
	w, n := k.walk, &k.nest
	w.round = 1
	if w.team > 1 || w.deal != wholeGroups && w.deal != parts || len(n.shape) == w.kept || g.nest.Elements.Len < leastInRounds ||
		Cost(g.launch.Program, g.repair) > costOfRounds {
		return
	}
	for i := n.outputs; i < len(n.operands); i++ {
		if o := &n.operands[i]; o.level > 0 && !o.unbound && len(o.places) == 0 && n.vectorsAlong(o, len(n.shape)-1) {
			o.width, w.round = vectorWords, vectorWords
		}
	}
}

// inVectors reports whether a round loads the elements of an operand together.
func (x walkText) inVectors(o *operand) bool { return x.round > 1 && o.width > 1 && !o.output }

// writeRoundOfElements writes what a trip does with the elements of a round. They lie along the last axis.
func (x walkText) writeRoundOfElements(t *text, r trip, taken []device.Value, several bool) {
	for i := range x.k.nest.operands {
		if o := &x.k.nest.operands[i]; x.inVectors(o) && x.needs(r, taken, o) {
			at := fmt.Sprintf("%s_base%d", o.name(), x.number(r))
			for axis := x.kept; axis < len(o.strides); axis++ {
				at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, o.name(), axis)
			}
			t.line("let %s_vector = %s;", o.name(), o.boundVector("("+at+")"+divideByPower(o.width)))
		}
	}
	last := len(x.k.nest.shape) - 1
	for lane := range x.round {
		t.open("{")
		if lane > 0 {
			t.line("let e = e + %du;", lane)
			t.line("let i%d = i%d + %du;", last, last, lane)
		}
		x.writeElement(t, r, taken, several, lane)
		t.close()
	}
}
