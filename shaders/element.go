package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// element says how a type lies in words, and as what the shader computes it. This
// table is all that text needs to know of a type: buffers are array<u32>, so that
// operands of any types share one and every bit pattern (NaNs, too) survives a copy.
type element struct {
	value    string // the type of a value in the shader
	fromBits string // a value from the element's bits {x}, a u32
	toBits   string // and back
}

var elements = map[op.DType]element{
	op.Bool:    {"bool", "{x} != 0u", "select(0u, 1u, {x})"},
	op.Int32:   {"i32", "bitcast<i32>({x})", "bitcast<u32>({x})"},
	op.Uint32:  {"u32", "{x}", "{x}"},
	op.Float32: {"f32", "bitcast<f32>({x})", "bitcast<u32>({x})"},
}

func valueType(dt op.DType) string { return elements[dt].value }
func fromBits(dt op.DType, x string) string {
	return strings.ReplaceAll(elements[dt].fromBits, "{x}", x)
}
func toBits(dt op.DType, x string) string { return strings.ReplaceAll(elements[dt].toBits, "{x}", x) }

// load is the value of the element with index at, a name, in a binding.
func (k *Kernel) load(o operand, at string) string {
	word := k.word(o, at)
	if k.bindings[o.binding].atomic {
		word = "atomicLoad(&" + word + ")"
	}
	if small(o.dtype) {
		word = fmt.Sprintf("m_byte(%s, %s)", word, at)
	}
	return fromBits(o.dtype, word)
}

// word is the place of the word that holds the element with index at.
func (k *Kernel) word(o operand, at string) string {
	if small(o.dtype) {
		at += " >> 2u"
	}
	return fmt.Sprintf("buf%d[%s]", o.binding+1, at)
}

// emitStore writes the element with index at. A packed one is kept in a variable
// until its word is complete; see emitFlush.
func (k *Kernel) emitStore(t *text, o operand, name, value string) {
	bits, place := toBits(o.dtype, value), k.word(o, name+"_at")
	switch {
	case o.store == packed:
		t.line("%s_word |= %s << (8u * j);", name, bits)
	case o.store == atomic:
		t.line("let %s_shift = (%s_at & 3u) * 8u;", name, name)
		t.line("atomicAnd(&%s, ~(255u << %s_shift));", place, name)
		t.line("atomicOr(&%s, %s << %s_shift);", place, bits, name)
	case k.bindings[o.binding].atomic:
		t.line("atomicStore(&%s, %s);", place, bits)
	default:
		t.line("%s = %s;", place, bits)
	}
}

// emitFlush writes the thread's word of a packed output. The last one keeps the bytes
// beyond the end: they may be elements of somebody else.
func (k *Kernel) emitFlush(t *text, o operand, name string) {
	place := fmt.Sprintf("buf%d[%s_at]", o.binding+1, name)
	t.line("let %s_at = (params.%s_offset + first) >> 2u;", name, name)
	t.open("if (n < %du) {", perWord)
	t.line("%s_word |= %s & (0xffffffffu << (8u * n));", name, place)
	t.close()
	t.line("%s = %s_word;", place, name)
}
