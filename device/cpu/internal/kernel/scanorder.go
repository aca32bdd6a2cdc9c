package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// best is the state of a running extreme: the best element, and the number of the last such.
type best[T any] struct {
	value  T
	number int
	some   bool
}

// scanOrder are the scans that compare elements, which are read as T.
func scanOrder[T float32 | float64 | int64 | uint64](t *Set, o *op.Op, in *rows, from, to op.DType) (Scan, bool) {
	switch o {
	case op.Cummax:
		return scan(in, to.Size(), t.converting(wideOf(from), to), func(s *best[T], p part, to []T) {
			runningExtremes(s, p, to, func(x, y T) T { return max(x, y) })
		}), true
	case op.Cummin:
		return scan(in, to.Size(), t.converting(wideOf(from), to), func(s *best[T], p part, to []T) {
			runningExtremes(s, p, to, func(x, y T) T { return min(x, y) })
		}), true
	case op.Argcummax:
		return scan(in, to.Size(), nil, func(s *best[T], p part, to []int64) {
			runningPlaces(s, p, to, func(x, y T) bool { return x > y })
		}), true
	case op.Argcummin:
		return scan(in, to.Size(), nil, func(s *best[T], p part, to []int64) {
			runningPlaces(s, p, to, func(x, y T) bool { return x < y })
		}), true
	}
	return Scan{}, false
}

// converting converts elements of one type to those of another, or is nil if they are the same.
func (t *Set) converting(from, to op.DType) func(n int, to, from unsafe.Pointer) {
	if from == to {
		return nil
	}
	k := t.For(op.Cast, from, to)
	return func(n int, to, from unsafe.Pointer) { k.Run(n, to, from, nil, nil, 0) }
}

func runningExtremes[T any](s *best[T], p part, to []T, better func(x, y T) T) {
	for i, x := range elements[T](p.x, 0, p.n) {
		if !s.some {
			s.value, s.some = x, true
		}
		s.value = better(s.value, x)
		to[i] = s.value
	}
}

// runningPlaces keeps an element that is better than the next, and NaN before numbers.
func runningPlaces[T comparable](s *best[T], p part, to []int64, better func(x, y T) bool) {
	for i, x := range elements[T](p.x, 0, p.n) {
		stays := s.some && (better(s.value, x) || s.value != s.value && x == x)
		if !stays {
			s.value, s.number, s.some = x, p.number+i*p.step, true
		}
		to[i] = int64(s.number)
	}
}
