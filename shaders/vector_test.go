package shaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// linesOf returns the lines that a function writes, without indents.
func linesOf(write func(t *text)) []string {
	var t text
	write(&t)
	return strings.Split(strings.TrimSpace(t.String()), "\n")
}

func TestAVectorIsLoadedByTheFewestAccesses(t *testing.T) {
	of := func(dt op.DType, l load, width int) vector {
		o := operand{dtype: dt, access: strided, strides: []int{9, 1}, load: l, width: width}
		return vector{operand: &o, lanes: 4}
	}
	for _, c := range []struct {
		name   string
		vector vector
		text   []string
		last   string // lane
	}{
		{"four words of one vector", of(f32, aligned, 4), []string{"let in0_0 = buf1[in0_at1];"}, "in0_0.w"},
		{"four words of two vectors", of(f32, aligned, 2),
			[]string{"let in0_0 = buf1[in0_at1];", "let in0_1 = buf1[in0_at1 + 1u];"}, "in0_1.y"},
		{"two words for an element", of(op.Int64, aligned, 4),
			[]string{"let in0_0 = buf1[in0_at1];", "let in0_1 = buf1[in0_at1 + 1u];"}, "vec2<u32>(in0_1.z, in0_1.w)"},
		{"a word of bytes", of(u8, aligned, 1), []string{"let in0_0 = buf1[in0_at1];"}, "m_byte(in0_0, 3u)"},
		{"bytes of two words", of(u8, misaligned, 1), []string{
			"let in0_shift = (in0_at1 & 3u) * 8u;", "let in0_word = in0_at1 >> 2u;", "let in0_w0 = buf1[in0_word];",
			"let in0_w1 = buf1[in0_word + 1u];", "let in0_0 = m_joined(in0_w0, in0_w1, in0_shift);",
		}, "m_byte(in0_0, 3u)"},
		{"one element for all", of(f32, splat, 1), []string{"let in0_0 = buf1[in0_at1];"}, "in0_0"},
		{"a part of a column", of(f32, columnBroadcast, 4), []string{"let in0_0 = in0_column0.y;"}, "in0_0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.text, linesOf(func(w *text) { c.vector.writeLoad(w, 1) }))
			assert.Equal(t, c.last, c.vector.laneBits(3))
		})
	}
}

func TestAVectorIsStoredInTheWordsThatItFills(t *testing.T) {
	lane := func(j int) string { return fmt.Sprint("y", j) }
	for _, c := range []struct {
		name  string
		dtype op.DType
		load  load
		width int
		text  []string
	}{
		{"words", f32, aligned, 4, []string{"buf1[out0_at0] = vec4<u32>(y0, y1, y2, y3);"}},
		{"halves", f16, aligned, 2, []string{"buf1[out0_at0] = vec2<u32>((y0) | ((y1) << 16u), (y2) | ((y3) << 16u));"}},
		{"element by element", f32, byElement, 1, []string{
			"buf1[out0_at0] = y0;",
			"let out0_at0_1 = out0_at0 + params.out0_stride1;", "buf1[out0_at0_1] = y1;",
			"let out0_at0_2 = out0_at0 + params.out0_stride1 * 2u;", "buf1[out0_at0_2] = y2;",
			"let out0_at0_3 = out0_at0 + params.out0_stride1 * 3u;", "buf1[out0_at0_3] = y3;",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := operand{
				output: true, dtype: c.dtype, access: strided, strides: []int{9, 1}, load: c.load, width: c.width,
			}
			v := vector{operand: &o, lanes: 4}
			assert.Equal(t, c.text, linesOf(func(w *text) { v.writeStore(w, 0, lane) }))
		})
	}
}

func TestAColumnIsLoadedAsOneWordForEachVectorOfAThread(t *testing.T) {
	o := operand{dtype: f32, access: strided, strides: []int{1, 0}, load: columnBroadcast, width: 4}
	load := vector{operand: &o, lanes: 4}.writeLoadColumns
	assert.Equal(t, []string{"let in0_column0 = buf1[(in0_at0 >> 2u)];"}, linesOf(load))
	o.width = 2
	assert.Equal(t, []string{
		"let in0_column0 = vec4<u32>(buf1[(in0_at0 >> 1u)], buf1[(in0_at0 >> 1u) + 1u]);",
	}, linesOf(load))
}

func TestElementsAreCountedInVectorsOnce(t *testing.T) {
	o := operand{dtype: f16, load: aligned, width: 2}
	v := vector{operand: &o, lanes: 4}
	assert.Equal(t, "((n) >> 2u)", v.inVectors("n"), "four halves are two words")
	assert.Equal(t, 12, o.count(12))
	o.counted = true
	assert.Equal(t, "n", v.inVectors("n"), "the uniform has done so")
	assert.Equal(t, 3, o.count(12))
	o = operand{dtype: op.Int64, load: aligned, width: 1}
	assert.Equal(t, "((n) * 2u)", v.inVectors("n"), "an element is two words")
}
