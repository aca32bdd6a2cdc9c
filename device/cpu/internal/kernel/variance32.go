package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// moments32 are those of float32. A float64 has so many more digits that what rounding takes from the sums makes
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

// addRow adds elements of one group, side by side: their distances from the first of them, which give the mean. The
// first is an element itself, so its own distance is in the squares, and the squares are at most n + 1 times what is
// left of them. A float64 has the digits to spare.
func (a *momentSums) addRow(s *moments32, x []float32, sums *vector.Sums) {
	lines, n, from := len(x)/vector.Columns, float64(len(x)), float64(x[0])
	e, squares := 0.0, 0.0
	if lines > 0 {
		sums.Of[0] = from
		a.distances(lines, unsafe.Pointer(&x[0]), 4*vector.Columns, sums)
		e = (sums.Of[0] + sums.Of[1]) + (sums.Of[2] + sums.Of[3])
		squares = (sums.Errors[0] + sums.Errors[1]) + (sums.Errors[2] + sums.Errors[3])
	}
	for _, v := range x[lines*vector.Columns:] {
		d := float64(v) - from
		e, squares = e+d, squares+float64(d*d)
	}
	s.merge(&moments32{uint64(len(x)), double{n * from, 0}.plus(double{e, 0}), max(squares-e*e/n, 0)})
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
	s.squares += t.squares + float64(between*between*(n/(n+m)*m))
	s.n, s.sum = s.n+t.n, s.sum.plus(t.sum)
}
