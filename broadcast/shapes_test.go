package broadcast_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func TestShapesAlignTrailingAxes(t *testing.T) {
	for _, c := range []struct {
		name         string
		shapes, want [][]int
	}{
		{"no shapes", nil, [][]int{{}}},
		{"0-d", [][]int{{}}, [][]int{{}}},
		{"0-d twice", [][]int{{}, {}}, [][]int{{}}},
		{"one shape", [][]int{{2, 3}}, [][]int{{2, 3}}},
		{"a matrix and 0-d", [][]int{{2, 3}, {}}, [][]int{{2, 3}}},
		{"row and column", [][]int{{1, 3}, {2, 1}}, [][]int{{2, 3}}},
		{"four axes and three", [][]int{{5, 3, 4, 1}, {3, 1, 1}}, [][]int{{5, 3, 4, 1}}},
		{"a vector repeated along three axes", [][]int{{1}, {3, 1, 7}}, [][]int{{3, 1, 7}}},
		{"sizes 0 and 1", [][]int{{0}, {1}}, [][]int{{0}}},
		{"a column and no elements", [][]int{{2, 1}, {0}}, [][]int{{2, 0}}},
		{"three shapes", [][]int{{4, 1, 1}, {3, 1}, {2}}, [][]int{{4, 3, 2}}},
		{
			name:   "eight axes",
			shapes: [][]int{{1, 1, 1, 1, 1, 1, 1, 2}, {3, 1, 1, 1, 1, 1, 1, 1}},
			want:   [][]int{{3, 1, 1, 1, 1, 1, 1, 2}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Shapes(c.shapes...)
			require.NoError(t, err)
			assert.Equal(t, c.want[0], got)
		})
	}
}

func TestShapesThatDoNotFitAreATypedError(t *testing.T) {
	for _, c := range []struct {
		name   string
		shapes [][]int
		want   Error
	}{
		{"sizes 0 and 2", [][]int{{0}, {2}}, Error{A: []int{0}, B: []int{2}, Axis: 0, SizeA: 0, SizeB: 2}},
		{
			name:   "inner axes differ",
			shapes: [][]int{{5, 2, 4, 1}, {3, 1, 1}},
			want:   Error{A: []int{5, 2, 4, 1}, B: []int{3, 1, 1}, Axis: 1, SizeA: 2, SizeB: 3},
		},
		{
			name:   "a vector and the last axis of a matrix",
			shapes: [][]int{{2}, {3, 4}},
			want:   Error{A: []int{2}, B: []int{3, 4}, Axis: 1, SizeA: 2, SizeB: 4},
		},
		{
			name:   "two axes differ",
			shapes: [][]int{{2, 3}, {4, 5}},
			want:   Error{A: []int{2, 3}, B: []int{4, 5}, Axis: 1, SizeA: 3, SizeB: 5},
		},
		// Of three, the first is what the earlier ones gave, before the failing one touched it.
		{
			name:   "the third of four shapes",
			shapes: [][]int{{1, 3}, {2, 1}, {4, 1}, {9, 9, 9}},
			want:   Error{A: []int{2, 3}, B: []int{4, 1}, Axis: 0, SizeA: 2, SizeB: 4},
		},
		{
			name:   "the second of three shapes",
			shapes: [][]int{{2, 1}, {3, 4}, {5}},
			want:   Error{A: []int{2, 1}, B: []int{3, 4}, Axis: 0, SizeA: 2, SizeB: 3},
		},
		{
			name:   "the third, of more axes",
			shapes: [][]int{{3}, {2, 1}, {7, 4, 1}},
			want:   Error{A: []int{2, 3}, B: []int{7, 4, 1}, Axis: 1, SizeA: 2, SizeB: 4},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Shapes(c.shapes...)
			var mismatch *Error
			require.ErrorAs(t, err, &mismatch)
			assert.Equal(t, c.want, *mismatch)
		})
	}
}

func TestTheErrorShowsWhereShapesFail(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []int
		want string
	}{
		{
			name: "under one digit",
			a:    []int{5, 2, 4, 1},
			b:    []int{3, 1, 1},
			want: "The size of tensor a (2) must match the size of tensor b (3) " +
				"at non-singleton dimension 1 (shapes [5 2 4 1] and [3 1 1])\n" +
				"  a: 5 2 4 1\n" +
				"  b:   3 1 1\n" +
				"       ^",
		},
		{
			name: "under three digits",
			a:    []int{10},
			b:    []int{256, 300},
			want: "The size of tensor a (10) must match the size of tensor b (300) " +
				"at non-singleton dimension 1 (shapes [10] and [256 300])\n" +
				"  a:      10\n" +
				"  b: 256 300\n" +
				"         ^^^",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Shapes(c.a, c.b)
			assert.EqualError(t, err, c.want)
		})
	}
}

func TestShapesRefuseWhatNoTensorHas(t *testing.T) {
	_, err := Shapes([]int{3}, []int{2, -1})
	assert.EqualError(t, err, "size -1 of axis 1 is negative in shape [2 -1]")
	_, err = Shapes([]int{math.MaxInt / 2, 1}, []int{1, math.MaxInt / 2})
	assert.ErrorContains(t, err, "more than")
	_, err = Shapes([]int{math.MaxInt, 1}, []int{1, math.MaxInt}, []int{0, 1, 1})
	assert.NoError(t, err, "no elements, no overflow")
}

func TestAHandMadeErrorPrintsToo(t *testing.T) {
	for _, axis := range []int{-1, 0, 9} {
		assert.NotEmpty(t, (&Error{Axis: axis, A: []int{1}}).Error())
		assert.NotEmpty(t, (&ExpandError{Axis: axis, Shape: []int{1}, Target: []int{2, 3}}).Error())
		assert.NotEmpty(t, (&ExpandError{Axis: axis, Shape: []int{1}}).Error())
	}
}

// naiveShapes pads with ones, then looks at each axis by itself, two shapes at a time.
func naiveShapes(shapes [][]int) (result []int, failed *Error) {
	pad := func(shape []int, rank int) []int {
		for len(shape) < rank {
			shape = append([]int{1}, shape...)
		}
		return shape
	}
	result = []int{}
	for _, shape := range shapes {
		rank := max(len(result), len(shape))
		a, b := pad(result, rank), pad(shape, rank)
		next := make([]int, rank)
		for axis := range rank {
			switch {
			case a[axis] == b[axis] || b[axis] == 1:
				next[axis] = a[axis]
			case a[axis] == 1:
				next[axis] = b[axis]
			default:
				failed = &Error{A: result, B: shape, Axis: axis, SizeA: a[axis], SizeB: b[axis]}
			}
		}
		if failed != nil {
			return nil, failed
		}
		result = next
	}
	return result, nil
}

func FuzzShapes(f *testing.F) {
	seeds(f)
	f.Add([]byte{})
	f.Add([]byte{2, 2, 1, 3, 2, 2, 1})
	f.Add([]byte{3, 4, 5, 2, 4, 1, 3, 3, 1, 1, 2, 255, 200})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		shapes := make([][]int, s.in(0, 4))
		for k := range shapes {
			shapes[k] = s.shape(8, 3)
		}
		want, failed := naiveShapes(shapes)
		got, err := Shapes(shapes...)
		if failed != nil {
			require.Equal(t, failed, err)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got)
		for _, shape := range shapes {
			view, err := RowMajor(shape...).To(got)
			require.NoError(t, err, "what takes part broadcasts to the result")
			n, err := Size(shape)
			require.NoError(t, err)
			require.NoError(t, view.Check(n), "and stays inside its storage")
		}
	})
}
