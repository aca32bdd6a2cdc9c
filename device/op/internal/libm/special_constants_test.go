package libm

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

func TestConstantsOfTheSpecialFunctions(t *testing.T) {
	number := func(s string) *big.Float {
		x, ok := precise.Float(0).SetString(s)
		assert.True(t, ok)
		return x
	}
	product := func(x, y *big.Float) *big.Float { return precise.Float(0).Mul(x, y) }
	quotient := func(x, y float64) *big.Float { return precise.Float(0).Quo(precise.Float(x), precise.Float(y)) }

	checkPair(t, quotient(1, 3), third)
	checkPair(t, precise.Rsqrt(precise.Float(2)), rootHalf)
	checkPair(t, number("0.044715"), geluCube)
	pi := precise.Acos(precise.Float(-1))
	checkPair(t, precise.Rsqrt(product(pi, quotient(1, 8))), geluSlope)

	scale, alpha := number("1.0507009873554804934193349852946"), number("1.6732632423543772848170429916717")
	checkPair(t, scale, seluScale)
	checkPair(t, product(scale, alpha), seluSteep)

	checkPair(t, product(precise.Rsqrt(precise.Float(2)), precise.Float(2)), rootTwo)
	checkPair(t, product(precise.I0e(precise.Float(16)), precise.Float(4)), i0Middle)
	checkPair(t, product(precise.I1e(precise.Float(16)), precise.Float(4)), i1Middle)
	zero := precise.Float(1.4616321449683623)
	for range 60 { // Newton's method, by the slope
		step := precise.Digamma(zero)
		zero.Sub(zero, step.Quo(step, precise.Float(0.9676720454)))
	}
	root := precise.Float(1.5)
	checkPair(t, root.Sub(root, zero), digammaRoot)
	middle := precise.Digamma(precise.Float(1.5))
	checkPair(t, middle.Quo(middle, root), digammaMiddle)

	// Differences of Lgamma are its derivatives but for 2^-118.
	const delta = 0x1p-60
	above := precise.Lgamma(number("0x2.000000000000001p0"))
	below := precise.Lgamma(number("0x1.fffffffffffffffp0"))
	slope := precise.Float(0).Sub(above, below)
	checkPair(t, slope.Quo(slope, precise.Float(2*delta)), gammaSlope)
	bend := precise.Float(0).Add(above, below)
	checkPair(t, bend.Quo(bend, precise.Float(2*delta*delta)), gammaBend)
}

func TestInverseFactorials(t *testing.T) {
	n := big.NewInt(1)
	for i, have := range inverseFactorials {
		n.Mul(n, big.NewInt(int64(i+2)))
		want := new(big.Int).Lsh(big.NewInt(1), 192)
		assert.Equal(t, want.Quo(want, n), fixedInt(have), "1/%d!", i+2)
	}
}

// fixedInt is a fraction in units of its last bit.
func fixedInt(x fixed) *big.Int {
	n := new(big.Int)
	for _, word := range x {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	return n
}
