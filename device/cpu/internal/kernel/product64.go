package kernel

import "math"

// product64 is a product of float64: high + low times a power of two, so nothing on the way overflows. Without
// factors it is 1.
type product64 struct {
	high, low float64 // high is less than 1 and at least 1/2, or it is 0, infinite or NaN
	exponent  int
	some      bool
}

// multiplyBy multiplies by high + low times a power of two.
func (s *product64) multiplyBy(high, low float64, exponent int) {
	if !s.some {
		*s = product64{1, 0, 0, true}
	}
	p := float64(s.high * high) // converted, as Go may fuse a product with a sum: p-p would be what p lost
	e := math.FMA(s.high, high, -p) + (float64(s.high*low) + float64(s.low*high))
	if p-p != 0 || p == 0 {
		s.high, s.low = p, p // the sum of both has the sign of a zero
		return
	}
	p, e = p+e, e-((p+e)-p)
	m, more := math.Frexp(p)
	s.high, s.low, s.exponent = m, math.Ldexp(e, -more), s.exponent+exponent+more
}

// multiply multiplies by a float64.
func (s *product64) multiply(x float64) {
	m, e := math.Frexp(x)
	s.multiplyBy(m, 0, e)
}

func (s *product64) merge(t *product64) {
	if t.some {
		s.multiplyBy(t.high, t.low, t.exponent)
	}
}

// running stores the product up to each element.
func (s *product64) running(p part, to []float64) {
	for i, x := range elements[float64](p.x, 0, p.n) {
		s.multiply(x)
		to[i] = s.value()
	}
}

func (s *product64) value() float64 {
	if !s.some {
		return 1
	}
	return math.Ldexp(s.high+s.low, s.exponent)
}
