package shaders

import (
	"fmt"
	"strings"
)

// emitUnitStore writes an output's unit.
func (k *Kernel) emitUnitStore(t *text, i, step int) {
	o := k.operands[i]
	if o.load != aligned {
		for j := range k.lanes {
			at := k.emitLaneAt(t, i, step, j)
			k.emitStoreAt(t, o, at, k.laneResult(i, j))
		}
		return
	}
	words := k.resultWords(t, i)
	n := o.vector
	for v := range k.unitVectors(i) {
		value := words[v*n]
		if n > 1 {
			value = fmt.Sprintf("vec%d<u32>(%s)", n, strings.Join(words[v*n:(v+1)*n], ", "))
		}
		t.line("buf%d[%s] = %s;", o.binding+1, plus(fmt.Sprintf("%s_at%d", k.operands[i].name(), step), v), value)
	}
}

// emitStoreAt writes an element of an output that is not small.
func (k *Kernel) emitStoreAt(t *text, o operand, at, bits string) {
	if o.dtype.Size() == 8 {
		t.line("let %s_bits = %s;", at, bits)
		t.line("%s = %s_bits.x;", k.place(o, at+" * 2u"), at)
		t.line("%s = %s_bits.y;", k.place(o, at+" * 2u + 1u"), at)
		return
	}
	t.line("%s = %s;", k.place(o, at), bits)
}

// resultWords are the words of an output's unit.
func (k *Kernel) resultWords(t *text, i int) (words []string) {
	dt, name := k.operands[i].dtype, k.operands[i].name()
	for j := range k.calls() {
		bits := k.laneResult(i, j)
		switch per := perWord(dt); {
		case k.onWords || dt.Size() == 4:
			words = append(words, bits)
		case dt.Size() == 8:
			t.line("let %s_bits%d = %s;", name, j, bits)
			words = append(words, fmt.Sprintf("%s_bits%d.x", name, j), fmt.Sprintf("%s_bits%d.y", name, j))
		case j%per == 0:
			words = append(words, "("+bits+")")
		default:
			words[len(words)-1] += fmt.Sprintf(" | ((%s) << %du)", bits, j%per*width(dt))
		}
	}
	return words
}

// replaceBits writes a small element into its word, which is the thread's own.
func (k *Kernel) replaceBits(t *text, o operand, name, bits string) {
	per := perWord(o.dtype)
	if k.onWords {
		bits = fmt.Sprintf("(%s) & %du", bits, lane(o.dtype))
	}
	word := k.place(o, name+"_at"+shifted(per))
	t.line("let %s_word = %s;", name, word)
	t.line("let %s_shift = (%s_at & %du) * %du;", name, name, per-1, width(o.dtype))
	t.line("%s = (%s_word & ~(%du << %s_shift)) | ((%s) << %s_shift);",
		word, name, lane(o.dtype), name, bits, name)
}
