package main

import (
	"math"
	"math/big"
	"slices"
)

// remez returns the coefficients whose largest error is smallest, by the exchange algorithm. It
// chooses one point more than there are coefficients. It finds the coefficients whose errors at
// these points have equal size and alternating signs. Then it moves the points to the largest
// errors. It stops when the largest error is at most 0.5 % above that at the points.
func remez(points []point) (best []*big.Float) {
	n := len(points[0].basis)
	at := make([]int, n+1)
	for i := range at {
		at[i] = (2*i + 1) * len(points) / (2*n + 2)
	}
	least := math.Inf(1)
	for range 60 {
		c, level := levelErrors(points, at)
		e, most := make([]float64, len(points)), 0.0
		for i := range points {
			e[i] = points[i].off(c) * points[i].sign()
			most = max(most, math.Abs(e[i]))
		}
		if most < least {
			least, best = most, c
		}
		next := extremes(e, n+1)
		if next == nil || most < 1.005*level {
			return best
		}
		at = next
	}
	return best
}

// sign is the sign of the first basis function at the point. Errors are multiplied by it before
// their signs are compared, because they change sign with the basis.
func (p *point) sign() float64 { return float64(p.basis[0].Sign()) }

// levelErrors returns the coefficients whose errors at the chosen points have equal size and
// alternating signs, and that size.
func levelErrors(points []point, at []int) (c []*big.Float, level float64) {
	var rows [][]*big.Float
	sign := 1.0
	for _, i := range at {
		p := &points[i]
		row := append([]*big.Float{}, p.basis...)
		rows = append(rows, append(row, number(sign*p.sign()/p.weight), p.want))
		sign = -sign
	}
	c = solve(rows)
	e, _ := c[len(c)-1].Float64()
	return c[:len(c)-1], math.Abs(e)
}

// extremes returns n indices of largest errors, one between two changes of sign each. If there are
// more, it drops the smallest, in pairs or at the ends, so that signs still alternate. If there are
// fewer, it returns nil.
func extremes(e []float64, n int) (at []int) {
	for i, v := range e {
		switch last := len(at) - 1; {
		case last < 0 || (v > 0) != (e[at[last]] > 0):
			at = append(at, i)
		case math.Abs(v) > math.Abs(e[at[last]]):
			at[last] = i
		}
	}
	size := func(i int) float64 { return math.Abs(e[at[i]]) }
	for len(at) > n {
		last, low := len(at)-1, 0
		for i := range at {
			if size(i) < size(low) {
				low = i
			}
		}
		switch {
		case len(at) > n+1 && low > 0 && low < last && size(low-1) < size(low+1):
			at = slices.Delete(at, low-1, low+1)
		case len(at) > n+1 && low > 0 && low < last:
			at = slices.Delete(at, low, low+2)
		case size(0) < size(last):
			at = at[1:]
		default:
			at = at[:last]
		}
	}
	if len(at) < n {
		return nil
	}
	return at
}

// solve returns the solution of linear equations. The last column is the right side.
func solve(rows [][]*big.Float) []*big.Float {
	for k := range rows {
		for i := k + 1; i < len(rows); i++ {
			if abs(rows[i][k]).Cmp(abs(rows[k][k])) > 0 {
				rows[k], rows[i] = rows[i], rows[k]
			}
		}
		for i := k + 1; i < len(rows); i++ {
			by, row := quo(rows[i][k], rows[k][k]), append([]*big.Float{}, rows[i]...)
			for j := k; j < len(row); j++ {
				row[j] = sub(row[j], mul(by, rows[k][j]))
			}
			rows[i] = row
		}
	}
	c := make([]*big.Float, len(rows))
	for k := len(rows) - 1; k >= 0; k-- {
		c[k] = rows[k][len(rows)]
		for j := k + 1; j < len(rows); j++ {
			c[k] = sub(c[k], mul(rows[k][j], c[j]))
		}
		c[k] = quo(c[k], rows[k][k])
	}
	return c
}
