package shaders

import (
	"errors"
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
