package tensors

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

func TestRandomNumbersHaveTheBitsOfTheCPU(t *testing.T) {
	d, host := open(t), cpu.New()
	before := tensor.DefaultDevice()
	defer tensor.SetDefaultDevice(before)
	key := random.NewKey(12)
	for _, c := range []struct {
		name string
		of   func() *tensor.Tensor
	}{
		{"uniform", func() *tensor.Tensor { return random.Uniform(key, tensor.Float32, 100_000) }},
		{"uniform float64", func() *tensor.Tensor { return random.Uniform(key, tensor.Float64, 1000) }},
		{"uniform bfloat16", func() *tensor.Tensor { return random.Uniform(key, tensor.BFloat16, 1001) }},
		{"normal", func() *tensor.Tensor { return random.Normal(key, tensor.Float32, 100_000) }},
		{"normal float16", func() *tensor.Tensor { return random.Normal(key, tensor.Float16, 7, 143) }},
		{"exponential", func() *tensor.Tensor { return random.Exponential(key, tensor.Float32, 100_000) }},
		{"integers", func() *tensor.Tensor { return random.Integers(key, int64(-5), 1<<40, tensor.Int64, 1000) }},
		{"choice", func() *tensor.Tensor { return random.Choice(key, 1000, 1000) }},
		{"the mean of a payoff", func() *tensor.Tensor {
			return random.Normal(key, tensor.Float32, 100_000).Mul(2).Maximum(0).Mean()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tensor.SetDefaultDevice(host)
			want, err := c.of().Bytes()
			require.NoError(t, err)
			tensor.SetDefaultDevice(d)
			x := c.of()
			if info := d.Info(); !info.Forms.Has(device.Random | device.Positions) {
				assert.ErrorIs(t, x.Err(), errors.ErrUnsupported)
				return
			}
			stats, stop := device.CountLaunches(d)
			defer stop()
			got, err := x.Bytes()
			require.NoError(t, err)
			assert.Equal(t, want, got)
			assert.Equal(t, 1, stats().Launches)
		})
	}
}

// Beside random bits these take sorts, scans and searches, in several launches.
func TestChoicesHaveTheBitsOfTheCPU(t *testing.T) {
	d := open(t)
	key, weights := random.NewKey(12), func() *tensor.Tensor { return tensor.Arange[float32](0, 300, 1).Remainder(7) }
	for _, c := range []struct {
		name string
		of   func() *tensor.Tensor
	}{
		{"permutation", func() *tensor.Tensor { return random.Permutation(key, 3000) }},
		{"without replacement", func() *tensor.Tensor {
			return random.ChoiceBy(key, 300, random.ChoiceOptions{Distinct: true}, 5, 7)
		}},
		{"by weight", func() *tensor.Tensor {
			return random.ChoiceBy(key, 300, random.ChoiceOptions{Weights: weights()}, 500)
		}},
		{"by weight, without replacement", func() *tensor.Tensor {
			return random.ChoiceBy(key, 300, random.ChoiceOptions{Weights: weights(), Distinct: true}, 100)
		}},
	} {
		t.Run(c.name, func(t *testing.T) { sameOn(t, d, c.of) })
	}
}

// sameOn computes a tensor on the CPU and on a device, and compares the bits.
func sameOn(t *testing.T, d device.Device, of func() *tensor.Tensor) {
	t.Helper()
	before := tensor.DefaultDevice()
	defer tensor.SetDefaultDevice(before)
	tensor.SetDefaultDevice(cpu.New())
	want, err := of().Bytes()
	require.NoError(t, err)
	tensor.SetDefaultDevice(d)
	got, err := of().Bytes()
	require.NoError(t, err)
	assert.Equal(t, want, got)
}
