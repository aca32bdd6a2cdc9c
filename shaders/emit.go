package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// emitElement computes the element with index i, or i0, i1, …
func (k *Kernel) emitElement(t *text) {
	for i, o := range k.operands[k.outputs:] {
		if k.mapping != wordOwning || o.access != scalar {
			k.emitInput(t, i)
		}
	}
	f := k.function()
	if len(f.results()) > 0 {
		t.line("let y = %s;", f.call(func(v device.Value) string {
			if f.isInput(v) {
				return f.value(v)
			}
			return f.scalar(v)
		}))
	}
	for i := range k.outputs {
		k.emitOutput(t, i, f.resultBits(i, "y", func(input int) string { return fmt.Sprintf("b%d", input) }))
	}
}

// emitInput loads an input's element: as b0 its bits, where they are an output, as x0
// its value, where an instruction takes it.
func (k *Kernel) emitInput(t *text, i int) {
	v, f := device.Value(i), k.function()
	copied, used := f.copies(i), f.takes(v)
	if !copied && !used {
		return
	}
	bits := k.inputBits(t, k.outputs+i)
	if copied {
		t.line("let b%d = %s;", i, bits)
		bits = fmt.Sprintf("b%d", i)
	}
	if used && k.onWords {
		t.line("let x%d = %s;", i, bits)
	} else if used {
		t.line("let x%d = %s;", i, fromBits(k.program.Type(v), bits))
	}
}

// inputBits writes where an input's element is, and returns its bits.
func (k *Kernel) inputBits(t *text, operand int) string {
	o, name := &k.operands[operand], k.operands[operand].name()
	t.line("let %s_at = %s;", name, o.position())
	bits := o.bits(name + "_at")
	if k.onWords {
		return splatWord(bits, o.dtype)
	}
	return bits
}

// emitOutput stores an output's element, or adds it to its word.
func (k *Kernel) emitOutput(t *text, i int, bits string) {
	o, name := &k.operands[i], k.operands[i].name()
	switch {
	case small(o.dtype) && k.inVectors():
		t.line("let %s_at = %s;", name, o.position())
		if k.onWords {
			bits = fmt.Sprintf("(%s) & %du", bits, elementMask(o.dtype))
		}
		o.replace(t, bits)
	case small(o.dtype) && k.mapping == wordOwning:
		t.line("%s_word |= (%s) << (j * %du);", name, bits, bitSize(o.dtype))
	default:
		t.line("let %s_at = %s;", name, o.position())
		if small(o.dtype) {
			o.storeInPass(t, bits)
		} else {
			o.store(t, name, name+"_at", bits)
		}
	}
}
