package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostile returns terms of a float type that are hard to add, by their bits.
func hostile(r *rand.Rand, of func(bits uint64) float64) []float64 {
	x := make([]float64, r.IntN(12))
	near := r.Uint64()
	for i := range x {
		switch r.IntN(4) {
		case 0: // any exponent
			x[i] = of(r.Uint64())
		case 1: // what cancels
			x[i] = -x[r.IntN(i+1)]
		case 2: // few digits of one exponent
			x[i] = of(near &^ (1<<62 - 1<<12))
		default:
			x[i] = of(near + r.Uint64N(3)<<50)
		}
		if x[i]-x[i] != 0 {
			x[i] = 0
		}
	}
	return x
}

func sumOf(x []float64) *big.Float {
	sum := new(big.Float).SetPrec(2400)
	for _, v := range x {
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	return sum
}

func count() int {
	if os.Getenv("WGTENSOR_THOROUGH") != "" {
		return 1e6
	}
	return 2e4
}

func TestASumOfFloat64IsRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range count() {
		x := hostile(r, math.Float64frombits)
		var s, part Sum64
		for _, v := range x {
			if r.IntN(3) == 0 {
				s.Merge(&part)
				part = Sum64{}
			}
			part.Add(v)
		}
		s.Merge(&part)
		want, _ := sumOf(x).Float64()
		require.Equal(t, want, s.Over(1), x)
		n := 1 + r.Uint64N(100)
		want, _ = new(big.Float).SetPrec(2400).Quo(sumOf(x), new(big.Float).SetUint64(n)).Float64()
		require.Equal(t, want, s.Over(n), "%v over %d", x, n)
	}
}

func TestASumOfFloat32IsRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range count() {
		x := hostile(r, func(bits uint64) float64 { return float64(math.Float32frombits(uint32(bits >> 32))) })
		var s, part Sum32
		for _, v := range x {
			if r.IntN(3) == 0 {
				s.Merge(&part)
				part = Sum32{}
			}
			part.Add(v)
		}
		s.Merge(&part)
		want, _ := sumOf(x).Float32()
		require.Equal(t, want, float32(s.Over(1)), x)
		n := 1 + r.Uint64N(100)
		want, _ = new(big.Float).SetPrec(2400).Quo(sumOf(x), new(big.Float).SetUint64(n)).Float32()
		require.Equal(t, want, float32(s.Over(n)), "%v over %d", x, n)
	}
}

func TestASumOverflowsOnlyAtItsEnd(t *testing.T) {
	var s Sum64
	for range 3 {
		s.Add(math.MaxFloat64)
	}
	assert.Equal(t, math.Inf(1), s.Over(1))
	assert.Equal(t, math.MaxFloat64, s.Over(3))
	s.Add(-math.MaxFloat64)
	s.Add(-math.MaxFloat64)
	assert.Equal(t, math.MaxFloat64, s.Over(1))
}

func TestASumWithInfinitiesOfBothSignsIsNaN(t *testing.T) {
	var s, part Sum32
	s.Add(math.Inf(1))
	s.Add(1e30)
	assert.Equal(t, math.Inf(1), s.Over(1))
	part.Add(math.Inf(-1))
	s.Merge(&part)
	assert.True(t, math.IsNaN(s.Over(1)))
}

func TestAZeroSumHasNoSign(t *testing.T) {
	var s Sum32
	s.Add(math.Copysign(0, -1))
	assert.False(t, math.Signbit(s.Over(1)))
	assert.False(t, math.Signbit(s.Over(3)))
}

func TestASumOfIntegersNeverWraps(t *testing.T) {
	var s, part Integers
	for range 5 {
		s.Add(math.MinInt64)
		part.AddUnsigned(math.MaxUint64)
	}
	assert.Equal(t, -0x1p63, s.Over(5))
	s.Merge(&part)
	assert.Equal(t, float32(0x1p62), float32(s.Over(10)))
}
