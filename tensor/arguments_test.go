package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// In float32 these pairs are equal, or infinitely far.
func TestIscloseOfIntegersDoesNotRoundThem(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSlice([]int32{math.MaxInt32, 1<<24 + 1, 1 << 24, math.MaxInt32, -5})
		y := tensor.FromSlice([]int32{math.MaxInt32 - 1, 1 << 24, 1 << 24, math.MinInt32, 5})
		assert.Equal(t, []bool{false, false, true, false, false}, data[bool](t, x.Isclose(y, 0, 0)))
		assert.Equal(t, []bool{true, true, true, false, false}, data[bool](t, x.Isclose(y, 0, 1)))
		assert.Equal(t, []bool{true, true, true, false, true}, data[bool](t, x.Isclose(y, 0, 10)))
		u := tensor.FromSlice([]uint64{math.MaxUint64, math.MaxUint64, 0})
		v := tensor.FromSlice([]uint64{math.MaxUint64 - 1, math.MaxUint64, math.MaxUint64})
		assert.Equal(t, []bool{false, true, false}, data[bool](t, u.Isclose(v, 0, 0)))
		assert.Equal(t, []bool{true, true, false}, data[bool](t, u.Isclose(v)))
	})
}

func TestAParameterThatIsAWholeFloatLeavesIntegersIntegers(t *testing.T) {
	x := tensor.FromSlice([]int32{-7, 0, 7})
	assert.Equal(t, []int32{-1, 0, 1}, data[int32](t, x.Hardtanh(-1.0, 1.0)))
	assert.Equal(t, []int32{-7, 0, 7}, data[int32](t, x.NanToNum(0.0)))
	assert.Equal(t, []float32{-0.5, 0, 0.5}, data32(t, x.Hardtanh(-0.5, 0.5)))
	assert.Equal(t, tensor.Int32, x.Hardtanh(-1.0, float64(math.MaxInt32)).DType())
	assert.Equal(t, tensor.Float32, x.Hardtanh(-1.0, 0x1p53).DType(), "more than a float64 counts in ones")
	assert.True(t, math.Signbit(float64(data32(t, tensor.FromSlice([]float32{float32(math.NaN())}).NanToNum(math.Copysign(0, -1)))[0])))
}

func TestTheDefaultOfAParameterIsAsIfItWereLeftOut(t *testing.T) {
	x := tensor.FromSlice([]int32{-7, 0, 7})
	for _, y := range []*tensor.Tensor{x.Round(), x.Round(nil), x.Round(0), x.Round(0.0), x.Around(0)} {
		assert.Equal(t, []int32{-7, 0, 7}, data[int32](t, y))
	}
	b := tensor.FromSlice([]bool{true, false})
	assert.Equal(t, []bool{true, true}, data[bool](t, tensor.Apply("add", b, true, 1)))
}

func TestAParameterIsLookedAtAsAnElementOfTheDType(t *testing.T) {
	x := tensor.FromSlice([]float32{-1})
	assert.EqualError(t, x.Celu(1e-300).Err(), "tensor: celu: alpha is 1e-300, in float32 0; it has to be greater than 0")
	assert.NoError(t, x.AsType(tensor.Float64).Celu(1e-300).Err())
	assert.EqualError(t, x.NanToNum(nil, nil, "x").Err(), "tensor: nan_to_num: neginf is a string; it has to be a *Tensor, a number or a bool")
	assert.EqualError(t, x.Add([]float32{1}).Err(), "tensor: add: y is a []float32; it has to be a *Tensor, a number or a bool; make one with FromSlice")
	assert.EqualError(t, tensor.Apply("gelu", x, "tanh").Err(),
		`tensor: gelu: takes no mode, such as "tanh"; modes are operations of their own: gelu_tanh, floor_divide, trunc_divide`)
}

func TestClampOfBoolsIsRefusedWithAnyBounds(t *testing.T) {
	b := tensor.FromSlice([]bool{true})
	for _, y := range []*tensor.Tensor{b.Clamp(false, true), b.Clamp(true, nil), b.Clamp(nil, false)} {
		assert.EqualError(t, y.Err(), "tensor: clamp: not defined for bool; convert bool with AsType, or use the logical operations")
	}
	assert.ErrorContains(t, b.ClampInPlace(true, nil), "not defined for bool")
}

func TestApplyInPlaceTakesParametersToo(t *testing.T) {
	x := tensor.FromSlice([]float32{1, 2})
	require.NoError(t, tensor.ApplyInPlace("add", x, tensor.FromSlice([]float32{10, 20}), 2))
	require.NoError(t, tensor.ApplyInPlace("subtract", x, 1, 0.5))
	assert.Equal(t, []float32{20.5, 41.5}, data32(t, x))
	assert.ErrorIs(t, tensor.ApplyInPlace("frobnicate", x), tensor.ErrUnknownOperation)
	assert.ErrorContains(t, tensor.ApplyInPlace("where", x, 1, 2), "x.Assign(Where(…))")
	assert.Error(t, tensor.ApplyInPlace("exp", nil))
	assert.ErrorContains(t, tensor.ApplyInPlace("add", x.BroadcastTo(3, 2), 1), "read-only")
	assert.EqualError(t, x.BroadcastTo(x.Shape()...).Fill(1),
		"tensor: fill: the tensor (shape [2]) is a result of BroadcastTo, or a view of one: it is read-only; Clone it first")
}
