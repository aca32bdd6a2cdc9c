package broadcast_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func TestSizeIsTheProductOfTheSizes(t *testing.T) {
	for _, c := range []struct {
		name  string
		shape []int
		want  int
	}{
		{"0-d", nil, 1},
		{"one axis", []int{7}, 7},
		{"three axes", []int{2, 3, 4}, 24},
		{"an axis of size 0", []int{2, 0, 4}, 0},
		{"MaxInt elements", []int{math.MaxInt}, math.MaxInt},
		{"MaxInt by 1", []int{math.MaxInt, 1}, math.MaxInt},
		{"0 at the end of what overflows", []int{math.MaxInt, math.MaxInt, 0}, 0},
		{"0 at the start of what overflows", []int{0, math.MaxInt, math.MaxInt}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := Size(c.shape)
			require.NoError(t, err)
			assert.Equal(t, c.want, n)
		})
	}
}

func TestSizeRefusesWhatAnIntCannotCount(t *testing.T) {
	_, err := Size([]int{math.MaxInt, 2})
	assert.ErrorContains(t, err, "more than")
	_, err = Size([]int{math.MaxInt/2 + 1, 2})
	assert.Error(t, err)
	_, err = Size([]int{2, -3})
	assert.EqualError(t, err, "size -3 of axis 1 is negative in shape [2 -3]")
	_, err = Size([]int{0, -3})
	assert.Error(t, err, "negative sizes are wrong even without elements")
}

func TestRowMajorHasPyTorchsStrides(t *testing.T) {
	assert.Equal(t, []int{12, 4, 1}, RowMajor(2, 3, 4).Strides)
	assert.Equal(t, []int{4, 4, 1}, RowMajor(2, 0, 4).Strides)
	assert.Equal(t, []int{}, RowMajor().Strides)
	assert.Equal(t, []int{math.MaxInt, math.MaxInt, 1}, RowMajor(0, math.MaxInt, math.MaxInt).Strides)
	assert.NoError(t, RowMajor(0, math.MaxInt, math.MaxInt).Check(0))
}

func TestRowMajorKeepsNoHoldOfItsArguments(t *testing.T) {
	shape := []int{2, 3}
	l := RowMajor(shape...)
	shape[0] = 9
	assert.Equal(t, []int{2, 3}, l.Shape)
	c := l.Clone()
	c.Shape[0], c.Strides[0] = 7, 7
	assert.Equal(t, RowMajor(2, 3), l)
}

func TestALayoutCanBeAskedWhatItIs(t *testing.T) {
	expanded := Layout{Shape: []int{4, 3}, Strides: []int{0, 1}}
	for _, c := range []struct {
		name                 string
		l                    Layout
		contiguous, expanded bool
		lo, hi               int
	}{
		{"0-d", RowMajor(), true, false, 0, 1},
		{"0-d with offset", Layout{Offset: 5}, true, false, 5, 6},
		{"row-major", RowMajor(2, 3), true, false, 0, 6},
		{"size 1 with an odd stride", Layout{Shape: []int{2, 1, 3}, Strides: []int{3, 77, 1}, Offset: 4}, true, false, 4, 10},
		{"column-major", Layout{Shape: []int{2, 3}, Strides: []int{1, 2}}, false, false, 0, 6},
		{"gaps", Layout{Shape: []int{2, 3}, Strides: []int{4, 1}}, false, false, 0, 7},
		{"backwards", Layout{Shape: []int{3}, Strides: []int{-1}, Offset: 2}, false, false, 0, 3},
		{"both ways", Layout{Shape: []int{2, 3}, Strides: []int{-10, 2}, Offset: 10}, false, false, 0, 15},
		{"expanded", expanded, false, true, 0, 3},
		{"expanded to one", Layout{Shape: []int{1, 3}, Strides: []int{0, 1}}, true, false, 0, 3},
		{"empty", Layout{Shape: []int{2, 0}, Strides: []int{0, 5}, Offset: 3}, true, false, 3, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			lo, hi := c.l.Bounds()
			assert.Equal(t, c.contiguous, c.l.Contiguous(), "contiguous")
			assert.Equal(t, c.expanded, c.l.Expanded(), "expanded")
			assert.Equal(t, [2]int{c.lo, c.hi}, [2]int{lo, hi}, "bounds")
			assert.Equal(t, positions(c.l), offsets(c.l))
			assert.Equal(t, len(positions(c.l)), c.l.Len())
		})
	}
}

func TestEqualLooksAtPositionsOnly(t *testing.T) {
	l := Layout{Shape: []int{2, 1}, Strides: []int{1, 9}}
	assert.True(t, l.Equal(RowMajor(2, 1)), "the stride of an axis of size 1 does not matter")
	assert.False(t, l.Equal(Layout{Shape: []int{2, 1}, Strides: []int{1, 9}, Offset: 1}))
	assert.False(t, l.Equal(Layout{Shape: []int{2, 1}, Strides: []int{2, 9}}))
	assert.False(t, l.Equal(RowMajor(2)))
	empty := Layout{Shape: []int{0, 3}, Strides: []int{5, 5}, Offset: 8}
	assert.True(t, empty.Equal(RowMajor(0, 3)))
	bad := Layout{Shape: []int{2, 3}, Strides: []int{1}}
	assert.True(t, bad.Equal(bad))
	assert.False(t, bad.Equal(RowMajor(2, 3)))
}

