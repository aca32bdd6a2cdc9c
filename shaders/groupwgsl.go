package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// emitGroup computes a thread's neighbours. Its own are those from low to before high: of
// the first thread's some may lie before element 0, of the last one's beyond the end. Where
// no loop is needed these are computed, too, of whatever they are, and not stored.
func (k *Kernel) emitGroup(t *text) {
	t.line("let slot = thread * %du;", k.each)
	t.line("if (slot >= params.len + params.phase) { return; }")
	t.line("let low = params.phase - min(params.phase, slot);")
	t.line("let high = min(params.len + params.phase - slot, %du);", k.each)
	k.emitWords(t)
	for i, o := range k.operands[k.outputs():] {
		if o.access == scalar || k.onWords {
			k.emitInput(t, i)
		}
	}
	switch {
	case k.onWords:
		k.emitCall(t)
		k.eachSmall(func(i int, _ operand, name string) { t.line("let %s_word0 = %s;", name, k.result(i)) })
	case k.unrolled():
		k.emitOutputWords(t)
		for j := range k.each {
			t.open("{")
			t.line("let j = %du;", j)
			k.emitLane(t)
			t.close()
		}
	default:
		k.emitOutputWords(t)
		t.open("for (var j = low; j < high; j++) {")
		k.emitLane(t)
		t.close()
	}
	k.emitGroupStores(t)
}

// emitWords loads the words of the packed inputs.
func (k *Kernel) emitWords(t *text) {
	for i := k.outputs(); i < len(k.operands); i++ {
		o, name := k.operands[i], k.name(i)
		if !k.packed(i) {
			continue
		}
		n := k.each / perWord(o.dtype)
		for w := range n {
			word := k.loadWord(o, k.groupWord(name, n, w))
			if o.askew {
				word = fmt.Sprintf("m_joined(%s, %s, params.%s_shift)", word, k.loadWord(o, k.groupWord(name, n, w+1)), name)
			}
			t.line("let %s_word%d = %s;", name, w, word)
		}
	}
}

// groupWord is the index of the w-th word after the first of the thread's n.
func (k *Kernel) groupWord(name string, n, w int) string {
	at := fmt.Sprintf("params.%s_word + thread", name)
	if n > 1 {
		at += fmt.Sprintf(" * %du", n)
	}
	if w > 0 {
		at += fmt.Sprintf(" + %du", w)
	}
	return at
}

// unrolled reports whether the text of an element is repeated for all of a thread's. It
// is several times faster than a loop, but long programs take as much longer to compile.
func (k *Kernel) unrolled() bool { return len(k.program.Code()) <= 4 }

func (k *Kernel) emitOutputWords(t *text) {
	k.eachSmall(func(_ int, o operand, name string) {
		for w := range k.each / perWord(o.dtype) {
			t.line("var %s_word%d = 0u;", name, w)
		}
	})
}

// eachSmall visits the outputs that share words.
func (k *Kernel) eachSmall(visit func(i int, o operand, name string)) {
	for _, i := range k.smallOutputs() {
		visit(i, k.operands[i], k.name(i))
	}
}

// emitLane computes the thread's j-th element.
func (k *Kernel) emitLane(t *text) {
	if k.indexed() {
		t.line("let i = slot + j - params.phase;")
		k.emitSplit(t, "i", k.rank)
	}
	k.emitElement(t)
}

// indexed reports whether an operand is found by its element's index, not by its word.
func (k *Kernel) indexed() bool {
	for i, o := range k.operands {
		if o.access != scalar && !k.packed(i) {
			return true
		}
	}
	return false
}

// groupBits is the j-th element of a packed input. Where whole words are computed it is
// the word.
func (k *Kernel) groupBits(operand int) string {
	o, word := k.operands[operand], k.name(operand)+"_word0"
	switch {
	case k.onWords:
		return word
	case o.dtype.Size() == 1:
		return fmt.Sprintf("m_byte(%s, j)", word)
	case k.each == 4:
		word = fmt.Sprintf("select(%s, %s_word1, j > 1u)", word, k.name(operand))
	}
	return fmt.Sprintf("m_short(%s, j)", word)
}

// addToGroup puts the j-th element of an output into its word.
func (k *Kernel) addToGroup(t *text, i int, bits string) {
	o, name := k.operands[i], k.name(i)
	if k.each == perWord(o.dtype) {
		t.line("%s_word0 |= (%s) << (j * %du);", name, bits, width(o.dtype))
		return
	}
	t.line("let %s_part = (%s) << ((j & 1u) * 16u);", name, bits)
	t.line("if (j < 2u) { %s_word0 |= %s_part; } else { %s_word1 |= %s_part; }", name, name, name, name)
}

// emitGroupStores writes the words that the thread owns. Of those at the edges it keeps
// the lanes that are not its elements: they may be elements of somebody else.
func (k *Kernel) emitGroupStores(t *text) {
	t.open("if (high - low == %du) {", k.each)
	k.eachGroupWord(func(o operand, name, at string, w int) { k.storeWord(t, o, at, fmt.Sprintf("%s_word%d", name, w)) })
	t.orElse()
	k.eachGroupWord(func(o operand, name, at string, w int) {
		mask := fmt.Sprintf("%s_mask%d", name, w)
		t.line("let %s = m_span(low, high, %du, %du);", mask, w*perWord(o.dtype), width(o.dtype))
		if k.each > perWord(o.dtype) { // one of several words may be all somebody else's
			t.open("if (%s != 0u) {", mask)
			defer t.close()
		}
		k.storeWord(t, o, at, fmt.Sprintf("(%s & ~%s) | (%s_word%d & %s)", k.loadWord(o, at), mask, name, w, mask))
	})
	t.close()
}

func (k *Kernel) eachGroupWord(visit func(o operand, name, at string, w int)) {
	k.eachSmall(func(_ int, o operand, name string) {
		n := k.each / perWord(o.dtype)
		for w := range n {
			visit(o, name, k.groupWord(name, n, w), w)
		}
	})
}

// repeated is a word of nothing but a small element.
func (k *Kernel) repeated(bits string, dt op.DType) string {
	if dt.Size() == 1 {
		return "(" + bits + ") * 0x01010101u"
	}
	return "(" + bits + ") * 0x00010001u"
}
