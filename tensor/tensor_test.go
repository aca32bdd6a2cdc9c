package tensor_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// data returns the elements of a tensor that must have none of the errors.
func data[T tensor.Element](t *testing.T, x *tensor.Tensor) []T {
	t.Helper()
	v, err := tensor.Data[T](x)
	require.NoError(t, err)
	return v
}

func iota32(n int, shape ...int) *tensor.Tensor {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(i)
	}
	return tensor.FromSlice(v, shape...)
}

func TestAChainOfOperationsBroadcastsAndComputes(t *testing.T) {
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	bias := tensor.FromSlice([]float32{10, 20, 30}, 3)
	y := x.Mul(2).Add(bias).Maximum(0)
	assert.Equal(t, []int{2, 3}, y.Shape())
	assert.Equal(t, []float32{12, 24, 36, 18, 30, 42}, data[float32](t, y))
}

func TestAMistakeSticksAndNamesShapesAndAxis(t *testing.T) {
	bad := iota32(6, 2, 3).Add(iota32(2)).Exp().Mul(3)
	var e *broadcast.Error
	require.ErrorAs(t, bad.Err(), &e)
	assert.Equal(t, 1, e.Axis)
	assert.Contains(t, bad.Err().Error(), "tensor: add: The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1")
	_, err := tensor.Data[float32](bad)
	assert.Equal(t, bad.Err(), err)
}

func TestInPlaceKeepsTheShape(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 5, 3, 4, 1)
	require.NoError(t, x.AddInPlace(tensor.Ones(tensor.Float32, 3, 1, 1)))
	assert.Equal(t, []int{5, 3, 4, 1}, x.Shape())

	y := tensor.Zeros(tensor.Float32, 1, 3, 1)
	err := y.AddInPlace(tensor.Ones(tensor.Float32, 3, 1, 7))
	assert.ErrorContains(t, err, "The expanded size of the tensor (1) must match the existing size (7) at non-singleton dimension 2")
}

func TestPendingExpressionsSeeTheValuesBeforeAnInPlaceWrite(t *testing.T) {
	x := iota32(4)
	y := x.Mul(10)
	z := y.Add(1)
	require.NoError(t, x.AddInPlace(100))
	assert.Equal(t, []float32{1, 11, 21, 31}, data[float32](t, z))
	assert.Equal(t, []float32{0, 10, 20, 30}, data[float32](t, y))
	assert.Equal(t, []float32{100, 101, 102, 103}, data[float32](t, x))
}

func TestAssignOfAnExpressionOfItselfSeesOldValues(t *testing.T) {
	x := iota32(4)
	e := x.Flip(0).Mul(2)
	require.NoError(t, x.Assign(e))
	assert.Equal(t, []float32{6, 4, 2, 0}, data[float32](t, x))
	assert.Equal(t, []float32{6, 4, 2, 0}, data[float32](t, e))
}

func TestAWriteThroughAViewIsSeenByItsBase(t *testing.T) {
	x := iota32(6, 2, 3)
	require.NoError(t, x.Slice(1, 0, tensor.End, 2).Fill(9))
	assert.Equal(t, []float32{9, 1, 9, 9, 4, 9}, data[float32](t, x))
	wide := tensor.FromSlice([]float32{1, 2}, 2, 1).BroadcastTo(2, 3)
	assert.True(t, wide.ReadOnly())
	assert.ErrorContains(t, wide.Fill(1), "Clone")
	c := wide.Clone()
	require.NoError(t, c.Fill(1))
}

func TestGoNumbersAreWeaklyTyped(t *testing.T) {
	x := tensor.FromSlice([]int32{1, 2, 3})
	assert.Equal(t, tensor.Int32, x.Add(1).DType())
	assert.Equal(t, tensor.Float32, x.Add(0.5).DType())
	assert.Equal(t, tensor.Float32, x.Div(2).DType())
	assert.Equal(t, tensor.Bool, x.Lt(2).DType())
	u := tensor.FromSlice([]uint8{1})
	assert.ErrorContains(t, u.Add(300).Err(), "y is 300, which does not fit uint8")
}

func TestTypeErrorsAreTypeErrors(t *testing.T) {
	x := iota32(3)
	var e *op.TypeError
	assert.ErrorAs(t, x.BitwiseAnd(x).Err(), &e)
	assert.ErrorAs(t, tensor.Zeros(tensor.Int32, 2).AddInPlace(0.5), &e)
	b := tensor.Zeros(tensor.Bool, 2)
	assert.ErrorContains(t, b.Sub(b).Err(), "logical_xor")
	assert.ErrorIs(t, tensor.Apply("frobnicate", x).Err(), tensor.ErrUnknownOperation)
	assert.False(t, errors.Is(x.BitwiseAnd(x).Err(), errors.ErrUnsupported))
}
