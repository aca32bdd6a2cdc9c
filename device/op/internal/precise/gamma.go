package precise

// The logarithm of the gamma function.

import "math/big"

// Lgamma is log |Γ(x)|.
func Lgamma(x *big.Float) *big.Float {
	one := integer(1)
	switch {
	case x.Cmp(one) == 0, x.Cmp(integer(2)) == 0:
		return newBig()
	case x.Sign() < 0: // Γ(x) Γ(1-x) = π / sin πx
		return sub(Log(quo(pi.get(), abs(sinPi(x)))), Lgamma(sub(one, x)))
	}
	// Γ(x) = Γ(x+n) / (x (x+1) … (x+n-1)), and Stirling's series for x+n >= 50.
	product := integer(1)
	for x = newBig().Set(x); x.Cmp(integer(50)) < 0; x.Add(x, one) {
		product.Mul(product, x)
	}
	y := sub(mul(sub(x, big.NewFloat(0.5)), Log(x)), x)
	y.Add(y, halfLog2Pi.get())
	scaled := quo(integer(8), x)
	y.Add(y, quo(sum(&stirling, mul(scaled, scaled)), x))
	return y.Sub(y, Log(product))
}

var halfLog2Pi = lazy[*big.Float]{compute: func() *big.Float { return half(Log(double(pi.get()))) }}

// stirling is B(2k) / (2k (2k-1)) for k = 1, 2, …, each divided by 64^(k-1): in powers
// of (8/x)² they do not grow.
//
// B(2k) is ±2k T(k) / (4^k (4^k - 1)) with the tangent numbers T.
var stirling = series{term: func(k int64) *big.Float {
	k++
	power := shift(integer(1), int(2*k))
	c := newBig().SetInt(tangents.get()[k-1])
	c.Quo(c, mul(power, sub(power, integer(1))))
	c.Quo(c, integer(2*k-1))
	if k%2 == 0 {
		c.Neg(c)
	}
	return shift(c, int(-6*(k-1)))
}}

// tangents is the numbers T(1), T(2), … in tan x = Σ T(k) x^(2k-1) / (2k-1)!: 1, 2, 16,
// 272, … (R. P. Brent and D. Harvey, "Fast computation of Bernoulli, tangent and secant
// numbers", 2013, figure 2).
var tangents = lazy[[]*big.Int]{compute: func() []*big.Int {
	t := make([]*big.Int, 70)
	for k := range t {
		t[k] = new(big.Int).MulRange(1, int64(k))
	}
	product := new(big.Int)
	for k := 1; k < len(t); k++ {
		for j := k; j < len(t); j++ {
			t[j].Mul(t[j], big.NewInt(int64(j-k+2)))
			t[j].Add(t[j], product.Mul(t[j-1], big.NewInt(int64(j-k))))
		}
	}
	return t
}}
