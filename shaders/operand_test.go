package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

func input(dt op.DType, offset int, strides ...int) *operand {
	return &operand{dtype: dt, offset: offset, strides: strides, access: strided, width: 1}
}

func TestARowIsAlignedWhereAllItsVectorsAre(t *testing.T) {
	for _, c := range []struct {
		name    string
		operand *operand
		load    load
	}{
		{"contiguous rows", input(f32, 8, 12, 1), aligned},
		{"an offset inside of a vector", input(f32, 2, 12, 1), byElement},
		{"rows that begin inside of vectors", input(f32, 8, 13, 1), byElement},
		{"gaps in a row", input(f32, 8, 12, 2), byElement},
		{"a constant row", input(f32, 3, 1, 0), splat},
		{"a scalar", &operand{dtype: f32, access: scalar, strides: []int{0, 0}}, byElement},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.load, c.operand.rowLoad(4)) })
	}
}

func TestAColumnOfWordsIsLoadedInVectorsOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		name    string
		operand *operand
		load    load
	}{
		{"a transposed matrix", input(f32, 0, 1, 8), transposed},
		{"a column repeated along rows", input(f32, 4, 1, 0), columnBroadcast},
		{"columns that begin inside of vectors", input(f32, 0, 1, 9), byElement},
		{"elements smaller than a word", input(u8, 0, 1, 8), byElement},
		{"an output", &operand{output: true, dtype: f32, strides: []int{1, 8}, access: strided}, byElement},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.load, c.operand.columnLoad(4, 4, 0)) })
	}
}

func TestOperandsAreAlikeWhereTheirElementsShareTheSamePartsOfWords(t *testing.T) {
	x := input(u8, 4, 6, 2)
	assert.True(t, x.alike(input(op.Bool, 8, 6, 2)), "a word further")
	assert.False(t, x.alike(input(u8, 5, 6, 2)), "another part of a word")
	assert.False(t, x.alike(input(f16, 4, 6, 2)), "another size")
	assert.False(t, x.alike(input(u8, 4, 8, 2)), "another stride")
}

func TestWordBoundsCountWordsThatAreTouched(t *testing.T) {
	lo, hi := input(u8, 7, -3).wordBounds([]int{3}) // elements 1, 4 and 7
	assert.Equal(t, [2]int{0, 2}, [2]int{lo, hi})
	lo, hi = input(op.Int64, 1, 1).wordBounds([]int{2})
	assert.Equal(t, [2]int{2, 6}, [2]int{lo, hi})
}

func TestAnOffsetCountsFromTheWindow(t *testing.T) {
	o := input(f32, 300, 1)
	start, err := o.enterWindow([]int{20}, &memory{}, 1024)
	assert.NoError(t, err)
	assert.Equal(t, 1024, start)
	assert.Equal(t, 300-256, o.offset)
	_, err = input(f32, 250, 1).enterWindow([]int{20}, &memory{}, 1024)
	assert.EqualError(t, err, "reaches from element 250 to 269, beyond its window of 1024 bytes")
	start, err = input(f32, 300, 1).enterWindow([]int{0}, &memory{}, 1024)
	assert.NoError(t, err)
	assert.Zero(t, start, "an operand without elements lies anywhere")
}

func TestANameTellsOutputsFromInputs(t *testing.T) {
	assert.Equal(t, "out1", (&operand{output: true, number: 1}).name())
	assert.Equal(t, "in10", (&operand{number: 10, class: broadcast.Scalar}).name())
}
