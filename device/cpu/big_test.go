package cpu

import (
	"math"
	"math/big"
)

// References of some 300 correct bits for the functions of float64.

const precision = 400

func exactly(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
func empty() *big.Float            { return new(big.Float).SetPrec(precision) }

// bigExp halves x until it is small, sums the series, and squares as often.
func bigExp(x *big.Float) *big.Float {
	const halvings = 32
	exponent := max(x.MantExp(nil), 0) + halvings
	x = empty().SetMantExp(x, -exponent)
	sum, term := exactly(1), exactly(1)
	for n := 1.0; n < 20; n++ {
		term.Mul(term, x).Quo(term, exactly(n))
		sum.Add(sum, term)
	}
	for range exponent {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog improves a guess: y + 2(x-e^y)/(x+e^y) triples its digits.
func bigLog(x *big.Float) *big.Float {
	mantissa := empty()
	e := x.MantExp(mantissa)
	m, _ := mantissa.Float64()
	y := exactly(math.Log(m))
	for range 4 {
		ey := bigExp(y)
		step := empty().Quo(empty().Sub(mantissa, ey), empty().Add(mantissa, ey))
		y.Add(y, step.Add(step, step))
	}
	if e != 0 {
		y.Add(y, empty().Mul(exactly(float64(e)), ln2()))
	}
	return y
}

// ln2 is 2·artanh(1/3).
func ln2() *big.Float { return arctangent(3, 2, +1, precision) }

// pi is Machin's, with enough digits to take it off any float64.
func pi() *big.Float {
	a, b := arctangent(5, 16, -1, 1600), arctangent(239, 4, -1, 1600)
	return a.Sub(a, b)
}

// arctangent is factor·(1/n ± 1/3n³ + 1/5n⁵ ± …).
func arctangent(n, factor, sign int64, digits uint) *big.Float {
	unit := new(big.Int).Lsh(big.NewInt(factor), digits+64)
	power, sum := unit.Quo(unit, big.NewInt(n)), new(big.Int).Set(unit)
	for k, s := int64(3), sign; power.Sign() > 0; k, s = k+2, s*sign {
		power.Quo(power, big.NewInt(n*n))
		term := new(big.Int).Quo(power, big.NewInt(k))
		sum.Add(sum, term.Mul(term, big.NewInt(s)))
	}
	f := new(big.Float).SetPrec(digits).SetInt(sum)
	return f.SetMantExp(f, -int(digits)-64)
}

var halfPi = func() *big.Float { p := pi(); return p.SetMantExp(p, -1) }()

// bigSine is the sine of x plus so many quarter turns.
func bigSine(x *big.Float, turns int64) *big.Float {
	wide := new(big.Float).SetPrec(1600).Set(x)
	n, _ := new(big.Float).SetPrec(1600).Quo(wide, halfPi).Int(nil)
	rest := empty().Set(wide.Sub(wide, new(big.Float).SetPrec(1600).Mul(halfPi, new(big.Float).SetPrec(1600).SetInt(n))))
	quarter := new(big.Int).And(n.Add(n, big.NewInt(turns)), big.NewInt(3)).Int64()
	y := series(rest, float64(quarter&1))
	if quarter&2 != 0 {
		y.Neg(y)
	}
	return y
}

// series is the sum of x^k/k! with alternating signs, for odd k, or even k if even is 1.
func series(x *big.Float, even float64) *big.Float {
	k, term := 1.0, empty().Set(x)
	if even == 1 {
		k, term = 0, exactly(1)
	}
	sum, xx := empty().Set(term), empty().Mul(x, x)
	for range 70 {
		term.Mul(term, xx).Quo(term, exactly(-(k+1)*(k+2)))
		sum.Add(sum, term)
		k += 2
	}
	return sum
}
