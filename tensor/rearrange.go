package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// mostViews bounds the views that one call makes.
const mostViews = 1 << 24

// Split returns views of parts of the given sizes along an axis, one after the other. Together they
// have the axis's size.
func (t *Tensor) Split(axis int, sizes ...int) ([]*Tensor, error) {
	const name = "split"
	at, err := t.axis(name, axis)
	if err != nil {
		return nil, err
	}
	n, left := t.layout.Shape[at], t.layout.Shape[at]
	for _, size := range sizes {
		if size < 0 || size > left {
			left = -1
			break
		}
		left -= size
	}
	if left != 0 {
		return nil, errorf(name, "the sizes %v are not those of parts of axis %d: they have to be 0 or more, and sum to %d", sizes, at, n)
	}
	return t.parts(name, at, sizes)
}

// Chunk returns views of n parts along an axis, as PyTorch's chunk does. All but the last have the size
// of the axis divided by n, rounded up, so there may be fewer than n. An axis of size 0 has n empty parts.
func (t *Tensor) Chunk(axis, n int) ([]*Tensor, error) {
	const name = "chunk"
	at, err := t.axis(name, axis)
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		return nil, errorf(name, "%d chunks; it takes at least one", n)
	}
	size := t.layout.Shape[at]
	each := size / n
	if size%n > 0 {
		each++
	}
	parts := n
	if each > 0 {
		parts = (size-1)/each + 1
	}
	if parts > mostViews {
		return nil, errorf(name, "%d chunks of axis %d are more than %d views", parts, at, mostViews)
	}
	sizes := make([]int, parts)
	for k := range sizes {
		sizes[k] = min(each, size-k*each)
	}
	return t.parts(name, at, sizes)
}

// parts returns views of parts along an axis.
func (t *Tensor) parts(name string, axis int, sizes []int) ([]*Tensor, error) {
	parts, from := make([]*Tensor, len(sizes)), 0
	for i, size := range sizes {
		parts[i] = t.view(name, func(l broadcast.Layout) (broadcast.Layout, error) { return l.Slice(axis, from, from+size, 1) })
		if err := parts[i].Err(); err != nil {
			return nil, err
		}
		from += size
	}
	return parts, nil
}

// Unstack returns a view for each index of an axis, without that axis.
func (t *Tensor) Unstack(axis int) ([]*Tensor, error) {
	const name = "unstack"
	at, err := t.axis(name, axis)
	if err != nil {
		return nil, err
	}
	n := t.layout.Shape[at]
	if n > mostViews {
		return nil, errorf(name, "axis %d has size %d, and a call makes at most %d views", at, n, mostViews)
	}
	views := make([]*Tensor, n)
	for i := range views {
		if views[i] = t.Index(at, i); views[i].err != nil {
			return nil, *views[i].err
		}
	}
	return views, nil
}

// Moveaxis returns a view with an axis at another place among the axes. The others keep their order.
func (t *Tensor) Moveaxis(from, to int) *Tensor {
	const name = "moveaxis"
	at, err := t.axis(name, from)
	if err != nil {
		return fail(err)
	}
	before, err := t.axis(name, to)
	if err != nil {
		return fail(err)
	}
	var order []int
	for axis := range t.layout.Shape {
		if axis != at {
			order = append(order, axis)
		}
	}
	order = slices.Insert(order, before, at)
	return t.view(name, func(l broadcast.Layout) (broadcast.Layout, error) { return l.Permute(order...) })
}

// Rot90 returns a view that is rotated k times by 90 degrees in the plane of two axes, from the first
// towards the second. A negative k goes the other way.
func (t *Tensor) Rot90(axis0, axis1, k int) *Tensor {
	const name = "rot90"
	a, b, err := t.plane(name, axis0, axis1)
	if err != nil {
		return fail(err)
	}
	return t.view(name, func(l broadcast.Layout) (_ broadcast.Layout, err error) {
		switch k & 3 {
		case 1:
			l, err = l.Flip(b)
		case 2:
			l, err = l.Flip(a, b)
		case 3:
			l, err = l.Flip(a)
		}
		if err == nil && k&1 == 1 {
			l, err = l.Transpose(a, b)
		}
		return l, err
	})
}

// Diagonal returns a view of the diagonal of two axes, as a new last axis, without the two. Its
// element i is at i and i+offset of the axes, or at i-offset and i if the offset is negative.
func (t *Tensor) Diagonal(axis0, axis1, offset int) *Tensor {
	const name = "diagonal"
	a, b, err := t.plane(name, axis0, axis1)
	if err != nil {
		return fail(err)
	}
	return t.view(name, func(l broadcast.Layout) (broadcast.Layout, error) {
		rows, columns := l.Shape[a], l.Shape[b]
		row, column := min(max(0, -max(offset, -rows)), rows), min(max(0, offset), columns)
		n, stride := min(rows-row, columns-column), l.Strides[a]+l.Strides[b]
		if n > 0 {
			l.Offset += row*l.Strides[a] + column*l.Strides[b]
		}
		without := func(list []int, last int) []int {
			var kept []int
			for axis, v := range list {
				if axis != a && axis != b {
					kept = append(kept, v)
				}
			}
			return append(kept, last)
		}
		return broadcast.Layout{Shape: without(l.Shape, n), Strides: without(l.Strides, stride), Offset: l.Offset}, nil
	})
}

// plane checks t, and returns the numbers of two axes, which have to be different.
func (t *Tensor) plane(name string, axis0, axis1 int) (a, b int, err error) {
	if a, err = t.axis(name, axis0); err != nil {
		return 0, 0, err
	}
	if b, err = t.axis(name, axis1); err == nil && a == b {
		err = errorf(name, "the axes %d and %d are the same", axis0, axis1)
	}
	return a, b, err
}

// Tile returns the elements counts[i] times along axis i, one after the other. There are as many
// counts as axes, or fewer for the last axes, or more for new first axes of size 1.
func (t *Tensor) Tile(counts ...int) *Tensor {
	const name = "tile"
	if err := t.check(name); err != nil {
		return fail(err)
	}
	shape := append(slices.Repeat([]int{1}, max(0, len(counts)-len(t.layout.Shape))), t.layout.Shape...)
	counts = append(slices.Repeat([]int{1}, len(shape)-len(counts)), counts...)
	single, several, all := make([]int, 0, 2*len(shape)), make([]int, 0, 2*len(shape)), make([]int, len(shape))
	for axis, n := range shape {
		if counts[axis] < 0 {
			return failf(name, "the counts %v; a count is 0 or more", counts)
		}
		var err error
		if all[axis], err = broadcast.Size([]int{counts[axis], n}); err != nil {
			return failf(name, "axis %d: %w", axis, err)
		}
		single, several = append(single, 1, n), append(several, counts[axis], n)
	}
	return t.repeated(name, single, several, all)
}

// repeated returns a copy of t in three steps: with axes of size 1, which then become larger, and are
// merged with others.
func (t *Tensor) repeated(name string, single, several, merged []int) *Tensor {
	thin := t.Reshape(single...)
	defer thin.Release()
	wide := thin.BroadcastTo(several...).named(name)
	if wide.err != nil {
		return wide
	}
	defer wide.Release()
	copied := wide.derive(t.dtype, nil)
	defer copied.Release()
	return copied.Reshape(merged...)
}
