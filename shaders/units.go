package shaders

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

// tile is how many blocks above each other neighbouring threads compute where an operand is
// turned: so they use all of the memory's lines that they touch, of it and of the others.
const tile = 4

// unit is the number of elements, 0 if the program does not run on words.
func (k *Kernel) unit(each int) int {
	if each != wordUnits {
		return each
	}
	p := k.program
	if !k.wordable {
		return 0
	}
	return vectorWords * perWord(p.Type(p.Outputs()[0]))
}

// unitWords is how many words an operand's unit takes.
func (k *Kernel) unitWords(i int) int { return k.each * k.operands[i].dtype.Size() / wordBytes }

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
	if k.spread == stacked {
		return k.each
	}
	return k.mostPerWord()
}
