package kernel

import (
	"math"

	"github.com/wgtensor/wgtensor/device/exact"
)

// double is high + low, with twice the digits of a float64.
type double struct{ high, low float64 }

// value is the nearest float64. If high is not finite, low means nothing.
func (x double) value() float64 {
	if x.high-x.high != 0 {
		return x.high
	}
	return x.high + x.low
}

// add adds two numbers; the second is small. It costs less than plus, and leaves the digits
// of high and low unsorted.
func (x *double) add(high, low float64) {
	sum, e := exact.TwoSum(x.high, high)
	x.high, x.low = sum, x.low+(e+low)
}

// addProduct adds a product that a float64 has room for.
func (x *double) addProduct(y, z float64) {
	p := float64(y * z) // Go may fuse a product with a sum, but not after a conversion
	x.add(p, math.FMA(y, z, -p))
}

func (x double) plus(y double) double {
	high, e := exact.TwoSum(x.high, y.high)
	return normal(high, e+(x.low+y.low))
}

func (x double) times(y double) double {
	high := float64(x.high * y.high)
	return normal(high, math.FMA(x.high, y.high, -high)+(float64(x.high*y.low)+float64(x.low*y.high)))
}

func (x double) over(n float64) double {
	q := x.high / n
	return normal(q, (math.FMA(-q, n, x.high)+x.low)/n)
}

func (x double) minus(y double) double { return x.plus(double{-y.high, -y.low}) }

// scale multiplies by a power of two.
func (x double) scale(exponent int) double {
	return double{math.Ldexp(x.high, exponent), math.Ldexp(x.low, exponent)}
}

func normal(high, low float64) double {
	sum := high + low
	return double{sum, low - (sum - high)}
}
