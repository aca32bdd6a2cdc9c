package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// elementText writes how a thread computes an element: the one with index i, or i0, i1, …
type elementText struct {
	nest     *nest
	variant  *variant
	function function
}

// write loads the inputs' elements, calls apply, and stores the results.
func (e elementText) write(t *text) {
	n, f := e.nest, e.function
	for i := range n.operands[n.outputs:] {
		if e.variant.mapping != wordOwning || n.operands[n.outputs+i].access != scalar {
			e.writeInput(t, i)
		}
	}
	if len(f.results()) > 0 {
		t.line("let y = %s;", f.call(func(v device.Value) string {
			if f.isInput(v) {
				return f.value(v)
			}
			return f.scalar(v)
		}))
	}
	for i := range n.outputs {
		e.writeOutput(t, i, f.resultBits(i, "y", func(input int) string { return fmt.Sprintf("b%d", input) }))
	}
}

// writeInput loads an input's element. It declares the bits, b0, if an output stores them, and the
// value, x0, if an instruction takes it.
func (e elementText) writeInput(t *text, i int) {
	f, o := e.function, &e.nest.operands[e.nest.outputs+i]
	copied, used := f.copies(i), f.takes(device.Value(i))
	if !copied && !used {
		return
	}
	name := o.name()
	t.line("let %s_at = %s;", name, o.position())
	bits := o.bits(name + "_at")
	if f.words {
		bits = splatWord(bits, o.dtype)
	}
	if copied {
		t.line("let b%d = %s;", i, bits)
		bits = fmt.Sprintf("b%d", i)
	}
	if used && f.words {
		t.line("let x%d = %s;", i, bits)
	} else if used {
		t.line("let x%d = %s;", i, fromBits(o.dtype, bits))
	}
}

// writeOutput stores an output's element, or adds it to its word.
func (e elementText) writeOutput(t *text, i int, bits string) {
	o := &e.nest.operands[i]
	name := o.name()
	if small(o.dtype) && e.variant.mapping == wordOwning {
		t.line("%s_word |= (%s) << (j * %du);", name, bits, bitSize(o.dtype))
		return
	}
	t.line("let %s_at = %s;", name, o.position())
	switch {
	case !small(o.dtype):
		o.store(t, name, name+"_at", bits)
	case !e.variant.inVectors():
		o.storeInPass(t, bits)
	case e.function.words:
		o.replace(t, fmt.Sprintf("(%s) & %du", bits, elementMask(o.dtype)))
	default:
		o.replace(t, bits)
	}
}

// writePass skips the elements of other passes.
func (e elementText) writePass(t *text) {
	if e.variant.mapping == multiPass {
		lead := &e.nest.operands[e.nest.smallOutputs()[0]]
		t.line("if (((%s) & %du) != params.pass_number) { return; }", lead.position(), perWord(lead.dtype)-1)
	}
}
