package tensor_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAnEmptyListOfAxesIsAllAxes(t *testing.T) {
	x := tensor.Arange[int32](0, 6, 1).Reshape(1, 2, 3)
	for _, axes := range [][]int{nil, {}} {
		assert.Equal(t, []int32{5, 4, 3, 2, 1, 0}, data[int32](t, x.Flip(axes...)))
		assert.Equal(t, []int{2, 3}, x.Squeeze(axes...).Shape())
	}
}

func TestAScalarIsItsOwnTranspose(t *testing.T) {
	for _, axes := range [][2]int{{0, -1}, {-1, 0}, {0, 0}, {-1, -1}} {
		x := tensor.Scalar(float32(3)).Transpose(axes[0], axes[1])
		assert.Empty(t, x.Shape())
		assert.Equal(t, []float32{3}, data32(t, x))
	}
	assert.EqualError(t, tensor.Scalar(float32(3)).Transpose(0, 1).Err(), "tensor: transpose: axis 1 is out of range for rank 0 (there are no axes)")
}

func TestAZeroDimensionalTensorIsMadeByReshape(t *testing.T) {
	assert.Equal(t, []int{1}, tensor.FromSlice([]int32{7}, []int{}...).Shape())
	assert.Equal(t, []int{1}, tensor.FromBytes(tensor.Uint8, []byte{7}, []int{}...).Shape())
	for _, x := range []*tensor.Tensor{tensor.FromSlice([]int32{7}), tensor.FromBytes(tensor.Uint8, []byte{7}), tensor.FromFloat32s(tensor.Float16, []float32{7})} {
		assert.Empty(t, x.Reshape().Shape())
		require.NoError(t, x.Reshape().Err())
	}
}

func TestClampWithoutBoundsIsACopy(t *testing.T) {
	everywhere(t, func(t *testing.T, _ device.Device) {
		x := tensor.FromSlice([]float32{-5, 0, 9})
		for _, y := range []*tensor.Tensor{x.Clamp(nil, nil), tensor.Apply("clamp", x), tensor.Apply("clip", x, nil, nil)} {
			require.NoError(t, y.Fill(1))
			assert.Equal(t, []float32{1, 1, 1}, data32(t, y))
			assert.Equal(t, []float32{-5, 0, 9}, data32(t, x))
		}
		require.NoError(t, x.ClampInPlace(nil, nil))
		assert.Equal(t, []float32{-5, 0, 9}, data32(t, x))
	})
}

// The texts are torch.logit's. Where the lower bound is above the upper one, elements are compared
// with the lower one first.
func TestLogitTakesAnyEps(t *testing.T) {
	everywhere(t, func(t *testing.T, _ device.Device) {
		x := tensor.FromSlice([]float32{-1, 0, 0.1, 0.5, 0.59, 0.9, 1, 2, float32(math.NaN())})
		for _, c := range []struct {
			eps  float64
			want string
		}{
			{0.6, "[0.4055 0.4055 0.4055 0.4055 0.4055 -0.4055 -0.4055 -0.4055 NaN]"},
			{1, "[+Inf +Inf +Inf +Inf +Inf +Inf -Inf -Inf NaN]"},
			{2, "[NaN NaN NaN NaN NaN NaN NaN NaN NaN]"},
			{-1, "[NaN -Inf -2.1972 0.0000 0.3640 2.1972 +Inf NaN NaN]"},
		} {
			t.Run(fmt.Sprint("eps ", c.eps), func(t *testing.T) {
				assert.Equal(t, c.want, fmt.Sprintf("%.4f", data32(t, x.Logit(c.eps))))
			})
		}
	})
}

// The Array API has +Inf and -0 for the first two quotients.
func TestFloorDivideAndRemainderAtInfinitiesAreNumPysAndPyTorchs(t *testing.T) {
	everywhere(t, func(t *testing.T, _ device.Device) {
		inf := float32(math.Inf(1))
		x, y := tensor.FromSlice([]float32{inf, 1, -1, -inf, inf}), tensor.FromSlice([]float32{2, -inf, inf, -2, inf})
		assert.Equal(t, "[NaN -1 -1 NaN NaN]", fmt.Sprint(data32(t, x.FloorDivide(y))))
		assert.Equal(t, "[NaN -Inf +Inf NaN NaN]", fmt.Sprint(data32(t, x.Remainder(y))))
	})
}
