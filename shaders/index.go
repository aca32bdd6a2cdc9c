package shaders

import "fmt"

// quotient is a number divided by a field of the uniform. Floats do it where numbers are
// so small that nothing is lost: few devices have a division of integers, and no software
// driver has one of vectors.
func (k *Kernel) quotient(number, field string) string {
	if k.reciprocals() {
		return fmt.Sprintf("m_quotient(%s, params.per_%s)", number, field)
	}
	return fmt.Sprintf("%s / params.%s", number, field)
}

// emitSplit splits a flat index over the first axes into one index for each, innermost
// first. One division per axis: it is what costs.
func (k *Kernel) emitSplit(t *text, rest string, axes int) {
	for axis := axes - 1; axis > 0; axis-- {
		t.line("let q%d = %s;", axis, k.quotient(rest, fmt.Sprintf("size%d", axis)))
		t.line("let i%d = %s - q%d * params.size%d;", axis, rest, axis, axis)
		rest = fmt.Sprintf("q%d", axis)
	}
	if axes > 0 {
		t.line("let i0 = %s;", rest)
	}
}

// position is the index of an operand's element in its buffer.
func (k *Kernel) position(operand int) string {
	name := k.operands[operand].name()
	at := fmt.Sprintf("params.%s_offset", name)
	switch k.operands[operand].access {
	case contiguous:
		at += " + i"
	case strided:
		at = k.along(operand, k.rank)
	}
	return at
}

// along is where an operand's element lies that has the first axes' indices, and 0 along
// the others.
func (k *Kernel) along(operand, axes int) string {
	name := k.operands[operand].name()
	at := fmt.Sprintf("params.%s_offset", name)
	for axis := range axes {
		at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, name, axis)
	}
	return at
}
