package tensor_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// Every operation takes part, also the inexact ones: their errors are the same in one program as in
// many.
func TestFusedAndUnfusedGiveTheSameBits(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		n := uint64(programs(t))
		if d.Info().Kind != device.CPU {
			n /= 40 // most of the time would go into compiling shaders
		}
		for seed := range n {
			fusedIsUnfused(t, randomBytes(seed, 300))
		}
	})
}

func FuzzFused(f *testing.F) {
	seedPrograms(f)
	f.Fuzz(func(t *testing.T, dice []byte) {
		for _, d := range []device.Device{cpu.New(), cpu.New(cpu.KernelSet("plain"))} {
			on(t, d)
			fusedIsUnfused(t, dice)
		}
	})
}

func fusedIsUnfused(t *testing.T, dice []byte) {
	fused := randomChain(t, dice, func(*tensor.Tensor) {})
	apart := randomChain(t, dice, func(x *tensor.Tensor) { eval(t, x) })
	if len(fused) > 0 {
		eval(t, fused[len(fused)-1])
	}
	for i, x := range fused {
		want, err := modelOf(apart[i])
		require.NoError(t, err)
		require.NoError(t, differ(x, want), "%q, value %d", dice, i)
	}
}

// randomChain computes operations on each other and on numbers that are easily spoilt.
func randomChain(t *testing.T, dice []byte, step func(*tensor.Tensor)) []*tensor.Tensor {
	p := &player{T: t, dice: dice, rows: programRows()}
	floats := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, 2.5, -3.7, 1e-3, -1e-6, 10, -20, 88, 1e10, -1e30, math.MaxFloat32, 0x1p-126,
		float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 3.1415927, -0.1, 7, 1.0000001, 0.99999994}
	p.tensors = []*tensor.Tensor{
		tensor.FromSlice(floats, 4, 6),
		tensor.FromSlice([]float32{0.3, -1, 2, 1e-20, 40, -0.7}, 6),
		tensor.FromSlice([]int32{0, 1, -1, 5, math.MaxInt32, math.MinInt32}, 6),
		tensor.FromSlice([]bool{true, false, true, true}, 4, 1),
	}
	inputs := len(p.tensors)
	for len(p.tensors) < inputs+8 && len(p.dice) > 0 {
		o := pick(p, p.rows)
		operands := []any{p.tensors[len(p.tensors)-1]}
		for k := 1; k < o.Arity; k++ {
			switch {
			case k >= o.Needs() && p.roll(2) == 0:
				operands = append(operands, nil)
			case p.roll(5) == 0:
				operands = append(operands, pick(p, []any{0, 1, 2, 0.5}))
			default:
				operands = append(operands, pick(p, p.tensors))
			}
		}
		x := tensor.Apply(o.Name, operands...)
		if x.Err() != nil {
			continue // of types that it is not defined for
		}
		step(x)
		p.tensors = append(p.tensors, x)
	}
	return slices.Clone(p.tensors[inputs:])
}
