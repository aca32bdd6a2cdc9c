package tensors

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestWhatWasWarmedUpCompilesNothingMore(t *testing.T) {
	d := open(t)
	before := tensor.DefaultDevice()
	tensor.SetDefaultDevice(d)
	defer tensor.SetDefaultDevice(before)
	program := func(rows, columns int) *tensor.Tensor {
		x, row := tensor.Arange[float32](0, float32(rows*columns), 1).Reshape(rows, columns), tensor.Arange[float32](0, float32(columns), 1)
		y := x.Mul(2).Add(row).Maximum(0)
		return y.T().Add(y.T().Exp()) // in a launch of its own
	}
	z := program(2, 3)
	pipelines := d.Stats().Pipelines
	stats, stop := device.CountLaunches(d)
	defer stop()
	require.NoError(t, tensor.Warmup(z))
	assert.Zero(t, stats())
	warm := d.Stats().Pipelines
	assert.Equal(t, pipelines+2, warm)
	require.NoError(t, tensor.Eval(t.Context(), z))
	assert.Equal(t, 2, stats().Launches)
	assert.Equal(t, warm, d.Stats().Pipelines)
	require.NoError(t, tensor.Eval(t.Context(), program(70, 50)))
	assert.Equal(t, warm, d.Stats().Pipelines, "nor do other sizes")
	require.NoError(t, d.Close())
	assert.ErrorIs(t, tensor.Warmup(z.Neg()), device.ErrClosed)
}
