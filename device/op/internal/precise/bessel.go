package precise

// The modified Bessel functions of the first kind, of order 0 and 1.

import "math/big"

// I0 is the modified Bessel function of order 0.
func I0(x *big.Float) *big.Float { return mul(Exp(abs(x)), I0e(x)) }

// I1 is the modified Bessel function of order 1.
func I1(x *big.Float) *big.Float { return mul(Exp(abs(x)), I1e(x)) }

// I0e is e^-|x| · I0(x).
func I0e(x *big.Float) *big.Float { return scaledBessel(0, abs(x)) }

// I1e is e^-|x| · I1(x).
func I1e(x *big.Float) *big.Float { return copysign(scaledBessel(1, abs(x)), x) }

// scaledBessel is e^-x times the function of an order, for x > 0. Up to 200 it is the sum of the powers of
// x²/4 over k!·(k+order)!, whose terms are positive. Beyond, terms of Hankel's series fall below 2^-550
// before they grow (Abramowitz and Stegun, 9.6.10 and 9.7.1).
func scaledBessel(order int64, x *big.Float) *big.Float {
	term := integer(1)
	total := integer(1)
	if x.Cmp(integer(200)) < 0 {
		square := shift(mul(x, x), -2)
		for k := int64(1); !below(quo(term, total), -wide); k++ {
			term.Quo(term.Mul(term, square), integer(k*(k+order)))
			total.Add(total, term)
		}
		total.Mul(total, Exp(neg(x)))
		if order == 1 {
			total.Mul(total, half(x))
		}
		return total
	}
	eight := shift(x, 3)
	for k := int64(1); !below(term, -wide); k++ {
		term.Quo(term.Mul(term, integer((2*k-1)*(2*k-1)-4*order)), mul(integer(k), eight))
		total.Add(total, term)
	}
	return mul(total, Rsqrt(mul(double(pi.get()), x)))
}
