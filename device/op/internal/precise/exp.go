package precise

// The exponentials and powers.

import (
	"math"
	"math/big"
)

// Exp is e^x; beyond e^±9999, which no format holds, it stays there.
func Exp(x *big.Float) *big.Float {
	if limit := integer(9999); abs(x).Cmp(limit) > 0 {
		x = copysign(limit, x)
	}
	// e^x = 2^n e^r, e^r = (e^(r/2^12))^(2^12)
	f, _ := x.Float64()
	n := int(math.Round(f / math.Ln2))
	r := sub(x, mul(integer(int64(n)), ln2.get()))
	y := sum(&expTerms, shift(r, -12))
	t := newBig()
	for range 6 {
		t.Mul(y, y)
		y.Mul(t, t)
	}
	return y.SetMantExp(y, n)
}

var (
	expTerms   = series{term: func(k int64) *big.Float { return inverse(factorial(k)) }}
	expm1Terms = series{term: func(k int64) *big.Float { return inverse(factorial(k + 1)) }}
)

// Expm1 is e^x - 1, with all its digits also where x is tiny.
func Expm1(x *big.Float) *big.Float {
	if below(x, -8) {
		return mul(x, sum(&expm1Terms, x)) // x (1 + x/2! + x²/3! + …)
	}
	return sub(Exp(x), integer(1))
}

// Exp2 is 2^x, exact for a whole x: what remains of x ln 2 after reduction is 0.
func Exp2(x *big.Float) *big.Float { return Exp(mul(x, ln2.get())) }

// Ldexp is x * 2^y, for every y, whole or not.
func Ldexp(x, y *big.Float) *big.Float { return mul(x, Exp2(y)) }

// Pow is x^y, for a negative x and a whole y too.
func Pow(x, y *big.Float) *big.Float {
	p := roundOff(Exp(mul(y, Log(abs(x)))))
	if n, _ := y.Int(nil); x.Sign() < 0 && n.Bit(0) == 1 {
		p.Neg(p)
	}
	return p
}

// Rsqrt is 1 / √x.
func Rsqrt(x *big.Float) *big.Float { return inverse(root(x)) }

// Cbrt is the cube root of x.
func Cbrt(x *big.Float) *big.Float {
	m := newBig()
	n := x.MantExp(m)
	m.SetMantExp(m, n-n/3*3) // x = m 8^(n/3)
	f, _ := m.Float64()
	y := Float(math.Cbrt(f))
	for range 2 { // Halley's method: every step has three times the digits
		cube := mul(mul(y, y), y)
		y = quo(mul(y, add(cube, double(m))), add(double(cube), m))
	}
	return shift(y, n/3)
}

// Hypot is √(x² + y²).
func Hypot(x, y *big.Float) *big.Float { return root(add(mul(x, x), mul(y, y))) }
