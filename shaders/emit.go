package shaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// emitElement computes the element with index i, or i0, i1, …
func (k *Kernel) emitElement(t *text) {
	for i, o := range k.operands[k.outputs:] {
		if k.spread != clustered || o.access != scalar {
			k.emitInput(t, i)
		}
	}
	k.emitCall(t)
	for i := range k.program.Outputs() {
		k.emitOutput(t, i, k.result(i))
	}
}

// emitInput loads an input's element: as b0 its bits, where they are an output, as x0
// its value, where an instruction takes it.
func (k *Kernel) emitInput(t *text, i int) {
	v := device.Value(i)
	copied, used := slices.Contains(k.program.Outputs(), v), uses(k.program)[v]
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
	o, name := k.operands[operand], k.operands[operand].name()
	t.line("let %s_at = %s;", name, k.position(operand))
	bits := k.loadBits(o, name+"_at")
	if k.onWords {
		return k.repeated(bits, o.dtype)
	}
	return bits
}

// emitCall applies the program, unless it has nothing to compute.
func (k *Kernel) emitCall(t *text) {
	p := k.program
	if len(k.results()) == 0 {
		return
	}
	used := uses(p)
	var args []string
	for v := range p.Result(0) {
		switch {
		case !used[v]:
		case int(v) < len(p.Inputs()):
			args = append(args, k.value(v))
		default:
			args = append(args, k.scalar(v))
		}
	}
	t.line("let y = apply(%s);", strings.Join(args, ", "))
}

// scalar is the value of a scalar of the program. Floats pass m_bar: uniforms may be
// compiled in as constants, see m_zero.
func (k *Kernel) scalar(v device.Value) string {
	dt := k.program.Type(v)
	bits := k.scalarBits(v)
	switch {
	case k.onWords:
		return bits
	case inFloat(dt):
		return "m_bar(" + fromBits(dt, bits) + ")"
	case dt == op.Float64:
		return "m_bar64(" + bits + ")"
	}
	return fromBits(dt, bits)
}

func (k *Kernel) scalarBits(v device.Value) string {
	dt, bits := k.program.Type(v), fmt.Sprintf("params.s%d", v)
	switch {
	case k.onWords:
		return k.repeated(bits, dt)
	case words(dt) == 2:
		return fmt.Sprintf("vec2<u32>(%s, params.high%d)", bits, v)
	}
	return bits
}

// result is the bits of an output's element.
func (k *Kernel) result(output int) string {
	v := k.program.Outputs()[output]
	y := "y"
	if len(k.results()) > 1 {
		y = fmt.Sprintf("y.y%d", output)
	}
	switch {
	case int(v) < len(k.program.Inputs()):
		return fmt.Sprintf("b%d", v)
	case !k.computed(v):
		return k.scalarBits(v)
	case k.onWords:
		return y
	}
	return toBits(k.program.Type(v), y)
}

// emitOutput stores an output's element, or adds it to its word.
func (k *Kernel) emitOutput(t *text, i int, bits string) {
	o, name := k.operands[i], k.operands[i].name()
	switch {
	case small(o.dtype) && k.inUnits():
		t.line("let %s_at = %s;", name, k.position(i))
		k.replaceBits(t, o, name, bits)
	case small(o.dtype) && k.spread == clustered:
		t.line("%s_word |= (%s) << (j * %du);", name, bits, width(o.dtype))
	default:
		t.line("let %s_at = %s;", name, k.position(i))
		k.storeBits(t, o, name, bits)
	}
}
