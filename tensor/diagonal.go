package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Trace returns the sums of the diagonals of two axes: x.Diagonal(axis0, axis1, offset).Sum(-1). Integers
// are summed as int64 or uint64, and wrap.
func (x *Tensor) Trace(axis0, axis1, offset int) *Tensor {
	const name = "trace"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	d := x.Diagonal(axis0, axis1, offset).named(name)
	defer d.Release()
	if d.err != nil {
		return d
	}
	return d.Sum(-1).named(name)
}

// Diag returns the k-th diagonal of a matrix, as a view, or a square matrix that has the elements of a
// tensor of one axis on its k-th diagonal, and zeros beside it.
func (x *Tensor) Diag(k int) *Tensor {
	const name = "diag"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	switch x.Rank() {
	case 2:
		return x.Diagonal(0, 1, k).named(name)
	case 1:
	default:
		return failf(name, "the tensor has %d axes (shape %v); it takes one or two", x.Rank(), x.layout.Shape)
	}
	n := x.layout.Shape[0]
	size := n + max(k, -k)
	if size < 0 || k < 0 && -k < 0 {
		return failf(name, "diagonal %d of %d elements needs a matrix of more elements than an int counts", k, n)
	}
	if err := fits(x.dtype, []int{size, size}); err != nil {
		return failf(name, "%w", err)
	}
	x = x.standIn()
	if n == 0 {
		zeros := newFilled(name, x.device, x.dtype, 0, []int{size, size})
		defer zeros.Release()
		return zeros.after(name, x)
	}
	whole := rowMajor([]int{size, size})
	first := max(k, 0) + max(-k, 0)*size
	pieces := []piece{x.piece(x.dtype, x.layout, &broadcast.Layout{Shape: []int{n}, Strides: []int{size + 1}, Offset: first})}
	zeros := func(at, rows, columns, stride int) {
		if rows > 0 && columns > 0 {
			pieces = append(pieces, piece{arg: graph.Arg{Type: x.dtype},
				to: &broadcast.Layout{Shape: []int{rows, columns}, Strides: []int{stride, 1}, Offset: at}})
		}
	}
	zeros(0, 1, first, 0)                                                 // before the diagonal
	zeros(first+1, n-1, size, size+1)                                     // between its elements
	zeros(first+(n-1)*(size+1)+1, 1, size*size-first-(n-1)*(size+1)-1, 0) // behind it
	return join(name, x.device, x.dtype, whole, pieces)
}

// FillDiagonal writes v, a number or a bool, to the elements of t whose indices are all equal, as NumPy's
// fill_diagonal does. It waits as [Tensor.Fill] does. For more than two axes their sizes have to be the
// same.
func (t *Tensor) FillDiagonal(v any) error {
	const name = "fill_diagonal"
	if err := t.writable(name); err != nil {
		return err
	}
	shape := t.layout.Shape
	if len(shape) < 2 {
		return errorf(name, "the tensor has %d axes (shape %v); it takes two at least", len(shape), shape)
	}
	n := shape[0]
	for _, size := range shape {
		if len(shape) > 2 && size != n {
			return errorf(name, "all sizes have to be the same, and the shape is %v", shape)
		}
		n = min(n, size)
	}
	d := t.view(name, func(l broadcast.Layout) (broadcast.Layout, error) {
		stride := 0
		for _, s := range l.Strides {
			stride += s
		}
		return broadcast.Layout{Shape: []int{n}, Strides: []int{stride}, Offset: l.Offset}, nil
	})
	defer d.Release()
	if d.err != nil {
		return *d.err
	}
	return failure(name, d.Fill(v))
}
