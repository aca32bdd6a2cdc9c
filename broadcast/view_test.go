package broadcast_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

// sameElements checks that a view has at every index the element that l has at from(index).
func sameElements(t *testing.T, l, view Layout, from func(index []int) []int) {
	t.Helper()
	for _, index := range indices(view.Shape) {
		require.Equal(t, position(l, from(index)), position(view, index), "index %v", index)
	}
}

func TestPermuteReordersAxes(t *testing.T) {
	l := RowMajor(2, 3, 4)
	m, err := l.Permute(2, 0, -2)
	require.NoError(t, err)
	assert.Equal(t, []int{4, 2, 3}, m.Shape)
	sameElements(t, l, m, func(i []int) []int { return []int{i[1], i[2], i[0]} })

	_, err = l.Permute(0, 1)
	assert.EqualError(t, err, "2 axes [0 1] are named for rank 3")
	_, err = l.Permute(0, 1, -2)
	assert.EqualError(t, err, "axis 1 is named twice in [0 1 -2] for rank 3")
	_, err = RowMajor().Permute()
	assert.NoError(t, err)
}

func TestTransposeSwapsTwoAxes(t *testing.T) {
	l := RowMajor(2, 3, 4)
	m, err := l.Transpose(0, -1)
	require.NoError(t, err)
	assert.Equal(t, []int{4, 3, 2}, m.Shape)
	sameElements(t, l, m, func(i []int) []int { return []int{i[2], i[1], i[0]} })
	assert.Equal(t, RowMajor(2, 3, 4), l, "the original stays")
}

func TestFlipWalksBackwards(t *testing.T) {
	l := RowMajor(2, 3)
	m, err := l.Flip(-1)
	require.NoError(t, err)
	sameElements(t, l, m, func(i []int) []int { return []int{i[0], 2 - i[1]} })
	all, err := l.Flip()
	require.NoError(t, err)
	sameElements(t, l, all, func(i []int) []int { return []int{1 - i[0], 2 - i[1]} })
	back, err := all.Flip(0, 1)
	require.NoError(t, err)
	assert.Equal(t, l, back)
	empty, err := RowMajor(0, 3).Flip()
	require.NoError(t, err)
	assert.Equal(t, RowMajor(0, 3), empty)
}

func TestSqueezeDropsAxesOfSizeOne(t *testing.T) {
	l := RowMajor(1, 2, 1, 3)
	for _, c := range []struct {
		name       string
		axes, want []int
	}{
		{"all of size 1", nil, []int{2, 3}},
		{"the first", []int{0}, []int{2, 1, 3}},
		{"a negative axis", []int{-2}, []int{1, 2, 3}},
		{"an axis of another size stays", []int{1}, []int{1, 2, 1, 3}},
		{"two axes", []int{0, 2}, []int{2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := l.Squeeze(c.axes...)
			require.NoError(t, err)
			assert.Equal(t, c.want, m.Shape, "squeeze %v", c.axes)
			assert.Equal(t, offsets(l), offsets(m))
		})
	}
}

func TestUnsqueezeAddsAnAxisOfSizeOne(t *testing.T) {
	l := RowMajor(2, 3)
	for _, c := range []struct {
		name           string
		axis           int
		shape, strides []int
	}{
		{"in front", 0, []int{1, 2, 3}, []int{6, 3, 1}},
		{"in the middle", 1, []int{2, 1, 3}, []int{3, 3, 1}},
		{"at the end", 2, []int{2, 3, 1}, []int{3, 1, 1}},
		{"at the end, counted from there", -1, []int{2, 3, 1}, []int{3, 1, 1}},
		{"in front, counted from the end", -3, []int{1, 2, 3}, []int{6, 3, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := l.Unsqueeze(c.axis)
			require.NoError(t, err)
			assert.Equal(t, Layout{Shape: c.shape, Strides: c.strides}, m, "unsqueeze %d", c.axis)
		})
	}
	_, err := l.Unsqueeze(3)
	assert.EqualError(t, err, "axis 3 is out of range for rank 3 (use -3 to 2)")
}

func TestIndexDropsTheAxis(t *testing.T) {
	l := RowMajor(2, 3, 4)
	m, err := l.Index(1, -1)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 4}, m.Shape)
	sameElements(t, l, m, func(i []int) []int { return []int{i[0], 2, i[1]} })
	_, err = l.Index(1, 3)
	assert.EqualError(t, err, "index 3 is out of bounds for axis 1 with size 3")
	_, err = l.Index(1, -4)
	assert.Error(t, err)
	_, err = l.Index(0, math.MinInt)
	assert.Error(t, err)
}

func TestAnAxisOutOfRangeIsNamed(t *testing.T) {
	l := RowMajor(2, 3)
	const want = "axis 2 is out of range for rank 2 (use -2 to 1)"
	for _, c := range []struct {
		name string
		call func(axis int) error
	}{
		{"slice", func(axis int) error { _, err := l.Slice(axis, 0, End, 1); return err }},
		{"index", func(axis int) error { _, err := l.Index(axis, 0); return err }},
		{"permute", func(axis int) error { _, err := l.Permute(0, axis); return err }},
		{"transpose", func(axis int) error { _, err := l.Transpose(0, axis); return err }},
		{"flip", func(axis int) error { _, err := l.Flip(axis); return err }},
		{"squeeze", func(axis int) error { _, err := l.Squeeze(axis); return err }},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.EqualError(t, c.call(2), want)
			for _, axis := range []int{-3, math.MaxInt, math.MinInt} {
				assert.Error(t, c.call(axis))
			}
		})
	}
	_, err := l.Transpose(5, 0)
	assert.Error(t, err)
	_, err = l.Flip(0, -2)
	assert.ErrorContains(t, err, "named twice")
	_, err = RowMajor().Transpose(0, 1)
	assert.Error(t, err)
	_, err = RowMajor().Flip(0)
	assert.EqualError(t, err, "axis 0 is out of range for rank 0 (there are no axes)")
}

