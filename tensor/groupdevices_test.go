package tensor_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
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

func TestRandomReductionsHaveTheBitsOfTheirMeaning(t *testing.T) {
	devicetest.OneGoroutine(t)
	everywhere(t, func(t *testing.T, d device.Device) {
		exact, count := customdevice.New(), rounds(1500)
		switch {
		case d.Info().Kind != device.CPU: // it compiles kernels for each of them
			count = rounds(50)
		case devicetest.Thorough():
			count = 100_000
		}
		for seed := range uint64(count) {
			text, x := randomReductions(exact, seed)
			want, err := x.Bytes()
			require.NoError(t, err, text)
			_, y := randomReductions(d, seed)
			got, err := y.Bytes()
			require.NoError(t, err, text)
			require.Equal(t, want, got, "expression %d: %s", seed, text)
		}
	})
}

// Exact rows have one value on every device: that of their meaning.
func TestExactReductionsAndScansHaveTheSameBitsOnEveryDevice(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, c := range []struct {
			name  string
			dtype tensor.DType
			shape []int
			of    func(x *tensor.Tensor) *tensor.Tensor
		}{
			{"sum of short rows", tensor.Float32, []int{40, 7}, func(x *tensor.Tensor) *tensor.Tensor { return x.Sum(1) }},
			{"sum of one long group", tensor.Float32, []int{40_000}, func(x *tensor.Tensor) *tensor.Tensor { return x.Sum() }},
			{"mean of columns", tensor.BFloat16, []int{300, 9}, func(x *tensor.Tensor) *tensor.Tensor { return x.Mean(0) }},
			{"sum of integers that wraps", tensor.Int32, []int{5, 3, 70}, func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(1<<27+1).Along(1, 2).DType(tensor.Int32).Sum() }},
			{"cumsum of rows", tensor.Float32, []int{6, 200}, func(x *tensor.Tensor) *tensor.Tensor { return x.Cumsum(1) }},
			{"cumsum of columns", tensor.Float16, []int{60, 5}, func(x *tensor.Tensor) *tensor.Tensor { return x.Cumsum(0) }},
			{"max of a transposed tensor", tensor.Float32, []int{9, 130}, func(x *tensor.Tensor) *tensor.Tensor { return x.T().Max(1) }},
			{"min of bytes", tensor.Int8, []int{33, 65}, func(x *tensor.Tensor) *tensor.Tensor { return x.Min(0) }},
			{"argmax of a reversed tensor", tensor.Float32, []int{12, 90}, func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(1).Argmax(1) }},
			{"argmin of halves", tensor.Float16, []int{50, 20}, func(x *tensor.Tensor) *tensor.Tensor { return x.Argmin(0) }},
			{"any of a comparison", tensor.Float32, []int{30, 40}, func(x *tensor.Tensor) *tensor.Tensor { return x.Gt(8).Any(1) }},
			{"all of every second", tensor.Uint8, []int{64, 31}, func(x *tensor.Tensor) *tensor.Tensor { return x.Slice(0, 0, tensor.End, 2).All(0) }},
			{"number of nonzero elements", tensor.Int64, []int{25, 48}, func(x *tensor.Tensor) *tensor.Tensor { return x.CountNonzero(1) }},
			{"greatest so far", tensor.Int16, []int{7, 80}, func(x *tensor.Tensor) *tensor.Tensor { y, _ := x.Cummax(1); return y }},
			{"product of integers", tensor.Int64, []int{4, 30}, func(x *tensor.Tensor) *tensor.Tensor { return x.Add(1).Prod(1) }},
		} {
			t.Run(c.name, func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, 2))
				elements := make([]float32, broadcast.RowMajor(c.shape...).Len())
				for i := range elements {
					elements[i] = float32(r.NormFloat64() * math.Exp(4*r.Float64()))
				}
				on := func(d device.Device) []byte {
					raw, err := c.of(tensor.FromSliceOn(d, elements, c.shape...).AsType(c.dtype)).Bytes()
					require.NoError(t, err)
					return raw
				}
				assert.Equal(t, on(customdevice.New()), on(d))
			})
		}
	})
}
