package shaders

import (
	"fmt"
	"math/bits"
)

// quotient is a number divided by a field of the uniform. Floats compute it where the numbers are
// so small that the result is exact. Few devices have a division of integers, and no software
// driver has one of vectors.
func (v *variant) quotient(number, field string) string {
	if v.reciprocals() {
		return fmt.Sprintf("m_quotient(%s, params.per_%s)", number, field)
	}
	return fmt.Sprintf("%s / params.%s", number, field)
}

// writeSplit splits a flat index over the first axes into one index for each, innermost first. It
// divides once per axis, which is the slow part.
func (v *variant) writeSplit(t *text, rest string, axes int) {
	for axis := axes - 1; axis > 0; axis-- {
		t.line("let q%d = %s;", axis, v.quotient(rest, fmt.Sprintf("size%d", axis)))
		t.line("let i%d = %s - q%d * params.size%d;", axis, rest, axis, axis)
		rest = fmt.Sprintf("q%d", axis)
	}
	if axes > 0 {
		t.line("let i0 = %s;", rest)
	}
}

// position is the index of an operand's element in its buffer.
func (o *operand) position() string {
	switch o.access {
	case contiguous:
		return o.along(0) + " + i"
	case strided:
		return o.along(len(o.strides))
	}
	return o.along(0)
}

// along is the index, in its buffer, of the operand's element with the indices of the first axes
// and 0 along the others.
func (o *operand) along(axes int) string {
	name := o.name()
	at := fmt.Sprintf("params.%s_offset", name)
	for axis := range axes {
		at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, name, axis)
	}
	return at
}

func plus(at string, n int) string {
	if n == 0 {
		return at
	}
	return fmt.Sprintf("%s + %du", at, n)
}

// divideByPower returns a shift for a division by n, a power of 2. Some drivers do divide where the
// text has a division.
func divideByPower(n int) string { return fmt.Sprintf(" >> %du", bits.TrailingZeros(uint(n))) }

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" * %du", n)
}
