package tensor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// randomReductions is an expression of reductions, scans, maps and views, all exact, and its text.
func randomReductions(d device.Device, seed uint64) (text string, x *tensor.Tensor) {
	r := rand.New(rand.NewPCG(seed, 0))
	shape, n := make([]int, 1+r.IntN(3)), 1
	for i := range shape {
		if shape[i] = 1 + r.IntN(9); r.IntN(12) == 0 && n < 50 {
			shape[i] = 200 + r.IntN(300)
		}
		n *= shape[i]
	}
	elements := make([]float32, n)
	for i := range elements {
		elements[i] = float32(3 * r.NormFloat64())
	}
	types := []tensor.DType{tensor.Bool, tensor.Int8, tensor.Uint8, tensor.Int32, tensor.Int64, tensor.Float16, tensor.BFloat16, tensor.Float32}
	x = tensor.FromSliceOn(d, elements, shape...).AsType(types[r.IntN(len(types))])
	text = fmt.Sprint(shape, x.DType())
	for range 1 + r.IntN(4) {
		rank := len(x.Shape())
		if rank == 0 {
			break
		}
		axis, f := r.IntN(rank), x.AsType(tensor.Float32)
		steps := []struct {
			name string
			x    *tensor.Tensor
		}{
			{"sum", x.Sum(axis)},
			{"max", x.Max(axis)},
			{"min of all", x.Min()},
			{"any", x.Any(axis)},
			{"count_nonzero", x.CountNonzero(axis)},
			{"argmax", x.Argmax(axis)},
			{"cumsum", x.Cumsum(axis)},
			{"mean", f.Mean(axis)},
			{"less the greatest", f.Sub(f.Along(axis).Keep().Max())},
			{"over the sum", f.Div(f.Abs().Along(axis).Keep().Sum().Add(1))},
			{"times 3", x.AsType(tensor.Int32).Mul(3)},
			{"transposed", x.T()},
			{"flipped", x.Flip(axis)},
			{"stepped", x.Slice(axis, 0, tensor.End, 2)},
			{"expanded", x.Unsqueeze(axis).Expand(slices.Insert(x.Shape(), axis, 3)...)},
		}
		s := steps[r.IntN(len(steps))]
		text, x = fmt.Sprint(text, ", ", s.name, " ", axis), s.x
	}
	return text, x
}

func TestRandomReductionsOfTheCPUHaveTheBitsOfTheirMeaning(t *testing.T) {
	exact, fast := customdevice.New(), cpu.New()
	count := uint64(300)
	if devicetest.Thorough() {
		count = 100_000
	}
	for seed := range count {
		text, x := randomReductions(exact, seed)
		want, err := x.Bytes()
		require.NoError(t, err, text)
		_, y := randomReductions(fast, seed)
		got, err := y.Bytes()
		require.NoError(t, err, text)
		require.Equal(t, want, got, "expression %d: %s", seed, text)
	}
}
