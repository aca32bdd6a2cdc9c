package shaders

import (
	"slices"
)

// units says how threads compute neighbours: each of them a unit, up to steps units.
type units struct {
	steps    int
	even     bool // nothing is left over
	looped   bool // everything is: long programs are computed one by one
	onWords  bool // whole words are computed at once
	wordable bool // so they may be, where no operand's elements are one by one
	whole    int  // threads that have steps whole units
	phase    int  // flat: how many of the first unit's elements lie before element 0
	head     int  // flat: where the first whole unit begins, counted like the phase
	strips   int  // stacked: units in a row
	blocks   int  // stacked: threads of whole units along the axis of steps
	tiled    bool // stacked: tile blocks, then strips, then the other blocks
	full     bool // even: every workgroup is
	far      bool // stacked: some threads' numbers are too large for m_quotient
}

// rowGroups is how many workgroups every device takes in a row; see Grid.
const rowGroups = 65535

// fill finds whether the grid is a row of workgroups with no threads to spare. Then none has
// to ask whether it is one too many, which takes software drivers a tenth of an addition's
// time: they mask what follows.
func (k *Kernel) fill() {
	k.full = k.even && k.threads%Workgroup == 0 && k.threads <= rowGroups*Workgroup
}

// wordUnits stands for as many elements as 16 bytes hold of a program on whole words.
const wordUnits = 0

// load is how the elements of a unit are loaded and stored.
type load uint8

const (
	oneByOne load = iota
	whole         // as the words that they fill
	askew         // small ones, as parts of words
	repeated      // one element for all
	turned        // as words of elements above each other, one of each for every unit
	column        // as one such word, each element repeated
)

func (l load) String() string {
	return [...]string{"", " aligned", " misaligned", " splat", " transposed-load", " column-broadcast"}[l]
}

// tile is how many blocks above each other neighbouring threads compute where an operand is
// turned: so they use all of the memory's lines that they touch, of it and of the others.
const tile = 4

// oneAxis reports whether the place of an element follows from one index, for all operands.
func (k *Kernel) oneAxis() bool {
	return len(k.plan.Shape) <= 1 || !slices.ContainsFunc(k.operands, func(o operand) bool { return o.access == strided })
}

// unit is the number of elements, 0 if the program does not run on words.
func (k *Kernel) unit(each int) int {
	if each != wordUnits {
		return each
	}
	p := k.program
	if !k.wordable {
		return 0
	}
	return lanes * perWord(p.Type(p.Outputs()[0]))
}

// settle decides of what vectors the bindings are arrays: the longest that no unit of
// theirs is shorter than.
func (k *Kernel) settle() {
	for i := range k.operands {
		if o := k.operands[i]; o.load == whole || o.load == turned || o.load == column {
			b := &k.bindings[o.binding]
			n := min(k.unitWords(i), 4)
			if b.vector == 0 || n < b.vector {
				b.vector = n
			}
		}
	}
}

// unitWords is how many words an operand's unit takes.
func (k *Kernel) unitWords(i int) int { return k.each * k.operands[i].dtype.Size() / wordBytes }

// wordsSuffice reports whether whole words can be computed at once: all values have one
// width, and every instruction has a text for words.
func (k *Kernel) wordsSuffice() bool {
	p := k.program
	per := 0
	for v := range p.Result(len(p.Code())) {
		dt := p.Type(v)
		if !small(dt) || per != 0 && perWord(dt) != per {
			return false
		}
		per = perWord(dt)
	}
	for _, in := range p.Code() {
		if !k.hasWordTemplate(in) {
			return false
		}
	}
	return true
}

// body is how many elements of a flat kernel lie in whole units, and of the axis of steps
// of a stacked one.
func (k *Kernel) body() int {
	if k.spread == stacked {
		return k.blocks * k.steps
	}
	return k.whole * k.steps * k.each
}

// loneElements is how many elements a lone thread computes: those of a word where outputs
// are small; in stacked kernels a unit's.
func (k *Kernel) loneElements() int {
	n := 1
	for _, i := range k.smallOutputs() {
		n = max(n, perWord(k.operands[i].dtype))
	}
	if k.spread == stacked {
		n = k.each
	}
	return n
}
