package broadcast_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func TestReshapeIsAViewWhereStridesPermit(t *testing.T) {
	for _, c := range []struct {
		name    string
		l       Layout
		shape   []int
		strides []int // nil: a copy
	}{
		{"contiguous", RowMajor(2, 3, 4), []int{6, 4}, []int{4, 1}},
		{"contiguous to one axis", RowMajor(2, 3, 4), []int{-1}, []int{1}},
		{"one axis split", Layout{Shape: []int{12}, Strides: []int{-2}, Offset: 30}, []int{3, 4}, []int{-8, -2}},
		{"inside an axis with gaps", Layout{Shape: []int{2, 6}, Strides: []int{10, 1}, Offset: 3}, []int{2, 2, 3}, []int{10, 3, 1}},
		{"across a gap", Layout{Shape: []int{2, 6}, Strides: []int{10, 1}}, []int{12}, nil},
		{"transposed", Layout{Shape: []int{3, 2}, Strides: []int{1, 3}}, []int{6}, nil},
		{"transposed, axes kept", Layout{Shape: []int{3, 2}, Strides: []int{1, 3}}, []int{3, 1, 2}, []int{1, 6, 3}},
		{"expanded to one", Layout{Shape: []int{4, 3}, Strides: []int{0, 0}, Offset: 2}, []int{12}, []int{0}},
		{"expanded rows", Layout{Shape: []int{4, 3}, Strides: []int{0, 1}}, []int{12}, nil},
		{"one element", Layout{Shape: []int{1, 1}, Strides: []int{5, 9}, Offset: 7}, []int{}, []int{}},
		{"0-d", Layout{Offset: 7}, []int{1, 1}, []int{1, 1}},
		{"no elements", Layout{Shape: []int{0, 3}, Strides: []int{9, 9}, Offset: 4}, []int{5, 0}, []int{1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ok, err := c.l.Reshape(c.shape)
			require.NoError(t, err)
			require.Equal(t, c.strides != nil, ok)
			if !ok {
				assert.Equal(t, RowMajor(m.Shape...), m, "the layout of the copy")
				return
			}
			assert.Equal(t, c.strides, m.Strides)
			assert.Equal(t, c.l.Offset, m.Offset)
			assert.Equal(t, offsets(c.l), offsets(m))
		})
	}
}

func TestReshapeRefusesSizesThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to []int
		want     string
	}{
		{"another number of elements", []int{2, 3}, []int{4}, "shape '[4]' is invalid for input of size 6"},
		{
			name: "-1 for what does not divide",
			from: []int{2, 3},
			to:   []int{4, -1},
			want: "shape '[4, -1]' is invalid for input of size 6",
		},
		{"-1 beside a size 0", []int{2, 3}, []int{0, -1}, "shape '[0, -1]' is invalid for input of size 6"},
		{"-1 twice", []int{2, 3}, []int{-1, -1}, "only one size can be inferred, but axes 0 and 1 are both -1"},
		{"a size below -1", []int{2, 3}, []int{-2, 3}, "size -2 of axis 0 is negative in shape [-2 3]"},
		{
			name: "-1 beside 0 of 0 elements",
			from: []int{0, 3},
			to:   []int{0, -1},
			want: "cannot reshape 0 elements into shape [0, -1]: size -1 could be anything",
		},
		{"0-d stays 0-d", []int{}, []int{}, ""},
		{"-1 for no elements", []int{0}, []int{-1, 3}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := RowMajor(c.from...).Reshape(c.to)
			if c.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, c.want)
			var refused *ReshapeError
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, c.from, refused.Shape)
			assert.Equal(t, c.to, refused.Target)
		})
	}
}

// linear reports whether some strides over shape give these positions.
func linear(shape, at []int) bool {
	l := RowMajor(shape...)
	for axis, size := range shape {
		if size > 1 {
			l.Strides[axis] = at[l.Strides[axis]] - at[0]
		}
	}
	l.Offset = at[0]
	return assert.ObjectsAreEqual(at, positions(l))
}

func FuzzReshape(f *testing.F) {
	seeds(f)
	f.Add([]byte{})
	f.Add([]byte{3, 1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3})
	f.Add([]byte{2, 2, 3, 0, 20, 21, 0, 3, 2, 1, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		l := s.layout(t, s.shape(5, 4))
		// Deal the prime factors of the number of elements out to the new axes.
		shape := make([]int, s.in(1, 5))
		for axis := range shape {
			shape[axis] = 1
		}
		n := l.Len()
		for _, p := range []int{2, 3} {
			for ; n > 0 && n%p == 0; n /= p {
				shape[s.in(0, len(shape)-1)] *= p
			}
		}
		shape[0] *= n

		m, ok, err := l.Reshape(shape)
		require.NoError(t, err)
		require.Equal(t, shape, m.Shape)
		at := positions(l)
		switch {
		case ok:
			require.Equal(t, at, positions(m))
		default:
			require.False(t, linear(shape, at), "%v as %v needs no copy", l, shape)
			require.Equal(t, RowMajor(shape...), m)
		}
	})
}
