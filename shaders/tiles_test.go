package shaders

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
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

// A wrong index is found before the products: no stage of tiles runs a second time.
func TestPlacesOfAProductAreCheckedOnceBeforeIt(t *testing.T) {
	const m, n, k, rows = 40, 30, 20, 7
	p, err := device.Parse("(%0 float32 level 1 places 1, %1 int32 level 1, %2 float32 level 1)\n%3 float32 = load %0 %1\n%4 float32 = dot %3 %2\nreturn %4")
	require.NoError(t, err)
	operand := func(dt op.DType, sizes []int, strides ...int) device.Operand {
		return device.Operand{Buffer: &Scratch{Bytes: 1 << 12}, Type: dt, Layout: broadcast.Layout{Shape: sizes, Strides: strides}}
	}
	shape := []int{m, n, k}
	lower := func(rows int) *Lowering {
		l := &device.Launch{Program: p, Shape: shape, Levels: []int{1}, Fault: new(device.Fault),
			In:  []device.Operand{operand(op.Float32, []int{m, n, k, rows}, 0, 0, 1, k), operand(op.Int32, shape, 1, 0, 0), operand(op.Float32, shape, 0, 1, n)},
			Out: []device.Operand{operand(op.Float32, shape[:2], n, 1)}}
		w, err := Lower(l, Limits{}, Repair{})
		require.NoError(t, err)
		return w
	}
	var variants []string
	elements := map[string]int{}
	w := lower(rows)
	for i := range w.stages {
		variants = append(variants, w.stages[i].Variant())
		if walk := w.stages[i].walk; walk != nil {
			elements[w.stages[i].Variant()] = walk.groups * walk.elements
		}
	}
	assert.Equal(t, []string{wholeGroups.String(), wholeGroups.String(), tiles.String()}, variants[1:], "behind the stage that clears the errors")
	assert.Equal(t, map[string]int{wholeGroups.String(): m, tiles.String(): m * n * k}, elements)
	for i := range lower(0).stages {
		assert.NotEqual(t, tiles.String(), lower(0).stages[i].Variant(), "a table without rows has no element that a tile could read instead")
	}
}

func TestATileLoadsFourNeighboursAtATimeWhateverTheirSize(t *testing.T) {
	const n = 64
	for _, c := range []struct {
		dt    op.DType
		loads string
	}{{op.Float32, "array<vec4<u32>>"}, {op.BFloat16, "array<vec2<u32>>"}, {op.Int8, "m_byte("}} {
		dt := c.dt
		t.Run(dt.String(), func(t *testing.T) {
			p, err := device.Parse(strings.ReplaceAll("(%0 T level 1, %1 T level 1)\n%2 T = dot %0 %1\nreturn %2", "T", dt.String()))
			require.NoError(t, err)
			operand := func(strides ...int) device.Operand {
				return device.Operand{Buffer: &Scratch{Bytes: 4 * n * n}, Type: dt, Layout: broadcast.Layout{Shape: []int{n, n, n}[:len(strides)], Strides: strides}}
			}
			l := &device.Launch{Program: p, Shape: []int{n, n, n}, Levels: []int{1},
				In: []device.Operand{operand(n, 0, 1), operand(0, 1, n)}, Out: []device.Operand{operand(n, 1)}}
			w, err := Lower(l, Limits{}, Repair{})
			require.NoError(t, err)
			tile := w.stages[0].walk.tiling
			assert.Equal(t, sumWise, tile.sides[0].loads[0])
			assert.Equal(t, sideWise, tile.sides[1].loads[1])
			assert.Contains(t, w.stages[0].WGSL(), c.loads)
		})
	}
}
