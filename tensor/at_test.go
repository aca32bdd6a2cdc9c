package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor"
)

var all = tensor.Whole

// The expected shapes and elements are NumPy's, of x = arange(24).reshape(2, 3, 4).
func TestAtIsNumPysIndexing(t *testing.T) {
	x := tensor.Arange(0, 24, 1).Reshape(2, 3, 4)
	for _, c := range []struct {
		name  string
		index []any
		shape []int
		want  []int64
	}{
		{"x[1]", []any{1}, []int{3, 4}, []int64{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}},
		{"x[1, 2, 3]", []any{1, 2, 3}, []int{}, []int64{23}},
		{"x[-1, -3, -4]", []any{int8(-1), int64(-3), -4}, []int{}, []int64{12}},
		{"x[:, 1:-1, ::2]", []any{all, tensor.S(1, -1, 1), tensor.S(0, tensor.End, 2)}, []int{2, 1, 2}, []int64{4, 6, 16, 18}},
		{"x[0, :, 2]", []any{0, all, 2}, []int{3}, []int64{2, 6, 10}},
		{"x[..., 0]", []any{tensor.Ellipsis, 0}, []int{2, 3}, []int64{0, 4, 8, 12, 16, 20}},
		{"x[1, ..., 0]", []any{uint8(1), tensor.Ellipsis, 0}, []int{3}, []int64{12, 16, 20}},
		{"x[0, 1, 2, ...]", []any{0, 1, 2, tensor.Ellipsis}, []int{}, []int64{6}},
		{"x[None, 0, None, 1, :, None]", []any{nil, 0, nil, 1, all, nil}, []int{1, 1, 4, 1}, []int64{4, 5, 6, 7}},
		{"x[None, ..., None, 0]", []any{nil, tensor.Ellipsis, nil, 0}, []int{1, 2, 3, 1}, []int64{0, 4, 8, 12, 16, 20}},
		{"x[::-1, 0, 0]", []any{tensor.S(tensor.End, tensor.End, -1), 0, 0}, []int{2}, []int64{12, 0}},
		{"x[5:, 0]", []any{tensor.S(5, tensor.End, 1), 0}, []int{0, 4}, []int64{}},
		{"x[()]", nil, []int{2, 3, 4}, []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := x.At(c.index...)
			require.NoError(t, y.Err())
			assert.Equal(t, c.shape, y.Shape())
			assert.Equal(t, c.want, data[int64](t, y))
		})
	}
}

func TestAnIndexThatDoesNotFitIsAnError(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 2, 3)
	for _, c := range []struct {
		name  string
		index []any
		want  string
	}{
		{"too many", []any{0, 0, 0}, "tensor: at: too many indices for array: array is 2-dimensional, but 3 were indexed"},
		{"beyond the end", []any{0, 3}, "tensor: at: index 3 is out of bounds for axis 1 with size 3"},
		{"before the start", []any{-3, 3}, "tensor: at: index -3 is out of bounds for axis 0 with size 2"},
		{"before the start alone", []any{nil, -3}, "tensor: at: index -3 is out of bounds for axis 0 with size 2"},
		{"a step of 0", []any{tensor.S(0, 1, 0)}, "tensor: at: slice step is 0 on axis 0; 1 takes every element, -1 in reverse order"},
		{"two ellipses", []any{tensor.Ellipsis, tensor.Ellipsis}, "tensor: at: an index can only have a single ellipsis ('...')"},
		{"a float", []any{1.0}, "tensor: at: an index is a float64; it is an integer, S(start, stop, step), []int, a *Tensor of integers or bools, nil for a new axis, or Ellipsis"},
		{"a slice of bools", []any{[]bool{true, false}}, "tensor: at: an index is a []bool; make a tensor of it with FromSlice"},
		{"a bool", []any{true}, "tensor: at: an index is a bool; it is an integer, S(start, stop, step), []int, a *Tensor of integers or bools, nil for a new axis, or Ellipsis"},
		{"a dtype", []any{tensor.Int8}, "tensor: at: an index is the dtype int8; it is an integer, S(start, stop, step), []int, a *Tensor of integers or bools, nil for a new axis, or Ellipsis"},
		{"a tensor of floats", []any{x}, "tensor: at: arrays used as indices must be of integer (or boolean) type, not float32; convert with AsType"},
		{"beyond int", []any{uint64(math.MaxUint64)}, "tensor: at: index 18446744073709551615 is out of range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.EqualError(t, x.At(c.index...).Err(), c.want)
		})
	}
	var index *broadcast.IndexError
	require.ErrorAs(t, x.SetAt(1, 0, 3), &index)
	assert.Equal(t, broadcast.IndexError{Index: 3, Axis: 1, Size: 3}, *index)
	assert.EqualError(t, x.SetAt(1, 2), "tensor: set at: index 2 is out of bounds for axis 0 with size 2")
}

func TestSetAtWritesAPart(t *testing.T) {
	x := tensor.Zeros(tensor.Int64, 3, 4)
	inner := x.At(tensor.S(1, tensor.End, 1), tensor.S(1, -1, 1))
	require.NoError(t, x.SetAt(7, 0))
	require.NoError(t, x.SetAt(tensor.FromSlice([]int{1, 2}), all, tensor.S(0, tensor.End, 2)))
	require.NoError(t, x.SetAt(x.At(0), -1), "of itself")
	require.NoError(t, x.SetAt(9, tensor.Ellipsis, 1))
	assert.Equal(t, []int64{1, 9, 2, 7, 1, 9, 2, 0, 1, 9, 2, 7}, data[int64](t, x))
	assert.Equal(t, []int64{9, 2, 9, 2}, data[int64](t, inner), "a view sees it")
	assert.ErrorContains(t, x.SetAt(tensor.Zeros(tensor.Int64, 3), 0), "tensor: set at: ")
	assert.ErrorContains(t, tensor.Zeros(tensor.Int64, 3).BroadcastTo(2, 3).SetAt(1, 0), "read-only")
	assert.Error(t, (*tensor.Tensor)(nil).SetAt(1, 0))
}

// Rows and columns of a picture move by one. The written part overlaps the part that is read.
func TestSetAtOfOverlappingPartsIsAsIfCopiedFirst(t *testing.T) {
	x := tensor.Arange(0, 5, 1)
	require.NoError(t, x.SetAt(x.At(tensor.S(0, -1, 1)), tensor.S(1, tensor.End, 1)))
	assert.Equal(t, []int64{0, 0, 1, 2, 3}, data[int64](t, x))
}
