package libm

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

var count = flag.Int("random", 200, "random arguments per function and kind of them")

// units is the distance of got from want in units in the last place of float64 at want;
// infinity stands for 2^1024.
func units(got float64, want *big.Float) float64 {
	switch {
	case got != got:
		return math.Inf(1)
	case math.IsInf(got, 0):
		got = math.Copysign(1, got)
		if float64(want.Sign()) == got && (want.IsInf() || want.MantExp(nil) > 1024) {
			return 0
		}
		edge := big.NewFloat(got)
		return distance(edge.SetMantExp(edge, 1024), want)
	}
	return distance(big.NewFloat(got), want)
}

func distance(got, want *big.Float) float64 {
	d := new(big.Float).SetPrec(300).Sub(got, want)
	unit := max(want.MantExp(nil)-1, -1022) - 52
	if want.Sign() == 0 {
		unit = -1074
	}
	f, _ := d.SetMantExp(d, -unit).Float64()
	return math.Abs(f)
}

type arguments func(r *rand.Rand) float64

// anyBits is any finite number, all exponents being alike.
func anyBits(r *rand.Rand) float64 {
	for {
		if x := math.Float64frombits(r.Uint64()); x-x == 0 {
			return x
		}
	}
}

// between is evenly spread from low to high.
func between(low, high float64) arguments {
	return func(r *rand.Rand) float64 { return low + float64((high-low)*r.Float64()) }
}

// around is near x, at distances of all sizes.
func around(x float64) arguments {
	return func(r *rand.Rand) float64 {
		d := math.Ldexp(1+r.Float64(), -1-r.IntN(60))
		if r.IntN(2) == 0 {
			d = -d
		}
		if x == 0 {
			return d
		}
		return x + float64(x*d)
	}
}

// bitsAround is few floats from x.
func bitsAround(x float64) arguments {
	return func(r *rand.Rand) float64 {
		return math.Float64frombits(math.Float64bits(x) + uint64(r.IntN(2001)) - 1000)
	}
}

// quarterTurns is near a multiple of π/2.
func quarterTurns(r *rand.Rand) float64 {
	n := float64(r.Uint64() >> r.IntN(64))
	return float64(n*(math.Pi/2)) + float64(float64(r.IntN(3)-1)*math.Ldexp(n, -52))
}

var functions = []struct {
	name  string
	ours  func(x float64) float64
	truth func(x *big.Float) *big.Float
	low   float64 // the domain
	high  float64
	kinds []arguments
}{
	{"Exp", Exp, precise.Exp, -inf, inf, []arguments{between(-746, 710), around(0), around(709.782712893384),
		around(-745.1332191019412), around(-708.4)}},
	{"Exp2", Exp2, precise.Exp2, -inf, inf, []arguments{between(-1076, 1025), around(0), around(1024),
		around(-1074.5), around(-1022)}},
	{"Expm1", Expm1, precise.Expm1, -inf, inf, []arguments{between(-45, 45), between(-1, 1), around(0),
		around(709.782712893384), around(40), around(0.0108), around(0.0217)}},
	{"Sigmoid", Sigmoid, precise.Sigmoid, -inf, inf, []arguments{between(-40, 40), between(-746, 0), around(0)}},
	{"Log", Log, precise.Log, 0, inf, []arguments{between(0, 10), around(1), between(0, 0x1p-1022),
		around(math.Sqrt2), around(math.Sqrt2 / 2), between(0.95, 1.05)}},
	{"Log2", Log2, precise.Log2, 0, inf, []arguments{between(0, 10), around(1), between(0, 0x1p-1022),
		around(math.Sqrt2), around(math.Sqrt2 / 2), between(0.95, 1.05)}},
	{"Log10", Log10, precise.Log10, 0, inf, []arguments{between(0, 10), around(1), between(0, 0x1p-1022),
		around(math.Sqrt2), around(math.Sqrt2 / 2), between(0.95, 1.05)}},
	{"Log1p", Log1p, precise.Log1p, -1, inf, []arguments{between(-1, 10), around(-1), around(0), around(-0.3),
		around(0.41), between(-0.05, 0.05)}},
	{"Sin", Sin, precise.Sin, -inf, inf, []arguments{between(-10, 10), quarterTurns,
		bitsAround(0x1.6ac5b262ca1ffp+849), between(-1e6, 1e6), around(math.Pi / 4)}},
	{"Cos", Cos, precise.Cos, -inf, inf, []arguments{between(-10, 10), quarterTurns,
		bitsAround(0x1.6ac5b262ca1ffp+849), between(-1e6, 1e6), around(math.Pi / 4)}},
	{"Tan", Tan, precise.Tan, -inf, inf, []arguments{between(-10, 10), quarterTurns,
		bitsAround(0x1.6ac5b262ca1ffp+849), between(-1e6, 1e6), around(math.Pi / 4)}},
	{"Sinc", Sinc, precise.Sinc, -inf, inf, []arguments{between(-10, 10), around(0), around(1), around(2),
		around(37), between(-1e6, 1e6), around(1e15), around(0.25)}},
	{"Asin", Asin, precise.Asin, -1, 1, []arguments{between(-1, 1), around(0), around(1), around(0.5),
		around(math.Sqrt2 / 2)}},
	{"Acos", Acos, precise.Acos, -1, 1, []arguments{between(-1, 1), around(0), around(1), around(-1),
		around(math.Sqrt2 / 2)}},
	{"Atan", Atan, precise.Atan, -inf, inf, []arguments{between(-10, 10), between(-1, 1), around(0),
		around(1), around(1. / 16), around(3. / 16)}},
	{"Sinh", Sinh, precise.Sinh, -inf, inf, []arguments{between(-40, 40), between(-1, 1), around(0),
		around(710.4758600739439), around(30)}},
	{"Cosh", Cosh, precise.Cosh, -inf, inf, []arguments{between(-40, 40), between(-1, 1), around(0),
		around(710.4758600739439), around(30)}},
	{"Tanh", Tanh, precise.Tanh, -inf, inf, []arguments{between(-22, 22), between(-1, 1), around(0),
		around(19), around(20)}},
	{"Asinh", Asinh, precise.Asinh, -inf, inf, []arguments{between(-10, 10), between(-1, 1), around(0),
		around(0x1p30), around(0x1p15)}},
	{"Acosh", Acosh, precise.Acosh, 1, inf, []arguments{between(1, 10), between(1, 2), around(1),
		around(0x1p30), around(0x1p15)}},
	{"Atanh", Atanh, precise.Atanh, -1, 1, []arguments{between(-1, 1), between(-0.1, 0.1), around(0),
		around(1), around(-0.33)}},
}

func TestFunctionsKeepWithinTwoUnitsInTheLastPlace(t *testing.T) {
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			var worst, at float64
			for _, kind := range append(f.kinds, anyBits) {
				for range *count {
					x := kind(r)
					if x == 0 || x < f.low || x > f.high {
						continue // special cases
					}
					if e := units(f.ours(x), f.truth(precise.Float(x))); e > worst {
						worst, at = e, x
					}
				}
			}
			assert.LessOrEqual(t, worst, 2.0, "%v", at)
			t.Logf("%s %.3f at %v (%x)", f.name, worst, at, at)
		})
	}
}
