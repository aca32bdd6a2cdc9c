package cpu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// references are the functions that float64 promises to 4 units in the last place.
var references = map[*op.Op]func(x, y *big.Float) *big.Float{
	op.Exp: func(x, _ *big.Float) *big.Float { return bigExp(x) },
	op.Log: func(x, _ *big.Float) *big.Float { return bigLog(x) },
	op.Sin: func(x, _ *big.Float) *big.Float { return bigSine(x, 0) },
	op.Cos: func(x, _ *big.Float) *big.Float { return bigSine(x, 1) },
	op.Tanh: func(x, _ *big.Float) *big.Float {
		e := bigExp(empty().Add(x, x))
		return e.Quo(empty().Sub(e, exactly(1)), empty().Add(e, exactly(1)))
	},
	op.Sigmoid: func(x, _ *big.Float) *big.Float {
		e := bigExp(x)
		return e.Quo(e, empty().Add(e, exactly(1)))
	},
	op.Rsqrt: func(x, _ *big.Float) *big.Float { return empty().Quo(exactly(1), empty().Sqrt(x)) },
	op.Pow:   func(x, y *big.Float) *big.Float { return bigExp(empty().Mul(y, bigLog(x))) },
}

// arguments are pairs where each function is finite and not flat.
var arguments = map[*op.Op]func(r *rand.Rand) (x, y float64){
	op.Exp:     func(r *rand.Rand) (x, y float64) { return spread(r, -745, 709.782712893384), 0 },
	op.Sigmoid: func(r *rand.Rand) (x, y float64) { return spread(r, -745, 40), 0 },
	op.Tanh:    func(r *rand.Rand) (x, y float64) { return spread(r, -20, 20), 0 },
	op.Log:     func(r *rand.Rand) (x, y float64) { return positive(r), 0 },
	op.Rsqrt:   func(r *rand.Rand) (x, y float64) { return positive(r), 0 },
	op.Sin:     func(r *rand.Rand) (x, y float64) { return angle(r), 0 },
	op.Cos:     func(r *rand.Rand) (x, y float64) { return angle(r), 0 },
	op.Pow: func(r *rand.Rand) (x, y float64) {
		x = positive(r)
		return x, spread(r, -745, 709) / log(x)
	},
}

// spread returns numbers of all magnitudes within the bounds.
func spread(r *rand.Rand, lo, hi float64) float64 {
	x := lo + r.Float64()*(hi-lo)
	switch r.IntN(4) {
	case 0:
		return x * math.Exp2(-40*r.Float64())
	case 1:
		return math.Nextafter(hi, lo) - r.Float64()*1e-9*math.Abs(hi)
	}
	return x
}

// positive returns positive numbers of all magnitudes, subnormal ones and ones around 1.
func positive(r *rand.Rand) float64 {
	switch r.IntN(5) {
	case 0:
		return math.Float64frombits(r.Uint64N(1 << 52))
	case 1:
		return 1 + max(r.Float64(), 0x1p-20)*math.Exp2(-32*r.Float64())
	case 3:
		return 1 - max(r.Float64()/2, 0x1p-20)*math.Exp2(-32*r.Float64())
	case 2:
		return r.Float64() * 100
	}
	return math.Float64frombits(r.Uint64N(0x7ff0 << 48))
}

// angle returns numbers of all magnitudes and the float64s nearest to multiples of π/2.
func angle(r *rand.Rand) float64 {
	n := new(big.Float).SetPrec(1600).SetFloat64(math.Round(math.Exp2(60 * r.Float64())))
	near, _ := n.Mul(n, halfPi).Float64()
	switch r.IntN(4) {
	case 0:
		return near
	case 1:
		return math.Float64frombits(r.Uint64N(0x7ff0 << 48))
	case 2:
		return 0x1.6ac5b262ca1ffp+849 // the nearest of all to a multiple of π/2
	}
	return (r.Float64() - 0.5) * 100
}

func TestFunctionsOfFloat64AreWithinFourUnits(t *testing.T) {
	for o, reference := range references {
		t.Run(o.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			worst, at := 0.0, [2]float64{}
			n := 3000
			if testing.Short() {
				n = 300
			}
			for range n {
				x, y := arguments[o](r)
				want := reference(exactly(x), exactly(y))
				got := compute(o, x, y)
				if e := errorIn(got, want); e > worst {
					worst, at = e, [2]float64{x, y}
				}
			}
			t.Logf("%.3f units at %v", worst, at)
			assert.LessOrEqual(t, worst, 4.0, "of %v", at)
		})
	}
}

// compute runs the kernel of a function on one element.
func compute(o *op.Op, x, y float64) (result float64) {
	k := kernelFor(o, op.Float64, op.Float64)
	k.run(1, unsafe.Pointer(&result), unsafe.Pointer(&x), unsafe.Pointer(&y), nil)
	return result
}

// errorIn is the distance in units in the last place of float64 at want.
func errorIn(got float64, want *big.Float) float64 {
	if math.IsInf(got, 0) {
		got = math.Copysign(math.MaxFloat64, got)
	}
	distance, _ := empty().SetMantExp(empty().Sub(exactly(got), want), 1074-max(want.MantExp(nil)+1021, 0)).Float64()
	return math.Abs(distance)
}

func TestSpecialValuesOfFunctionsAreThoseOfTheirRows(t *testing.T) {
	xs := []float64{0, math.Copysign(0, -1), 1, -1, 2, -3, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, -1e300, 5e-324}
	for o := range references {
		for _, x := range xs {
			for _, y := range xs {
				want := o.Float.Call(x, y, 0)
				got := compute(o, x, y)
				if want == 0 || want-want != 0 || o == op.Pow && y == math.Trunc(y) && math.Abs(x*y) < 10 {
					assert.True(t, equal(op.Float64, op.Scalar(math.Float64bits(got)), op.Scalar(math.Float64bits(want))),
						"%v(%v, %v) is %v, want %v", o, x, y, got, want)
				}
			}
		}
	}
}

func TestPowersOfWholeNumbersAreExact(t *testing.T) {
	for x := 2.0; x < 40; x++ {
		want := 1.0
		for n := 1.0; want*x < 1<<53; n++ {
			want *= x
			assert.Equal(t, want, pow(x, n), "%v^%v", x, n)
			assert.Equal(t, math.Pow(-1, n)*want, pow(-x, n), "%v^%v", -x, n)
		}
	}
}
