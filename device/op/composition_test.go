package op

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// inSteps is what the steps of a composition give, each evaluated exactly and rounded.
func inSteps(o *Op, dt DType, args []Scalar) Scalar { return Steps(knownValues{}, o, dt, args) }

// numbers are finite operands of dt: half of them of any exponent, half near 1 in size,
// where functions bend.
func numbers(r *rand.Rand, dt DType, n int) []Scalar {
	list := make([]Scalar, n)
	for i := range list {
		x := math.NaN()
		for x-x != 0 {
			x = dt.Float(Scalar(r.Uint64() >> (64 - 8*dt.Size())))
		}
		if r.IntN(2) == 0 {
			x = math.Copysign(math.Ldexp(1+r.Float64(), 7-r.IntN(40)), x)
		}
		list[i] = dt.FromFloat(x)
	}
	return list
}

func TestCompositionsKeepTheirToleranceWhereTheirStepsAreExact(t *testing.T) {
	for _, o := range rows() {
		if o.As == nil || o.Tol == Exact {
			continue
		}
		t.Run(o.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(9, 10))
			for _, dt := range []DType{Float16, BFloat16, Float32, Float64} {
				if compute, _, _ := o.Types(dt); compute != dt {
					continue
				}
				types := []DType{dt, dt, dt}[:o.Arity]
				for range 4000 {
					args := numbers(r, dt, o.Arity)
					for !accepts(o, dt, args) {
						args = numbers(r, dt, o.Arity)
					}
					got := inSteps(o, dt, args)
					if d := o.Distance(args, types, got); d > o.Tol.For(dt) {
						t.Fatalf("%v of %v %#x in steps is %v units off", o, dt, args, d)
					}
				}
			}
		})
	}
}

func accepts(o *Op, dt DType, args []Scalar) bool {
	for i, p := range o.Params {
		if p.Accept.Has != nil && !p.Accept.Has(dt.Float(args[o.Needs()+i])) {
			return false
		}
	}
	return true
}

func exact(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }

func ratio(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(200).Quo(x, y) }

func product(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(200).Mul(x, y) }

// sixth is (x+3)/6, kept between 0 and 1.
func sixth(x *big.Float) *big.Float {
	y := ratio(new(big.Float).Add(x, exact(3)), exact(6))
	switch {
	case y.Sign() < 0:
		return exact(0)
	case y.Cmp(exact(1)) > 0:
		return exact(1)
	}
	return y
}

var piDigits, _, _ = big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494", 10, 200, big.ToNearestEven)

// The steps of these lose little: they are near the real function too.
func TestCompositionsWithoutToleranceAreNearTheRealFunction(t *testing.T) {
	for _, c := range []struct {
		op   *Op
		ulp  float64
		real func(x *big.Float) *big.Float
	}{
		{Deg2rad, 1, func(x *big.Float) *big.Float { return ratio(product(x, piDigits), exact(180)) }},
		{Rad2deg, 1, func(x *big.Float) *big.Float { return ratio(product(x, exact(180)), piDigits) }},
		{Softsign, 1.5, func(x *big.Float) *big.Float {
			return ratio(x, new(big.Float).Add(exact(1), new(big.Float).Abs(x)))
		}},
		{Hardsigmoid, 1.5, sixth},
		{Hardswish, 2, func(x *big.Float) *big.Float { return product(x, sixth(x)) }},
		{LeakyRelu, 1, func(x *big.Float) *big.Float {
			if x.Sign() > 0 {
				return x
			}
			return ratio(x, exact(100))
		}},
	} {
		t.Run(c.op.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 12))
			for _, dt := range []DType{Float32, Float64} {
				for range 4000 {
					args := numbers(r, dt, 1)
					for _, p := range c.op.Params {
						args = append(args, p.Default.In(dt))
					}
					got := dt.Float(inSteps(c.op, dt, args))
					if d := offBy(dt, got, c.real(exact(dt.Float(args[0])))); d > c.ulp {
						t.Fatalf("%v of %v %v in steps is %v units off", c.op, dt, dt.Float(args[0]), d)
					}
				}
			}
		})
	}
}

// offBy is the distance of two numbers in units in the last place; zeros are equal.
func offBy(dt DType, got float64, want *big.Float) float64 {
	if dt == Float64 {
		if got == 0 && want.Sign() == 0 {
			return 0
		}
		return bigULP(got, want, 0)
	}
	w, _ := want.Float64()
	return ULP(dt, got+0, w+0)
}

func TestEpsOfLogitChangesNothingBetweenTheBounds(t *testing.T) {
	for _, dt := range []DType{Float32, Float64} {
		eps := dt.FromFloat(0.25)
		for x := -0.5; x <= 1.5; x += 1. / 64 {
			clamped := dt.FromFloat(min(max(x, 0.25), 0.75))
			want := Logit.Eval([]Scalar{clamped}, []DType{dt})
			got := Logit.With.Eval([]Scalar{dt.FromFloat(x), eps}, []DType{dt, dt})
			assert.Equal(t, want, got, "%v of %v", x, dt)
		}
	}
}
