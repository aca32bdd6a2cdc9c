package arithmetic

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// orNumber is the one of x and y that is a number where the other is NaN, else m.
func orNumber(x, y, m float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return m
}

// meanings are what the kernels compute, in float64.
var meanings = map[string]func(x, y, z float64) float64{
	"Add":         func(x, y, _ float64) float64 { return x + y },
	"Sub":         func(x, y, _ float64) float64 { return x - y },
	"Mul":         func(x, y, _ float64) float64 { return x * y },
	"Div":         func(x, y, _ float64) float64 { return x / y },
	"Maximum":     func(x, y, _ float64) float64 { return max(x, y) },
	"Minimum":     func(x, y, _ float64) float64 { return min(x, y) },
	"Fmax":        func(x, y, _ float64) float64 { return orNumber(x, y, max(x, y)) },
	"Fmin":        func(x, y, _ float64) float64 { return orNumber(x, y, min(x, y)) },
	"TruncDivide": func(x, y, _ float64) float64 { return math.Trunc(x / y) },
	"Abs":         func(x, _, _ float64) float64 { return math.Abs(x) },
	"Neg":         func(x, _, _ float64) float64 { return -x },
	"Square":      func(x, _, _ float64) float64 { return x * x },
	"Sqrt":        func(x, _, _ float64) float64 { return math.Sqrt(x) },
	"Reciprocal":  func(x, _, _ float64) float64 { return 1 / x },
	"Floor":       func(x, _, _ float64) float64 { return math.Floor(x) },
	"Ceil":        func(x, _, _ float64) float64 { return math.Ceil(x) },
	"Trunc":       func(x, _, _ float64) float64 { return math.Trunc(x) },
	"Round":       func(x, _, _ float64) float64 { return math.RoundToEven(x) },
	"Frac":        func(x, _, _ float64) float64 { return x - math.Trunc(x) },
	"Relu":        func(x, _, _ float64) float64 { return max(x, 0) },
	"Clamp":       func(x, y, z float64) float64 { return min(max(x, y), z) },
	"Fmod":        func(x, y, _ float64) float64 { return math.Mod(x, y) },
}

// values are exact in float32, and so are their sums, products and quotients by powers of two.
var values = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -2.5, 3.5, 8, -1024, math.Inf(1), math.Inf(-1), math.NaN()}

func bitsOf(t dtype.Type, x float64) uint64 {
	if t == dtype.Float32 {
		return uint64(math.Float32bits(float32(x)))<<32 | uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

func numberOf(t dtype.Type, bits uint64) float64 {
	if t == dtype.Float32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

func TestKernelsOfFloatsGiveTheirMeaning(t *testing.T) {
	tested := map[string]int{}
	for _, k := range slices.Concat(Kernels(), Remainders()) {
		d, row := dtype.Named(k.Entries[0].From), k.Entries[0].Ops[0]
		meaning := meanings[row]
		if meaning == nil || !d.Float || len(k.Entries[0].Ops) > 1 {
			continue
		}
		tested[row]++
		t.Run(k.Name, func(t *testing.T) { checkMeaning(t, k, d, meaning) })
	}
	for row := range meanings {
		require.Equal(t, 2, tested[row], "%s, of float32 and float64", row)
	}
}

func checkMeaning(t *testing.T, k kernel.Kernel, d dtype.Type, meaning func(x, y, z float64) float64) {
	p := emittest.Compile(t, k.Vector)
	for _, x := range values {
		for _, y := range values {
			want := meaning(x, y, 2)
			if d == dtype.Float32 {
				want = float64(float32(want))
			}
			got := numberOf(d, p.Run(t, bitsOf(d, x), bitsOf(d, y), bitsOf(d, 2)))
			if got == got || want == want {
				require.Equal(t, want, got, "of %v, %v and 2", x, y)
				require.Equal(t, math.Signbit(want), math.Signbit(got), "the sign, of %v, %v and 2", x, y)
			}
		}
	}
}
