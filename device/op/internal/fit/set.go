package main

import (
	"math"
	"math/big"
	"strconv"
)

type real = func(x *big.Float) *big.Float

// set is the coefficients of a polynomial that stand in a file, the lowest power's first.
type set struct {
	name string // of the function of WGSL, or the list in Go with a table's row, that has them
	file string
	bits int // of a coefficient
	f    real
	on   [2]*big.Float // the interval of x
	form
	counts    real    // the weight of an error of f; nil if errors are relative to f
	rational  bool    // a quotient of two polynomials that begin with 1
	chebyshev bool    // interpolated at the zeros of Chebyshev's polynomial, not fitted
	factor    float64 // the error allowed, in units of a fit's error; 0 means usual
	stand     []float64
}

// usual is the factor of most sets: ways to round coefficients differ that much.
const usual = 1.25

// form says how f follows from a polynomial p: f(x) is lead[0] + lead[1]*x + … + x^power *
// p(x^step).
type form struct {
	lead         []*big.Float
	power, inner int
}

// Forms that are common.
var (
	whole  = form{nil, 0, 1}                 // p(x)
	odd    = form{numbers(0, 1), 3, 2}       // x + x³*p(x²)
	even   = form{numbers(1), 2, 2}          // 1 + x²*p(x²)
	cosine = form{numbers(1, 0, -0.5), 4, 2} // 1 - x²/2 + x⁴*p(x²)
	grown  = form{numbers(1, 1), 2, 1}       // 1 + x + x²*p(x)
	rest   = form{numbers(0, 1), 2, 1}       // x + x²*p(x)
	rest3  = form{numbers(0, 1, -0.5), 3, 1} // x - x²/2 + x³*p(x)
	share  = form{numbers(0, 1), 1, 2}       // x + x*p(x²)
	times  = form{nil, 1, 1}                 // x*p(x)
	odds   = form{nil, 1, 2}                 // x*p(x²)
)

// absolute is the weight of absolute errors.
func absolute(*big.Float) *big.Float { return one }

func on(from, to float64) [2]*big.Float { return [2]*big.Float{number(from), number(to)} }
func to(x float64) [2]*big.Float        { return on(0, x) }
func around(x float64) [2]*big.Float    { return on(-x, x) }

// point is an argument where a polynomial is compared. Its error there is weight times the
// difference of the sum of c[k]*basis[k] from want.
type point struct {
	basis  []*big.Float
	want   *big.Float
	weight float64
}

// density is the number of points for each coefficient. Between points the error is at most a
// hundredth larger.
const density = 16

// points are Chebyshev's in the polynomial's variable, for n coefficients.
func (s *set) points(n int) (points []point) {
	for i, last := 0, density*(n+1); i <= last; i++ {
		x := s.at(number(math.Cos(math.Pi * float64(i) / float64(last))))
		if abs(x).Cmp(mul(s.on[1], number(0x1p-30))) > 0 { // where powers of x divide functions
			points = append(points, s.point(x, n))
		}
	}
	return points
}

// at returns x for an argument v in the interval of the polynomial's variable, from -1 to 1.
func (s *set) at(v *big.Float) *big.Float {
	from, to := power(s.on[0], s.inner), power(s.on[1], s.inner)
	x := half(add(add(from, to), mul(sub(to, from), v)))
	if s.inner == 2 {
		x.Sqrt(x)
	}
	return x
}

func (s *set) point(x *big.Float, n int) (p point) {
	f := s.f(x)
	counts := quo(one, abs(f))
	if s.counts != nil {
		counts = s.counts(x)
	}
	p.weight, _ = counts.Float64()
	p.want = f
	for k, c := range s.lead {
		p.want = sub(p.want, mul(c, power(x, k)))
	}
	for k := range n {
		switch {
		case !s.rational:
			p.basis = append(p.basis, power(x, s.power+k*s.inner))
		case k%2 == 0:
			p.basis = append(p.basis, power(x, s.power+k/2*s.inner))
		default: // f*(1+under) is 1+over
			p.basis = append(p.basis, neg(mul(f, p.basis[k-1])))
		}
	}
	return p
}

// off is the error of the coefficients c.
func (p *point) off(c []*big.Float) float64 {
	sum, product := neg(p.want), new(big.Float)
	for k, v := range c {
		sum.Add(sum, product.Mul(v, p.basis[k]))
	}
	e, _ := sum.Float64()
	return e * p.weight
}

// worst is the largest error among points.
func worst(points []point, c []*big.Float) (most float64) {
	for i := range points {
		most = max(most, math.Abs(points[i].off(c)))
	}
	return most
}

// errorOf is the largest error of the coefficients c.
func (s *set) errorOf(points []point, c []float64) float64 {
	return worst(s.divide(points, numbers(c...)), numbers(c...))
}

// divide returns the points with the weights that errors have in the quotient with coefficients c.
func (s *set) divide(points []point, c []*big.Float) (all []point) {
	if !s.rational {
		return points
	}
	for _, p := range points {
		under := one
		for k := 1; k < len(c); k += 2 {
			under = add(under, mul(c[k], p.basis[k-1]))
		}
		by, _ := under.Float64()
		all = append(all, point{p.basis, p.want, p.weight / math.Abs(by)})
	}
	return all
}

// round returns the nearest coefficient.
func (s *set) round(x *big.Float) float64 {
	if s.bits == 24 {
		v, _ := x.Float32()
		return float64(v)
	}
	v, _ := x.Float64()
	return v
}

// neighbour is the coefficient next to x, above or below.
func (s *set) neighbour(x float64, up int) float64 {
	if s.bits == 24 {
		return float64(math.Nextafter32(float32(x), float32(math.Inf(up))))
	}
	return math.Nextafter(x, math.Inf(up))
}

func (s *set) spell(x float64) string {
	return strconv.FormatFloat(x, 'g', -1, map[int]int{24: 32, 53: 64}[s.bits])
}
