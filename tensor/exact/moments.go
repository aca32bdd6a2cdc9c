package exact

import (
	"math"
	"math/big"
)

// Moments are the exact sum of numbers and that of their squares, for the mean and the variance. The zero
// value is of no numbers.
type Moments struct {
	N            uint64 // how many numbers
	Sum, Squares Sum
}

// Add adds a number.
func (m *Moments) Add(x float64) {
	m.N++
	m.Sum.Add(x)
	m.Squares.AddProduct(x, x)
}

// Merge adds all numbers of others, which stay as they are.
func (m *Moments) Merge(o *Moments) {
	m.N += o.N
	m.Sum.Merge(&o.Sum)
	m.Squares.Merge(&o.Squares)
}

// Mean returns the exact mean, rounded once. Of nothing it is NaN.
func (m *Moments) Mean() float64 { return m.Sum.Over(m.N) }

// Variance returns the exact sum of squared distances from the exact mean, divided by the number less a
// correction, and rounded once. The correction is 0 for the variance of these numbers, 1 to estimate
// that of a population they are a sample of. As the variance of a tensor it is NaN of nothing, of NaN
// and of infinities. Where the correction is not less than the number it is infinite, or NaN if all
// numbers are equal.
func (m *Moments) Variance(correction float64) float64 {
	if m.N == 0 || m.Sum.terms.Special() != 0 || correction != correction || math.IsInf(correction, -1) {
		return math.NaN()
	}
	n := new(big.Int).SetUint64(m.N)
	sum, distances := m.Sum.whole(), m.Squares.whole() // n times the distances, times 2^4296
	distances.Mul(distances, n).Lsh(distances, unit).Sub(distances, sum.Mul(sum, sum))
	by := new(big.Rat)
	if correction < float64(m.N) {
		by.Sub(by.SetInt(n), new(big.Rat).SetFloat64(correction))
	}
	switch {
	case by.Sign() <= 0 && distances.Sign() == 0:
		return math.NaN()
	case by.Sign() <= 0:
		return math.Inf(1)
	}
	zeros := distances.TrailingZeroBits() // without them the quotient is quickly made
	v := new(big.Rat).SetInt(distances.Rsh(distances, zeros))
	v.Quo(v, by.Mul(by, new(big.Rat).SetInt(n)))
	return scaled(v, int(zeros)-2*unit)
}

// scaled returns v times 2^exponent, rounded once.
func scaled(v *big.Rat, exponent int) float64 {
	power := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(exponent, -exponent))))
	if exponent < 0 {
		power.Inv(power)
	}
	f, _ := v.Mul(v, power).Float64()
	return f
}

// unit is what a whole number of a sum counts: 2^-unit.
const unit = 2148

// whole returns the sum of the finite terms as a whole number.
func (s *Sum) whole() *big.Int {
	words := s.terms.Words()
	raw := make([]byte, 8*len(words))
	for i, w := range words {
		for k := range 8 {
			raw[len(raw)-1-8*i-k] = byte(w >> (8 * k))
		}
	}
	x := new(big.Int).SetBytes(raw)
	if raw[0]&0x80 != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(raw))))
	}
	return x
}
