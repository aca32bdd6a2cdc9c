package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

func TestNarrowResultsOfAProductFitAWindowUntilTheyAreCopied(t *testing.T) {
	const m, n, k, window = 100, 60, 2, 1 << 13 // all results are less than a window, but not as words
	p, err := device.Parse("(%0 uint8 level 1, %1 uint8 level 1)\n%2 uint8 = dot %0 %1\nreturn %2")
	require.NoError(t, err)
	operand := func(strides ...int) device.Operand {
		shape := []int{m, n, k}[:len(strides)]
		return device.Operand{Buffer: &Scratch{Bytes: window}, Type: u8, Layout: broadcast.Layout{Shape: shape, Strides: strides}}
	}
	l := &device.Launch{Program: p, Shape: []int{m, n, k}, Levels: []int{1},
		In: []device.Operand{operand(k, 0, 1), operand(0, k, 1)}, Out: []device.Operand{operand(n, 1)}}
	w, err := Lower(l, Limits{Window: window}, Repair{})
	require.NoError(t, err)
	assert.Equal(t, tiles.String(), w.stages[0].Variant())
	require.Len(t, w.Scratch(), 1)
	assert.LessOrEqual(t, w.Scratch()[0].Bytes, window)
}
