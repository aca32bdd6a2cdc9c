package main

import (
	"math"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// option is the right to buy a share at the strike, some years from now. The share's price grows by the
// rate, and its logarithm has the volatility as its deviation in a year.
type option struct {
	price, strike, rate, volatility, years float64
}

// discount is what one unit at the end is worth today.
func (o option) discount() float64 { return math.Exp(-o.rate * o.years) }

// deviation and drift are those of the logarithm of the price at the end.
func (o option) deviation() float64 { return o.volatility * math.Sqrt(o.years) }
func (o option) drift() float64     { return (o.rate - o.volatility*o.volatility/2) * o.years }

// payoffs are what the option is worth at the end of n paths, discounted to today.
func (o option) payoffs(key random.Key, n int) *tensor.Tensor {
	z := random.Normal(key, tensor.Float32, n)
	end := z.Mul(o.deviation()).Add(o.drift()).Exp().Mul(o.price)
	return end.Sub(o.strike).Maximum(0).Mul(o.discount())
}

// formula is the value by Black and Scholes.
func (o option) formula() float64 {
	below := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	d := (math.Log(o.price/o.strike) + o.drift()) / o.deviation()
	return o.price*below(d+o.deviation()) - o.strike*o.discount()*below(d)
}
