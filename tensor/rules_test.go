package tensor_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestDeviceIsTheValueThatWasOpened(t *testing.T) {
	d := cpu.New()
	on(t, d)
	assert.Same(t, d, iota32(1).Add(1).Device())
	assert.Equal(t, device.Device(d), tensor.DefaultDevice())
}

func TestShapeErrorsComeBeforeTypeErrors(t *testing.T) {
	i := tensor.Zeros(tensor.Int32, 2)
	var shapes *broadcast.Error
	assert.ErrorAs(t, i.BitwiseAnd(iota32(3)).Err(), &shapes)
	assert.ErrorAs(t, i.AddInPlace(iota32(3)), &shapes)
	assert.ErrorContains(t, i.AddInPlace(iota32(6, 3, 2)), "output with shape [2] doesn't match the broadcast shape [3, 2]")
	var types *op.TypeError
	err := i.AddInPlace(iota32(2))
	assert.ErrorAs(t, err, &types)
	assert.ErrorContains(t, err, "result type float32 can't be cast to the desired output type int32")
	assert.False(t, errors.Is(err, errors.ErrUnsupported), "no device could")
}

func TestOfSeveralMismatchesTheRightmostIsNamed(t *testing.T) {
	var e *broadcast.Error
	require.ErrorAs(t, iota32(6, 2, 3, 1).Add(iota32(20, 5, 4, 1)).Err(), &e)
	assert.Equal(t, 1, e.Axis)
}

func TestInPlaceTheTypeMayFallBackWithinItsCategory(t *testing.T) {
	u := tensor.FromSlice([]uint8{250, 1})
	require.NoError(t, u.AddInPlace(tensor.FromSlice([]int32{10, -2})))
	assert.Equal(t, []uint8{4, 255}, data[uint8](t, u))
	f := iota32(2)
	require.NoError(t, f.AddInPlace(tensor.FromSlice([]float64{.5, .5})))
	assert.Equal(t, []float32{.5, 1.5}, data32(t, f))
	assert.Error(t, tensor.Zeros(tensor.Bool, 2).AddInPlace(u))
}

func TestUint64HasNoCommonTypeWithSignedIntegers(t *testing.T) {
	_, err := tensor.PromoteTypes(tensor.Uint64, tensor.Int8)
	assert.ErrorContains(t, err, "AsType")
	dt, err := tensor.PromoteTypes(tensor.Uint32, tensor.Int32)
	require.NoError(t, err)
	assert.Equal(t, tensor.Int64, dt)
}

func TestIntegersToNegativePowers(t *testing.T) {
	i := tensor.FromSlice([]int32{-1, 0, 1, 2})
	assert.Error(t, i.Pow(-1).Err())
	assert.Equal(t, []int32{-1, 0, 1, 0}, data[int32](t, i.Pow(tensor.Full[int32](-1, 4))))
	assert.NoError(t, i.Pow(-1.5).Err())
}

func TestAnErrorIsCarriedOnByEveryWayToGetValues(t *testing.T) {
	bad := iota32(2).Add(iota32(3))
	for _, x := range []*tensor.Tensor{bad, bad.T(), iota32(2).Add(bad), tensor.Where(true, bad, 1), bad.AsType(tensor.Bool), bad.Clone(), bad.Reshape(1), bad.To(cpu.New())} {
		assert.Equal(t, bad.Err(), x.Err())
	}
	_, err := bad.Bytes()
	assert.Equal(t, bad.Err(), err)
	_, err = tensor.Item[float32](bad)
	assert.Equal(t, bad.Err(), err)
	_, err = tensor.BroadcastTensors(iota32(2), bad)
	assert.Equal(t, bad.Err(), err)
	assert.Equal(t, bad.Err(), iota32(2).Assign(bad))
	assert.Equal(t, bad.Err(), bad.AddInPlace(1))
	assert.Contains(t, bad.String(), bad.Err().Error())
}

func TestThePowerOf2IsASquare(t *testing.T) {
	d := recordTensors(t)
	x := tensor.FromSlice([]float32{-3, 0.1, 1e-30})
	want := data32(t, x.Square())
	assert.Equal(t, want, data32(t, x.Pow(2)))
	assert.Equal(t, want, data32(t, x.Pow(2.0)))
	for _, l := range d.took() {
		assert.Same(t, op.Square, l.Program.Code()[0].Op)
	}
	require.NoError(t, x.PowInPlace(2))
	assert.Equal(t, want, data32(t, x))
	assert.Equal(t, []int32{9, 16}, data[int32](t, tensor.FromSlice([]int32{-3, 4}).Pow(2)))
	assert.Equal(t, []float32{8}, data32(t, tensor.FromSlice([]float32{2}).Pow(3)))
}
