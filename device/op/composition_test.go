package op

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// inSteps is the result of a composition's steps, each evaluated exactly and rounded.
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

func TestCompositionsKeepTheirBoundWhereTheirStepsAreExact(t *testing.T) {
	for _, o := range compositions() {
		if o.Tol != Exact {
			t.Run(o.Name, func(t *testing.T) { assert.NoError(t, keepsItsBound(o)) })
		}
	}
}

// The square root rounds to -x, so the sum cancels: for -10000 the steps give 0.
func TestACompositionThatCancelsDoesNotKeepABound(t *testing.T) {
	squarePlus := &Op{
		Name: "square_plus", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "(x + sqrt(x*x + 4)) / 2",
		As:    Div.of(Add.of(x, Sqrt.of(Add.of(Mul.of(x, x), 4))), 2),
		Float: form1("", func(x float64) float64 { return 2 / (math.Sqrt(x*x+4) - x) }),
		Precise: form1("", func(x *big.Float) *big.Float {
			root := new(big.Float).Mul(x, x)
			root.Sqrt(root.Add(root, big.NewFloat(4)))
			return root.Quo(root.Add(root, x), big.NewFloat(2))
		}),
	}
	args, types := []Scalar{Float32.FromFloat(-1e4)}, []DType{Float32}
	got := inSteps(squarePlus, Float32, args)
	assert.Zero(t, got)
	assert.Greater(t, squarePlus.Distance(args, types, got), 1e6)
	assert.ErrorContains(t, keepsItsBound(squarePlus), "square_plus of float16")
}

// keepsItsBound tries what the steps of a composition give, each rounded correctly, against
// its real function.
func keepsItsBound(o *Op) error {
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
			if d := o.Distance(args, types, inSteps(o, dt, args)); d > o.Tol.For(dt) {
				return fmt.Errorf("%v of %v %#x in steps is %v units off", o, dt, args, d)
			}
		}
	}
	return nil
}

func accepts(o *Op, dt DType, args []Scalar) bool {
	for i, p := range o.Params {
		if p.Accept.Has != nil && !p.Accept.Has(dt.Float(args[o.Needs()+i])) {
			return false
		}
	}
	return true
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
