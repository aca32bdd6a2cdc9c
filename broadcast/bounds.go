package broadcast

import (
	"fmt"
	"iter"
	"math"
)

// Bounds returns the half-open range [lo, hi) of element positions that l touches; lo == hi when it
// has no elements. The range [math.MinInt, math.MaxInt) means that a position overflows an int.
func (l Layout) Bounds() (lo, hi int) {
	lo, hi, ok := l.bounds()
	if !ok {
		return math.MinInt, math.MaxInt
	}
	return lo, hi
}

// bounds is Bounds; ok is false when a position overflows.
func (l Layout) bounds() (lo, hi int, ok bool) {
	lo, hi = l.Offset, l.Offset
	if l.Len() == 0 {
		return lo, hi, true
	}
	for axis, size := range l.Shape {
		end := &hi
		if l.Strides[axis] < 0 {
			end = &lo
		}
		if *end, ok = mulAdd(*end, size-1, l.Strides[axis]); !ok {
			return 0, 0, false
		}
	}
	hi, ok = add(hi, 1)
	return lo, hi, ok
}

// Check returns an error unless l is well-formed and every element lies within [0, n). A
// well-formed layout has one stride for each size and no negative size, and no product or position
// overflows. Without elements, offset and strides may be anything.
func (l Layout) Check(n int) error {
	if l.fits(n) {
		return nil
	}
	if _, err := l.size(); err != nil {
		return err
	}
	lo, hi, ok := l.bounds()
	switch {
	case !ok:
		return fmt.Errorf("positions of shape %v with strides %v from offset %d overflow",
			l.Shape, l.Strides, l.Offset)
	case lo < hi && (lo < 0 || hi > n):
		return fmt.Errorf("shape %v with strides %v from offset %d reaches elements %d to %d of a storage of %d",
			l.Shape, l.Strides, l.Offset, lo, hi-1, n)
	}
	return nil
}

// fits reports whether l is evidently right for n elements. With numbers of usual sizes no position
// overflows.
func (l *Layout) fits(n int) bool {
	const mostAxes, mostSize, mostStride = 8, 1 << 20, 1 << 30
	if len(l.Strides) != len(l.Shape) || len(l.Shape) > mostAxes || l.Offset < 0 || l.Offset >= n {
		return false
	}
	lo, hi, size, ok := int64(l.Offset), int64(l.Offset), 1, true
	for axis, n := range l.Shape {
		stride := l.Strides[axis]
		if n < 1 || n > mostSize || stride < -mostStride || stride > mostStride {
			return false
		}
		if size, ok = mul(size, n); !ok {
			return false
		}
		if reach := int64(n-1) * int64(stride); reach < 0 {
			lo += reach
		} else {
			hi += reach
		}
	}
	return lo >= 0 && hi < int64(n)
}

// Offsets returns the positions of all elements in row-major order of their indices.
func (l Layout) Offsets() iter.Seq[int] {
	return func(yield func(int) bool) {
		n := l.Len()
		index, pos := make([]int, len(l.Shape)), l.Offset
		for ; n > 0 && yield(pos); n-- {
			// Count up like an odometer: the last axis first, carrying to the left.
			for axis := len(index) - 1; axis >= 0; axis-- {
				index[axis]++
				pos += l.Strides[axis]
				if index[axis] < l.Shape[axis] {
					break
				}
				pos -= l.Shape[axis] * l.Strides[axis]
				index[axis] = 0
			}
		}
	}
}
