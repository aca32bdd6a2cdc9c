package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestAnElementIsCutOutOfItsWord(t *testing.T) {
	for _, c := range []struct {
		name  string
		dtype op.DType
		width int
		bits  string
	}{
		{"a word", f32, 1, "buf3[at]"},
		{"a word of a vector", f32, 4, "buf3[(at) >> 2u][(at) & 3u]"},
		{"a byte", u8, 1, "m_byte(buf3[at >> 2u], at)"},
		{"half a word", f16, 1, "m_short(buf3[at >> 1u], at)"},
		{"two words", op.Int64, 1, "vec2<u32>(buf3[at * 2u], buf3[at * 2u + 1u])"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.bits, (&operand{dtype: c.dtype, binding: 2, width: c.width}).bits("at"))
		})
	}
}

func TestAStoreLeavesTheOtherElementsOfAWord(t *testing.T) {
	o := &operand{output: true, dtype: u8, width: 1}
	assert.Equal(t, []string{
		"let out0_shift = params.pass_number * 8u;",
		"buf1[out0_at / 4u] = (buf1[out0_at / 4u] & ~(255u << out0_shift)) | ((y) << out0_shift);",
	}, linesOf(func(w *text) { o.storeInPass(w, "y") }))
	assert.Equal(t, []string{
		"let out0_word = buf1[out0_at >> 2u];",
		"let out0_shift = (out0_at & 3u) * 8u;",
		"buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y) << out0_shift);",
	}, linesOf(func(w *text) { o.replace(w, "y") }))
}

func TestAnElementOf64BitsIsTwoStores(t *testing.T) {
	o := &operand{output: true, dtype: op.Int64, width: 1}
	assert.Equal(t, []string{"let p_bits = y;", "buf1[at * 2u] = p_bits.x;", "buf1[at * 2u + 1u] = p_bits.y;"},
		linesOf(func(w *text) { o.store(w, "p", "at", "y") }))
}

func TestAPositionIsAnOffsetAndAStepForEachAxis(t *testing.T) {
	o := &operand{dtype: f32, strides: []int{8, 1}, access: strided}
	assert.Equal(t, "params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1", o.position())
	o.access = contiguous
	assert.Equal(t, "params.in0_offset + i", o.position())
	o.access = scalar
	assert.Equal(t, "params.in0_offset", o.position())
}

func TestAnIndexIsSplitByOneDivisionForEachAxis(t *testing.T) {
	v := &variant{}
	assert.Equal(t, []string{
		"let q2 = n / params.size2;", "let i2 = n - q2 * params.size2;",
		"let q1 = q2 / params.size1;", "let i1 = q2 - q1 * params.size1;", "let i0 = q1;",
	}, linesOf(func(w *text) { v.writeSplit(w, "n", 3) }))
	v.mapping = rowBlocked
	assert.Equal(t, "m_quotient(n, params.per_size1)", v.quotient("n", "size1"), "floats divide small numbers")
	v.largeGrid = true
	assert.Equal(t, "n / params.size1", v.quotient("n", "size1"))
}
