package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClustersLieAlongTheAxesThatLeaveAWordBetweenThem(t *testing.T) {
	for _, c := range []struct {
		name           string
		shape, strides []int
		clusters       clusters
		nested         bool
	}{
		{"rows far apart", []int{4, 5}, []int{100, 1}, clusters{outer: 1, extent: 5, span: 2}, true},
		{"rows that share words", []int{4, 5}, []int{7, 1}, clusters{outer: 0, extent: 26, span: 8}, true},
		{"elements a word apart", []int{4, 5}, []int{80, 16}, clusters{outer: 2, extent: 1, span: 1}, true},
		{"axes that interleave", []int{3, 2}, []int{2, 3}, clusters{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, nested := clustersOf(c.shape, c.strides, 4)
			assert.Equal(t, c.nested, nested)
			assert.Equal(t, c.clusters, found)
		})
	}
}

func TestFlatThreadsComputeWholeVectorsAndATail(t *testing.T) {
	for _, c := range []struct {
		name              string
		elements, phase   int
		body, tail        int
		noTail, exactGrid bool
	}{
		{name: "whole workgroups", elements: 1 << 12, body: 256, noTail: true, exactGrid: true},
		{name: "whole threads", elements: 160, body: 10, noTail: true},
		{name: "elements left over", elements: 163, body: 10, tail: 3},
		{name: "a vector that begins before element 0", elements: 163, phase: 1, body: 10, tail: 4},
		{name: "less than a thread's", elements: 7, tail: 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := variant{mapping: flat, lanes: 4, vectors: vectors{perThread: 4, phase: c.phase, tailLanes: 1}}
			v.countFlat(c.elements)
			assert.Equal(t, c.body, v.bodyThreads)
			assert.Equal(t, c.noTail, v.noTail)
			assert.Equal(t, c.exactGrid, v.exactGrid)
			assert.Equal(t, c.body+c.tail, v.threads)
		})
	}
}

func TestRowBlockedThreadsComputeVectorsAboveEachOther(t *testing.T) {
	out := operand{output: true, dtype: f32, strides: []int{16, 1}, access: strided}
	n := func(rows int) *nest {
		return &nest{shape: []int{rows, 16}, len: rows * 16, outputs: 1, operands: []operand{out, *input(f32, 0, 1, 64)}}
	}
	whole := singleVariant(n(64))
	assert.True(t, whole.rowBlocked(n(64), 4, brief, false))
	assert.Equal(t, "row-blocked 4xvec4 no-tail tiled", whole.String())
	assert.Equal(t, 64/4*16/4, whole.threads)
	odd := singleVariant(n(67))
	assert.True(t, odd.rowBlocked(n(67), 4, brief, false))
	assert.Equal(t, "row-blocked 4xvec4", odd.String())
	assert.Equal(t, 64/4*16/4+3*16/4, odd.threads, "three rows are left over")
	assert.False(t, odd.rowBlocked(n(64), 5, brief, false), "rows are no whole vectors")
}

// Above each other they would meet in the same sets of a cache, unless one vector is read for several rows.
func TestVectorsOfRowsThatMeetInACacheLieBesideEachOther(t *testing.T) {
	for _, c := range []struct {
		name    string
		row, in int // strides of the output and of an input
		variant string
	}{
		{"rows of 1 KB", 256, 512, "row-blocked 1xvec4 no-tail exact-grid"},
		{"other rows", 260, 512, "row-blocked 4xvec4 no-tail exact-grid"},
		{"one row for all", 256, 0, "row-blocked 4xvec4 no-tail exact-grid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := operand{output: true, dtype: f32, strides: []int{c.row, 1}, access: strided}
			n := nest{shape: []int{1 << 10, 128}, len: 1 << 17, outputs: 1, operands: []operand{out, *input(f32, 0, c.in, 1)}}
			v := singleVariant(&n)
			assert.True(t, v.rowBlocked(&n, 4, brief, false))
			assert.Equal(t, c.variant, v.String())
		})
	}
}

func TestAVariantThatCannotBeChangesNothing(t *testing.T) {
	n := nest{shape: []int{10}, len: 10, outputs: 1, operands: []operand{dense(u8, true, 3), dense(u8, true, 2)}}
	v := singleVariant(&n)
	before := v
	assert.False(t, v.flat(&n, 4, brief, false))
	assert.False(t, v.rowBlocked(&n, 4, brief, false))
	assert.Equal(t, before, v)
	assert.Equal(t, byElement, n.operands[0].load)
}
