package tensor_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// sameProgram computes functions of many elements, long enough that threads share it: in
// fused chains, or every step by itself. It returns the bits of all results.
func sameProgram(t *testing.T, d device.Device, n int, fused bool) []byte {
	on(t, d)
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(r.NormFloat64() * 10)
	}
	x := tensor.FromSlice(values, n/100, 100)
	row := tensor.FromSlice(values[:100])
	all := []*tensor.Tensor{x}
	note := func(y *tensor.Tensor) *tensor.Tensor {
		if !fused {
			eval(t, y)
		}
		all = append(all, y)
		return y
	}
	y := note(x.Mul(row))
	for _, f := range []func(*tensor.Tensor) *tensor.Tensor{(*tensor.Tensor).Sin, (*tensor.Tensor).Exp, (*tensor.Tensor).Log1p, (*tensor.Tensor).Tanh} {
		y = note(note(f(y)).Add(row))
	}
	z := note(note(y.T()).Slice(1, 3, tensor.End, 2).Mul(0.1))
	half := note(note(z.AsType(tensor.Float16)).Mul(z.AsType(tensor.Float16)))
	whole := note(note(y.Mul(1e6).AsType(tensor.Int64)).FloorDivide(7))
	if !fused { // another order of independent steps
		eval(t, whole)
	}
	eval(t, half, whole)
	require.NoError(t, x.AddInPlace(note(y.Atan2(row))))
	var bits []byte
	for _, x := range all {
		raw, err := x.Bytes()
		require.NoError(t, err)
		bits = append(bits, raw...)
		x.Release()
	}
	return bits
}

func TestAProgramHasTheSameBitsWhateverThreadsRunIt(t *testing.T) {
	for _, set := range []string{"plain", "avx2", "avx512", "neon"} {
		t.Run(set, func(t *testing.T) {
			one, err := cpu.Open(cpu.KernelSet(set), cpu.Threads(1))
			if err != nil {
				t.Skip(err)
			}
			n := 100_000
			if set == "plain" {
				n = 20_000
			}
			n = rounds(n)
			want := sameProgram(t, one, n, false)
			for _, threads := range []int{1, 2, 3, 7} {
				d := cpu.New(cpu.KernelSet(set), cpu.Threads(threads))
				for _, fused := range []bool{true, false} {
					assert.True(t, bytes.Equal(want, sameProgram(t, d, n, fused)), fmt.Sprint(threads, " threads, fused: ", fused))
				}
				require.NoError(t, d.Close())
			}
		})
	}
}

func TestAProgramHasTheSameBitsRunAfterRun(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		const n = 20_000
		want := sameProgram(t, d, n, false)
		for i := range 3 {
			assert.True(t, bytes.Equal(want, sameProgram(t, d, n, i%2 == 0)), "run %d", i)
		}
		again, err := device.Open(d.Info().Name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, sameProgram(t, again, n, true)), "another device")
		require.NoError(t, again.Close())
	})
}
