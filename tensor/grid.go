package tensor

import (
	"slices"
)

// Indexing says which axis of a grid belongs to which tensor.
type Indexing int

const (
	IJ Indexing = iota // the order of the tensors: PyTorch's default
	XY                 // the first two exchanged: NumPy's default
)

// Meshgrid returns read-only views of tensors of one axis (or 0-d), one for each, broadcast to the grid of
// all of them. With [IJ] the grid has the sizes of the tensors in their order, with [XY] the first two are
// exchanged. The views copy nothing; an expression of them broadcasts as one of rows and columns does.
func Meshgrid(indexing Indexing, ts ...*Tensor) ([]*Tensor, error) {
	const name = "meshgrid"
	if indexing != IJ && indexing != XY {
		return nil, errorf(name, "Indexing(%d) is neither IJ nor XY", indexing)
	}
	shape, axes := make([]int, len(ts)), make([]int, len(ts))
	for i, t := range ts {
		if err := t.check(name); err != nil {
			return nil, err
		}
		if t.Rank() > 1 {
			return nil, errorf(name, "tensor %d has shape %v; it takes tensors of one axis", i, t.layout.Shape)
		}
		if axes[i] = i; indexing == XY && i < 2 && len(ts) > 1 {
			axes[i] = 1 - i
		}
		shape[axes[i]] = t.layout.Len()
	}
	grid := make([]*Tensor, len(ts))
	for i, t := range ts {
		single := slices.Repeat([]int{1}, len(ts))
		single[axes[i]] = t.layout.Len()
		line := t.Reshape(single...)
		grid[i] = line.BroadcastTo(shape...).named(name)
		line.Release()
		if err := grid[i].Err(); err != nil {
			return nil, err
		}
	}
	return grid, nil
}

// Logspace returns n powers of a base, whose exponents are [Linspace]'s from start to stop.
func Logspace[T Real](start, stop T, n int, base float64) *Tensor {
	const name = "logspace"
	exponents := Linspace(start, stop, n).named(name)
	defer exponents.Release()
	if exponents.err != nil {
		return exponents
	}
	return Apply("pow", base, exponents).named(name)
}
