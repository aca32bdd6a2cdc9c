package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// StripBytes bounds what regions that are launched strip by strip store for each other. Tests change it.
var StripBytes = 64 << 20

// cachedBytes is the bound on a CPU, whose caches hold them then. A GPU needs larger launches.
const cachedBytes = 8 << 20

func (c *cutter) stripBytes() int {
	if c.cpu {
		return min(StripBytes, cachedBytes)
	}
	return StripBytes
}

// strips says how several regions are launched: one after the other for one strip of their kept axes,
// then for the next strip. What only they read of each other is stored for one strip at a time. DESIGN.md
// says which regions these are.
type strips struct {
	regions []int32 // in the order of launches
	// A strip is a range of each of some axes, which all launches keep: see region.divided.
	sizes, step []int // of these axes, and of a strip
	values      []stripValue
}

// stripValue is a result that is stored for one strip at a time.
type stripValue struct {
	node         int32
	size         int              // of an element, in bytes
	whole, strip broadcast.Layout // all elements, and those of a strip; both row-major
}

// bytes returns the bytes of the values: in all, and of a strip.
func (s *strips) bytes() (whole, strip int) {
	for i := range s.values {
		v := &s.values[i]
		whole, strip = whole+v.size*v.whole.Len(), strip+v.size*v.strip.Len()
	}
	return whole, strip
}

// count is the number of strips.
func (s *strips) count() int {
	n := 1
	for k, size := range s.sizes {
		n *= ceil(size, s.step[k])
	}
	return n
}

func ceil(n, by int) int { return (n + by - 1) / by }

// ranges returns where a strip begins along each of its axes, and its sizes.
func (s *strips) ranges(strip int) (from, size []int) {
	from, size = make([]int, len(s.sizes)), make([]int, len(s.sizes))
	for k, n := range slices.Backward(s.sizes) {
		steps := ceil(n, s.step[k])
		from[k] = strip % steps * s.step[k]
		size[k] = min(s.step[k], n-from[k])
		strip /= steps
	}
	return from, size
}

// value returns the value that a node is, or nil.
func (s *strips) value(node int32) *stripValue {
	for i := range s.values {
		if s.values[i].node == node {
			return &s.values[i]
		}
	}
	return nil
}

// lay changes a layout of all elements to one of a strip. It keeps the shape.
func (v *stripValue) lay(l *broadcast.Layout) {
	offset := 0
	for axis, stride := range v.whole.Strides {
		if size := v.whole.Shape[axis]; size > 1 {
			offset += l.Offset / stride % size * v.strip.Strides[axis]
		}
	}
	l.Offset = offset
	for axis, stride := range l.Strides {
		switch k := axisOf(&v.whole, stride); {
		case k < 0:
			l.Strides[axis] = 0 // it has one element, or repeats one
		case stride < 0:
			l.Strides[axis] = -v.strip.Strides[k]
		default:
			l.Strides[axis] = v.strip.Strides[k]
		}
	}
}

// operand returns the node that operand k of a launch is, or -1.
func (c *cutter) operand(r *region, k int) int32 {
	if k < len(r.outputs) {
		return r.outputs[k]
	}
	if v := c.argument(r.inputs[k-len(r.outputs)]).Version; v != nil && v.Waiting() {
		return int32(v.Expr.Index)
	}
	return -1
}

// axisOf returns the axis of a row-major layout along which a stride walks, or -1.
func axisOf(whole *broadcast.Layout, stride int) int {
	for axis, n := range whole.Shape {
		if n > 1 && whole.Strides[axis] == max(stride, -stride) {
			return axis
		}
	}
	return -1
}

// box reports whether a layout shows a box of a whole: each of its axes walks along one of the whole's.
func box(l, whole *broadcast.Layout) bool {
	low, high := make([]int, len(whole.Shape)), make([]int, len(whole.Shape))
	for axis, n := range whole.Shape {
		if n > 1 {
			low[axis] = l.Offset / whole.Strides[axis] % n
			high[axis] = low[axis]
		}
	}
	for axis, n := range l.Shape {
		stride := l.Strides[axis]
		if n == 1 || stride == 0 {
			continue
		}
		k := axisOf(whole, stride)
		switch {
		case k < 0:
			return false
		case stride < 0:
			low[k] -= n - 1
		default:
			high[k] += n - 1
		}
	}
	for axis, n := range whole.Shape {
		if low[axis] < 0 || high[axis] >= max(n, 1) {
			return false
		}
	}
	return true
}

// walks returns the axis of a whole that an axis of a box walks from its first index to its last, or -1.
func walks(l *broadcast.Layout, axis int, whole *broadcast.Layout) int {
	if axis < 0 || l.Strides[axis] < 0 {
		return -1
	}
	k := axisOf(whole, l.Strides[axis])
	if k >= 0 && l.Shape[axis] != whole.Shape[k] {
		return -1
	}
	return k
}
