package kernel

import (
	"math"

	"github.com/wgtensor/wgtensor/device/exact"
)

// moments64 are those of float64, divided by a power of two that is near the largest magnitude. So
// squares neither overflow nor vanish.
type moments64 struct {
	n            uint64
	exponent     int
	sum, squares double // squares are divided twice
}

func (s *moments64) add(p part) {
	x, most := elements[float64](p.x, 0, p.n), uint64(0)
	for _, v := range x {
		most = max(most, math.Float64bits(v)&^(1<<63)) // that of NaN is above all others
	}
	largest := math.Float64frombits(most)
	t := moments64{n: uint64(p.n)}
	if _, t.exponent = math.Frexp(largest); largest == 0 {
		t.exponent = -1100 // less than that of any other number
	}
	// Powers of two beyond those of normal numbers are the product of two.
	half := t.exponent / 2
	first, second := math.Ldexp(1, -half), math.Ldexp(1, half-t.exponent)
	for _, v := range x {
		t.sum.add(v*first*second, 0)
	}
	t.sum = normal(t.sum.high, t.sum.low)
	mean := t.sum.over(float64(p.n))
	for _, v := range x {
		d, e := exact.TwoSum(v*first*second, -mean.high)
		e -= mean.low
		square := float64(d * d)
		t.squares.add(square, math.FMA(d, d, -square)+float64(e*(2*d+e)))
	}
	t.squares = normal(t.squares.high, t.squares.low)
	s.merge(&t)
}

// merge adds what the distance of the means adds to the squares, as moments32 do.
func (s *moments64) merge(t *moments64) {
	switch {
	case t.n == 0:
		return
	case s.n == 0:
		*s = *t
		return
	}
	exponent := max(s.exponent, t.exponent)
	a, b := s.scaledTo(exponent), t.scaledTo(exponent)
	n, m := float64(s.n), float64(t.n)
	between := b.sum.over(m).minus(a.sum.over(n))
	weight := double{n, 0}.times(double{m, 0}).over(n + m)
	*s = moments64{
		s.n + t.n, exponent, a.sum.plus(b.sum),
		a.squares.plus(b.squares).plus(between.times(between).times(weight)),
	}
}

func (s *moments64) scaledTo(exponent int) moments64 {
	less := s.exponent - exponent
	return moments64{s.n, exponent, s.sum.scale(less), s.squares.scale(2 * less)}
}