func TestSliceSpeaksPython(t *testing.T) {
	for _, c := range []struct {
		name                    string
		size, start, stop, step int
		want                    []int // list(range(size))[start:stop:step]
	}{
		{"all", 5, 0, End, 1, []int{0, 1, 2, 3, 4}},
		{"from 1 to the last but one", 5, 1, -1, 1, []int{1, 2, 3}},
		{"the last two", 5, -2, End, 1, []int{3, 4}},
		{"every second, beyond the end", 5, 0, 99, 2, []int{0, 2, 4}},
		{"from before the start", 5, -99, 2, 1, []int{0, 1}},
		{"start beyond stop", 5, 3, 1, 1, []int{}},
		{"start at the end", 5, End, End, 1, []int{}},
		{"backwards from -1", 5, -1, End, -1, []int{4, 3, 2, 1, 0}},
		{"backwards from the end", 5, End, End, -1, []int{4, 3, 2, 1, 0}},
		{"every second backwards", 5, End, End, -2, []int{4, 2, 0}},
		{"backwards to 1", 5, 3, 0, -1, []int{3, 2, 1}},
		{"every second backwards to before the start", 5, 3, -5, -2, []int{3, 1}},
		{"backwards from and to beyond", 5, 99, -99, -3, []int{4, 1}},
		{"backwards from 0", 5, 0, End, -1, []int{0}},
		{"backwards to a greater index", 5, 1, 3, -1, []int{}},
		{"a step of MaxInt", 5, 2, End, math.MaxInt, []int{2}},
		{"a step of MinInt", 5, 2, End, math.MinInt, []int{2}},
		{"from MinInt to MaxInt", 5, math.MinInt, math.MaxInt, 4, []int{0, 4}},
		{"of no elements", 0, 0, End, 1, []int{}},
		{"of no elements backwards", 0, End, End, -1, []int{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := RowMajor(c.size).Slice(0, c.start, c.stop, c.step)
			require.NoError(t, err)
			assert.Equal(t, c.want, offsets(m))
			assert.NoError(t, m.Check(c.size))
		})
	}
	_, err := RowMajor(5).Slice(0, 0, End, 0)
	assert.EqualError(t, err, "slice step is 0 on axis 0; 1 takes every element, -1 in reverse order")
}

// naiveSlice asks of every index whether the slice has it.
func naiveSlice(size, start, stop, step int) []int {
	taken := []int{}
	for i := range size {
		first := start
		if first < 0 {
			first = max(first+size, min(0, step)) // before the first one: 0, or -1 when walking back
		}
		if step < 0 {
			first = min(first, size-1)
		}
		last := stop
		if last < 0 {
			last = max(last+size, -1)
		}
		if step < 0 && stop == End {
			last = -1
		}
		between := step > 0 && first <= i && i < last || step < 0 && last < i && i <= first
		if between && (i-first)%step == 0 {
			taken = append(taken, i)
		}
	}
	if step < 0 {
		slices.Reverse(taken)
	}
	return taken
}

func FuzzSlice(f *testing.F) {
	f.Add(5, 0, End, 1)
	f.Add(7, -2, -6, -2)
	f.Add(3, End, End, -1)
	f.Add(0, math.MinInt, math.MaxInt, math.MinInt)
	f.Fuzz(func(t *testing.T, size, start, stop, step int) {
		size = int(uint(size) % 12)
		l := Layout{Shape: []int{2, size}, Strides: []int{100, -3}, Offset: 50}
		m, err := l.Slice(-1, start, stop, step)
		if step == 0 {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		taken := naiveSlice(size, start, stop, step)
		require.Equal(t, []int{2, len(taken)}, m.Shape)
		sameElements(t, l, m, func(i []int) []int { return []int{i[0], taken[i[1]]} })
	})
}

func TestAxesToReduceAreSortedAndAllIfNoneAreGiven(t *testing.T) {
	for _, c := range []struct {
		name string
		axes []int
		rank int
		want []int
		err  string
	}{
		{"none", nil, 3, []int{0, 1, 2}, ""},
		{"from the end", []int{-1, 0}, 3, []int{0, 2}, ""},
		{"of no axes", []int{-1}, 0, []int{}, ""},
		{"none of no axes", nil, 0, []int{}, ""},
		{"beyond no axes", []int{1}, 0, nil, "axis 1 is out of range for rank 0 (there are no axes)"},
		{"out of range", []int{3}, 3, nil, "axis 3 is out of range for rank 3 (use -3 to 2)"},
		{"twice", []int{1, -2}, 3, nil, "axis 1 is named twice in [1 -2] for rank 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			axes, err := Axes(c.axes, c.rank)
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, axes)
		})
	}
}
