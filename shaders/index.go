package shaders

import "fmt"

// emitSplit splits the flat index i into one index for each axis, innermost first.
// One division per axis: it is what costs.
func (k *Kernel) emitSplit(t *text) {
	rest := "i"
	for axis := k.rank - 1; axis > 0; axis-- {
		t.line("let q%d = %s / params.size%d;", axis, rest, axis)
		t.line("let i%d = %s - q%d * params.size%d;", axis, rest, axis, axis)
		rest = fmt.Sprintf("q%d", axis)
	}
	if k.rank > 0 {
		t.line("let i0 = %s;", rest)
	}
}

// position is the index of an operand's element in its buffer.
func (k *Kernel) position(operand int) string {
	name := k.name(operand)
	at := fmt.Sprintf("params.%s_offset", name)
	switch k.operands[operand].access {
	case contiguous:
		at += " + i"
	case strided:
		for axis := range k.rank {
			at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, name, axis)
		}
	}
	return at
}
