package shaders

import (
	"fmt"
	"math/bits"
)

// firstPosition is the index of an operand's first element of the thread's first unit, or
// vector.
func (k *Kernel) firstPosition(i int) string {
	name := k.operands[i].name()
	switch {
	case k.mapping == flat && k.operands[i].counted:
		return fmt.Sprintf("params.%s_offset + thread%s", name, times(k.unitVectors(i)))
	case k.operands[i].access != strided:
		return k.position(i)
	case k.mapping == flat:
		return fmt.Sprintf("params.%s_offset + i * params.%s_stride0", name, name)
	}
	at := k.along(i, k.outerAxes())
	if k.perThread > 1 && !k.operands[i].invariant {
		at += fmt.Sprintf(" + step * params.%s_stride%d", name, k.rank-2)
	}
	switch k.operands[i].load {
	case aligned:
		if k.operands[i].counted {
			return at + " + strip" + times(k.unitVectors(i))
		}
		at += " + inner"
	case byElement, transposed:
		at += fmt.Sprintf(" + inner * params.%s_stride%d", name, k.rank-1)
	}
	return at
}

// toVectors is a number of elements, counted in vectors if the operand is whole, and the
// uniform does not count so.
func (k *Kernel) toVectors(i int, n string) string {
	o := k.operands[i]
	if o.load != aligned || k.operands[i].counted {
		return n
	}
	if o.vectorBytes() < o.dtype.Size() { // an element is two of them
		return fmt.Sprintf("((%s) * 2u)", n)
	}
	return fmt.Sprintf("((%s)%s)", n, shifted(o.vectorBytes()/o.dtype.Size()))
}

// emitUnitPlace finds one of the units after the first.
func (k *Kernel) emitUnitPlace(t *text, i, step int) {
	name := k.operands[i].name()
	if step == 0 || !k.needed(i) || i >= k.outputs && k.sharedByUnits(i) || k.risen(i) {
		return
	}
	apart := name + "_apart"
	switch {
	case k.mapping == flat && k.operands[i].counted:
		apart = "params.threads" + times(k.unitVectors(i))
	case k.mapping == flat && k.operands[i].access != strided:
		apart = k.toVectors(i, "apart")
	case k.hasApart(&k.operands[i]):
		apart = "params." + apart
	case k.mapping == rowBlocked:
		apart = fmt.Sprintf("params.%s_stride%d", name, k.rank-2)
	}
	t.line("let %s_at%d = %s_at%d + %s;", name, step, name, step-1, apart)
}

// emitLaneAt writes where the j-th element of an operand's unit lies, and returns its name.
func (k *Kernel) emitLaneAt(t *text, i, step, j int) string {
	o, name := k.operands[i], k.operands[i].name()
	first := fmt.Sprintf("%s_at%d", name, step)
	at := fmt.Sprintf("%s_%d", first, j)
	switch {
	case j == 0:
		return first
	case o.access == contiguous:
		t.line("let %s = %s + %du;", at, first, j)
	default:
		t.line("let %s = %s + params.%s_stride%d%s;", at, first, name, k.rank-1, times(j))
	}
	return at
}

func plus(at string, n int) string {
	if n == 0 {
		return at
	}
	return fmt.Sprintf("%s + %du", at, n)
}

// shifted is a division by a power of 2: some drivers do divide where the text says so.
func shifted(n int) string { return fmt.Sprintf(" >> %du", bits.TrailingZeros(uint(n))) }

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" * %du", n)
}

// emitFlatPlace finds the first element of a flat kernel's first unit, and how many lie
// between its units.
func (k *Kernel) emitFlatPlace(t *text) {
	if k.noTail {
		t.line("let i = thread%s;", times(k.lanes))
	} else {
		t.line("let i = thread%s + params.first;", times(k.lanes))
	}
	if k.perThread > 1 && k.noTail {
		t.line("let apart = params.threads%s;", times(k.lanes))
	} else if k.perThread > 1 {
		t.line("let apart = params.whole%s;", times(k.lanes))
	}
}
