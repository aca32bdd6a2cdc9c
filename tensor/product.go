package tensor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
)

// Matmul returns the product of matrices, by NumPy's rule of ranks. The last two axes are those of
// matrices, and the axes before them are broadcast. A tensor of one axis is a row on the left and a
// column on the right; the result lacks that axis. The dtype is that of [ResultType]: integers wrap,
// and bool is or of and. Floats keep the bound of the row dot, see device/op/ROLES.md.
func (x *Tensor) Matmul(y *Tensor) *Tensor {
	p := newOperands("matmul", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.of[0].layout.Shape, p.of[1].layout.Shape
	if len(a) == 0 || len(b) == 0 {
		return failf(p.name, "both arguments to matmul need to be at least 1D, but they are %dD and %dD (shapes %v and %v)", len(a), len(b), a, b)
	}
	const row, column, inner label = 0, 1, 2
	left, right, kept := fromEnd(len(a)-2), fromEnd(len(b)-2), fromEnd(max(len(a), len(b))-2)
	_, err := broadcast.Shapes(a[:len(left)], b[:len(right)])
	if len(a) > 1 {
		left, kept = append(left, row), append(kept, row)
	}
	left, right = append(left, inner), append(right, inner)
	if len(b) > 1 {
		right, kept = append(right, column), append(kept, column)
	}
	l, r := p.term(0, left...), p.term(1, right...)
	if l.size(inner) != r.size(inner) {
		return failf(p.name, "mat1 and mat2 shapes cannot be multiplied (%s and %s): the sizes %d and %d have to be the same",
			times(a), times(b), l.size(inner), r.size(inner))
	}
	if err != nil {
		return failf(p.name, "%w", err)
	}
	return p.contract(l, r, kept)
}

// fromEnd are the labels of so many axes, counted from the last one: -1.
func fromEnd(n int) []label { return labelsFrom(label(-max(n, 0)), max(n, 0)) }

// times prints a shape as PyTorch does: 2x3.
func times(shape []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}

// Vecdot returns the sums of the products of x and y along an axis, which has the same size in both.
// The other axes are broadcast; the axis counts in the broadcast shape. The dtype is as in
// [Tensor.Matmul].
func (x *Tensor) Vecdot(axis int, y *Tensor) *Tensor {
	p := newOperands("vecdot", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.of[0].layout.Shape, p.of[1].layout.Shape
	rank := max(len(a), len(b))
	axes, err := broadcast.Axes([]int{axis}, rank)
	if err == nil && rank == 0 {
		err = &broadcast.AxisError{Axis: axis}
	}
	if err != nil {
		return failf(p.name, "%w", err)
	}
	inner := label(axes[0] - rank)
	left, right := p.term(0, fromEnd(len(a))...), p.term(1, fromEnd(len(b))...)
	if m, n := left.size(inner), right.size(inner); m != n {
		return failf(p.name, "inconsistent sizes %d and %d along axis %d (shapes %v and %v); they have to be the same", m, n, axis, a, b)
	}
	if _, err := broadcast.Shapes(a, b); err != nil {
		return failf(p.name, "%w", err)
	}
	return p.contract(left, right, slices.Delete(fromEnd(rank), axes[0], axes[0]+1))
}

// Dot returns the sum of the products of x and y, which have one axis each. The dtype is as in
// [Tensor.Matmul].
func (x *Tensor) Dot(y *Tensor) *Tensor {
	p := newOperands("dot", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.of[0].layout.Shape, p.of[1].layout.Shape
	switch {
	case len(a) != 1 || len(b) != 1:
		return failf(p.name, "1D tensors expected, but got %dD and %dD tensors (shapes %v and %v); use Matmul, Inner or Tensordot", len(a), len(b), a, b)
	case a[0] != b[0]:
		return failf(p.name, "inconsistent tensor size, expected tensor [%d] and src [%d] to have the same number of elements", a[0], b[0])
	}
	return p.contract(p.term(0, 0), p.term(1, 0), nil)
}

// Inner returns the sums of the products along the last axis of x and of y. The result has the other
// axes of x, and then those of y. If one has no axes, it multiplies. The dtype is as in
// [Tensor.Matmul].
func (x *Tensor) Inner(y *Tensor) *Tensor {
	p := newOperands("inner", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.of[0].layout.Shape, p.of[1].layout.Shape
	n, m := len(a), len(b)
	if n == 0 || m == 0 {
		kept := labelsFrom(0, n+m)
		return p.contract(p.term(0, kept[:n]...), p.term(1, kept[n:]...), kept)
	}
	if a[n-1] != b[m-1] {
		return failf(p.name, "the last dimension must match on both input tensors but got shapes %v and %v", a, b)
	}
	const inner label = -1
	kept := labelsFrom(0, n+m-2)
	left, right := slices.Clone(kept[:n-1]), slices.Clone(kept[n-1:])
	return p.contract(p.term(0, append(left, inner)...), p.term(1, append(right, inner)...), kept)
}

// Outer returns the products of all pairs of an element of x and one of y, which have one axis each:
// element [i j] is x[i] times y[j]. The dtype is as in [Tensor.Matmul].
func (x *Tensor) Outer(y *Tensor) *Tensor {
	p := newOperands("outer", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	for i, t := range p.of {
		if n := len(t.layout.Shape); n != 1 {
			return failf(p.name, "Expected 1-D argument %s, but got %d-D (shape %v); flatten it with Reshape(-1)", method(i), n, t.layout.Shape)
		}
	}
	return p.contract(p.term(0, 0), p.term(1, 1), labelsFrom(0, 2))
}

// Kron returns the Kronecker product: a block for each element of x, which is that element times y. A
// tensor of fewer axes gets axes of size 1 in front. The dtype is as in [Tensor.Matmul].
func (x *Tensor) Kron(y *Tensor) *Tensor {
	p := newOperands("kron", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.of[0].layout.Shape, p.of[1].layout.Shape
	rank := max(len(a), len(b))
	var left, right, kept []label // of axis k they are 2k and 2k+1
	shape := make([]int, rank)
	for k := range rank {
		shape[k] = 1
		if i := k - rank + len(a); i >= 0 {
			left, shape[k] = append(left, label(2*k)), a[i]
		}
		if i := k - rank + len(b); i >= 0 {
			right = append(right, label(2*k+1))
			if shape[k], p.err = broadcast.Size([]int{shape[k], b[i]}); p.err != nil {
				return failf(p.name, "axis %d: %w", k, p.err)
			}
		}
		kept = append(kept, label(2*k), label(2*k+1))
	}
	blocks := p.contract(p.term(0, left...), p.term(1, right...), kept)
	defer blocks.Release()
	return blocks.Reshape(shape...)
}

// Tensordot returns the sums of the products of x and y along pairs of axes: the axes that axesX lists of
// x, and those that axesY lists of y, in the same order. The result has the other axes of x, and then
// those of y. The dtype is as in [Tensor.Matmul].
func (x *Tensor) Tensordot(y *Tensor, axesX, axesY []int) *Tensor {
	p := newOperands("tensordot", method, x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	if len(axesX) != len(axesY) {
		return failf(p.name, "both dimension lists should have same length: %v of x and %v of y", axesX, axesY)
	}
	a, b := p.of[0].layout.Shape, p.of[1].layout.Shape
	for i, axes := range [][]int{axesX, axesY} {
		n := len(p.of[i].layout.Shape)
		_, err := broadcast.Axes(axes, n)
		if err == nil && n == 0 && len(axes) > 0 {
			err = &broadcast.AxisError{Axis: axes[0]}
		}
		if err != nil {
			return failf(p.name, "%s: %w", method(i), err)
		}
	}
	left, right := labelsFrom(0, len(a)), labelsFrom(label(len(a)), len(b))
	kept := slices.Concat(left, right)
	for k := range axesX {
		i, j := modulo(axesX[k], len(a)), modulo(axesY[k], len(b))
		if a[i] != b[j] {
			return failf(p.name, "contracted dimensions need to match, but first has size %d in dim %d and second has size %d in dim %d (shapes %v and %v)", a[i], i, b[j], j, a, b)
		}
		kept = slices.DeleteFunc(kept, func(l label) bool { return l == left[i] || l == right[j] })
		right[j] = left[i]
	}
	return p.contract(p.term(0, left...), p.term(1, right...), kept)
}
