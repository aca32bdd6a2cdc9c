package kernel

import (
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/exact"
)

// total64 is a sum with the number of terms.
type total64 struct {
	exact.Sum64
	n uint64
}

// totals64 adds blocks to sums of float64. Mostly the elements of a part have so much in common that two
// float64 hold their sum.
type totals64 struct {
	in           *rows
	all, columns vector.Sum // nil if there are none
}

// total64 is the kernel of sums of float64.
func (t *Set) total64(in *rows, end func(s *total64, i int, to, once unsafe.Pointer)) Reduction {
	a := &totals64{in, t.sums[vector.Doubles], t.sums[vector.EachDouble]}
	r := reduction(in, nil, func(s, from *total64) { s.Merge(&from.Sum64); s.n += from.n }, end)
	r.Add = a.add
	if a.all != nil {
		r.Cost, r.Set = plainCost, t.Name
	}
	return r
}

func (a *totals64) add(states unsafe.Pointer, b *Block) {
	all, sums := statesOf[total64](b.Groups, states), sumsPool.Get().(*vector.Sums)
	defer sumsPool.Put(sums)
	if a.columns == nil || !a.in.byColumns(b, vector.DoubleColumns) {
		a.in.each(b, func(group, _, n int, x, _ unsafe.Pointer) { a.addRow(&all[group], elements[float64](x, 0, n), sums) })
		return
	}
	a.in.eachColumns(b, vector.DoubleColumns, func(first, skip, lines int, x Matrix) {
		a.columns(lines, x.At, x.Column, sums)
		exact := pairsAddWithoutRounding(lines, sums)
		for i := skip; i < vector.DoubleColumns; i++ {
			s := &all[first+i]
			if s.n += uint64(lines); exact {
				addWithError(&s.Sum64, sums, i)
				continue
			}
			for k := range lines {
				s.Add(*(*float64)(x.Beyond(i, k).At))
			}
		}
	})
}

// addRow adds elements of one group, side by side.
func (a *totals64) addRow(s *total64, x []float64, sums *vector.Sums) {
	s.n += uint64(len(x))
	if lines := len(x) / vector.DoubleColumns; lines > 0 && a.all != nil {
		a.all(lines, unsafe.Pointer(&x[0]), 8*vector.DoubleColumns, sums)
		if n := lines * vector.DoubleColumns; pairsAddWithoutRounding(n, sums) {
			for i := range 4 {
				addWithError(&s.Sum64, sums, i)
			}
			x = x[n:]
		}
	}
	for _, v := range x {
		s.Add(v)
	}
}

// pairsAddWithoutRounding reports whether n float64 are added without rounding by pairs of a sum and of
// the sum of the errors. All are multiples of the last digit of the smallest, and so is each error, which
// is at most 2^-53 of the sum. Nothing is near overflow.
func pairsAddWithoutRounding(n int, s *vector.Sums) bool {
	const bias, infinity = 20, 0x7ff
	digits, most := bits.Len(uint(n)), int(s.Most>>bias)
	return most+digits < infinity && most-int(max(s.Least>>bias, 1)) <= 53-2*digits
}
