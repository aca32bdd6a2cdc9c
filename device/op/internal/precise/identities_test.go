package precise

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// some returns arguments of all sizes and both signs, at most 2^bits large.
func some(bits int) (all []*big.Float) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		exponent := r.IntN(bits+60) - 60
		all = append(all, Float(math.Ldexp(2*r.Float64()-1, exponent)))
	}
	return all
}

func TestSquaresOfSineAndCosineAddTo1(t *testing.T) {
	for _, x := range some(1024) {
		s, c := Sin(x), Cos(x)
		agree(t, integer(1), add(mul(s, s), mul(c, c)), 300, x)
	}
}

func TestExponentialsUndoLogarithms(t *testing.T) {
	for _, x := range some(1024) {
		a := abs(x)
		agree(t, a, Exp(Log(a)), 290, x)
		agree(t, a, Exp2(Log2(a)), 250, x)
		agree(t, a, Pow(integer(10), Log10(a)), 240, x)
		agree(t, a, Expm1(Log1p(a)), 290, x)
	}
}

func TestArcsUndoTheirFunctions(t *testing.T) {
	for _, x := range some(0) {
		agree(t, x, Sin(Asin(x)), 250, x)
		agree(t, x, Tan(Atan(x)), 250, x)
		agree(t, abs(x), Acos(Cos(abs(x))), 180, x)
		agree(t, x, Tanh(Atanh(x)), 250, x)
	}
	for _, x := range some(9) {
		agree(t, x, Asinh(Sinh(x)), 290, x)
		agree(t, abs(x), Acosh(Cosh(x)), 180, x)
	}
}

func TestPointsOnACircleHaveTheirAngle(t *testing.T) {
	for _, x := range some(1) {
		agree(t, x, Atan2(Sin(x), Cos(x)), 290, x)
	}
}

func TestErfAndErfcAddTo1(t *testing.T) {
	for _, x := range some(5) {
		agree(t, integer(1), add(Erf(x), Erfc(x)), 300, x)
		agree(t, integer(2), add(Erfc(x), Erfc(neg(x))), 300, x)
	}
}

func TestErfcIsTheSameFromBothSidesOfItsSeams(t *testing.T) {
	for _, seam := range []float64{1, 16} {
		width := Float(math.Ldexp(seam, -53))
		before := sub(Float(seam), width)
		middle := sub(Float(seam), half(width))
		slope := mul(twoOverRootPi.get(), Exp(neg(mul(middle, middle))))
		agree(t, mul(slope, width), sub(Erfc(before), Erfc(Float(seam))), 80, seam)
	}
}

func TestLgammaRisesByTheLogarithm(t *testing.T) {
	for _, x := range some(30) {
		up := add(x, integer(1))
		if x.IsInt() || below(up, -10) {
			continue
		}
		rise := sub(Lgamma(up), Lgamma(x))
		assert.True(t, below(sub(rise, Log(abs(x))), -250), "%g", x)
	}
}

func TestLgammaOfWholeNumbersIsTheLogarithmOfFactorials(t *testing.T) {
	for n := int64(3); n < 90; n++ {
		agree(t, Log(factorial(n-1)), Lgamma(integer(n)), 290, n)
	}
}

func TestMirroredActivationsDifferByX(t *testing.T) {
	for _, x := range some(4) {
		agree(t, x, sub(LogSigmoid(x), LogSigmoid(neg(x))), 200, x)
		agree(t, x, add(Silu(x), neg(Silu(neg(x)))), 200, x)
		agree(t, x, sub(Gelu(x), Gelu(neg(x))), 200, x)
		agree(t, x, sub(GeluTanh(x), GeluTanh(neg(x))), 200, x)
		agree(t, x, Logit(Sigmoid(x)), 200, x)
	}
}
