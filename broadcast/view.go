package broadcast

import (
	"fmt"
	"slices"
)

// Permute reorders the axes: axis i of the result is axis axes[i] of l. Every axis is named once.
func (l Layout) Permute(axes ...int) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	if len(axes) != l.Rank() {
		return Layout{}, fmt.Errorf("%d axes %v are named for rank %d", len(axes), axes, l.Rank())
	}
	axes, err := axesOf(axes, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	m := newLayout(l.Rank(), l.Offset)
	for i, axis := range axes {
		m.Shape[i], m.Strides[i] = l.Shape[axis], l.Strides[axis]
	}
	return m, nil
}

// Transpose swaps two axes.
func (l Layout) Transpose(a, b int) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	if l.Rank() == 0 { // takes 0 and -1, as in PyTorch
		for _, axis := range [...]int{a, b} {
			if axis != 0 && axis != -1 {
				_, err := axisOf(axis, 0)
				return Layout{}, err
			}
		}
		return l.Clone(), nil
	}
	a, err := axisOf(a, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	b, err = axisOf(b, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	m := l.Clone()
	m.Shape[a], m.Shape[b] = m.Shape[b], m.Shape[a]
	m.Strides[a], m.Strides[b] = m.Strides[b], m.Strides[a]
	return m, nil
}

// Flip reverses the named axes; without any it reverses all of them, as NumPy does.
func (l Layout) Flip(axes ...int) (Layout, error) {
	n, err := l.size()
	if err != nil {
		return Layout{}, err
	}
	axes, err = axesOf(axes, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	flips := func(axis int) bool { return len(axes) == 0 || slices.Contains(axes, axis) }
	m := l.Clone()
	for axis, size := range l.Shape {
		if n == 0 || size == 1 || !flips(axis) {
			continue
		}
		offset, ok := mulAdd(m.Offset, size-1, l.Strides[axis])
		stride, fits := mul(l.Strides[axis], -1)
		if !ok || !fits {
			return Layout{}, l.overflow(axis)
		}
		m.Offset, m.Strides[axis] = offset, stride
	}
	return m, nil
}

// Squeeze drops the named axes that have size 1; others stay (PyTorch's rule). Without any named,
// it drops all axes of size 1.
func (l Layout) Squeeze(axes ...int) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	axes, err := axesOf(axes, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	return l.dropAxes(func(axis int) bool {
		return l.Shape[axis] == 1 && (len(axes) == 0 || slices.Contains(axes, axis))
	}), nil
}

// Unsqueeze puts a new axis of size 1 where axis says, counted in the result.
func (l Layout) Unsqueeze(axis int) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	axis, err := axisOf(axis, l.Rank()+1)
	if err != nil {
		return Layout{}, err
	}
	stride := 1 // as PyTorch has it; no walk goes along it
	if axis < l.Rank() {
		stride = l.leadingStride(axis)
	}
	return Layout{
		Shape:   slices.Insert(slices.Clone(l.Shape), axis, 1),
		Strides: slices.Insert(slices.Clone(l.Strides), axis, stride),
		Offset:  l.Offset,
	}, nil
}
