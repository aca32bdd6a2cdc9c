package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestASumGoesAlongItsAxes(t *testing.T) {
	x := tensor.FromSliceOn(customdevice.New(), []float32{1, 2, 3, 4, 5, 6}, 2, 3)
	for _, c := range []struct {
		name string
		sum  *tensor.Tensor
		want []float32
	}{
		{"rows", x.Sum(1), []float32{6, 15}},
		{"columns", x.Sum(0), []float32{5, 7, 9}},
		{"two axes", x.Sum(-1, 0), []float32{21}},
		{"all", x.Sum(), []float32{21}},
		{"kept", x.Along(0).Keep().Sum(), []float32{5, 7, 9}},
		{"no axes", x.Along().NoAxes().Sum(), []float32{1, 2, 3, 4, 5, 6}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, data[float32](t, c.sum)) })
	}
}

func TestAProductThatIsZeroHasASign(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		for _, dt := range []tensor.DType{tensor.Float64, tensor.Float32, tensor.Float16, tensor.BFloat16} {
			t.Run(dt.String(), func(t *testing.T) {
				x := tensor.FromSliceOn(d, []float64{2, math.Copysign(0, -1), 3, -1, 5}).AsType(dt)
				assert.Equal(t, []bool{false, true, true, false, false}, data[bool](t, x.Cumprod(0).Signbit()))
				assert.Equal(t, []bool{true}, data[bool](t, x.Slice(0, 0, 3, 1).Prod().Signbit()))
				assert.Equal(t, []bool{false}, data[bool](t, x.Prod().Signbit()))
			})
		}
	})
}

// float32 holds the first of these integers alone.
func TestADeviationOfLargeIntegersIsTheRootOfTheirVariance(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			x := tensor.FromSliceOn(d, []int64{1700000000, 1700000001, 1700000002, 1700000003})
			for _, std := range []*tensor.Tensor{x.Std(), x.Nanstd(), x.Var().Sqrt()} {
				assert.Equal(t, []float32{1.118034}, data32(t, std))
			}
		})
	}
}