func TestCheckAcceptsWhatLiesInsideTheStorage(t *testing.T) {
	require.NoError(t, RowMajor(2, 3).Check(6))
	assert.NoError(t, Layout{Shape: []int{3}, Strides: []int{-2}, Offset: 4}.Check(5))
	assert.NoError(t, Layout{Shape: []int{3, 0}, Strides: []int{math.MaxInt, 1}, Offset: 99}.Check(0), "no elements, no position")
	assert.EqualError(t, RowMajor(2, 3).Check(5),
		"shape [2 3] with strides [3 1] from offset 0 reaches elements 0 to 5 of a storage of 5")
	assert.Error(t, Layout{Shape: []int{3}, Strides: []int{-2}, Offset: 3}.Check(5))
	assert.Error(t, RowMajor().Check(0))
	assert.Error(t, RowMajor().Check(-1))
}

func TestCheckRefusesInvalidLayouts(t *testing.T) {
	for _, l := range nonsense() {
		t.Run(l.name, func(t *testing.T) {
			assert.Error(t, l.Check(math.MaxInt))
		})
	}
}

func TestInvalidLayoutsNeverPanic(t *testing.T) {
	numbers := []int{0, 1, -1, 2, -2, 3, math.MaxInt, math.MinInt}
	for _, l := range nonsense() {
		t.Run(l.name, func(t *testing.T) {
			l.Rank()
			l.Len()
			l.Contiguous()
			l.Expanded()
			l.Bounds()
			l.Clone()
			l.Repeats()
			l.Squeeze()
			l.Flip()
			for range l.Offsets() {
				break
			}
			for _, m := range nonsense() {
				l.Equal(m.Layout)
				Overlap(l.Layout, m.Layout)
				l.To(m.Shape)
				l.Expand(m.Shape)
				l.Reshape(m.Shape)
				Shapes(l.Shape, m.Shape)
			}
			for _, a := range numbers {
				l.Squeeze(a)
				l.Unsqueeze(a)
				l.Flip(a)
				l.Permute(a, 0)
				l.Reshape([]int{a, -1})
				for _, b := range numbers {
					l.Transpose(a, b)
					l.Index(a, b)
					for _, c := range numbers {
						l.Slice(0, a, b, c)
						l.Slice(1, a, b, c)
					}
				}
			}
		})
	}
}

func TestOffsetsCanBeLeftEarly(t *testing.T) {
	var got []int
	for pos := range RowMajor(1<<15, 1<<15).Offsets() {
		if got = append(got, pos); len(got) == 3 {
			break
		}
	}
	assert.Equal(t, []int{0, 1, 2}, got)
}

func TestAVeryHighRankIsNothingSpecial(t *testing.T) {
	shape := slices.Repeat([]int{1}, 40)
	shape[3], shape[20], shape[39] = 2, 3, 4
	l := RowMajor(shape...)
	assert.Equal(t, 24, l.Len())
	assert.True(t, l.Contiguous())
	assert.False(t, l.Repeats())
	assert.Equal(t, positions(l), offsets(l))
	squeezed, err := l.Squeeze()
	require.NoError(t, err)
	assert.Equal(t, RowMajor(2, 3, 4), squeezed)
	shape[0] = 5
	wide, err := l.To(shape)
	require.NoError(t, err)
	p := NewPlan(shape, RowMajor(shape...), wide)
	assert.Equal(t, []int{5, 24}, p.Shape)
	assert.Equal(t, InnerRow, p.Operands[1].Class)
}

func TestCheckIsOfTheBoundsWhateverTheNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sizes := []int{0, 1, 1, 2, 3, 5, -1, 1 << 20, 1<<20 + 1, math.MaxInt}
	strides := []int{0, 1, -1, 2, 7, -15, 1 << 30, math.MinInt, math.MaxInt}
	right := 0
	for range 50_000 {
		l := Layout{Offset: r.IntN(40) - 3}
		for range r.IntN(4) {
			l.Shape = append(l.Shape, sizes[min(r.IntN(len(sizes)), r.IntN(len(sizes)))])
			l.Strides = append(l.Strides, strides[min(r.IntN(len(strides)), r.IntN(len(strides)))])
		}
		n, want := r.IntN(60), false
		if size, err := Size(l.Shape); err == nil {
			lo, hi := l.Bounds()
			want = size == 0 || 0 <= lo && hi <= n
		}
		require.Equal(t, want, l.Check(n) == nil, "%v in %d", l, n)
		if want {
			right++
		}
	}
	assert.Greater(t, right, 5000)
}
