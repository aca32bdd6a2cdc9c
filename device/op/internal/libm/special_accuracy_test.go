package libm

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

// operands draws the arguments of one call; each draws them from kinds of their own.
type operands func(r *rand.Rand) []float64

func each(kinds ...arguments) operands {
	return func(r *rand.Rand) (x []float64) {
		for _, k := range kinds {
			x = append(x, k(r))
		}
		return x
	}
}

func always(x float64) arguments { return func(*rand.Rand) float64 { return x } }

// magnitudes is any number of about any size from 2^low to 2^high.
func magnitudes(low, high int) arguments {
	return func(r *rand.Rand) float64 {
		x := math.Ldexp(1+r.Float64(), low+r.IntN(high-low))
		if r.IntN(2) == 0 {
			return -x
		}
		return x
	}
}

// sumOfOne is x and y for which base^x + base^y is about 1.
func sumOfOne(base float64) operands {
	return func(r *rand.Rand) []float64 {
		x := -math.Ldexp(r.Float64(), -r.IntN(70))
		y := Log(-Expm1(x*Log(base))) / Log(base)
		y += float64(y * math.Ldexp(r.Float64()-0.5, -r.IntN(60)))
		if r.IntN(2) == 0 {
			return []float64{y, x}
		}
		return []float64{x, y}
	}
}

type function func(x []float64) float64
type truth func(x []*big.Float) *big.Float

func of1(f func(x float64) float64) function { return func(x []float64) float64 { return f(x[0]) } }
func of2(f func(x, y float64) float64) function {
	return func(x []float64) float64 { return f(x[0], x[1]) }
}
func of3(f func(x, y, z float64) float64) function {
	return func(x []float64) float64 { return f(x[0], x[1], x[2]) }
}

func true1(f func(x *big.Float) *big.Float) truth {
	return func(x []*big.Float) *big.Float { return f(x[0]) }
}
func true2(f func(x, y *big.Float) *big.Float) truth {
	return func(x []*big.Float) *big.Float { return f(x[0], x[1]) }
}
func true3(f func(x, y, z *big.Float) *big.Float) truth {
	return func(x []*big.Float) *big.Float { return f(x[0], x[1], x[2]) }
}

