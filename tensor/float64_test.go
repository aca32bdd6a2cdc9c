package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestFloat64ArithmeticHasTheSameBitsOnEveryDevice(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		numbers := []float64{1e-300, 5e-324, 0.1, 1.5, -2, 1e300}
		formula := func(x *tensor.Tensor) *tensor.Tensor {
			return x.Mul(x).Add(0.1).Sqrt().Div(x.Abs()).Minimum(3)
		}
		want := data[float64](t, formula(tensor.FromSlice(numbers).To(cpu.New())))
		x := tensor.FromSlice(numbers).To(d)
		assert.Equal(t, numbers, data[float64](t, x), "not a bit is lost on the way")
		assert.Equal(t, tensor.Float64, formula(x).DType())
		for i, y := range data[float64](t, formula(x)) {
			assert.Equal(t, math.Float64bits(want[i]), math.Float64bits(y), "of %v", numbers[i])
		}
		assert.Equal(t, []float32{0.1}, data[float32](t, tensor.FromSlice([]float64{0.1}).To(d).AsType(tensor.Float32)), "rounded once")
		assert.Equal(t, []float64{0.25}, data[float64](t, tensor.FromSlice([]int32{2}).To(d).FloatPower(-2)))
	})
}
