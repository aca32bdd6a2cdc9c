package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// product is the kernel of products of floats.
func (t *Set) product(from, to op.DType) Reduction {
	add, store := (*scaled).add32, storing(to)
	if from == op.Float64 {
		add = (*scaled).add64
	}
	return reduction(t.reading(from, wideOf(from)), add,
		func(s, from *scaled) {
			if from.some {
				s.multiply(from.high, from.low, from.exponent)
			}
		},
		func(s *scaled, i int, to, _ unsafe.Pointer) { store(to, i, s.value()) })
}

// scaled is a product: high + low times a power of two. So nothing on the way overflows. Without
// factors it is 1.
type scaled struct {
	high, low float64 // high is less than 1 and at least 1/2, or it is 0, infinite or NaN
	exponent  int
	some      bool
}

// multiply multiplies by high + low times a power of two.
func (s *scaled) multiply(high, low float64, exponent int) {
	if !s.some {
		*s = scaled{1, 0, 0, true}
	}
	p := s.high * high
	e := math.FMA(s.high, high, -p) + (s.high*low + s.low*high)
	if p-p != 0 || p == 0 {
		s.high, s.low = p, 0
		return
	}
	p, e = p+e, e-((p+e)-p)
	m, more := math.Frexp(p)
	s.high, s.low, s.exponent = m, math.Ldexp(e, -more), s.exponent+exponent+more
}

// add32 multiplies four elements at a time, which a float64 has room for.
func (s *scaled) add32(p part) {
	x := elements[float32](p.x, 0, p.n)
	for ; len(x) >= 4; x = x[4:] {
		m, e := math.Frexp(float64(x[0]) * float64(x[1]) * (float64(x[2]) * float64(x[3])))
		s.multiply(m, 0, e)
	}
	for _, x := range x {
		m, e := math.Frexp(float64(x))
		s.multiply(m, 0, e)
	}
}

func (s *scaled) add64(p part) {
	for _, x := range elements[float64](p.x, 0, p.n) {
		m, e := math.Frexp(x)
		s.multiply(m, 0, e)
	}
}

func (s *scaled) value() float64 {
	if !s.some {
		return 1
	}
	return math.Ldexp(s.high+s.low, s.exponent)
}