var specials = []struct {
	name  string
	ours  function
	truth truth
	floor float64 // where results are smaller, the error is measured in its units
	kinds []operands
}{
	{"Rsqrt", of1(Rsqrt), true1(precise.Rsqrt), 0, []operands{each(between(1, 4)),
		each(between(0, 0x1p-1022)), each(func(r *rand.Rand) float64 { return math.Abs(anyBits(r)) })}},
	{"Cbrt", of1(Cbrt), true1(precise.Cbrt), 0, []operands{each(anyBits), each(between(1, 8)),
		each(between(-0x1p-1022, 0x1p-1022))}},
	{"Hypot", of2(Hypot), true2(precise.Hypot), 0, []operands{each(anyBits, anyBits),
		each(between(-2, 2), between(-2, 2)), each(magnitudes(-40, 40), magnitudes(-40, 40)),
		each(magnitudes(1000, 1024), magnitudes(1000, 1024)), each(magnitudes(-1074, -1000), magnitudes(-1074, -1000)),
		each(magnitudes(480, 520), magnitudes(480, 520)), each(magnitudes(-420, -380), magnitudes(-420, -380))}},
	{"Erf", of1(Erf), true1(precise.Erf), 0, []operands{each(anyBits), each(between(-6.5, 6.5)),
		each(between(-1, 1)), each(around(0)), each(around(0.75))}},
	{"Erfc", of1(Erfc), true1(precise.Erfc), 0, []operands{each(anyBits), each(between(-7, 7)),
		each(between(-1, 1)), each(between(0, 27.3)), each(between(26.5, 27.3)),
		each(around(7. / 16)), each(around(4))}},
	{"Lgamma", of1(Lgamma), true1(precise.Lgamma), 0, []operands{each(magnitudes(-1074, 1024)),
		each(between(0, 12)), each(around(1)), each(around(2)), each(around(0)),
		each(between(0.4, 2.6)), each(around(2.556348e305)), each(around(10))}},
	{"Lgamma", of1(Lgamma), true1(precise.Lgamma), 0.25, []operands{each(between(-30, 0)), each(around(-2)),
		each(around(-10)), each(around(-17)), each(around(-25)), each(around(-26)),
		each(around(-2.457)), each(between(-3, -2)), each(magnitudes(4, 40))}},
	{"Digamma", of1(Digamma), true1(precise.Digamma), 0, []operands{each(func(r *rand.Rand) float64 { return math.Abs(anyBits(r)) }),
		each(between(0, 12)), each(around(1.4616321449683623)), each(between(1.3, 1.6)), each(around(1)), each(around(2)), each(around(10)),
		each(func(r *rand.Rand) float64 { return math.Abs(magnitudes(-70, 3)(r)) })}},
	{"Digamma", of1(Digamma), true1(precise.Digamma), 1, []operands{each(between(-30, 0)), each(around(-0.504083)), each(between(-1, 0)),
		each(between(-1.0001, -0.9999)), each(between(-10.0001, -9.9999)), each(between(-17.1, -16.9)), each(magnitudes(-70, 3)), each(func(r *rand.Rand) float64 { return -math.Abs(magnitudes(3, 40)(r)) })}},
	{"I0", of1(I0), true1(precise.I0), 0, []operands{each(anyBits), each(between(-16, 16)), each(around(8)), each(between(0, 715)), each(between(709, 714))}},
	{"I0e", of1(I0e), true1(precise.I0e), 0, []operands{each(anyBits), each(between(-16, 16)), each(around(8)), each(magnitudes(0, 20))}},
	{"I1", of1(I1), true1(precise.I1), 0, []operands{each(anyBits), each(between(-16, 16)), each(around(8)), each(between(0, 715)), each(between(709, 714)), each(magnitudes(-1074, -1000))}},
	{"I1e", of1(I1e), true1(precise.I1e), 0, []operands{each(anyBits), each(between(-16, 16)), each(around(8)), each(magnitudes(0, 20)), each(magnitudes(-1074, -1000))}},
	{"Erfinv", of1(Erfinv), true1(precise.Erfinv), 0, []operands{each(between(-1, 1)), each(around(0.5)), each(around(0)), each(magnitudes(-1074, -1000)),
		each(func(r *rand.Rand) float64 { return 1 - math.Abs(magnitudes(-53, -1)(r)) })}},
	{"Ndtri", of1(Ndtri), true1(precise.Ndtri), 0, []operands{each(between(0, 1)), each(between(0.24, 0.26)), each(around(0.49)), each(between(0.74, 0.76)),
		each(func(r *rand.Rand) float64 { return math.Abs(magnitudes(-1074, -1)(r)) }),
		each(func(r *rand.Rand) float64 { return 1 - math.Abs(magnitudes(-53, -1)(r)) })}},
	{"Xlog1py", of2(Xlog1py), true2(precise.Xlog1py), 0, []operands{each(anyBits, between(-1, 10)),
		each(anyBits, around(0)), each(magnitudes(-3, 3), func(r *rand.Rand) float64 { return math.Abs(anyBits(r)) })}},
	{"LogAddExp", of2(LogAddExp), true2(precise.LogAddExp), 0, []operands{each(anyBits, anyBits),
		each(between(-20, 20), between(-20, 20)), each(between(-1, 1), between(-1, 1)),
		each(between(-760, 10), around(0)),
		each(magnitudes(-60, 10), magnitudes(-60, 10)), sumOfOne(math.E), sumsNextToOne(math.E)}},
	{"LogAddExp2", of2(LogAddExp2), true2(precise.LogAddExp2), 0, []operands{each(anyBits, anyBits),
		each(between(-20, 20), between(-20, 20)), each(between(-1, 1), between(-1, 1)),
		each(between(-1100, 10), around(0)),
		each(magnitudes(-60, 10), magnitudes(-60, 10)), sumOfOne(2), sumsNextToOne(2)}},
	{"Silu", of1(Silu), true1(precise.Silu), 0, []operands{each(anyBits), each(between(-60, 60)),
		each(between(-760, 0)), each(between(-2, 2)), each(between(-752.5, -740))}},
	{"Mish", of1(Mish), true1(precise.Mish), 0, []operands{each(anyBits), each(between(-60, 60)),
		each(between(-760, 0)), each(between(-2, 2)), each(between(-752.5, -740))}},
	{"LogSigmoid", of1(LogSigmoid), true1(precise.LogSigmoid), 0, []operands{each(anyBits),
		each(between(-60, 60)), each(between(0, 750)), each(around(0)), each(around(-40))}},
	{"Softplus", of3(Softplus), true3(precise.Softplus), 0, []operands{
		each(between(-60, 60), always(1), always(20)), each(between(-750, 0), always(1), always(20)),
		each(between(-60, 60), magnitudes(-3, 4), always(20)),
		each(magnitudes(-60, 60), magnitudes(-60, 60), magnitudes(0, 12)),
		each(magnitudes(-60, 8), magnitudes(-1, 3), always(1000)), each(anyBits, anyBits, anyBits)}},
	{"Logit", of1(Logit), true1(precise.Logit), 0, []operands{each(between(0, 1)), each(around(0.5)),
		each(between(0.2, 0.3)),
		each(func(r *rand.Rand) float64 { return math.Abs(magnitudes(-1074, -1)(r)) }),
		each(func(r *rand.Rand) float64 { return 1 - math.Abs(magnitudes(-53, -1)(r)) })}},
	{"Xlogy", of2(Xlogy), true2(precise.Xlogy), 0, []operands{each(anyBits, between(0, 10)),
		each(anyBits, around(1)),
		each(magnitudes(-3, 3), func(r *rand.Rand) float64 { return math.Abs(anyBits(r)) })}},
	{"Tanhshrink", of1(Tanhshrink), true1(precise.Tanhshrink), 0, []operands{each(anyBits),
		each(between(-1, 1)), each(between(-22, 22)), each(around(0)), each(around(1)),
		each(between(1, 2)), each(magnitudes(-365, -320))}},
	{"Gelu", of1(Gelu), true1(precise.Gelu), 0, []operands{each(anyBits), each(between(-10, 10)),
		each(between(-1, 1)), each(between(-39, 0)), each(between(-38.7, -37)),
		each(around(0.6187184335382291)), each(around(-0.6187184335382291))}},
	{"GeluTanh", of1(GeluTanh), true1(precise.GeluTanh), 0, []operands{each(anyBits), each(between(-10, 10)),
		each(between(-1, 1)), each(between(-22, 0)), each(between(-21.8, -20)), each(around(0))}},
	{"Elu", of2(Elu), true2(precise.Elu), 0, []operands{each(anyBits, magnitudes(-4, 4)),
		each(between(-40, 1), magnitudes(-4, 4)), each(between(-1, 1), always(1))}},
	{"Selu", of1(Selu), true1(precise.Selu), 0, []operands{each(anyBits), each(between(-42, 2)),
		each(between(-1, 1)), each(magnitudes(1020, 1024))}},
	{"Celu", of2(Celu), true2(precise.Celu), 0, []operands{each(anyBits, magnitudes(-4, 4)),
		each(between(-40, 1), magnitudes(-4, 4)), each(between(-1, 1), always(1)),
		each(magnitudes(0, 10), magnitudes(-4, 4)), each(anyBits, anyBits),
		each(magnitudes(-10, 10), magnitudes(-30, 10))}},
}

