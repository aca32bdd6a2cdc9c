package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVectorsOfAFlatKernelLieAStripeApart(t *testing.T) {
	o := operand{dtype: f32, access: contiguous, strides: []int{1}, load: aligned, width: 4}
	x := vector{operand: &o, lanes: 4}
	p := vectorPosition{&variant{mapping: flat, lanes: 4, vectors: vectors{perThread: 2}}}
	write := func(w *text) {
		p.writeFlat(w)
		p.writeStart(w, x)
		p.writeNext(w, x, 1)
	}
	assert.Equal(t, []string{
		"let stripe = thread & ~7u;",
		"let width = min(8u, params.body_threads - stripe);",
		"let vector = thread + stripe;",
		"let vector_stride = width * 4u;",
		"let i = vector * 4u + params.first;",
		"let in0_at0 = ((params.in0_offset + i) >> 2u);",
		"let in0_at1 = in0_at0 + ((vector_stride) >> 2u);",
	}, linesOf(write))
	p.noTail, o.counted = true, true
	assert.Equal(t, []string{
		"let stripe = thread & ~7u;",
		"let width = min(8u, params.threads - stripe);",
		"let vector = thread + stripe;",
		"let vector_stride = width * 4u;",
		"let i = vector * 4u;",
		"let in0_at0 = params.in0_offset + vector;",
		"let in0_at1 = in0_at0 + width;",
	}, linesOf(write))
}

func TestVectorsOfARowBlockedKernelLieAStrideApart(t *testing.T) {
	o := operand{dtype: f32, access: strided, strides: []int{64, 1}, load: aligned, width: 4}
	p := vectorPosition{&variant{
		mapping: rowBlocked, rank: 2, lanes: 4, vectors: vectors{perThread: 4, noTail: true},
	}}
	for _, c := range []struct {
		name        string
		operand     operand
		start, next string
	}{
		{"by element", operand{dtype: f32, access: strided, strides: []int{64, 2}, width: 1},
			"let in0_at0 = params.in0_offset + first * params.in0_stride0 + inner * params.in0_stride1;",
			"let in0_at1 = in0_at0 + params.in0_stride0;"},
		{"aligned", o,
			"let in0_at0 = ((params.in0_offset + first * params.in0_stride0 + inner) >> 2u);",
			"let in0_at1 = in0_at0 + params.in0_stride0;"},
		{"splat", operand{dtype: f32, access: strided, strides: []int{1, 0}, load: splat, width: 1},
			"let in0_at0 = params.in0_offset + first * params.in0_stride0;",
			"let in0_at1 = in0_at0 + params.in0_stride0;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := vector{operand: &c.operand, lanes: 4}
			assert.Equal(t, []string{c.start}, linesOf(func(w *text) { p.writeStart(w, x) }))
			assert.Equal(t, []string{c.next}, linesOf(func(w *text) { p.writeNext(w, x, 1) }))
		})
	}
	p.noTail = false
	next := linesOf(func(w *text) { p.writeNext(w, vector{operand: &o, lanes: 4}, 1) })
	assert.Equal(t, []string{"let in0_at1 = in0_at0 + params.in0_vector_stride;"}, next, "a stride counted in vectors")
}

func TestARowIsFoundByOneDivisionForEachAxis(t *testing.T) {
	p := vectorPosition{&variant{
		mapping: rowBlocked, rank: 2, lanes: 4, vectors: vectors{perThread: 4, noTail: true, tiled: true},
	}}
	assert.Equal(t, []string{
		"let number = thread >> 2u;",
		"let row = m_quotient(number, params.per_row_vectors);",
		"let row_vector = number - row * params.row_vectors;",
		"let inner = row_vector * 4u;",
		"let position = row * 4u + (thread & 3u);",
		"let first = position * 4u;",
	}, linesOf(p.writeRows))
}
