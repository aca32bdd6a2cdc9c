package random_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// distribution makes numbers of a key.
type distribution struct {
	name string
	of   func(key random.Key, shape ...int) *tensor.Tensor
}

// distributions have the same bits everywhere.
func distributions() (all []distribution) {
	add := func(name string, of func(key random.Key, shape ...int) *tensor.Tensor) {
		all = append(all, distribution{name, of})
	}
	for _, dt := range []tensor.DType{tensor.Uint8, tensor.Uint16, tensor.Uint32, tensor.Uint64} {
		add("bits of "+dt.String(), func(key random.Key, shape ...int) *tensor.Tensor { return random.Bits(key, dt, shape...) })
	}
	for _, dt := range []tensor.DType{tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64} {
		add("uniform "+dt.String(), func(key random.Key, shape ...int) *tensor.Tensor { return random.Uniform(key, dt, shape...) })
		if dt != tensor.Float64 {
			add("normal "+dt.String(), func(key random.Key, shape ...int) *tensor.Tensor { return random.Normal(key, dt, shape...) })
			add("exponential "+dt.String(), func(key random.Key, shape ...int) *tensor.Tensor { return random.Exponential(key, dt, shape...) })
		}
	}
	add("integers", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Integers(key, -1000, 1000, tensor.Int16, shape...)
	})
	add("large integers", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Integers(key, int64(-1<<62), 1<<62+12345, tensor.Int64, shape...)
	})
	add("choice", func(key random.Key, shape ...int) *tensor.Tensor { return random.Choice(key, 1000, shape...) })
	add("choice by weight", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.ChoiceBy(key, 7, random.ChoiceOptions{Weights: tensor.FromSlice([]float32{0, 1, .1, 0, 5, 2, 0})}, shape...)
	})
	add("poisson of a small rate", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Poisson(key, 3.5, tensor.Int32, shape...)
	})
	add("bernoulli", func(key random.Key, shape ...int) *tensor.Tensor { return random.Bernoulli(key, .3, shape...) })
	return all
}

// others may have other last bits on another device.
var others = []distribution{
	{"gumbel", func(key random.Key, shape ...int) *tensor.Tensor { return random.Gumbel(key, tensor.Float32, shape...) }},
	{"truncated normal", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.TruncatedNormal(key, -1, 2, tensor.Float32, shape...)
	}},
	{"gamma", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Gamma(key, .5, tensor.Float32, shape...)
	}},
	{"beta", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Beta(key, .5, 2, tensor.Float32, shape...)
	}},
	{"poisson", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Poisson(key, 30, tensor.Int32, shape...)
	}},
	{"binomial", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Binomial(key, 100, .25, tensor.Int64, shape...)
	}},
	{"categorical", func(key random.Key, shape ...int) *tensor.Tensor {
		return random.Categorical(key, tensor.FromSlice([]float32{0, 1, 2}), 0, append(shape, 1)...)
	}},
}

// bytesOn are the bytes of a tensor that is made on a device.
func bytesOn(t testing.TB, d device.Device, of func() *tensor.Tensor) []byte {
	t.Helper()
	before := tensor.DefaultDevice()
	tensor.SetDefaultDevice(d)
	defer tensor.SetDefaultDevice(before)
	raw, err := of().Bytes()
	require.NoError(t, err)
	return raw
}

// openAll are the devices whose bits are compared, but for the naive one.
func openAll(t *testing.T) []device.Device {
	all := []device.Device{cpu.New(cpu.Threads(1)), cpu.New(cpu.Threads(5))}
	for _, set := range []string{"plain", "avx2", "avx512", "neon"} {
		if d, err := cpu.Open(cpu.KernelSet(set)); err == nil {
			all = append(all, d)
		}
	}
	if d, err := device.Open("gpu"); err == nil && d.Info().Forms.Has(device.Random|device.Positions) {
		all = append(all, d)
	}
	return all
}

func TestNumbersHaveTheSameBitsEverywhere(t *testing.T) {
	key, devices := random.NewKey(7), openAll(t)
	for _, c := range distributions() {
		t.Run(c.name, func(t *testing.T) {
			few := func() *tensor.Tensor { return c.of(key, 7, 43) }
			many := func() *tensor.Tensor { return c.of(key, 30_001) }
			want, wantMany := bytesOn(t, cpu.New(), few), bytesOn(t, cpu.New(), many)
			assert.Equal(t, want, bytesOn(t, customdevice.New(), few))
			for _, d := range devices {
				assert.Equal(t, want, bytesOn(t, d, few), "%v", d)
				assert.Equal(t, wantMany, bytesOn(t, d, many), "%v", d)
			}
		})
	}
}

// A number depends on its index, and not on the shape.
func TestPartsAndShapesHaveTheNumbersOfTheWhole(t *testing.T) {
	key := random.NewKey(1 << 40)
	for _, c := range append(distributions(), others...) {
		t.Run(c.name, func(t *testing.T) {
			want, err := c.of(key, 1000).Bytes()
			require.NoError(t, err)
			same := func(name string, x *tensor.Tensor) {
				got, err := x.Bytes()
				require.NoError(t, err)
				assert.Equal(t, want[:len(got)], got, name)
			}
			same("a matrix", c.of(key, 8, 125))
			same("some of more numbers", c.of(key, 1500).Slice(0, 0, 1000, 1))
			same("transposed twice", c.of(key, 40, 25).T().Clone().T())
			same("reversed twice", c.of(key, 1000).Flip(0).Clone().Flip(0))
			same("a number without axes", c.of(key))
			same("no number", c.of(key, 3, 0))
		})
	}
}

func launchesOf(t *testing.T, x *tensor.Tensor) int {
	t.Helper()
	counts, stop := device.CountLaunches(x.Device())
	defer stop()
	require.NoError(t, tensor.Eval(context.Background(), x))
	return counts().Launches
}

func TestNumbersThatOneExpressionReadsAreNotStored(t *testing.T) {
	keys := random.NewKey(3).Split(2)
	const n = 10_000
	for _, c := range []struct {
		name string
		of   func() *tensor.Tensor
	}{
		{"a mean of a payoff", func() *tensor.Tensor {
			return random.Normal(keys[0], tensor.Float32, n).Mul(.2).Exp().Sub(1).Maximum(0).Mean()
		}},
		{"two kinds of numbers", func() *tensor.Tensor {
			return random.Normal(keys[0], tensor.Float32, n).Mul(random.Exponential(keys[1], tensor.Float32, n)).Sum()
		}},
		{"dropout", func() *tensor.Tensor {
			return tensor.Ones(tensor.Float32, n).Mul(random.Bernoulli(keys[0], .5, n)).Mul(2)
		}},
		{"points in a circle", func() *tensor.Tensor {
			x, y := random.Uniform(keys[0], tensor.Float32, n), random.Uniform(keys[1], tensor.Float32, n)
			return x.Square().Add(y.Square()).Lt(1).Mean()
		}},
		{"integers", func() *tensor.Tensor { return random.Integers(keys[0], 0, 6, tensor.Int32, n).Sum() }},
		{"large integers", func() *tensor.Tensor { return random.Integers(keys[0], 0, int64(1<<62), tensor.Int64, n).Max() }},
		{"normal float64", func() *tensor.Tensor { return random.Normal(keys[0], tensor.Float64, n).Max() }},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, 1, launchesOf(t, c.of())) })
	}
}
