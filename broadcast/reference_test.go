package broadcast_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

// The judge of this package: everything spelled out, index by index.

// indices returns every index of a shape in row-major order.
func indices(shape []int) [][]int {
	all := [][]int{{}}
	for _, size := range shape {
		var longer [][]int
		for _, index := range all {
			for i := range size {
				longer = append(longer, append(slices.Clone(index), i))
			}
		}
		all = longer
	}
	return all
}

// position is the definition of a layout.
func position(l Layout, index []int) int {
	pos := l.Offset
	for axis, i := range index {
		pos += i * l.Strides[axis]
	}
	return pos
}

func positions(l Layout) []int {
	at := []int{}
	for _, index := range indices(l.Shape) {
		at = append(at, position(l, index))
	}
	return at
}

func offsets(l Layout) []int {
	return slices.AppendSeq([]int{}, l.Offsets())
}

type namedLayout struct {
	name string
	Layout
}

// nonsense are layouts that only a broken or hostile program makes.
func nonsense() []namedLayout {
	const big = math.MaxInt
	return []namedLayout{
		{"more sizes than strides", Layout{Shape: []int{2, 3}, Strides: []int{1}}},
		{"more strides than sizes", Layout{Shape: []int{2}, Strides: []int{1, 1}}},
		{"strides without sizes", Layout{Strides: []int{1}}},
		{"negative size", Layout{Shape: []int{2, -1}, Strides: []int{1, 1}}},
		{"elements overflow", Layout{Shape: []int{big, 2}, Strides: []int{1, 0}}},
		{"elements overflow twice", Layout{Shape: []int{big, big, big, big}, Strides: []int{1, 1, 1, 1}}},
		{"position overflows", Layout{Shape: []int{3}, Strides: []int{big}}},
		{"offset overflows", Layout{Shape: []int{2}, Strides: []int{1}, Offset: big}},
		{"last position is MaxInt", Layout{Shape: []int{}, Strides: []int{}, Offset: big}},
		{"position underflows", Layout{Shape: []int{3}, Strides: []int{math.MinInt}}},
		{"stride is MinInt", Layout{Shape: []int{2}, Strides: []int{math.MinInt}}},
		{"positions both ways", Layout{Shape: []int{2, 2, 2}, Strides: []int{-big, big, -1}, Offset: 5}},
		{"range longer than an int", Layout{Shape: []int{2, 2, 2}, Strides: []int{big/2 + 1, big/2 + 2, -big/2 - 2}, Offset: -3}},
	}
}

// source makes small numbers of fuzz bytes; it gives zeros when they run out.
type source struct{ data []byte }

// seeds gives a fuzz target random bytes to begin with, which tests run too.
func seeds(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		data := make([]byte, 40)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
}

func (s *source) byte() int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b)
}

// in returns a number from lo to hi.
func (s *source) in(lo, hi int) int { return lo + s.byte()%(hi-lo+1) }

// shape returns a shape of up to maxRank axes; size 1 is frequent and 0 rare.
func (s *source) shape(maxRank, maxSize int) []int {
	shape := make([]int, s.in(0, maxRank))
	for axis := range shape {
		b := s.byte()
		switch {
		case b == 255:
			shape[axis] = 0
		case b >= 192:
			shape[axis] = 1
		default:
			shape[axis] = 1 + b%maxSize
		}
	}
	return shape
}

// layout returns a layout of the shape: any strides, or a view of a row-major one.
func (s *source) layout(t testing.TB, shape []int) Layout {
	l := RowMajor(shape...)
	if s.byte()%2 == 0 {
		for axis := range shape {
			l.Strides[axis] = s.in(-20, 20)
		}
		l.Offset = s.in(-30, 30)
		return l
	}
	// A row-major base with axes dropped, spaced out, reversed, in another order.
	order := make([]int, len(shape))
	for i := range order {
		order[i] = i
	}
	for i := range order {
		j := s.in(i, len(order)-1)
		order[i], order[j] = order[j], order[i]
	}
	base := make([]int, len(shape))
	for i, axis := range order {
		base[i] = shape[axis]
		if s.byte()%4 == 0 {
			base[i] = 1
		}
	}
	inverse := make([]int, len(order))
	for i, axis := range order {
		inverse[axis] = i
	}
	var err error
	l, err = RowMajor(base...).Permute(inverse...)
	require.NoError(t, err)
	for axis := range shape {
		if s.byte()%4 == 0 {
			l, err = l.Flip(axis)
			require.NoError(t, err)
		}
	}
	l, err = l.To(shape)
	require.NoError(t, err)
	return l
}
