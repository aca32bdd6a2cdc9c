package main

import (
	"math"
	"math/big"
)

// fresh gives n coefficients that are computed anew.
func (s *set) fresh(n int) []float64 {
	if s.chebyshev {
		return s.interpolate(n)
	}
	return s.fitRounded(n)
}

// interpolate returns coefficients without error at the zeros of Chebyshev's polynomial.
func (s *set) interpolate(n int) (c []float64) {
	var rows [][]*big.Float
	for i := range n {
		turn := quo(number(float64(2*i+1)), number(float64(2*n)))
		p := s.point(s.at(cos(mul(pi, turn))), n)
		rows = append(rows, append(p.basis, p.want))
	}
	for _, v := range solve(rows) {
		c = append(c, s.round(v))
	}
	return c
}

// ideal gives the real coefficients with the smallest error, and the points with their weights. The
// weights of a quotient's errors depend on the quotient, so each fit takes them from the fit
// before.
func (s *set) ideal(n int) (points []point, c []*big.Float) {
	points = s.points(n)
	c = remez(points)
	if s.rational {
		for range 3 {
			points = s.divide(s.points(n), c)
			c = remez(points)
		}
	}
	return points, c
}

// fitRounded rounds one coefficient of the smallest error after the other, and fits the others
// anew. Coefficients of float32 are then moved by units in the last place, as long as the error
// shrinks.
func (s *set) fitRounded(n int) (c []float64) {
	points, left := s.ideal(n)
	for rest := points; ; left = remez(rest) {
		c = append(c, s.round(left[0]))
		if len(c) == n {
			break
		}
		rest = fix(rest, number(c[len(c)-1]))
	}
	if s.bits == 24 {
		newPolish(s, points, c).run()
	}
	return c
}

// fix returns points for the other coefficients, the first being c.
func fix(points []point, c *big.Float) (all []point) {
	for _, p := range points {
		all = append(all, point{p.basis[1:], sub(p.want, mul(c, p.basis[0])), p.weight})
	}
	return all
}

// polish moves coefficients by units in the last place.
type polish struct {
	s     *set
	c     []float64
	e     []float64   // at each point
	slope [][]float64 // of e, by each coefficient
	worst float64
}

func newPolish(s *set, points []point, c []float64) *polish {
	p := &polish{s: s, c: c, slope: make([][]float64, len(c))}
	for i := range points {
		e := points[i].off(numbers(c...))
		p.e, p.worst = append(p.e, e), max(p.worst, math.Abs(e))
		for k := range c {
			v, _ := points[i].basis[k].Float64()
			p.slope[k] = append(p.slope[k], v*points[i].weight)
		}
	}
	return p
}

// run moves one or two coefficients at a time until nothing helps.
func (p *polish) run() {
	for again := true; again; {
		again = false
		for j := range p.c {
			for k := range j + 1 {
				for _, up := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					again = p.try(j, k, up[0], up[1]) || again
				}
			}
		}
	}
}

// try moves two coefficients, or the same one twice, if that makes the error smaller.
func (p *polish) try(j, k, up, other int) bool {
	by := p.s.neighbour(p.c[j], up) - p.c[j]
	more := p.s.neighbour(p.c[k], other) - p.c[k]
	if j == k {
		more = 0
	}
	worst := 0.0
	for i, e := range p.e {
		worst = max(worst, math.Abs(e+p.slope[j][i]*by+p.slope[k][i]*more))
		if worst >= p.worst*(1-1e-9) {
			return false
		}
	}
	for i := range p.e {
		p.e[i] += p.slope[j][i]*by + p.slope[k][i]*more
	}
	p.c[j] += by
	p.c[k] += more
	p.worst = worst
	return true
}
