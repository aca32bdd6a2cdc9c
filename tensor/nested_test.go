package tensor_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

type celsius float32

func TestNestedSlicesOfARecursiveTypeAreAnError(t *testing.T) {
	deadline(t, 10*time.Second)
	type list []list
	const want = "list holds tensor_test.list; elements are"
	assert.ErrorContains(t, tensor.FromNested(list{}).Err(), want)
	_, err := tensor.ToNested[list](tensor.Zeros(tensor.Float32, 2, 2))
	assert.ErrorContains(t, err, want)
}

func TestNestedSlicesBecomeTensors(t *testing.T) {
	for _, c := range []struct {
		name string
		in   any
		want *tensor.Tensor
	}{
		{"a matrix", [][]float64{{1, 2, 3}, {4, 5, 6}}, tensor.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)},
		{"three levels", [][][]int8{{{1}, {2}}, {{3}, {4}}}, tensor.FromSlice([]int8{1, 2, 3, 4}, 2, 2, 1)},
		{"ints", [][]int{{-1, math.MaxInt32}}, tensor.FromSlice([]int64{-1, math.MaxInt32}, 1, 2)},
		{"bools", []bool{true, false}, tensor.FromSlice([]bool{true, false})},
		{"a number", 2.5, tensor.Scalar(2.5)},
		{"arrays", [2][2]uint16{{1, 2}, {3, 4}}, tensor.FromSlice([]uint16{1, 2, 3, 4}, 2, 2)},
		{"slices of arrays", [][2]uint8{{1, 2}, {3, 4}}, tensor.FromSlice([]uint8{1, 2, 3, 4}, 2, 2)},
		{"a named type", []celsius{20.5}, tensor.FromSlice([]float32{20.5})},
		{"no rows", [][]float32{}, tensor.Zeros(tensor.Float32, 0, 0)},
		{"empty rows", [][]float32{{}, {}}, tensor.Zeros(tensor.Float32, 2, 0)},
		{"a billion arrays without elements", [1 << 30][0]int32{}, tensor.Zeros(tensor.Int32, 1<<30, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := tensor.FromNested(c.in)
			require.NoError(t, got.Err())
			assert.Equal(t, c.want.DType(), got.DType())
			assert.Equal(t, c.want.Shape(), got.Shape())
			raw, err := got.Bytes()
			require.NoError(t, err)
			want, err := c.want.Bytes()
			require.NoError(t, err)
			assert.Equal(t, want, raw)
		})
	}
}

func TestNestedSlicesThatAreNoTensorAreRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"a short row", [][]int8{{1, 2}, {3}}, "tensor: from nested: the slice at [1] has length 1, the first of its level 2; all need the same"},
		{"a long row inside", [][][]int8{{{1}, {2}}, {{3}, {4, 5}}}, "tensor: from nested: the slice at [1 1] has length 2, the first of its level 1; all need the same"},
		{"strings", [][]string{{"1"}}, "tensor: from nested: [][]string holds string; elements are bool, integers but uint, float32 or float64"},
		{"nil", nil, "tensor: from nested: nil; it takes nested slices, such as [][]float64"},
		{"anything", []any{1.0}, "tensor: from nested: []interface {} holds interface {}; elements are bool, integers but uint, float32 or float64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.EqualError(t, tensor.FromNested(c.in).Err(), c.want)
		})
	}
}

func TestTensorsBecomeNestedSlices(t *testing.T) {
	x := tensor.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	rows, err := tensor.ToNested[[][]float64](x.T())
	require.NoError(t, err)
	assert.Equal(t, [][]float64{{1, 4}, {2, 5}, {3, 6}}, rows)
	arrays, err := tensor.ToNested[[2][]float64](x)
	require.NoError(t, err)
	assert.Equal(t, [2][]float64{{1, 2, 3}, {4, 5, 6}}, arrays)
	ints, err := tensor.ToNested[[]int](tensor.FromSlice([]int64{-7, 8}))
	require.NoError(t, err)
	assert.Equal(t, []int{-7, 8}, ints)
	one, err := tensor.ToNested[float64](x.Index(0, 1).Index(0, 2))
	require.NoError(t, err)
	assert.Equal(t, 6.0, one)
	empty, err := tensor.ToNested[[][]bool](tensor.Zeros(tensor.Bool, 2, 0))
	require.NoError(t, err)
	assert.Equal(t, [][]bool{{}, {}}, empty)
}

func TestWhatANestedTypeCannotHoldIsRefused(t *testing.T) {
	x := tensor.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	_, err := tensor.ToNested[[]float64](x)
	assert.EqualError(t, err, "tensor: to nested: shape [2 3] has 2 axes, []float64 has 1 levels; Reshape the tensor")
	_, err = tensor.ToNested[[][]float32](x)
	assert.EqualError(t, err, "tensor: to nested: the tensor holds float64, [][]float32 holds float32; use AsType(tensor.Float32) first")
	_, err = tensor.ToNested[[][2]float64](x)
	assert.EqualError(t, err, "tensor: to nested: shape [2 3] does not fit the arrays of [][2]float64")
	_, err = tensor.ToNested[[][]uint8](tensor.Zeros(tensor.Uint8, 1<<30, 0))
	assert.EqualError(t, err, "tensor: to nested: shape [1073741824 0] has no elements, and more than 65536 slices")
	_, err = tensor.ToNested[[][]float64](nil)
	assert.Error(t, err)
	_, err = tensor.ToNested[map[string]int](x)
	assert.Error(t, err)
}
