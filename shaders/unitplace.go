package shaders

import (
	"fmt"
	"math/bits"
)

// byVectors reports whether the uniform counts an operand's offset and strides in vectors,
// but for that along rows: where no thread looks for a single element of it.
func (k *Kernel) byVectors(i int) bool { return k.even && k.operands[i].load == aligned }

// vectors is a number of elements of a whole operand, as vectors.
func (k *Kernel) vectors(i, elements int) int {
	return elements * k.operands[i].dtype.Size() / k.vectorBytes(i)
}

// counted is a number of elements as the uniform counts.
func (k *Kernel) counted(i, elements int) int {
	if k.byVectors(i) {
		return k.vectors(i, elements)
	}
	return elements
}

// firstPosition is the index of an operand's first element of the thread's first unit, or
// vector.
func (k *Kernel) firstPosition(i int) string {
	name := k.operands[i].name()
	switch {
	case k.spread == flat && k.byVectors(i):
		return fmt.Sprintf("params.%s_offset + thread%s", name, times(k.unitVectors(i)))
	case k.operands[i].access != strided:
		return k.position(i)
	case k.spread == flat:
		return fmt.Sprintf("params.%s_offset + i * params.%s_stride0", name, name)
	}
	at := k.along(i, k.outerAxes())
	if k.steps > 1 && !k.operands[i].invariant {
		at += fmt.Sprintf(" + step * params.%s_stride%d", name, k.rank-2)
	}
	switch k.operands[i].load {
	case aligned:
		if k.byVectors(i) {
			return at + " + strip" + times(k.unitVectors(i))
		}
		at += " + inner"
	case byElement, transposed:
		at += fmt.Sprintf(" + inner * params.%s_stride%d", name, k.rank-1)
	}
	return at
}

// inVectors is a number of elements, counted in vectors if the operand is whole, and the
// uniform does not count so.
func (k *Kernel) inVectors(i int, n string) string {
	o := k.operands[i]
	if o.load != aligned || k.byVectors(i) {
		return n
	}
	if k.vectorBytes(i) < o.dtype.Size() { // an element is two of them
		return fmt.Sprintf("((%s) * 2u)", n)
	}
	return fmt.Sprintf("((%s)%s)", n, shifted(k.vectorBytes(i)/o.dtype.Size()))
}

// vectorBytes is the size of the vectors of which an operand's binding is an array.
func (k *Kernel) vectorBytes(i int) int {
	return wordBytes * k.operands[i].vector
}

// hasApart reports whether the uniform says how many vectors lie between an operand's units:
// where these are counted in vectors, for a stride has a sign.
func (k *Kernel) hasApart(i int) bool {
	return k.spread == stacked && k.steps > 1 && k.operands[i].load == aligned && !k.operands[i].invariant && !k.even
}

// emitUnitPlace finds one of the units after the first.
func (k *Kernel) emitUnitPlace(t *text, i, step int) {
	name := k.operands[i].name()
	if step == 0 || !k.needed(i) || i >= k.outputs && k.sharedByUnits(i) || k.risen(i) {
		return
	}
	apart := name + "_apart"
	switch {
	case k.spread == flat && k.byVectors(i):
		apart = "params.threads" + times(k.unitVectors(i))
	case k.spread == flat && k.operands[i].access != strided:
		apart = k.inVectors(i, "apart")
	case k.hasApart(i):
		apart = "params." + apart
	case k.spread == stacked:
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
		t.line("let %s = %s + params.%s_stride%d%s;", at, first, name, max(k.rank, 1)-1, times(j))
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
