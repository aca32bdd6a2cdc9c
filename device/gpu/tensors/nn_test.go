package tensors

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
)

// The numbers are multiples of a sixteenth, and few, so products have one value, in any order of sums.
func TestConvolutionsHaveTheBitsOfTheCPU(t *testing.T) {
	d, host := open(t), cpu.New()
	steps := func(on device.Device, step int, shape ...int) *tensor.Tensor {
		n := 1
		for _, size := range shape {
			n *= size
		}
		all := make([]float32, n)
		for i := range all {
			all[i] = float32(i*step%19-9) / 4
		}
		return tensor.FromSliceOn(on, all, shape...)
	}
	for _, c := range []struct {
		name     string
		launches int
		of       func(on device.Device) *tensor.Tensor
	}{
		{"stride, dilation and groups", 1, func(on device.Device) *tensor.Tensor {
			return nn.Conv2d(steps(on, 7, 2, 4, 19, 20), steps(on, 5, 6, 2, 3, 2), steps(on, 3, 6), nn.ConvOptions{Stride: []int{2, 1}, Dilation: []int{1, 3}, Groups: 2})
		}},
		{"a transposed one of stride, padding, dilation and groups", 3, func(on device.Device) *tensor.Tensor {
			return nn.ConvTranspose2d(steps(on, 7, 2, 4, 5, 6), steps(on, 5, 4, 2, 3, 2), steps(on, 3, 4),
				nn.ConvTransposeOptions{Stride: []int{2, 1}, Padding: []int{1, 0}, OutputPadding: []int{1, 0}, Dilation: []int{1, 2}, Groups: 2})
		}},
		{"a bilinear image of another size", 2, func(on device.Device) *tensor.Tensor {
			return nn.Interpolate(steps(on, 7, 2, 4, 5, 6), []int{7, 13}, nn.InterpolateOptions{Mode: nn.InterpolateLinear})
		}},
		{"windows of integers, which a second stage packs", 2, func(on device.Device) *tensor.Tensor {
			x := steps(on, 7, 3, 40).Mul(4).AsType(tensor.Int8).Clone()
			if err := tensor.Eval(t.Context(), x); err != nil {
				return tensor.FromError(err)
			}
			return tensor.Einsum("cxu,cv->xv", x.Windows(1, 3, 2), x.Slice(1, 0, 5, 1))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want, err := c.of(host).Bytes()
			require.NoError(t, err)
			y := c.of(d)
			stats, stop := device.CountLaunches(d)
			defer stop()
			got, err := y.Bytes()
			require.NoError(t, err)
			assert.Equal(t, want, got)
			assert.Equal(t, c.launches, stats().Launches)
		})
	}
}
