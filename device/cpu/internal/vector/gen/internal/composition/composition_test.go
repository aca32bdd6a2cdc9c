package composition

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

func kernelNamed(t *testing.T, all []kernel.Kernel, name string) kernel.Kernel {
	t.Helper()
	i := slices.IndexFunc(all, func(k kernel.Kernel) bool { return k.Name == name })
	require.GreaterOrEqual(t, i, 0, "no kernel %s", name)
	return all[i]
}

// Operands come first, then the constants in the order in which steps take them.
func TestAKernelComputesTheExpressionOfItsRow(t *testing.T) {
	all := Kernels(32)
	for _, c := range []struct {
		kernel string
		from   []float64
		want   float64
	}{
		{"leakyReluFloat64", []float64{-2, 0, .25}, -.5},
		{"leakyReluFloat64", []float64{2, 0, .25}, 2},
		{"eluFloat64", []float64{-1, 0, 3}, 3 * math.Expm1(-1)},
		{"eluFloat64", []float64{1, 0, 3}, 1},
		{"lerpFloat64", []float64{1, 3, .25, .5, 1}, 1.5},
		{"hardswishFloat64", []float64{1, 3, 0, 6, 6}, 4. / 6},
		{"nanToNumFloat64", []float64{math.Inf(-1), 1, 2, 3}, 1},
		{"nanToNumFloat64", []float64{math.NaN(), 1, 2, 3}, 3},
	} {
		t.Run(c.kernel, func(t *testing.T) {
			var bits []uint64
			for _, x := range c.from {
				bits = append(bits, math.Float64bits(x))
			}
			got := math.Float64frombits(emittest.Compile(t, kernelNamed(t, all, c.kernel).Vector).Run(t, bits...))
			require.InDelta(t, c.want, got, 1e-15)
		})
	}
}

func TestRowsNamesAreThoseOfPackageOp(t *testing.T) {
	require.Equal(t, "NanToNum", nameOf(op.NanToNum))
	require.Equal(t, "Selu", nameOf(op.Selu))
}

func TestWhatKernelsOfSeveralOperationsComputeIsNoComposition(t *testing.T) {
	all := Kernels(32)
	require.False(t, slices.ContainsFunc(all, func(k kernel.Kernel) bool { return k.Name == "muladdFloat32" }))
	kernelNamed(t, all, "muladdFloat16")
	require.True(t, slices.IsSortedFunc(all, func(a, b kernel.Kernel) int { return b.Steps - a.Steps }))
}
