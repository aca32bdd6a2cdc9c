package libm

import "math"

// pair is hi+lo, lo being what rounding to hi lost: a number of some 100 bits.
type pair struct{ hi, lo float64 }

// sum is a+b exactly; |a| is not less than |b|, or a is 0.
func sum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// anySum is a+b exactly, whichever is larger.
func anySum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// product is a·b exactly, as long as it stays well above the smallest float64.
func product(a, b float64) pair {
	p := float64(a * b)
	return pair{p, math.FMA(a, b, -p)}
}

func (p pair) plus(b pair) pair {
	s := anySum(p.hi, b.hi)
	return sum(s.hi, s.lo+(p.lo+b.lo))
}

// onePlus is 1+p.
func onePlus(p pair) pair {
	s := anySum(1, p.hi)
	return sum(s.hi, s.lo+p.lo)
}

func (p pair) times(b pair) pair {
	h := product(p.hi, b.hi)
	return sum(h.hi, h.lo+(float64(p.hi*b.lo)+float64(p.lo*b.hi)))
}

// over is p/b, for a b whose reciprocal is within range.
func (p pair) over(b pair) pair {
	inverse := 1 / b.hi
	q := float64(p.hi * inverse)
	return sum(q, float64((math.FMA(-q, b.hi, p.hi)+(p.lo-float64(q*b.lo)))*inverse))
}

func (p pair) sqrt() pair {
	s := math.Sqrt(p.hi)
	if s == 0 {
		return pair{}
	}
	return sum(s, (math.FMA(-s, s, p.hi)+p.lo)/(2*s))
}

func (p pair) negative() pair { return pair{-p.hi, -p.lo} }

// horner is the polynomial with the given coefficients, the highest power's first. Their
// number is even: those of even and of odd powers do not wait for each other, which takes
// half the time.
func horner(x float64, coefficients []float64) float64 {
	odd, even, square := 0.0, 0.0, float64(x*x)
	for c := coefficients; len(c) > 1; c = c[2:] {
		odd = float64(odd*square) + c[0]
		even = float64(even*square) + c[1]
	}
	return float64(odd*x) + even
}

// twoTo is 2^e for e from -1022 to 1023.
func twoTo(e int) float64 { return math.Float64frombits(uint64(e+1023) << 52) }