func TestSpecialFunctionsKeepWithinTwoUnitsInTheLastPlace(t *testing.T) {
	for _, f := range specials {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 4))
			var worst float64
			var at []float64
			for _, kind := range f.kinds {
				for range *count {
					x := kind(r)
					exact := make([]*big.Float, len(x))
					for i := range x {
						exact[i] = precise.Float(x[i])
					}
					want := f.truth(exact)
					got := f.ours(x)
					e := units(got, want)
					if got == 0 && want.Sign() != 0 && math.Signbit(got) != want.Signbit() {
						e = inf
					}
					if unit := math.Ldexp(f.floor, -want.MantExp(nil)+1); unit > 1 {
						e /= unit
					}
					if !(e <= worst) {
						worst, at = e, x
					}
				}
			}
			assert.LessOrEqual(t, worst, 2.0, "%v", at)
			t.Logf("%s %.3f at %v (%x)", f.name, worst, at, at)
		})
	}
}

// Of some 10^10 pairs these have the sums closest to 1: the two cancel by 87 and 89 bits.
func TestLogAddExpKeepsItsDigitsWhereNearlyAllCancels(t *testing.T) {
	for _, c := range []struct {
		name  string
		ours  function
		truth truth
		x     []float64
	}{
		{
			name:  "base e",
			ours:  of2(LogAddExp),
			truth: true2(precise.LogAddExp),
			x:     []float64{-0x1.358a39df664adp-03, -0x1.f6d2a14520e29p+00},
		},
		{
			name:  "base 2",
			ours:  of2(LogAddExp2),
			truth: true2(precise.LogAddExp2),
			x:     []float64{-0x1.5504c4cf5c918p-02, -0x1.23a1a8d7f8f41p+01},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.truth([]*big.Float{precise.Float(c.x[0]), precise.Float(c.x[1])})
			assert.Less(t, want.MantExp(nil), -88, "it does not cancel")
			assert.LessOrEqual(t, units(c.ours(c.x), want), 1.5)
		})
	}
}

// sumsNextToOne are base^x + base^y as close to 1 as y allows, x having any exponent.
func sumsNextToOne(base float64) operands {
	return func(r *rand.Rand) []float64 {
		x := -math.Ldexp(0.5+r.Float64()/2, -r.IntN(1070))
		return []float64{x, min(-0.5, Log(-Expm1(x*Log(base)))/Log(base))}
	}
}
