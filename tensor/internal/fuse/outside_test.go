package fuse

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

func slice(t *testing.T, l broadcast.Layout, from, to, step int) broadcast.Layout {
	t.Helper()
	for axis := range l.Shape {
		var err error
		l, err = l.Slice(axis, from, to, step)
		require.NoError(t, err)
	}
	return l
}

func TestAPartAndWhatIsOutsideMakeTheWholeStorage(t *testing.T) {
	index := func(l broadcast.Layout, axis, i int) broadcast.Layout {
		l, err := l.Index(axis, i)
		require.NoError(t, err)
		return l
	}
	flip := func(l broadcast.Layout, axes ...int) broadcast.Layout {
		l, err := l.Flip(axes...)
		require.NoError(t, err)
		return l
	}
	transpose := func(l broadcast.Layout) broadcast.Layout {
		l, err := l.Transpose(0, 1)
		require.NoError(t, err)
		return l
	}
	plane, long, cube := broadcast.RowMajor(6, 8), broadcast.RowMajor(1, 6, 1, 8, 1), broadcast.RowMajor(4, 5, 6)
	for _, c := range []struct {
		name    string
		storage broadcast.Layout
		part    broadcast.Layout
		parts   int
	}{
		{"the inside of a plane", plane, slice(t, plane, 1, -1, 1), 4},
		{"the inside of a plane with an axis of size 1", long, slice(t, plane, 1, -1, 1), 4},
		{"the inside of a cube", cube, slice(t, cube, 1, -1, 1), 6},
		{"the inside, flipped", cube, flip(slice(t, cube, 1, -1, 1), 0, 2), 6},
		{"the inside, transposed", plane, transpose(slice(t, plane, 1, -1, 1)), 4},
		{"all", plane, plane, 0},
		{"all but the first of each axis", plane, slice(t, plane, 1, 9, 1), 2},
		{"a row", plane, index(plane, 0, 2), 2},
		{"the last row", plane, index(plane, 0, 5), 1},
		{"a column", plane, index(plane, 1, 3), 2},
		{"a plane across a cube", cube, index(cube, 1, 3), 2},
		{"one element", plane, index(index(plane, 0, 2), 0, 3), 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := c.storage.Len()
			positions := slices.Collect(c.part.Offsets())
			around := outside(&c.storage, &c.part)
			assert.Len(t, around, c.parts)
			for _, l := range around {
				require.NoError(t, l.Check(n))
				positions = slices.AppendSeq(positions, l.Offsets())
			}
			slices.Sort(positions)
			for i, position := range positions {
				require.Equal(t, i, position)
			}
			assert.Len(t, positions, n)
		})
	}
}

func TestAPartThatIsNoBoxHasNothingOutside(t *testing.T) {
	plane := broadcast.RowMajor(6, 6)
	for _, c := range []struct {
		name string
		part broadcast.Layout
	}{
		{"a diagonal", broadcast.Layout{Shape: []int{4}, Strides: []int{7}}},
		{"every second element of each axis", slice(t, plane, 0, 9, 2)},
		{"rows that overlap", broadcast.Layout{Shape: []int{3, 4}, Strides: []int{2, 1}}},
		{"a repeated row", broadcast.Layout{Shape: []int{3, 6}, Strides: []int{0, 1}}},
		{"elements of a row twice", broadcast.Layout{Shape: []int{3, 3}, Strides: []int{1, 1}}},
		{"several rows as one", broadcast.Layout{Shape: []int{30}, Strides: []int{1}, Offset: 6}},
		{"rows across the ends of rows", broadcast.Layout{Shape: []int{2, 4}, Strides: []int{6, 1}, Offset: 4}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Empty(t, outside(&plane, &c.part)) })
	}
}

func TestWhatAWriteLeavesIsCopiedAloneWhereThatIsLess(t *testing.T) {
	plane := func(side int) broadcast.Layout { return broadcast.RowMajor(side, side) }
	for _, c := range []struct {
		name      string
		kind      device.Kind
		side, cut int
		size      int
		parts     int
	}{
		{"a border of 1 MiB", device.CPU, 512, 1, 4, 4},
		{"a border of 64 KiB", device.CPU, 128, 1, 4, 1},
		{"a border of 1 MiB on a GPU", device.GPU, 512, 1, 4, 1},
		{"a border of 16 MiB on a GPU", device.GPU, 2048, 1, 4, 4},
		{"a wide border", device.CPU, 512, 20, 4, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			storage := plane(c.side)
			part := slice(t, storage, c.cut, c.side-c.cut, 1)
			assert.Len(t, toCopy(c.kind, &storage, &part, c.size), c.parts)
		})
	}
}
