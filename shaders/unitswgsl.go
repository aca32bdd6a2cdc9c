package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// emitUnits computes a thread's units, straight on: all of their elements are there. What is
// left over at the ends is computed one by one, by threads of its own. Their loop is not the
// branch's other side, but has no rounds for others: drivers that mask branches away would
// go through it for everybody.
func (k *Kernel) emitUnits(t *text) {
	if !k.exactGrid {
		t.line("if (thread >= params.threads) { return; }")
	}
	if !k.noTail && !k.looped {
		t.line("let lone = thread >= params.whole;")
	}
	if k.mapping == rowBlocked {
		k.emitPlace(t)
	}
	if !k.looped {
		k.emitShared(t)
		if !k.noTail {
			t.open("if (!lone) {")
		}
		for step := range k.perThread {
			k.emitUnit(t, step)
		}
		if k.noTail {
			return
		}
		t.close()
		t.open("for (var e = select(%du, 0u, lone); e < %du; e++) {", k.tailLanes, k.tailLanes)
	} else {
		t.open("for (var e = 0u; e < %du; e++) {", k.tailLanes)
	}
	k.emitLoneElement(t)
	t.close()
}

// emitPlace splits the thread's number into the place of its first unit, or of a lone one.
func (k *Kernel) emitPlace(t *text) {
	number := "thread"
	tails := k.perThread > 1 && !k.noTail
	if tails {
		t.line("let number = select(thread, thread - params.whole, lone);")
		number = "number"
	}
	if k.tiled {
		t.line("let number = thread%s;", shifted(tile))
		number = "number"
	}
	t.line("let row = %s;", k.quotient(number, "strips"))
	t.line("let strip = %s - row * params.strips;", number)
	t.line("let inner = strip%s;", times(k.lanes))
	switch {
	case k.perThread == 1:
		k.writeSplit(t, "row", k.outerAxes())
		return
	case k.outerAxes() == 0:
		t.line("let place = row%s;", k.tileOf())
	case tails:
		t.line("let blocks = select(params.blocks, params.rest, lone);")
		t.line("let block = row / blocks;")
		t.line("let place = row - block * blocks;")
	default:
		t.line("let block = %s;", k.quotient("row", "blocks"))
		t.line("let place = (row - block * params.blocks)%s;", k.tileOf())
	}
	if tails {
		t.line("let step = select(place%s, params.body + place, lone);", times(k.perThread))
	} else {
		t.line("let step = place%s;", times(k.perThread))
	}
	k.writeSplit(t, "block", k.outerAxes())
}

// tileOf makes a block's number of the number of its tile.
func (k *Kernel) tileOf() string {
	if !k.tiled {
		return ""
	}
	return fmt.Sprintf(" * %du + (thread & %du)", tile, tile-1)
}

// emitShared loads what all units have in common, and finds where the others of every
// operand begin, and how far apart they lie: of what is whole, counted in vectors.
func (k *Kernel) emitShared(t *text) {
	if k.mapping == flat {
		k.emitFlatPlace(t)
	}
	for i, o := range k.operands {
		name := k.operands[i].name()
		if !k.needed(i) {
			continue
		}
		t.line("let %s_at0 = %s;", name, k.vectorAt(i).inVectors(k.firstPosition(i)))
		switch {
		case i >= k.outputs && k.vectorAt(i).shared():
			k.vectorAt(i).writeLoad(t, 0)
		case k.vectorAt(i).byColumns():
			k.vectorAt(i).writeLoadColumns(t)
		case k.mapping == flat && k.perThread > 1 && o.access == strided:
			t.line("let %s_apart = apart * params.%s_stride0;", name, name)
		}
	}
	for i := range k.program.Scalars() {
		f := k.function()
		if v := device.Value(len(k.program.Inputs()) + i); f.takes(v) {
			t.line("let s%d = %s;", v, f.scalar(v))
		}
	}
}

// needed reports whether the program does anything with an operand.
func (k *Kernel) needed(i int) bool {
	f, input := k.function(), i-k.outputs
	return input < 0 || f.takes(device.Value(input)) || f.copies(input)
}

// emitUnit computes one of the thread's units.
func (k *Kernel) emitUnit(t *text, step int) {
	for i := range k.operands {
		k.emitUnitPlace(t, i, step)
	}
	t.open("{")
	for i := k.outputs; i < len(k.operands); i++ {
		if !k.vectorAt(i).shared() && k.needed(i) {
			k.vectorAt(i).writeLoad(t, step)
		}
	}
	if f := k.function(); len(f.results()) > 0 {
		for j := range k.vectorAt(0).calls() {
			t.line("let y%d = %s;", j, f.call(func(v device.Value) string { return k.laneArgument(v, j) }))
		}
	}
	for i := range k.outputs {
		k.vectorAt(i).writeStore(t, step, func(j int) string { return k.laneResult(i, j) })
	}
	t.close()
}

// laneArgument is a value that the j-th call of apply takes.
func (k *Kernel) laneArgument(v device.Value, j int) string {
	f := k.function()
	if !f.isInput(v) {
		return f.value(v)
	}
	bits := k.vectorAt(k.outputs + int(v)).laneBits(j)
	if f.words {
		return bits
	}
	return fromBits(k.program.Type(v), bits)
}

// laneResult is the bits of the j-th element of an output's unit; on words, the j-th word.
func (k *Kernel) laneResult(output, j int) string {
	return k.function().resultBits(output, fmt.Sprintf("y%d", j), func(input int) string { return k.vectorAt(k.outputs + input).laneBits(j) })
}

// emitLoneElement computes the e-th of a lone thread's elements, if it is there.
func (k *Kernel) emitLoneElement(t *text) {
	if k.mapping == rowBlocked {
		if k.perThread > 1 {
			t.line("let i%d = step;", k.rank-2)
		}
		t.line("let i%d = inner + e;", k.rank-1)
		k.emitElement(t)
		return
	}
	number := "thread"
	if !k.looped {
		number = "(thread - params.whole)"
	}
	t.line("let rest = %s%s + e;", number, times(k.tailLanes))
	t.line("let slot = select(rest, rest + params.body, rest >= params.head);")
	t.line("if (slot < params.phase || slot >= params.len + params.phase) { continue; }")
	t.line("let i = slot - params.phase;")
	k.writeSplit(t, "i", k.rank)
	k.emitElement(t)
}
