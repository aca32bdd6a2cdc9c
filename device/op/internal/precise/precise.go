// Package precise computes real functions with more digits than float64 has. It is the judge of
// float64 results.
//
// Every result has at least 190 correct bits, mostly 250. The bits are relative to the result, so
// results near 0 have them too. Arguments are finite numbers of at most 64 bits, other than 0. The
// result for them must be a number, or infinite at a pole; callers handle all other special cases.
// A result that is exactly 0 has the sign that the arithmetic gives, mostly +. Results below
// e^-9000 or above e^9000 lie outside every format. They may be wrong, but are as small or as
// large, with the right sign.
//
// The methods are textbook ones: Taylor series after argument reduction, and iterations of Newton
// and Halley that start from the float64 result. Other methods are named where they are used.
//
// Any goroutine may call any function at any time. Results belong to the caller.
package precise

import "math/big"

// wide is the precision of all computations, in bits. LogAddExp may lose 110 bits to cancellation,
// all other functions fewer. Exp loses up to 20 when it squares.
const wide = 320

// Float is x, with the precision of this package.
func Float(x float64) *big.Float { return newBig().SetFloat64(x) }

func newBig() *big.Float { return new(big.Float).SetPrec(wide) }

func integer(n int64) *big.Float { return newBig().SetInt64(n) }

// decimal is the number that s spells.
func decimal(s string) *big.Float {
	x, ok := newBig().SetString(s)
	if !ok {
		panic("precise: not a number: " + s)
	}
	return x
}

func add(x, y *big.Float) *big.Float { return newBig().Add(x, y) }
func sub(x, y *big.Float) *big.Float { return newBig().Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return newBig().Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return newBig().Quo(x, y) }
func neg(x *big.Float) *big.Float    { return newBig().Neg(x) }
func abs(x *big.Float) *big.Float    { return newBig().Abs(x) }
func root(x *big.Float) *big.Float   { return newBig().Sqrt(x) }

// half is x / 2, double is 2x.
func half(x *big.Float) *big.Float   { return shift(x, -1) }
func double(x *big.Float) *big.Float { return shift(x, 1) }

// shift is x * 2^n.
func shift(x *big.Float, n int) *big.Float { return newBig().SetMantExp(x, n) }

// below reports whether |x| < 2^n.
func below(x *big.Float, n int) bool { return !x.IsInf() && (x.Sign() == 0 || x.MantExp(nil) <= n) }

// copysign returns y with the sign of x.
func copysign(y, x *big.Float) *big.Float {
	if x.Signbit() != y.Signbit() {
		return neg(y)
	}
	return y
}

// roundOff rounds off the last bits. If the exact result has few digits, as 10^3 has, roundOff returns
// it, so ties are rounded to float64 as ties.
func roundOff(x *big.Float) *big.Float { return newBig().Set(new(big.Float).SetPrec(wide - 64).Set(x)) }

// round returns the whole number nearest to x.
func round(x *big.Float) *big.Int {
	h := big.NewFloat(0.5)
	if x.Sign() < 0 {
		h.Neg(h)
	}
	n, _ := new(big.Float).SetPrec(x.Prec()).Add(x, h).Int(nil)
	return n
}
