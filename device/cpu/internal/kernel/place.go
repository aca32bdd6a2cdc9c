package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// place is the kernel of argmax, or of argmin.
func (t *Set) place(from op.DType, most bool) Reduction {
	switch from {
	case op.Float16, op.BFloat16, op.Float32:
		return placeOf[float32](t, from, op.Float32, most)
	case op.Float64:
		return placeOf[float64](t, from, from, most)
	case op.Uint64:
		return placeOf[uint64](t, from, from, most)
	case op.Int64:
		return placeOf[int64](t, from, from, most)
	}
	return placeOf[int64](t, from, op.Int64, most)
}

func placeOf[T number](t *Set, from, wide op.DType, most bool) Reduction {
	return reduction(t.reading(from, wide),
		func(s *candidate[T], p part) { s.add(elements[T](p.x, 0, p.n), p.number, p.step, most) },
		func(s, from *candidate[T]) {
			if from.some {
				s.take(from.value, from.number, most)
			}
		},
		func(s *candidate[T], i int, to, _ unsafe.Pointer) { *(*int64)(unsafe.Add(to, 8*i)) = int64(s.number) })
}

// candidate is the best element so far, if there is some, and its number.
type candidate[T number] struct {
	value  T
	number int
	some   bool
}

// take takes an element that is better. NaN is the best; of equal elements that of the lowest
// number.
func (s *candidate[T]) take(x T, number int, most bool) {
	better, worse := x > s.value, x < s.value
	if !most {
		better, worse = worse, better
	}
	if x != x || s.value != s.value {
		better, worse = x != x && s.value == s.value, x == x
	}
	if !s.some || better || !worse && number < s.number {
		*s = candidate[T]{x, number, true}
	}
}

func (s *candidate[T]) add(x []T, number, step int, most bool) {
	switch {
	case len(x) == 0:
	case step < 0: // the last of equal elements has the lowest number
		for i, v := range x {
			s.take(v, number+i*step, most)
		}
	case most:
		i := firstMost(x)
		s.take(x[i], number+i*step, most)
	default:
		i := firstLeast(x)
		s.take(x[i], number+i*step, most)
	}
}

// firstMost returns the index of the first NaN, or else of the first of the greatest elements.
func firstMost[T number](x []T) (at int) {
	most := x[0]
	for i, v := range x {
		if !(v <= most) {
			if most, at = v, i; v != v {
				break
			}
		}
	}
	return at
}

// firstLeast returns the index of the first NaN, or else of the first of the least elements.
func firstLeast[T number](x []T) (at int) {
	least := x[0]
	for i, v := range x {
		if !(v >= least) {
			if least, at = v, i; v != v {
				break
			}
		}
	}
	return at
}
