package precise

import (
	"math"
	"math/big"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestResultsOfFewDigitsAreExact(t *testing.T) {
	f := Float
	for _, c := range []struct {
		name string
		want float64
		got  *big.Float
	}{
		{"pow(2^53, 1)", 1 << 53, Pow(f(1<<53), f(1))},
		{"exp2(-10)", 1.0 / 1024, Exp2(f(-10))},
		{"log2(1/1024)", -10, Log2(f(1.0 / 1024))},
		{"log10(1e22)", 22, Log10(f(1e22))},
		{"pow(-3, 3)", -27, Pow(f(-3), f(3))},
		{"pow(25, 1.5)", 125, Pow(f(25), f(1.5))},
		{"cbrt(-1728)", -12, Cbrt(f(-1728))},
		{"hypot(-3, 4)", 5, Hypot(f(-3), f(4))},
		{"rsqrt(16)", 0.25, Rsqrt(f(16))},
		{"ldexp(5, 3)", 40, Ldexp(f(5), f(3))},
		{"logaddexp2(8, 8)", 9, LogAddExp2(f(8), f(8))},
		{"softplus(7, 2, 13)", 7, Softplus(f(7), f(2), f(13))},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Zero(t, f(c.want).Cmp(c.got), "%v, not %v", c.got, c.want)
		})
	}
	// Some lie halfway between two float64s.
	odd := f(1<<27 - 1)
	assert.Zero(t, mul(odd, odd).Cmp(Pow(odd, f(2))))
	assert.Zero(t, shift(f(3), -1075).Cmp(Ldexp(f(3), f(-1075))))
}

func TestZerosAreExact(t *testing.T) {
	one := Float(1)
	for _, c := range []struct {
		name string
		zero *big.Float
	}{
		{"log", Log(one)},
		{"log2", Log2(one)},
		{"log10", Log10(one)},
		{"xlogy", Xlogy(Float(7), one)},
		{"logit", Logit(Float(0.5))},
		{"acos", Acos(one)},
		{"acosh", Acosh(one)},
		{"lgamma(1)", Lgamma(one)},
		{"lgamma(2)", Lgamma(Float(2))},
		{"sinc(1)", Sinc(one)},
		{"sinc(-4)", Sinc(Float(-4))},
		{"sinc(1e300)", Sinc(Float(1e300))},
		{"logaddexp2", LogAddExp2(Float(-1), Float(-1))},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Zero(t, c.zero.Sign())
			assert.False(t, c.zero.Signbit())
		})
	}
}

func TestPolesAreInfinite(t *testing.T) {
	for _, c := range []struct {
		name string
		got  *big.Float
		want int
	}{
		{"log1p", Log1p(Float(-1)), -1},
		{"atanh(1)", Atanh(Float(1)), 1},
		{"atanh(-1)", Atanh(Float(-1)), -1},
		{"logit", Logit(Float(1)), 1},
		{"erfinv(1)", Erfinv(Float(1)), 1},
		{"erfinv(-1)", Erfinv(Float(-1)), -1},
		{"ndtri", Ndtri(Float(1)), 1},
		{"lgamma(-1)", Lgamma(Float(-1)), 1},
		{"lgamma(-1e20)", Lgamma(Float(-1e20)), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.True(t, c.got.IsInf())
			assert.Equal(t, c.want, c.got.Sign())
		})
	}
}

func TestResultsBeyondEveryFormatKeepTheirSign(t *testing.T) {
	most := Float(math.MaxFloat64)
	least := neg(most)
	for _, c := range []struct {
		name string
		got  *big.Float
		want float64
	}{
		{"exp", Exp(most), math.Inf(1)},
		{"expm1", Expm1(most), math.Inf(1)},
		{"exp2", Exp2(most), math.Inf(1)},
		{"sinh", Sinh(least), math.Inf(-1)},
		{"cosh", Cosh(least), math.Inf(1)},
		{"pow", Pow(Float(-10), Float(1001)), math.Inf(-1)},
		{"ldexp", Ldexp(Float(-1), most), math.Inf(-1)},
		{"elu", Elu(least, Float(-1)), 1},
		{"celu", Celu(least, Float(math.SmallestNonzeroFloat64)), -math.SmallestNonzeroFloat64},
		{"tanh", Tanh(least), -1},
		{"tanhshrink", Tanhshrink(least), -math.MaxFloat64},
		{"erf", Erf(least), -1},
		{"erfc", Erfc(least), 2},
		{"softplus", Softplus(least, Float(1), Float(20)), 0},
		{"sigmoid", Sigmoid(least), 0},
		{"1 - sigmoid", Sigmoid(most), 1},
		{"logsigmoid", LogSigmoid(least), -math.MaxFloat64},
		{"silu", Silu(most), math.MaxFloat64},
		{"mish", Mish(most), math.MaxFloat64},
		{"gelu", Gelu(most), math.MaxFloat64},
		{"hypot", Hypot(most, most), math.Inf(1)},
		{"lgamma", Lgamma(most), math.Inf(1)},
		{"i0", I0(most), math.Inf(1)},
		{"i1", I1(least), math.Inf(-1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := c.got.Float64()
			assert.Equal(t, c.want, got)
		})
	}
}

func TestResultsBelowEveryFormatAreNotZero(t *testing.T) {
	most := Float(math.MaxFloat64)
	least := neg(most)
	for _, c := range []struct {
		name string
		tiny *big.Float
	}{
		{"exp", Exp(least)},
		{"sigmoid", Sigmoid(least)},
		{"erfc", Erfc(most)},
		{"softplus", Softplus(least, Float(1), Float(20))},
		{"-silu", neg(Silu(least))},
		{"-mish", neg(Mish(least))},
		{"-gelu", neg(Gelu(least))},
		{"-gelu_tanh", neg(GeluTanh(least))},
		{"-logsigmoid", neg(LogSigmoid(most))},
		{"-ldexp", neg(Ldexp(Float(-1), least))},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, 1, c.tiny.Sign())
			assert.True(t, below(c.tiny, -1100))
		})
	}
}

func TestArgumentsAndConstantsAreLeftAlone(t *testing.T) {
	for _, v := range values(t) {
		x := bigs(v.args)
		call(t, v.name, x...).SetInt64(9)
		assert.Equal(t, bigs(v.args), x, v.name)
	}
	TestEveryFunctionHas200BitsOfItsResult(t) // what a changed constant would spoil
}

func TestFunctionsMayBeCalledConcurrently(t *testing.T) {
	var wg sync.WaitGroup
	want := Lgamma(Float(-7.5))
	for range 8 {
		wg.Go(func() {
			assert.Zero(t, want.Cmp(Lgamma(Float(-7.5))))
			assert.NotZero(t, Erfc(Float(3)).Sign())
		})
	}
	wg.Wait()
}
