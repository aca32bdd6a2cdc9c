package shaders

import (
	"errors"

	"github.com/wgtensor/wgtensor/broadcast"
)

// ErrApart is For's answer to outputs that meet in words, or have their elements in different
// parts of words: no thread can own all words that it would write. Launched one by one each
// has a kernel; inputs that lie where an output does are to be copied first.
var ErrApart = errors.New("outputs share words, or lie in them in different ways")

// spread is how elements are dealt to threads. Where outputs are smaller than a word a
// thread has to own every word it writes: it computes all elements of them.
type spread uint8

const (
	// single: a thread computes one element.
	single spread = iota
	// flat: a thread computes units of neighbours, wherever rows begin.
	flat
	// stacked: a thread computes units above each other, in several rows.
	stacked
	// clustered: small outputs lie with gaps, all alike; a thread computes what elements
	// there are in one word.
	clustered
	// inTurns: a thread computes one element, and the kernel is dispatched once for each
	// place in a word. In its turn only the elements at that place are computed, of which a
	// word has one.
	inTurns
)

func (s spread) String() string {
	return [...]string{"element", "flat", "row-blocked", "word-owning", "multi-pass"}[s]
}

// inUnits reports whether threads compute units.
func (k *Kernel) inUnits() bool { return k.spread == flat || k.spread == stacked }

func (k *Kernel) single() bool { return true }

// byTurns is left for what is rare: layouts with interleaving axes, where to find the
// elements of a word would take a search, and rows with wide gaps that yet meet in words.
func (k *Kernel) byTurns() bool {
	k.spread = inTurns
	return true
}

// Turns is how many times the kernel is to be dispatched, one after the other: 1, as a rule.
func (k *Kernel) Turns() int {
	if k.spread != inTurns {
		return 1
	}
	return perWord(k.operands[k.smallOutputs()[0]].dtype)
}

// Turn is the kernel for a turn. They differ in Params.
func (k *Kernel) Turn(i int) *Kernel {
	t := *k
	t.turn = i
	return &t
}

// emitTurn leaves the elements of other turns to them.
func (k *Kernel) emitTurn(t *text) {
	if k.spread == inTurns {
		lead := k.smallOutputs()[0]
		t.line("if (((%s) & %du) != params.turn) { return; }", k.position(lead), perWord(k.operands[lead].dtype)-1)
	}
}

func (k *Kernel) outputs() int { return len(k.program.Outputs()) }

// smallOutputs are the indices of outputs whose elements share words.
func (k *Kernel) smallOutputs() (found []int) {
	for i, o := range k.operands[:k.outputs()] {
		if small(o.dtype) {
			found = append(found, i)
		}
	}
	return found
}

// wordsMeet reports whether two outputs in one buffer might write the same word.
func (k *Kernel) wordsMeet() bool {
	for i := range k.outputs() {
		for j := range i {
			if a, b := k.operands[i], k.operands[j]; a.binding != b.binding || !small(a.dtype) && !small(b.dtype) {
				continue
			}
			ilo, ihi := k.reach(i)
			jlo, jhi := k.reach(j)
			if ilo < jhi && jlo < ihi {
				return true
			}
		}
	}
	return false
}

// reach is the range of words that an operand lies in.
func (k *Kernel) reach(i int) (lo, hi int) {
	a, dt := k.plan.Operands[i], k.operands[i].dtype
	l := broadcast.Layout{Shape: k.plan.Shape, Strides: a.Strides, Offset: a.Offset}
	lo, hi = l.Bounds()
	return lo * dt.Size() / wordBytes, (hi*dt.Size() + wordBytes - 1) / wordBytes
}
