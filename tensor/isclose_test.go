package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// The answers are NumPy's, of the same float32 operands.
func TestIscloseIsNumPys(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSlice([]float32{1, 1, 100, inf, inf, nan, 0, 0, 1e30, nan, -3e38})
		y := tensor.FromSlice([]float32{1.000009, 1.00002, 100.0009, inf, -inf, nan, 1e-9, 1e-7, inf, 1, 3e38})
		want := []bool{true, false, true, true, false, false, true, false, false, false, false}
		assert.Equal(t, want, data[bool](t, x.Isclose(y)))
		want[5] = true
		assert.Equal(t, want, data[bool](t, x.Isclose(y, nil, nil, true)), "equal_nan")
		want[1], want[7] = true, true
		assert.Equal(t, want, data[bool](t, x.Isclose(y, 1e-4, 1e-6, true)))
		exactly := []bool{false, false, false, true, false, false, false, false, false, false, false}
		assert.Equal(t, exactly, data[bool](t, x.Isclose(y, 0, 0)))
		i := tensor.FromSlice([]int32{100, 100, 0})
		assert.Equal(t, []bool{true, true, false}, data[bool](t, i.Isclose(tensor.FromSlice([]int32{100, 101, 1}), 0.01)), "rtol is of y")
	})
}
