package precise

// The logarithms.

import (
	"math"
	"math/big"
)

// Log is the natural logarithm of x > 0.
func Log(x *big.Float) *big.Float {
	y, n := logs(x)
	return y.Add(y, mul(n, ln2.get()))
}

// logs splits the logarithm of x: it is y + n ln 2, n whole. y is 0 for a power of 2, and n is 0
// next to 1, which keeps the sum's digits.
func logs(x *big.Float) (y, n *big.Float) {
	if x.Sign() == 0 || x.IsInf() {
		return newBig().SetInf(x.Sign() == 0), newBig()
	}
	m := newBig()
	e := x.MantExp(m) // x = m 2^e
	f, _ := m.Float64()
	if f < math.Sqrt2/2 {
		f, m, e = 2*f, double(m), e-1
	}
	y = Float(math.Log(f))
	for range 2 { // Halley's method: every step has three times the digits
		e := Exp(y)
		y.Add(y, double(quo(sub(m, e), add(m, e))))
	}
	return y, integer(int64(e))
}

// Log2 is the logarithm of x > 0 to base 2.
func Log2(x *big.Float) *big.Float {
	y, n := logs(x)
	return add(quo(y, ln2.get()), n)
}

// Log10 is the logarithm of x > 0 to base 10.
func Log10(x *big.Float) *big.Float { return roundOff(quo(Log(x), ln10.get())) }

var ln10 = lazy[*big.Float]{compute: func() *big.Float { return Log(integer(10)) }}

// Log1p is log(1 + x), with all its digits also where x is tiny.
func Log1p(x *big.Float) *big.Float {
	if below(x, -16) {
		t := quo(x, add(x, integer(2))) // 2 atanh(x/(2+x))
		return double(mul(t, sum(&odd, mul(t, t))))
	}
	return Log(add(x, integer(1)))
}

// Xlogy is x log(y), for y > 0.
func Xlogy(x, y *big.Float) *big.Float { return mul(x, Log(y)) }

// Xlog1py is x log(1+y), for y > -1.
func Xlog1py(x, y *big.Float) *big.Float { return mul(x, Log1p(y)) }

// Logit is log(x / (1-x)), for 0 < x < 1.
func Logit(x *big.Float) *big.Float { return Log(quo(x, sub(integer(1), x))) }

// LogAddExp is log(e^x + e^y).
func LogAddExp(x, y *big.Float) *big.Float {
	less, more := order(x, y)
	return add(more, Log1p(Exp(sub(less, more))))
}

// LogAddExp2 is log2(2^x + 2^y).
func LogAddExp2(x, y *big.Float) *big.Float {
	less, more := order(x, y)
	return add(more, quo(Log1p(Exp2(sub(less, more))), ln2.get()))
}

func order(x, y *big.Float) (less, more *big.Float) {
	if x.Cmp(y) > 0 {
		return y, x
	}
	return x, y
}
