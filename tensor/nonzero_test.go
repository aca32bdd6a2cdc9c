package tensor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestNonzeroTakesTwoLaunches(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			x := tensor.FromSliceOn(d, []float32{0, 3, 0, 0, 5, 7, 0, 0}, 2, 2, 2)
			n := 0
			counted := device.OnLaunch(func(e *device.LaunchEvent) {
				if e.Device == d {
					n++
				}
			})
			at, err := x.Nonzero()
			require.NoError(t, err)
			require.NoError(t, tensor.Eval(context.Background(), at...))
			counted()
			assert.LessOrEqual(t, n, 3, "one to count, one to collect, and one for the axes")
			assert.Equal(t, []int64{0, 1, 1}, data[int64](t, at[0]))
			assert.Equal(t, []int64{0, 0, 0}, data[int64](t, at[1]))
			assert.Equal(t, []int64{1, 0, 1}, data[int64](t, at[2]))

			y := x.Mul(2).T()
			assert.Equal(t, []float32{10, 6, 14}, data[float32](t, y.MaskedSelect(y.Gt(0))))
			assert.Equal(t, []float32{0, 3, 0, 0}, data[float32](t, x.Index(0, 0).MaskedSelect(tensor.FromSliceOn(d, []bool{true}))))
			assert.Empty(t, data[float32](t, x.MaskedSelect(x.Lt(0))))
			none := tensor.FromSliceOn(d, []bool{}, 0, 3)
			at, err = none.Nonzero()
			require.NoError(t, err)
			assert.Equal(t, []int{0}, at[1].Shape())
			assert.Equal(t, []float32{0, 9, 0, 0, 9, 9, 0, 0}, data[float32](t, x.MaskedFill(x.Ne(0), 9)))
		})
	}
}

func TestMasksAreRefused(t *testing.T) {
	x := tensor.FromSlice([]int64{1, 0, 2})
	assert.ErrorContains(t, x.MaskedSelect(x).Err(), "the mask is int64, and has to be bool; compare with Ne(0)")
	assert.ErrorContains(t, x.MaskedFill(x.Ne(0), 1.5).Err(), "the value does not fit int64: the result would be float32; convert one with AsType")
	assert.Error(t, x.MaskedSelect(tensor.FromSlice([]bool{true, false})).Err())
	_, err := x.Index(0, 0).Nonzero()
	assert.ErrorContains(t, err, "calling nonzero on 0d tensors is not allowed")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = x.NonzeroContext(ended)
	assert.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, x.MaskedSelectContext(ended, x.Ne(0)).Err(), context.Canceled)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.MaskedSelect(x.Ne(0)) })
	assert.ErrorContains(t, f.Call(x).Err(), "use Where or MaskedFill, which keep the shape, or call masked_select outside of the function")
	for _, at := range []func(x *tensor.Tensor) *tensor.Tensor{
		func(x *tensor.Tensor) *tensor.Tensor { return x.At(x.Ne(0)) },
		func(x *tensor.Tensor) *tensor.Tensor { return x.At(x.Index(1, 0).Ne(0)) },
	} {
		err := tensor.Compile(at).Call(x.Reshape(3, 1)).Err()
		assert.ErrorContains(t, err, "tensor: at: ")
		assert.ErrorContains(t, err, "or call at outside of the function")
	}
}
