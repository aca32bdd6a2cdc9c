package tensor_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// A compiled function that writes to a new version keeps the old one, for a later call. It keeps no
// tensor that a caller has dropped.
func TestACompiledFunctionKeepsNoTensorThatWasDropped(t *testing.T) {
	d := cpu.New()
	on(t, d)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(0) })
	for range 100 {
		x := tensor.Zeros(tensor.Float32, 1000).Add(1)
		require.NoError(t, f.Into(x, x))
	}
	device.Collect()
	assert.LessOrEqual(t, d.Stats().LiveBuffers, 2)
	runtime.KeepAlive(f)
}
