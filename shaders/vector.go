package shaders

import (
	"fmt"
	"strings"
)

// vector is those elements of an operand that a thread loads or stores at once.
type vector struct {
	*operand
	lanes   int
	onWords bool // whole words are computed at once
}

// words is how many words a vector takes.
func (v vector) words() int { return v.lanes * v.dtype.Size() / wordBytes }

// bindingVectors is the number of its binding's vectors that a vector fills.
func (v vector) bindingVectors() int { return v.words() / v.width }

// distinct is the number of elements that differ in a vector that is not loaded as words.
func (v vector) distinct() int {
	if v.access == scalar || v.load == splat || v.load == columnBroadcast {
		return 1
	}
	return v.lanes
}

// shared reports whether an operand is the same for all vectors of a thread.
func (v vector) shared() bool { return v.access == scalar || v.invariant }

// byColumns reports whether an operand is loaded for all vectors of a thread at once.
func (v vector) byColumns() bool { return v.load == transposed || v.load == columnBroadcast }

// inVectors converts a number of elements to vectors, if the operand is aligned and the uniform
// counts its elements.
func (v vector) inVectors(n string) string {
	size := v.dtype.Size()
	if v.load != aligned || v.counted {
		return n
	}
	if v.vectorBytes() < size { // an element fills two vectors
		return fmt.Sprintf("((%s) * 2u)", n)
	}
	return fmt.Sprintf("((%s)%s)", n, divideByPower(v.vectorBytes()/size))
}

// writeLoad loads a thread's vector of some step: the words that it fills, or its elements.
func (v vector) writeLoad(t *text, step int) {
	name := v.name()
	at := fmt.Sprintf("%s_at%d", name, step)
	switch v.load {
	case aligned:
		for i := range v.bindingVectors() {
			t.line("let %s_%d = %s;", name, i, v.boundVector(plus(at, i)))
		}
	case misaligned:
		per := perWord(v.dtype)
		t.line("let %s_shift = (%s & %du) * %du;", name, at, per-1, bitSize(v.dtype))
		t.line("let %s_word = %s%s;", name, at, divideByPower(per))
		for w := range v.words() + 1 {
			t.line("let %s_w%d = %s;", name, w, v.word(plus(name+"_word", w)))
		}
		for w := range v.words() {
			t.line("let %s_%d = m_joined(%s_w%d, %s_w%d, %s_shift);", name, w, name, w, name, w+1, name)
		}
	case transposed, columnBroadcast:
		for j := range v.distinct() {
			t.line("let %s_%d = %s_column%d.%c;", name, j, name, j, "xyzw"[step])
		}
	default:
		for j := range v.distinct() {
			at := v.writeLaneAt(t, step, j)
			t.line("let %s_%d = %s;", name, j, v.operand.bits(at))
		}
	}
}

// writeLoadColumns loads the elements of all vectors of a thread: each word is of one column.
func (v vector) writeLoadColumns(t *text) {
	for j := range v.distinct() {
		var words []string
		at, n := v.writeLaneAt(t, 0, j), v.width
		for i := range vectorWords / n {
			words = append(words, v.boundVector(plus("("+at+divideByPower(n)+")", i)))
		}
		column := words[0]
		if len(words) > 1 {
			column = fmt.Sprintf("vec4<u32>(%s)", strings.Join(words, ", "))
		}
		t.line("let %s_column%d = %s;", v.name(), j, column)
	}
}

// writeStore writes an output's vector of some step. lane returns the bits of an element, or of a
// word if the kernel computes whole words.
func (v vector) writeStore(t *text, step int, lane func(j int) string) {
	if v.load != aligned {
		for j := range v.lanes {
			at := v.writeLaneAt(t, step, j)
			v.store(t, at, at, lane(j))
		}
		return
	}
	words, n := v.writeWords(t, lane), v.width
	for i := range v.bindingVectors() {
		value := words[i*n]
		if n > 1 {
			value = fmt.Sprintf("vec%d<u32>(%s)", n, strings.Join(words[i*n:(i+1)*n], ", "))
		}
		t.line("%s = %s;", v.boundVector(plus(fmt.Sprintf("%s_at%d", v.name(), step), i)), value)
	}
}

// writeWords returns the words of an output's vector.
func (v vector) writeWords(t *text, lane func(j int) string) (words []string) {
	name := v.name()
	for j := range v.calls() {
		bits := lane(j)
		switch per := perWord(v.dtype); {
		case v.onWords || v.dtype.Size() == wordBytes:
			words = append(words, bits)
		case v.dtype.Size() == 8:
			t.line("let %s_bits%d = %s;", name, j, bits)
			words = append(words, fmt.Sprintf("%s_bits%d.x", name, j), fmt.Sprintf("%s_bits%d.y", name, j))
		case j%per == 0:
			words = append(words, "("+bits+")")
		default:
			words[len(words)-1] += fmt.Sprintf(" | ((%s) << %du)", bits, j%per*bitSize(v.dtype))
		}
	}
	return words
}

// calls is how often apply is called for a vector.
func (v vector) calls() int {
	if v.onWords {
		return v.words()
	}
	return v.lanes
}

// writeLaneAt writes where the j-th element of a vector lies, and returns its name.
func (v vector) writeLaneAt(t *text, step, j int) string {
	name := v.name()
	first := fmt.Sprintf("%s_at%d", name, step)
	at := fmt.Sprintf("%s_%d", first, j)
	switch {
	case j == 0:
		return first
	case v.access == contiguous:
		t.line("let %s = %s + %du;", at, first, j)
	default:
		t.line("let %s = %s + params.%s_stride%d%s;", at, first, name, len(v.strides)-1, times(j))
	}
	return at
}

// loadedWord is the w-th word of a vector that is loaded as words.
func (v vector) loadedWord(w int) string {
	n := 1
	if v.load == aligned {
		n = v.width
	}
	word := fmt.Sprintf("%s_%d", v.name(), w/n)
	if n > 1 {
		word += "." + "xyzw"[w%n:w%n+1]
	}
	return word
}

// laneBits is the bits of the j-th element of a vector that is loaded; on words, the j-th word.
func (v vector) laneBits(j int) string {
	size := v.dtype.Size()
	switch {
	case v.load == aligned || v.load == misaligned:
		switch {
		case v.onWords || size == wordBytes:
			return v.loadedWord(j)
		case size == 8:
			return fmt.Sprintf("vec2<u32>(%s, %s)", v.loadedWord(2*j), v.loadedWord(2*j+1))
		}
		per := perWord(v.dtype)
		part := map[int]string{1: "m_byte", 2: "m_short"}[size]
		return fmt.Sprintf("%s(%s, %du)", part, v.loadedWord(j/per), j%per)
	case v.distinct() == 1:
		j = 0
	}
	bits := fmt.Sprintf("%s_%d", v.name(), j)
	if v.onWords {
		return splatWord(bits, v.dtype)
	}
	return bits
}
