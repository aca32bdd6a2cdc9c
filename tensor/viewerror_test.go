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

func TestAStepOfZeroIsAStepError(t *testing.T) {
	var e *broadcast.StepError
	require.ErrorAs(t, tensor.Zeros(tensor.Float32, 2, 3).Slice(-1, 0, 3, 0).Err(), &e)
	assert.Equal(t, 1, e.Axis)
}
