package op

import (
	"math"
	"math/big"
)

// wide is the precision that Precise computes in. Of its bits 50 may be lost to
// cancellation, some to rounding, and 53 are float64's; no known hard case of rounding
// needs more than what is left.
const wide = 256

func newBig() *big.Float { return new(big.Float).SetPrec(wide) }

func bigInt(n int64) *big.Float { return newBig().SetInt64(n) }

func add(x, y *big.Float) *big.Float { return newBig().Add(x, y) }
func sub(x, y *big.Float) *big.Float { return newBig().Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return newBig().Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return newBig().Quo(x, y) }

// shift returns x * 2^n.
func shift(x *big.Float, n int) *big.Float { return newBig().SetMantExp(x, n) }

// series sums term + term*x/(n+1) + term*x²/((n+1)(n+2)) + …, where every next term
// has step more factors below, until terms no longer count.
func series(term, x *big.Float, n, step int) *big.Float {
	sum := newBig().Set(term)
	for term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-wide {
		term = mul(term, x)
		for range step {
			n++
			term.Quo(term, bigInt(int64(n)))
		}
		sum.Add(sum, term)
	}
	return sum
}

// bigExpm1 is e^x - 1, with all its digits also where x is tiny.
func bigExpm1(x *big.Float) *big.Float {
	if x.Sign() == 0 || x.MantExp(nil) < -8 {
		return series(x, x, 1, 1) // x + x²/2! + x³/3! + …
	}
	return sub(bigExp(x), bigInt(1))
}

// bigExp is e^x; beyond e^±9999, which no format holds, it stays there.
func bigExp(x *big.Float) *big.Float {
	if limit := bigInt(9999); newBig().Abs(x).Cmp(limit) > 0 {
		x = limit.Mul(limit, bigInt(int64(x.Sign())))
	}
	// e^x = 2^n e^r, e^r = (e^(r/2^16))^(2^16)
	f, _ := x.Float64()
	n := int(math.Round(f / math.Ln2))
	r := sub(x, mul(bigInt(int64(n)), ln2()))
	r = shift(r, -16)
	y := add(bigInt(1), series(r, r, 1, 1))
	for range 16 {
		y.Mul(y, y)
	}
	return y.SetMantExp(y, n)
}

// bigLog is the natural logarithm of x > 0.
func bigLog(x *big.Float) *big.Float {
	m := newBig()
	n := x.MantExp(m) // x = m 2^n
	f, _ := m.Float64()
	if f < math.Sqrt2/2 { // keep the sum below from cancelling for an x just above 1
		f, m, n = 2*f, shift(m, 1), n-1
	}
	y := newBig().SetFloat64(math.Log(f))
	for range 2 { // Halley's method: every step has three times the digits
		e := bigExp(y)
		y.Add(y, shift(quo(sub(m, e), add(m, e)), 1))
	}
	return y.Add(y, mul(bigInt(int64(n)), ln2()))
}

// bigPow is x^y, for a negative x and a whole y too.
func bigPow(x, y *big.Float) *big.Float {
	p := bigExp(mul(y, bigLog(newBig().Abs(x))))
	if n, _ := y.Int(nil); x.Sign() < 0 && n.Bit(0) == 1 {
		p.Neg(p)
	}
	return p
}

func bigTanh(x *big.Float) *big.Float {
	e := bigExpm1(shift(x, 1))
	return quo(e, add(e, bigInt(2)))
}

func bigSigmoid(x *big.Float) *big.Float {
	return quo(bigInt(1), add(bigInt(1), bigExp(newBig().Neg(x))))
}

func bigRsqrt(x *big.Float) *big.Float { return quo(bigInt(1), newBig().Sqrt(x)) }
