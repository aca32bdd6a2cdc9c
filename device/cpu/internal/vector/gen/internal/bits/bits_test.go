package bits

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

func find(t *testing.T, all []kernel.Kernel, name string) kernel.Kernel {
	t.Helper()
	for _, k := range all {
		if k.Name == name {
			return k
		}
	}
	require.Fail(t, "no kernel "+name)
	return kernel.Kernel{}
}

func TestBitsAreCombined(t *testing.T) {
	const x, y = 0b1100, 0b1010
	for _, c := range []struct {
		name string
		want uint64
	}{{"and64", 0b1000}, {"or64", 0b1110}, {"xor64", 0b0110}, {"not64", ^uint64(x)}} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, emittest.Compile(t, find(t, Kernels(), c.name).Vector).Run(t, x, y))
		})
	}
}

func TestTheNextFloatIsTheNeighbourTowardsTheOther(t *testing.T) {
	p := emittest.Compile(t, find(t, Kernels(), "nextafterFloat64").Vector)
	values := []float64{0, math.Copysign(0, -1), 1, -1, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat64, math.Inf(1), math.Inf(-1)}
	for _, x := range values {
		for _, y := range values {
			got := math.Float64frombits(p.Run(t, math.Float64bits(x), math.Float64bits(y)))
			require.Equal(t, math.Nextafter(x, y), got, "of %v towards %v", x, y)
		}
		require.True(t, math.IsNaN(math.Float64frombits(p.Run(t, math.Float64bits(x), math.Float64bits(math.NaN())))), x)
	}
}

func TestASignIsCopied(t *testing.T) {
	p := emittest.Compile(t, find(t, Kernels(), "copysignFloat64").Vector)
	for _, x := range []float64{0, 1, -2.5, math.Inf(-1)} {
		for _, y := range []float64{3, math.Copysign(0, -1)} {
			require.Equal(t, math.Float64bits(math.Copysign(x, y)), p.Run(t, math.Float64bits(x), math.Float64bits(y)), "%v, %v", x, y)
		}
	}
}

// The kernel of a size serves every dtype of it.
func TestACopyIsEnteredForAllDtypesOfItsSize(t *testing.T) {
	var from []string
	for _, e := range find(t, Kernels(), "copy16").Entries {
		if e.Ops[0] == "Positive" {
			from = append(from, e.From)
		}
	}
	require.ElementsMatch(t, []string{"Int16", "Uint16", "Float16", "BFloat16"}, from)
}
