package op

import (
	"math/big"
	"sync"
)

func bigSin(x *big.Float) *big.Float { return sinQuarter(x, 0) }

// bigCos is the sine a quarter turn ahead.
func bigCos(x *big.Float) *big.Float { return sinQuarter(x, 1) }

// sinQuarter is sin(x + quarters*π/2).
func sinQuarter(x *big.Float, quarters int64) *big.Float {
	// As many bits more as x has before the point are lost in x - n π/2.
	prec := uint(wide + max(x.MantExp(nil), 0))
	half := new(big.Float).SetPrec(prec).SetMantExp(pi(), -1)
	turns := new(big.Float).SetPrec(prec).Quo(x, half)
	n := round(turns)
	r := new(big.Float).SetPrec(prec).SetInt(n)
	r.Sub(x, r.Mul(r, half))

	r = newBig().Set(r)
	minus := mul(r, r)
	minus.Neg(minus)
	var y *big.Float
	n.Add(n, big.NewInt(quarters))
	if n.Bit(0) == 0 {
		y = series(r, minus, 1, 2) // sin r = r - r³/3! + …
	} else {
		y = series(bigInt(1), minus, 0, 2) // cos r = 1 - r²/2! + …
	}
	if n.Bit(1) == 1 {
		y.Neg(y)
	}
	return y
}

// round returns the whole number nearest to x.
func round(x *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	n, _ := new(big.Float).SetPrec(x.Prec()).Add(x, half).Int(nil)
	return n
}

// pi has the bits of the largest float64 before the point, and enough of them after.
// It is Machin's 16 atan(1/5) - 4 atan(1/239).
var pi = sync.OnceValue(func() *big.Float {
	const bits = 1024 + 2*wide
	p := new(big.Int).Mul(inverses(5, -1, bits), big.NewInt(16))
	p.Sub(p, new(big.Int).Mul(inverses(239, -1, bits), big.NewInt(4)))
	x := new(big.Float).SetPrec(bits).SetInt(p)
	return x.SetMantExp(x, -bits)
})

// ln2 is 2 atanh(1/3).
var ln2 = sync.OnceValue(func() *big.Float {
	x := newBig().SetInt(inverses(3, 1, 2*wide))
	return x.SetMantExp(x, 1-2*wide)
})

// inverses is 2^bits * (1/n + sign/3n³ + 1/5n⁵ + sign/7n⁷ + …): atanh(1/n) with
// positive sign, atan(1/n) with negative sign.
func inverses(n, sign, bits int64) *big.Int {
	sum, square := new(big.Int), big.NewInt(n*n*sign)
	power := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	power.Quo(power, big.NewInt(n))
	for k := int64(1); power.Sign() != 0; k += 2 {
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
		power.Quo(power, square)
	}
	return sum
}
