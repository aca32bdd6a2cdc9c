// Package precise computes real functions beyond float64's digits: it is the judge of
// float64 results.
//
// Every result has at least 190 correct bits, mostly 250, relative to itself, also
// where it is close to 0, for every float64 argument. Arguments are finite numbers,
// other than 0, of at most 64 bits, for which the function is a number or, at a pole,
// infinite; special cases are not this package's. A result that is exactly 0 has the
// sign that the arithmetic gives it, which is mostly +. What is below e^-9000 or beyond e^9000, and so far
// beyond every format, may be another number of that kind and of the same sign.
//
// The methods are textbook ones: Taylor series after reducing the argument, Newton's
// and Halley's iterations from float64's digits. Others are named where they are used.
// All functions may be called concurrently; what they return is the caller's.
package precise

import "math/big"

// wide is the precision that all is computed in. LogAddExp may lose 110 of its bits to
// cancellation, all other functions fewer, and Exp loses up to 20 in its squarings.
const wide = 320

// Float is x, with room for what is computed from it.
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

// signed is y with the sign of x.
func signed(y, x *big.Float) *big.Float {
	if x.Signbit() != y.Signbit() {
		return neg(y)
	}
	return y
}

// settle rounds off the last bits. It makes the exact result of a computed one where
// that has few digits, as 10^3 has, so that ties are rounded to float64 as ties.
func settle(x *big.Float) *big.Float { return newBig().Set(new(big.Float).SetPrec(wide - 64).Set(x)) }

// round returns the whole number nearest to x.
func round(x *big.Float) *big.Int {
	h := big.NewFloat(0.5)
	if x.Sign() < 0 {
		h.Neg(h)
	}
	n, _ := new(big.Float).SetPrec(x.Prec()).Add(x, h).Int(nil)
	return n
}
