package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// element says as what the shader computes a type, and how that is made of the element's
// bits: a u32, for 8 bytes a vec2<u32> with the low word first. This table is all that
// loads and stores know of a type besides its size, which says where in its word an
// element lies. Buffers are array<u32>, so that operands of any types share one and every bit
// pattern (NaNs, too) survives a copy.
type element struct {
	value    string // the type of a value in the shader
	fromBits string // a value from the element's bits {x}
	toBits   string // and back; wraps and rounds what was computed in 32 bits
}

var elements = map[op.DType]element{
	op.Bool:     {"bool", "{x} != 0u", "select(0u, 1u, {x})"},
	op.Uint8:    {"u32", "{x}", "{x} & 255u"},
	op.Uint16:   {"u32", "{x}", "{x} & 65535u"},
	op.Uint32:   {"u32", "{x}", "{x}"},
	op.Int8:     {"i32", "bitcast<i32>({x} << 24u) >> 24u", "bitcast<u32>({x}) & 255u"},
	op.Int16:    {"i32", "bitcast<i32>({x} << 16u) >> 16u", "bitcast<u32>({x}) & 65535u"},
	op.Int32:    {"i32", "bitcast<i32>({x})", "bitcast<u32>({x})"},
	op.Float16:  {"f32", "m_f16_to_f32({x})", "m_f32_to_f16({x})"},
	op.BFloat16: {"f32", "m_bf16_to_f32({x})", "m_f32_to_bf16({x})"},
	op.Float32:  {"f32", "bitcast<f32>({x})", "bitcast<u32>({x})"},
	op.Int64:    {"vec2<u32>", "{x}", "{x}"},
	op.Uint64:   {"vec2<u32>", "{x}", "{x}"},
	op.Float64:  {"vec2<u32>", "{x}", "{x}"},
}

func valueType(dt op.DType) string { return elements[dt].value }

// inFloat reports whether the shader computes the type in its own floats, which compilers
// rearrange. All else, float64 too, is integers, which they cannot change.
func inFloat(dt op.DType) bool { return valueType(dt) == "f32" }

func fromBits(dt op.DType, x string) string {
	return strings.ReplaceAll(elements[dt].fromBits, "{x}", x)
}
func toBits(dt op.DType, x string) string { return strings.ReplaceAll(elements[dt].toBits, "{x}", x) }

// wordBytes is the size of what buffers are arrays of.
const wordBytes = 4

// small reports whether several elements share a word.
func small(dt op.DType) bool { return dt.Size() < wordBytes }

// perWord is the number of elements in a word, at least 1.
func perWord(dt op.DType) int { return max(1, wordBytes/dt.Size()) }

// words is the number of words of an element, at least 1.
func words(dt op.DType) int { return max(1, dt.Size()/wordBytes) }

// width is the number of bits of an element.
func width(dt op.DType) int { return 8 * dt.Size() }

// loadBits is the element with index at, a name or a sum, of an operand.
func (k *Kernel) loadBits(o operand, at string) string {
	switch o.dtype.Size() {
	case 1:
		return fmt.Sprintf("m_byte(%s, %s)", k.loadWord(o, at+" >> 2u"), at)
	case 2:
		return fmt.Sprintf("m_short(%s, %s)", k.loadWord(o, at+" >> 1u"), at)
	case 8:
		return fmt.Sprintf("vec2<u32>(%s, %s)", k.loadWord(o, at+" * 2u"), k.loadWord(o, at+" * 2u + 1u"))
	}
	return k.loadWord(o, at)
}

// place is the word with an index in the operand's buffer.
func (k *Kernel) place(o operand, index string) string {
	if n := o.vector; n > 1 {
		return fmt.Sprintf("buf%d[(%s)%s][(%s) & %du]", o.binding+1, index, shifted(n), index, n-1)
	}
	return fmt.Sprintf("buf%d[%s]", o.binding+1, index)
}

func (k *Kernel) loadWord(o operand, index string) string { return k.place(o, index) }

func (k *Kernel) storeWord(t *text, o operand, index, word string) {
	t.line("%s = %s;", k.place(o, index), word)
}

// storeBits writes the element of an output with the index name_at: whole words, or the
// part of one whose turn it is.
func (k *Kernel) storeBits(t *text, o operand, name, bits string) {
	at := name + "_at"
	switch {
	case o.dtype.Size() == 8:
		t.line("let %s_bits = %s;", name, bits)
		k.storeWord(t, o, at+" * 2u", name+"_bits.x")
		k.storeWord(t, o, at+" * 2u + 1u", name+"_bits.y")
	case !small(o.dtype):
		k.storeWord(t, o, at, bits)
	default:
		index, shift := fmt.Sprintf("%s / %du", at, perWord(o.dtype)), name+"_shift"
		t.line("let %s = params.turn * %du;", shift, width(o.dtype))
		k.storeWord(t, o, index, fmt.Sprintf("(%s & ~(%du << %s)) | ((%s) << %s)", k.loadWord(o, index), lane(o.dtype), shift, bits, shift))
	}
}

// lane has the bits of a small element set.
func lane(dt op.DType) uint32 { return 1<<width(dt) - 1 }

// splatWord is a word of nothing but a small element.
func splatWord(bits string, dt op.DType) string {
	if dt.Size() == 1 {
		return "(" + bits + ") * 0x01010101u"
	}
	return "(" + bits + ") * 0x00010001u"
}
