package main

import (
	"math/big"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

func add(x, y *big.Float) *big.Float { return new(big.Float).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).Quo(x, y) }
func neg(x *big.Float) *big.Float    { return new(big.Float).Neg(x) }
func abs(x *big.Float) *big.Float    { return new(big.Float).Abs(x) }
func half(x *big.Float) *big.Float   { return quo(x, number(2)) }
func cos(x *big.Float) *big.Float    { return precise.Cos(x) }

func number(x float64) *big.Float { return precise.Float(x) }

func numbers(x ...float64) (all []*big.Float) {
	for _, v := range x {
		all = append(all, number(v))
	}
	return all
}

// power is x to the n.
func power(x *big.Float, n int) *big.Float {
	y := number(1)
	for range n {
		y = mul(y, x)
	}
	return y
}

var (
	zero   = number(0)
	one    = number(1)
	third  = quo(one, number(3))
	pi     = precise.Acos(number(-1))
	ln2    = precise.Log(number(2))
	log2E  = quo(one, ln2)
	log10E = quo(one, precise.Log(number(10)))
)

// Functions that polynomials approximate and package precise does not have.

func log2p1(x *big.Float) *big.Float  { return mul(precise.Log1p(x), log2E) }
func log10p1(x *big.Float) *big.Float { return mul(precise.Log1p(x), log10E) }

// ratioLog is log((1+x)/(1-x)).
func ratioLog(x *big.Float) *big.Float  { return mul(number(2), precise.Atanh(x)) }
func ratioLog2(x *big.Float) *big.Float { return mul(ratioLog(x), log2E) }

// powLog is 3*atanh(x)/x without its first two terms, by x⁴.
func powLog(x *big.Float) *big.Float {
	y := sub(quo(mul(number(3), precise.Atanh(x)), x), add(number(3), mul(x, x)))
	return quo(y, power(x, 4))
}

func exp2m1Over(x *big.Float) *big.Float { return quo(sub(precise.Exp2(x), one), x) }
func tanOver(x *big.Float) *big.Float    { return quo(precise.Tan(x), x) }
func sinPiOver(x *big.Float) *big.Float  { return mul(pi, precise.Sinc(x)) }

func inverseCbrt(x *big.Float) *big.Float { return quo(one, precise.Cbrt(x)) }

// cbrtBack is (1+x)^(-2/3).
func cbrtBack(x *big.Float) *big.Float { return power(inverseCbrt(add(one, x)), 2) }

// erfcx is e^(x²) * erfc(x).
func erfcx(x *big.Float) *big.Float { return mul(precise.Exp(mul(x, x)), precise.Erfc(x)) }

// scaledErfc is (1+2x) * erfcx(x), by t = (x-middle)/(x+middle).
func scaledErfc(middle float64) real {
	return func(t *big.Float) *big.Float {
		x := mul(number(middle), quo(add(one, t), sub(one, t)))
		return mul(add(one, add(x, x)), erfcx(x))
	}
}

// between is an interval of x, given as an interval of t.
func between(from, to, middle float64) [2]*big.Float {
	t := func(x float64) *big.Float { return quo(number(x-middle), number(x+middle)) }
	return [2]*big.Float{t(from), t(to)}
}

func minusLogErfc(x *big.Float) *big.Float { return neg(precise.Log(precise.Erfc(x))) }

// inErf is the weight of an error of minusLogErfc in erf.
func inErf(x *big.Float) *big.Float { return quo(precise.Erfc(x), precise.Erf(x)) }

// shrink is (x-tanh(x))/x³.
func shrink(x *big.Float) *big.Float { return quo(precise.Tanhshrink(x), power(x, 3)) }

// stirling is the rest of Stirling's formula for log(gamma(1/x)).
func stirling(x *big.Float) *big.Float {
	z := quo(one, x)
	l := sub(precise.Lgamma(z), mul(sub(z, number(0.5)), precise.Log(z)))
	return sub(add(l, z), half(precise.Log(add(pi, pi))))
}

// lgammaUnit is log(gamma(1+x)) by its zeros.
func lgammaUnit(x *big.Float) *big.Float {
	return quo(precise.Lgamma(add(one, x)), mul(x, sub(x, one)))
}

// lgamma2 is log(gamma(2+x)), and its first derivatives by differences.
func lgamma2(x *big.Float) *big.Float { return precise.Lgamma(add(number(2), x)) }

const delta = 0x1p-60

var (
	above, below = lgamma2(number(delta)), lgamma2(number(-delta))
	gammaSlope   = quo(sub(above, below), number(2*delta))
	gammaBend    = quo(add(above, below), number(2*delta*delta))
)

// digammaNear is ψ(3/2+t) by its zero.
func digammaNear(t *big.Float) *big.Float {
	return quo(precise.Digamma(add(number(1.5), t)), add(t, digammaRoot))
}

// digammaRoot is 3/2 less the zero of ψ, by Newton's method. The slope there is 0.967672.
var digammaRoot = func() *big.Float {
	x := number(1.4616321449683623)
	for range 60 {
		x = sub(x, quo(precise.Digamma(x), number(0.9676720454)))
	}
	return sub(number(1.5), x)
}()

var digammaMiddle = digammaNear(zero)

// turnLess is (1/r - π/tan πr)/r.
func turnLess(r *big.Float) *big.Float {
	return quo(sub(quo(one, r), quo(pi, precise.Tan(mul(pi, r)))), r)
}

// besselTail is √x·e^-x times a modified Bessel function, by start/x - 1/2.
func besselTail(scaled real, start float64) real {
	return func(v *big.Float) *big.Float {
		x := quo(number(start), add(v, number(0.5)))
		return mul(new(big.Float).Sqrt(x), scaled(x))
	}
}

var i0Middle, i1Middle = besselTail(precise.I0e, 8)(zero), besselTail(precise.I1e, 8)(zero)

// Modified Bessel functions by x²/4: I0(x), and 2/x·I1(x) - 1.

func i0Small(w *big.Float) *big.Float { return precise.I0(twoRoot(w)) }
func i1Small(w *big.Float) *big.Float {
	return sub(quo(precise.I1(twoRoot(w)), new(big.Float).Sqrt(w)), one)
}
func onePlus(w *big.Float) *big.Float { return quo(one, add(one, i1Small(w))) }

func twoRoot(w *big.Float) *big.Float { return mul(number(2), new(big.Float).Sqrt(w)) }

// normalEnd is what a normal number of probability p is beyond the root s of -log(4p(1-p)), by s - 7.
func normalEnd(v *big.Float) *big.Float {
	s := add(number(7), v)
	e := precise.Exp(neg(mul(s, s)))
	p := half(quo(e, add(one, new(big.Float).Sqrt(sub(one, e)))))
	return sub(neg(precise.Ndtri(p)), s)
}
