package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAnIndexOutOfRangeIsAnIndexError(t *testing.T) {
	var e *broadcast.IndexError
	require.ErrorAs(t, tensor.Zeros(tensor.Float32, 2, 3).Index(-1, -4).Err(), &e)
	assert.Equal(t, broadcast.IndexError{Index: -4, Axis: 1, Size: 3}, *e)
}

func TestAnAxisThatAShapeDoesNotHaveIsAnAxisError(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 2, 3)
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want broadcast.AxisError
	}{
		{"index", x.Index(2, 0), broadcast.AxisError{Axis: 2, Rank: 2}},
		{"slice", x.Slice(-3, 0, 1, 1), broadcast.AxisError{Axis: -3, Rank: 2}},
		{"flip", x.Flip(0, 5), broadcast.AxisError{Axis: 5, Rank: 2}},
		{"transpose", x.Transpose(0, 2), broadcast.AxisError{Axis: 2, Rank: 2}},
		{"permute names an axis twice", x.Permute(1, -1), broadcast.AxisError{Axis: 1, Rank: 2, List: []int{1, -1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e *broadcast.AxisError
			require.ErrorAs(t, c.of.Err(), &e)
			assert.Equal(t, c.want, *e)
		})
	}
}

func TestAShapeThatDoesNotBroadcastToAnotherIsAnExpandErrorWithAPicture(t *testing.T) {
	x, i := tensor.Zeros(tensor.Float32, 2, 3), tensor.Zeros(tensor.Int64, 1, 3)
	four := tensor.Ones(tensor.Float32, 4)
	for _, c := range []struct {
		name        string
		err         error
		shape, into []int
	}{
		{"BroadcastTo", x.BroadcastTo(4, 5).Err(), []int{2, 3}, []int{4, 5}},
		{"Expand", x.Expand(4, -1).Err(), []int{2, 3}, []int{4, -1}},
		{"Assign", x.Assign(four), []int{4}, []int{2, 3}},
		{"Assign of a slice", x.Assign([]int{1, 2}), []int{2}, []int{2, 3}},
		{"in place", x.AddInPlace(tensor.Ones(tensor.Float32, 4, 1, 3)), []int{4, 1, 3}, []int{2, 3}},
		{"in place, by one of three", x.LerpInPlace(1, tensor.Ones(tensor.Float32, 4, 1, 1)), []int{4, 1, 1}, []int{2, 3}},
		{"SetAt of a view", x.SetAt(four, 0), []int{4}, []int{3}},
		{"SetAt of a list", x.SetAt(four, []int{0, 1}), []int{4}, []int{2, 3}},
		{"SetAt of a mask", x.SetAt(four, x.Eq(0)), []int{4}, []int{6}},
		{"PutAlongAxis", x.PutAlongAxis(0, i, four).Err(), []int{4}, []int{1, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e *broadcast.ExpandError
			require.ErrorAs(t, c.err, &e)
			assert.Equal(t, [2][]int{c.shape, c.into}, [2][]int{e.Shape, e.Target})
			assert.Regexp(t, `^tensor: [a-z_ ]+: [^\n]+\n +from:[ \d]+\n +to:[- \d]+\n +\^+$`, c.err.Error())
			assert.NotRegexp(t, `(?s)shape.*Target sizes`, c.err.Error(), "the shapes stand in it twice")
		})
	}
}

func TestSizesThatDoNotFitAreAReshapeError(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 2, 3)
	for _, c := range []struct {
		name  string
		shape []int
	}{
		{"another number of elements", []int{4}}, {"no whole size", []int{4, -1}}, {"two open sizes", []int{-1, -1}}, {"a negative size", []int{-2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e *broadcast.ReshapeError
			require.ErrorAs(t, x.Reshape(c.shape...).Err(), &e)
		})
	}
}

func TestAStepOfZeroIsAStepError(t *testing.T) {
	var e *broadcast.StepError
	require.ErrorAs(t, tensor.Zeros(tensor.Float32, 2, 3).Slice(-1, 0, 3, 0).Err(), &e)
	assert.Equal(t, 1, e.Axis)
}
