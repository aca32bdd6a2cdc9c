package precise

// The trigonometric functions, of radians.

import "math/big"

// Sin is the sine of x.
func Sin(x *big.Float) *big.Float {
	quarter, r := reduce(x)
	return sinQuarter(quarter, r)
}

// Cos is the cosine of x: the sine a quarter turn ahead.
func Cos(x *big.Float) *big.Float {
	quarter, r := reduce(x)
	return sinQuarter(quarter+1, r)
}

// Tan is the tangent of x.
func Tan(x *big.Float) *big.Float {
	quarter, r := reduce(x)
	return quo(sinQuarter(quarter, r), sinQuarter(quarter+1, r))
}

// Sinc is sin(πx) / πx.
func Sinc(x *big.Float) *big.Float {
	y := sinPi(x)
	if y.Sign() == 0 { // x is whole
		return y
	}
	return y.Quo(y, mul(pi.get(), x))
}

// sinPi is sin(πx), with all its digits also next to a whole x, where it is 0.
func sinPi(x *big.Float) *big.Float {
	n := round(x)
	r := sub(x, newBig().SetInt(n))
	if r.Sign() == 0 {
		return newBig()
	}
	y := Sin(mul(pi.get(), r))
	if n.Bit(0) == 1 {
		y.Neg(y)
	}
	return y
}

// reduce splits x into quarter turns, modulo 4, and the rest r of at most an eighth turn.
func reduce(x *big.Float) (quarter uint, r *big.Float) {
	if below(x, -1) {
		return 0, newBig().Set(x)
	}
	// x - n π/2 loses as many bits as x has before the point, so these are added.
	prec := uint(wide + max(x.MantExp(nil), 0))
	turn := new(big.Float).SetPrec(prec).SetMantExp(longPi.get(), -1)
	n := round(new(big.Float).SetPrec(prec).Quo(x, turn))
	r = new(big.Float).SetPrec(prec).SetInt(n)
	r.Sub(x, r.Mul(r, turn))
	return n.Bit(0) | n.Bit(1)<<1, newBig().Set(r)
}

// sinQuarter is sin(r + quarter*π/2), for |r| < 1.
func sinQuarter(quarter uint, r *big.Float) *big.Float {
	minus := neg(mul(r, r))
	var y *big.Float
	if quarter&1 == 0 {
		y = mul(r, sum(&sinTerms, minus)) // r - r³/3! + …
	} else {
		y = sum(&cosTerms, minus) // 1 - r²/2! + …
	}
	if quarter&2 != 0 {
		y.Neg(y)
	}
	return y
}

var (
	sinTerms = series{term: func(k int64) *big.Float { return inverse(factorial(2*k + 1)) }}
	cosTerms = series{term: func(k int64) *big.Float { return inverse(factorial(2 * k)) }}
)

// Deg2rad is x π/180.
func Deg2rad(x *big.Float) *big.Float { return quo(mul(x, pi.get()), integer(180)) }

// Rad2deg is x 180/π.
func Rad2deg(x *big.Float) *big.Float { return quo(mul(x, integer(180)), pi.get()) }
