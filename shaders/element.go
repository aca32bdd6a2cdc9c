package shaders

import (
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// element says in which WGSL type the shader computes a dtype, and how it converts the element's
// bits. The bits are a u32; 8 bytes are a vec2<u32> with the low word first. This table is all that
// loads and stores know of a type besides its size, which says where in its word an element lies.
// Buffers are array<u32>, so that operands of any types share one and every bit pattern (NaNs, too)
// survives a copy.
type element struct {
	value    string // the type of a value in the shader
	fromBits string // a value from the element's bits {x}
	toBits   string // the bits of a value {x}, wrapped or rounded if it was computed in 32 bits
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

// wordBytes is the size of a word: buffers are arrays of words.
const wordBytes = 4

// small reports whether several elements share a word.
func small(dt op.DType) bool { return dt.Size() < wordBytes }

// perWord is the number of elements in a word, at least 1.
func perWord(dt op.DType) int { return max(1, wordBytes/dt.Size()) }

// words is the number of words of an element, at least 1.
func words(dt op.DType) int { return max(1, dt.Size()/wordBytes) }

// bitSize is the number of bits of an element.
func bitSize(dt op.DType) int { return 8 * dt.Size() }

// elementMask has the bits of a small element set.
func elementMask(dt op.DType) uint32 { return 1<<bitSize(dt) - 1 }

// splatWord is a word of nothing but a small element.
func splatWord(bits string, dt op.DType) string {
	if dt.Size() == 1 {
		return "(" + bits + ") * 0x01010101u"
	}
	return "(" + bits + ") * 0x00010001u"
}
