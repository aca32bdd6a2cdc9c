package op

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestModIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	special := []float64{0, math.Copysign(0, -1), 1, -1, 3, 0x1p53, 0x1p-1074, -0x1p-1022, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 0.1, 1e300}
	pairs := [][2]float64{{0x1p53 - 1, 1}, {0x1p53, 3}, {0x1p54, 3}, {1, 0x1.fffffffffffffp-1}}
	for _, x := range special {
		for _, y := range special {
			pairs = append(pairs, [2]float64{x, y})
		}
	}
	for range 50000 {
		x := math.Float64frombits(r.Uint64())
		near := math.Ldexp(1+r.Float64(), int(math.Logb(x))-r.IntN(60)) // so that the quotient is no trifle
		whole := float64(r.IntN(1<<20)) * near
		pairs = append(pairs, [2]float64{x, near}, [2]float64{whole, near}, [2]float64{x, math.Float64frombits(r.Uint64())})
	}
	for _, p := range pairs {
		got, want := mod(p[0], p[1]), math.Mod(p[0], p[1])
		if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			assert.Equal(t, want, got, "mod(%x, %x)", p[0], p[1])
		}
	}
}
