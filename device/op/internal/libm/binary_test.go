package libm

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

type pairs func(r *rand.Rand) (x, y float64)

func both(a, b arguments) pairs {
	return func(r *rand.Rand) (x, y float64) { return a(r), b(r) }
}

// positive is any positive number.
func positive(r *rand.Rand) float64 { return math.Abs(anyBits(r)) }

// powInRange has any x, and y such that x^y is in range or near its edges.
func powInRange(xs arguments) pairs {
	return func(r *rand.Rand) (x, y float64) {
		x = math.Abs(xs(r))
		return x, (float64(r.Float64()*1460) - 748) / Log(x)
	}
}

var binaries = []struct {
	name  string
	ours  func(x, y float64) float64
	truth func(x, y *big.Float) *big.Float
	kinds []pairs
}{
	{"Pow", Pow, precise.Pow, []pairs{
		powInRange(anyBits), powInRange(around(1)), powInRange(between(0, 10)), powInRange(between(0.98, 1.02)), powInRange(between(0, 0x1p-1022)),
		both(between(0, 10), func(r *rand.Rand) float64 { return float64(r.IntN(600) - 300) }),
		both(between(-10, 0), func(r *rand.Rand) float64 { return float64(r.IntN(600) - 300) }),
		both(between(0, 100), around(0)), both(positive, around(1)),
	}},
	{"Atan2", Atan2, precise.Atan2, []pairs{
		both(anyBits, anyBits), both(between(-10, 10), between(-10, 10)), both(around(0), around(0)),
		func(r *rand.Rand) (y, x float64) { // any exponents that are near one another
			y = anyBits(r)
			return y, math.Ldexp(r.Float64()-0.5, math.Ilogb(y)+r.IntN(140)-70)
		},
		both(between(-5e-324*1000, 5e-324*1000), between(-5e-324*1000, 5e-324*1000)),
		func(r *rand.Rand) (y, x float64) {
			x = anyBits(r)
			return around(0.4142)(r) * x, x
		},
		both(between(0x1p1023, math.MaxFloat64), between(-math.MaxFloat64, 0)),
	}},
	{"Ldexp", Ldexp, precise.Ldexp, []pairs{
		both(anyBits, between(-2100, 2100)), both(between(-4, 4), between(-20, 20)), both(between(0, 0x1p-1022), between(-60, 2100)),
		both(between(1, 2), around(-1040)), both(between(1, 2), around(1024)), both(between(1, 2), around(0)),
	}},
}

func TestFunctionsOfTwoNumbersKeepWithinTwoUnitsInTheLastPlace(t *testing.T) {
	for _, f := range binaries {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			var worst float64
			var at [2]float64
			for _, kind := range f.kinds {
				for range *count {
					x, y := kind(r)
					if x == 0 || y == 0 || x-x != 0 || y-y != 0 {
						continue // special cases
					}
					if e := units(f.ours(x, y), f.truth(precise.Float(x), precise.Float(y))); e > worst {
						worst, at = e, [2]float64{x, y}
					}
				}
			}
			assert.LessOrEqual(t, worst, 2.0, "%v", at)
			t.Logf("%s %.3f at %v", f.name, worst, at)
		})
	}
}
