package shaders

import "fmt"

// word is the word with an index in the operand's buffer.
func (o *operand) word(index string) string {
	if o.windows.several() {
		return fmt.Sprintf("%s_word(%s)", o.name(), index)
	}
	if n := o.width; n > 1 {
		return fmt.Sprintf("buf%d[(%s)%s][(%s) & %du]", o.binding+1, index, divideByPower(n), index, n-1)
	}
	if o.atomic {
		return fmt.Sprintf("atomicLoad(&buf%d[%s])", o.binding+1, index)
	}
	return fmt.Sprintf("buf%d[%s]", o.binding+1, index)
}

// boundVector is the vector with an index in the operand's buffer.
func (o *operand) boundVector(index string) string {
	return fmt.Sprintf("buf%d[%s]", o.binding+1, index)
}

// bits is the bits of the element with an index, which is a name or a sum.
func (o *operand) bits(at string) string {
	switch o.dtype.Size() {
	case 1:
		return fmt.Sprintf("m_byte(%s, %s)", o.word(at+" >> 2u"), at)
	case 2:
		return fmt.Sprintf("m_short(%s, %s)", o.word(at+" >> 1u"), at)
	case 8:
		return fmt.Sprintf("vec2<u32>(%s, %s)", o.word(at+" * 2u"), o.word(at+" * 2u + 1u"))
	}
	return o.word(at)
}

// store writes an element that is not small. Names that it declares begin with the prefix.
func (o *operand) store(t *text, prefix, at, bits string) {
	if o.dtype.Size() == 8 {
		t.line("let %s_bits = %s;", prefix, bits)
		o.put(t, at+" * 2u", prefix+"_bits.x")
		o.put(t, at+" * 2u + 1u", prefix+"_bits.y")
		return
	}
	o.put(t, at, bits)
}

// put writes a word.
func (o *operand) put(t *text, index, bits string) {
	if o.windows.several() {
		t.line("%s_put(%s, %s);", o.name(), index, bits)
		return
	}
	if o.atomic {
		t.line("atomicStore(&buf%d[%s], %s);", o.binding+1, index, bits)
		return
	}
	t.line("%s = %s;", o.word(index), bits)
}

// storeInPass writes a small element at name_at, which is at the position of the pass in its word.
func (o *operand) storeInPass(t *text, bits string) {
	name := o.name()
	word := o.word(fmt.Sprintf("%s_at / %du", name, perWord(o.dtype)))
	t.line("let %s_shift = params.pass_number * %du;", name, bitSize(o.dtype))
	t.line("%s = (%s & ~(%du << %s_shift)) | ((%s) << %s_shift);",
		word, word, elementMask(o.dtype), name, bits, name)
}

// replace writes a small element at name_at into its word, which is the thread's own.
func (o *operand) replace(t *text, bits string) {
	name, per := o.name(), perWord(o.dtype)
	word := o.word(name + "_at" + divideByPower(per))
	t.line("let %s_word = %s;", name, word)
	t.line("let %s_shift = (%s_at & %du) * %du;", name, name, per-1, bitSize(o.dtype))
	t.line("%s = (%s_word & ~(%du << %s_shift)) | ((%s) << %s_shift);",
		word, name, elementMask(o.dtype), name, bits, name)
}
