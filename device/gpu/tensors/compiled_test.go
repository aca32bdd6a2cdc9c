package tensors

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestACompiledStencilIsOneLaunchAStepAndTakesNoBuffer(t *testing.T) {
	d := open(t)
	before := tensor.DefaultDevice()
	tensor.SetDefaultDevice(d)
	defer tensor.SetDefaultDevice(before)
	type pair struct{ X, Y *tensor.Tensor }
	sliceInside := func(x *tensor.Tensor, rows, columns int) *tensor.Tensor {
		return x.At(tensor.S(1+rows, 31+rows, 1), tensor.S(1+columns, 31+columns, 1))
	}
	step := tensor.Compile(func(p pair) (none struct{}) {
		sum := sliceInside(p.X, 0, 0).Add(sliceInside(p.X, -1, 0)).Add(sliceInside(p.X, 1, 0)).Add(sliceInside(p.X, 0, -1)).Add(sliceInside(p.X, 0, 1))
		assert.NoError(t, sliceInside(p.Y, 0, 0).Assign(sum.Mul(.2)))
		return none
	})
	a := pair{tensor.Arange[float32](0, 1024, 1).Reshape(32, 32), tensor.Zeros(tensor.Float32, 32, 32)}
	require.NoError(t, tensor.Eval(t.Context(), a.X, a.Y))
	start := d.Stats()
	stats, stop := device.CountLaunches(d)
	defer stop()
	for range 10 {
		require.NoError(t, step.Into(struct{}{}, a))
		a.X, a.Y = a.Y, a.X
	}
	assert.Equal(t, 10, stats().Launches)
	assert.Equal(t, start.LiveBuffers, d.Stats().LiveBuffers)
	assert.Equal(t, start.PooledBuffers, d.Stats().PooledBuffers)
	x, err := a.X.At(16, 16).Bytes()
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 0, 4, 68}, x) // 528: the mean of a plane is the middle
}
