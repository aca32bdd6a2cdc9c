package precise

// The activation functions of neural networks.

import "math/big"

// Sigmoid is 1 / (1 + e^-x).
func Sigmoid(x *big.Float) *big.Float { return inverse(add(integer(1), Exp(neg(x)))) }

// LogSigmoid is log(sigmoid(x)).
func LogSigmoid(x *big.Float) *big.Float { return neg(softplus(neg(x))) }

// softplus is log(1 + e^x).
func softplus(x *big.Float) *big.Float {
	y := Log1p(Exp(neg(abs(x))))
	if x.Sign() > 0 {
		y.Add(y, x)
	}
	return y
}

// Softplus is log(1 + e^(x beta)) / beta, but x where x beta > threshold.
func Softplus(x, beta, threshold *big.Float) *big.Float {
	scaled := mul(x, beta)
	if scaled.Cmp(threshold) > 0 {
		return newBig().Set(x)
	}
	return quo(softplus(scaled), beta)
}

// Silu is x sigmoid(x).
func Silu(x *big.Float) *big.Float { return mul(x, Sigmoid(x)) }

// Mish is x tanh(log(1 + e^x)).
func Mish(x *big.Float) *big.Float {
	e := Exp(x) // the tangent is (e² + 2e) / (e² + 2e + 2)
	t := mul(e, add(e, integer(2)))
	return mul(x, quo(t, add(t, integer(2))))
}

// Tanhshrink is x - tanh(x).
func Tanhshrink(x *big.Float) *big.Float {
	if !below(x, 0) {
		return sub(x, Tanh(x))
	}
	square := mul(x, x) // (x cosh(x) - sinh(x)) / cosh(x)
	return quo(mul(mul(square, x), sum(&shrinkTerms, square)), Cosh(x))
}

// shrinkTerms is 1/(2k)! - 1/(2k+1)! for k = 1, 2, …
var shrinkTerms = series{term: func(k int64) *big.Float {
	return quo(integer(2*k+2), factorial(2*k+3))
}}

// Gelu is x Φ(x), with the normal distribution's Φ.
func Gelu(x *big.Float) *big.Float {
	return mul(half(x), Erfc(neg(mul(x, rootHalf.get()))))
}

var rootHalf = lazy[*big.Float]{compute: func() *big.Float { return Rsqrt(integer(2)) }}

// GeluTanh is x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), PyTorch's approximation of Gelu.
func GeluTanh(x *big.Float) *big.Float {
	cubic := mul(x, add(integer(1), mul(geluCube.get(), mul(x, x))))
	return mul(x, Sigmoid(mul(root8OverPi.get(), cubic))) // (1 + tanh(u)) / 2 is sigmoid(2u)
}

var (
	geluCube    = lazy[*big.Float]{compute: func() *big.Float { return decimal("0.044715") }}
	root8OverPi = lazy[*big.Float]{compute: func() *big.Float { return root(quo(integer(8), pi.get())) }}
)

// Elu is x where that is positive, else alpha (e^x - 1).
func Elu(x, alpha *big.Float) *big.Float {
	if x.Sign() > 0 {
		return newBig().Set(x)
	}
	return mul(alpha, Expm1(x))
}

// Celu is x where that is positive, else alpha (e^(x/alpha) - 1).
func Celu(x, alpha *big.Float) *big.Float {
	if x.Sign() > 0 {
		return newBig().Set(x)
	}
	return mul(alpha, Expm1(quo(x, alpha)))
}

// Selu is elu times a scale, with the constants of PyTorch.
func Selu(x *big.Float) *big.Float { return mul(seluScale.get(), Elu(x, seluAlpha.get())) }

var (
	seluScale = lazy[*big.Float]{compute: func() *big.Float { return decimal("1.0507009873554804934193349852946") }}
	seluAlpha = lazy[*big.Float]{compute: func() *big.Float { return decimal("1.6732632423543772848170429916717") }}
)

// Softsign is x / (1 + |x|).
func Softsign(x *big.Float) *big.Float { return quo(x, add(integer(1), abs(x))) }

// Hardsigmoid is (x + 3) / 6, but at least 0 and at most 1.
func Hardsigmoid(x *big.Float) *big.Float {
	sum := add(x, integer(3))
	switch {
	case sum.Sign() < 0:
		return integer(0)
	case sum.Cmp(integer(6)) > 0:
		return integer(1)
	}
	return quo(sum, integer(6))
}

// Hardswish is x hardsigmoid(x).
func Hardswish(x *big.Float) *big.Float { return mul(x, Hardsigmoid(x)) }
