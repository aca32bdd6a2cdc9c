package shaders

import (
	"fmt"
	"strings"
)

// emitUnitLoad loads an input's unit: the words that it fills, or its elements.
func (k *Kernel) emitUnitLoad(t *text, i, step int) {
	if !k.needed(i) {
		return
	}
	o, name := k.operands[i], k.operands[i].name()
	at := fmt.Sprintf("%s_at%d", name, step)
	switch o.load {
	case aligned:
		for v := range k.unitVectors(i) {
			t.line("let %s_%d = buf%d[%s];", name, v, o.binding+1, plus(at, v))
		}
	case misaligned:
		per := perWord(o.dtype)
		t.line("let %s_shift = (%s & %du) * %du;", name, at, per-1, width(o.dtype))
		t.line("let %s_word = %s%s;", name, at, shifted(per))
		for w := range k.unitWords(i) + 1 {
			t.line("let %s_w%d = %s;", name, w, k.loadWord(o, plus(name+"_word", w)))
		}
		for w := range k.unitWords(i) {
			t.line("let %s_%d = m_joined(%s_w%d, %s_w%d, %s_shift);", name, w, name, w, name, w+1, name)
		}
	case transposed, columnBroadcast:
		for j := range k.distinct(i) {
			t.line("let %s_%d = %s_column%d.%c;", name, j, name, j, "xyzw"[step])
		}
	default:
		for j := range k.distinct(i) {
			at := k.emitLaneAt(t, i, step, j)
			t.line("let %s_%d = %s;", name, j, k.loadBits(o, at))
		}
	}
}

// risen reports whether an operand is loaded for all units at once.
func (k *Kernel) risen(i int) bool {
	return k.operands[i].load == transposed || k.operands[i].load == columnBroadcast
}

// emitTurned loads an input's elements for all units: each word is of one column.
func (k *Kernel) emitTurned(t *text, i int) {
	o, name := k.operands[i], k.operands[i].name()
	for j := range k.distinct(i) {
		var words []string
		at := k.emitLaneAt(t, i, 0, j)
		n := o.vector
		for v := range vectorWords / n {
			words = append(words, fmt.Sprintf("buf%d[%s]", o.binding+1, plus("("+at+shifted(n)+")", v)))
		}
		column := words[0]
		if len(words) > 1 {
			column = fmt.Sprintf("vec4<u32>(%s)", strings.Join(words, ", "))
		}
		t.line("let %s_column%d = %s;", name, j, column)
	}
}

// distinct is the number of elements that a unit of an operand has that is loaded one by one.
func (k *Kernel) distinct(i int) int {
	if o := k.operands[i]; o.access == scalar || o.load == splat || o.load == columnBroadcast {
		return 1
	}
	return k.lanes
}

// unitVectors is the number of its binding's vectors that an operand's unit fills.
func (k *Kernel) unitVectors(i int) int {
	return k.unitWords(i) / k.operands[i].vector
}

// laneWord is the w-th word of an input's unit.
func (k *Kernel) laneWord(i, w int) string {
	o := k.operands[i]
	n := 1
	if o.load == aligned {
		n = o.vector
	}
	name := fmt.Sprintf("%s_%d", k.operands[i].name(), w/n)
	if n > 1 {
		name += "." + "xyzw"[w%n:w%n+1]
	}
	return name
}

// laneBits is the j-th element of an input's unit; on words, the j-th word.
func (k *Kernel) laneBits(i, j int) string {
	o := k.operands[i]
	size := o.dtype.Size()
	switch {
	case o.load == aligned || o.load == misaligned:
		switch {
		case k.onWords || size == 4:
			return k.laneWord(i, j)
		case size == 8:
			return fmt.Sprintf("vec2<u32>(%s, %s)", k.laneWord(i, 2*j), k.laneWord(i, 2*j+1))
		}
		per := perWord(o.dtype)
		return fmt.Sprintf("%s(%s, %du)", map[int]string{1: "m_byte", 2: "m_short"}[size], k.laneWord(i, j/per), j%per)
	case k.distinct(i) == 1:
		j = 0
	}
	bits := fmt.Sprintf("%s_%d", k.operands[i].name(), j)
	if k.onWords {
		return splatWord(bits, o.dtype)
	}
	return bits
}
