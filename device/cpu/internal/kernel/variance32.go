package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// moments32 are those of float32. A float64 has so many more digits that the mean's rounding makes
// no difference.
type moments32 struct {
	n       uint64
	sum     double
	squares float64
}

// momentSums adds blocks to moments of float32.
type momentSums struct {
	in        *rows
	distances vector.Sum
}

func (t *Set) variance32(in *rows, end func(s *moments32, i int, to, once unsafe.Pointer)) Reduction {
	a := &momentSums{in, t.sums[vector.Distances]}
	return t.addingBlocks(a.add, reduction(in, nil, (*moments32).merge, end))
}

func (a *momentSums) add(states unsafe.Pointer, b *Block) {
	all, sums := statesOf[moments32](b.Groups, states), sumsPool.Get().(*vector.Sums)
	defer sumsPool.Put(sums)
	a.in.each(b, func(group, _, n int, x, _ unsafe.Pointer) { a.addRow(&all[group], elements[float32](x, 0, n), sums) })
}

// addRow adds elements of one group, side by side: their distances from a number near them, which give the mean and
// the distances from it. If few digits of these would be left, the mean takes the number's place.
func (a *momentSums) addRow(s *moments32, x []float32, sums *vector.Sums) {
	const most = 16 // times what is left the squares may be
	n, from := float64(len(x)), float64(x[0])
	e, squares := a.distancesFrom(from, x, sums)
	left := squares - e*e/n
	if left < squares/most {
		from += e / n
		e, squares = a.distancesFrom(from, x, sums)
		left = squares - e*e/n
	}
	sum := n * from
	s.merge(&moments32{uint64(len(x)), double{sum, 0}.plus(double{e, math.FMA(n, from, -sum)}), max(left, 0)})
}

// distancesFrom are the sums of the distances from a number and of their squares.
func (a *momentSums) distancesFrom(from float64, x []float32, sums *vector.Sums) (e, squares float64) {
	lines := len(x) / vector.Columns
	if lines > 0 {
		sums.Of[0] = from
		a.distances(lines, unsafe.Pointer(&x[0]), 4*vector.Columns, sums)
		e = (sums.Of[0] + sums.Of[1]) + (sums.Of[2] + sums.Of[3])
		squares = (sums.Errors[0] + sums.Errors[1]) + (sums.Errors[2] + sums.Errors[3])
	}
	for _, v := range x[lines*vector.Columns:] {
		d := float64(v) - from
		e, squares = e+d, squares+d*d
	}
	return e, squares
}

// merge adds what the distance of the means adds to the squares, as Chan, Golub and LeVeque do.
func (s *moments32) merge(t *moments32) {
	switch {
	case t.n == 0:
		return
	case s.n == 0:
		*s = *t
		return
	}
	n, m := float64(s.n), float64(t.n)
	between := t.sum.over(m).minus(s.sum.over(n)).value()
	s.squares += t.squares + between*between*(n/(n+m)*m)
	s.n, s.sum = s.n+t.n, s.sum.plus(t.sum)
}
