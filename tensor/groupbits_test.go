package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// A driver once rearranged floats in a kernel whose loops ended by the number that keeps it from that.
func TestAFunctionBehindAMeanHasTheBitsOfAKernelOfItsOwn(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{-1.8125, -1.8125, -1.8125})
		of := func(m *tensor.Tensor) *tensor.Tensor { return m.Sub(m).Add(x).Mul(.5).Tanh() }
		m := x.Mean()
		require.NoError(t, tensor.Eval(t.Context(), m))
		sameBits(t, of(m), of(x.Mean()), "tanh behind a mean")
	})
}
