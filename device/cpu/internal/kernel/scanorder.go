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

// scanOrder are the scans that compare elements, which are read as T. Most elements change nothing: then zeros
// alone need a closer look, because they have signs.
func scanOrder[T float32 | float64 | int64 | uint64](t *Set, o *op.Op, in *rows, from, to op.DType) (Scan, bool) {
	convert := t.converting(wideOf(from), to)
	switch o {
	case op.Cummax:
		return scan(in, to.Size(), convert, func(s *best[T], p part, to []T) {
			all := s.begin(p)
			s.value = running(to[:len(all)], all, s.value, func(value, x T) T {
				if value >= x && value != 0 {
					return value
				}
				return max(value, x)
			})
		}), true
	case op.Cummin:
		return scan(in, to.Size(), convert, func(s *best[T], p part, to []T) {
			all := s.begin(p)
			s.value = running(to[:len(all)], all, s.value, func(value, x T) T {
				if value <= x && value != 0 {
					return value
				}
				return min(value, x)
			})
		}), true
	case op.Argcummax:
		return scan(in, to.Size(), nil, func(s *best[T], p part, to []int64) {
			s.places(p, to, func(x []T, value T) int {
				return lasting(x, value, func(value, x T) bool { return value > x || value != value && x == x })
			})
		}), true
	case op.Argcummin:
		return scan(in, to.Size(), nil, func(s *best[T], p part, to []int64) {
			s.places(p, to, func(x []T, value T) int {
				return lasting(x, value, func(value, x T) bool { return value < x || value != value && x == x })
			})
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

// begin returns the elements of a part. The first element of all is the best so far.
func (s *best[T]) begin(p part) []T {
	all := elements[T](p.x, 0, p.n)
	if !s.some && p.n > 0 {
		s.value, s.number, s.some = all[0], p.number, true
	}
	return all
}

// running stores what next makes of the value before and each element, and returns the last. The compiler makes one
// loop of it and next, as of each1.
func running[T any](to, x []T, value T, next func(value, x T) T) T {
	for i := range to {
		value = next(value, x[i])
		to[i] = value
	}
	return value
}

// places stores the number of the best element up to each. How many elements it stays the best for, lasts says.
func (s *best[T]) places(p part, to []int64, lasts func(x []T, value T) int) {
	for all, first := s.begin(p), 0; first < len(all); first++ {
		n := lasts(all[first:], s.value)
		for i := range to[first : first+n] {
			to[first+i] = int64(s.number)
		}
		if first += n; first < len(all) {
			s.value, s.number = all[first], p.number+first*p.step
			to[first] = int64(s.number)
		}
	}
}

// lasting is of how many elements all stay behind a value. A NaN stays behind a NaN alone.
func lasting[T any](x []T, value T, stays func(value, x T) bool) int {
	for i, x := range x {
		if !stays(value, x) {
			return i
		}
	}
	return len(x)
}
