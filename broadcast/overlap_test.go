package broadcast_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func TestRepeatsFindsIndicesThatMeet(t *testing.T) {
	for _, c := range []struct {
		name string
		l    Layout
		want bool
	}{
		{"row-major", RowMajor(2, 3, 4), false},
		{"huge row-major", RowMajor(1<<15, 1<<15), false},
		{"0-d", RowMajor(), false},
		{"empty with stride 0", Layout{Shape: []int{0, 4}, Strides: []int{0, 0}}, false},
		{"size 1 with stride 0", Layout{Shape: []int{1, 4}, Strides: []int{0, 1}}, false},
		{"expanded", Layout{Shape: []int{2, 4}, Strides: []int{0, 1}}, true},
		{"sliding windows", Layout{Shape: []int{5, 3}, Strides: []int{1, 1}}, true},
		{"flipped", Layout{Shape: []int{2, 3}, Strides: []int{-3, -1}, Offset: 5}, false},
		{"crossing without meeting", Layout{Shape: []int{3, 2}, Strides: []int{2, 3}}, false},
		{"crossing and meeting", Layout{Shape: []int{4, 3}, Strides: []int{2, 3}}, true},
		{"both ways, meeting", Layout{Shape: []int{2, 2}, Strides: []int{3, -3}, Offset: 3}, true},
		{"as large as is counted", Layout{Shape: []int{1 << 19, 2}, Strides: []int{2, 3}}, false},
		{"larger than is counted", Layout{Shape: []int{1<<19 + 1, 2}, Strides: []int{2, 3}}, true},
		{"too large to count", Layout{Shape: []int{1 << 11, 1 << 11}, Strides: []int{3 << 11, 3<<11 + 1}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, c.l.Repeats())
		})
	}
}

func TestAnInvalidLayoutRepeatsOrIsRefused(t *testing.T) {
	for _, l := range nonsense() {
		t.Run(l.name, func(t *testing.T) {
			if l.Len() != 1 {
				assert.True(t, l.Repeats() || l.Check(math.MaxInt) != nil)
			}
		})
	}
}

func TestOverlapFindsSharedElements(t *testing.T) {
	rows := func(offset int) Layout { return Layout{Shape: []int{100, 4}, Strides: []int{10, 1}, Offset: offset} }
	every2nd := func(offset int) Layout { return Layout{Shape: []int{9}, Strides: []int{2}, Offset: offset} }
	for _, c := range []struct {
		name string
		a, b Layout
		want bool
	}{
		{"the same", RowMajor(3, 4), RowMajor(3, 4), true},
		{"one after the other", RowMajor(6), Layout{Shape: []int{6}, Strides: []int{1}, Offset: 6}, false},
		{"touching by one", RowMajor(6), Layout{Shape: []int{6}, Strides: []int{1}, Offset: 5}, true},
		{"even and odd", every2nd(0), every2nd(1), false},
		{"even and odd, at a quarter of the numbers", every2nd(math.MaxInt/4 + 1), every2nd(math.MaxInt/4 + 2), false},
		{"even and odd, at half of the numbers", every2nd(math.MaxInt/2 + 1), every2nd(math.MaxInt/2 + 2), false},
		{"left and right columns", rows(0), rows(5), false},
		{"columns that share one", rows(0), rows(3), true},
		{"columns that wrap", rows(0), rows(7), true},
		{"row and column", Layout{Shape: []int{5}, Strides: []int{1}, Offset: 10}, Layout{Shape: []int{5}, Strides: []int{5}, Offset: 2}, true},
		{"forwards and backwards", RowMajor(4), Layout{Shape: []int{4}, Strides: []int{-1}, Offset: 3}, true},
		{"empty", RowMajor(0, 3), RowMajor(5), false},
		{"in a hole", Layout{Shape: []int{2}, Strides: []int{10}}, Layout{Shape: []int{9}, Strides: []int{1}, Offset: 1}, false},
		{"large, decided at once", Layout{Shape: []int{1 << 13, 1 << 13}, Strides: []int{1 << 14, 2}},
			Layout{Shape: []int{1 << 13, 1 << 13}, Strides: []int{1 << 14, 2}, Offset: 1 << 13}, true},
		{"large halves", Layout{Shape: []int{1 << 13, 1 << 13}, Strides: []int{1 << 14, 1}},
			Layout{Shape: []int{1 << 13, 1 << 13}, Strides: []int{1 << 14, 1}, Offset: 1 << 13}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Overlap(c.a, c.b))
			assert.Equal(t, c.want, Overlap(c.b, c.a))
		})
	}
}

func TestOverlapIsTrueWhereTheSearchWouldTakeTooLong(t *testing.T) {
	// Multiples of many large primes: neither nested nor dense.
	primes := []int{100003, 100019, 100043, 100049, 100057, 100069, 100103, 100109}
	a := Layout{Shape: slices.Repeat([]int{8}, len(primes)), Strides: primes}
	b := Layout{Offset: 100003*28 + 7}
	require.NoError(t, a.Check(math.MaxInt))
	assert.True(t, Overlap(a, b))
}

func FuzzRepeats(f *testing.F) {
	seeds(f)
	f.Add([]byte{})
	f.Add([]byte{2, 4, 3, 0, 22, 23, 30})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		l := s.layout(t, s.shape(4, 6))
		at := positions(l)
		slices.Sort(at)
		require.Equal(t, len(slices.Compact(slices.Clone(at))) < len(at), l.Repeats(), "%v", l)
		if len(at) > 0 {
			lo, hi := l.Bounds()
			require.Equal(t, [2]int{at[0], at[len(at)-1] + 1}, [2]int{lo, hi})
		}
	})
}

func FuzzOverlap(f *testing.F) {
	seeds(f)
	f.Add([]byte{})
	f.Add([]byte{2, 4, 3, 0, 22, 23, 30, 2, 4, 3, 0, 30, 23, 31})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		a := s.layout(t, s.shape(4, 5))
		b := s.layout(t, s.shape(4, 5))
		in := map[int]bool{}
		for _, pos := range positions(a) {
			in[pos] = true
		}
		shared := slices.ContainsFunc(positions(b), func(pos int) bool { return in[pos] })
		require.Equal(t, shared, Overlap(a, b), "%v %v", a, b)
		require.Equal(t, shared, Overlap(b, a), "%v %v", b, a)
	})
}
