package tensor

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Matmul returns the product of matrices, by NumPy's rule of ranks. The last two axes are those of
// matrices, and the axes before them are broadcast. A tensor of one axis is a row on the left and a
// column on the right; the result lacks that axis. The dtype is that of [ResultType]: integers wrap,
// and bool is or of and. Floats keep the bound of the row dot, see device/op/ROLES.md.
func (x *Tensor) Matmul(y *Tensor) *Tensor {
	p := newProduct("matmul", x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.x.layout, p.y.layout
	if a.Rank() == 0 || b.Rank() == 0 {
		return failf(p.name, "both arguments to matmul need to be at least 1D, but they are %dD and %dD (shapes %v and %v)", a.Rank(), b.Rank(), a.Shape, b.Shape)
	}
	left, right := splitLast(a), splitLast(b)
	if right.matrix { // its rows are the axis that is summed
		right.summed, right.free = right.free, right.summed
	}
	if left.summed.size != right.summed.size {
		return failf(p.name, "mat1 and mat2 shapes cannot be multiplied (%s and %s): the sizes %d and %d have to be the same",
			times(a.Shape), times(b.Shape), left.summed.size, right.summed.size)
	}
	return p.sum(left, right)
}

// Vecdot returns the sums of the products of x and y along an axis, which has the same size in both.
// The other axes are broadcast; the axis counts in the broadcast shape. The dtype is as in
// [Tensor.Matmul].
func (x *Tensor) Vecdot(axis int, y *Tensor) *Tensor {
	p := newProduct("vecdot", x, y)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	a, b := p.x.layout, p.y.layout
	rank := max(a.Rank(), b.Rank())
	axes, err := broadcast.Axes([]int{axis}, rank)
	if err == nil && rank == 0 {
		err = &broadcast.AxisError{Axis: axis}
	}
	if err != nil {
		return failf(p.name, "%w", err)
	}
	left, right := splitAt(a, axes[0]-rank), splitAt(b, axes[0]-rank)
	if left.summed.size != right.summed.size {
		return failf(p.name, "inconsistent sizes %d and %d along axis %d (shapes %v and %v); they have to be the same", left.summed.size, right.summed.size, axis, a.Shape, b.Shape)
	}
	return p.sum(left, right)
}

// product is a sum of products: two operands of one dtype.
type product struct {
	name    string
	x, y    *Tensor // handles of its own
	err     error   // why there is none
	typeErr error   // the same, but only if the shapes fit
}

// newProduct checks that both operands are on one device, and converts them to their common type.
func newProduct(name string, x, y *Tensor) *product {
	p := &product{name: name, err: x.check(name)}
	if p.err == nil {
		p.err = y.check(name)
	}
	if p.err != nil {
		return p
	}
	x, y = x.standIn(y), y.standIn(x)
	if x.device != y.device {
		p.err = errorf(name, "%s; move one of them with To", onDevices("x", x.device, "y", y.device))
		return p
	}
	dt, err := ResultType(x, y)
	if err != nil {
		p.x, p.y, p.typeErr = x.again(name), y.again(name), errorf(name, "%w", err)
		return p
	}
	p.x, p.y = x.AsType(dt), y.AsType(dt)
	if p.err = p.x.Err(); p.err == nil {
		p.err = p.y.Err()
	}
	return p
}

func (p *product) release() {
	p.x.Release()
	p.y.Release()
}

// factor is an operand of a product: its axes that are broadcast, and others. An axis without a
// size is none.
type factor struct {
	batch        broadcast.Layout
	free, summed axis
	matrix       bool // it has the axis free
}

type axis struct{ size, stride int }

// splitLast splits off the last axis, and the one before it.
func splitLast(l *broadcast.Layout) factor {
	f := splitAt(l, -1)
	if n := l.Rank() - 2; n >= 0 {
		f.free, f.matrix = axis{l.Shape[n], l.Strides[n]}, true
		f.batch.Shape, f.batch.Strides = l.Shape[:n], l.Strides[:n]
	}
	return f
}

// splitAt splits off an axis, counted from the end. An operand of fewer axes has size 1 there.
func splitAt(l *broadcast.Layout, fromEnd int) factor {
	at := l.Rank() + fromEnd
	if at < 0 {
		return factor{batch: *l, summed: axis{size: 1}}
	}
	batch := l.Clone()
	batch.Shape, batch.Strides = append(batch.Shape[:at], l.Shape[at+1:]...), append(batch.Strides[:at], l.Strides[at+1:]...)
	return factor{batch: batch, summed: axis{l.Shape[at], l.Strides[at]}}
}

// sum makes the expression: over the batches, the free axes, and the summed axis.
func (p *product) sum(left, right factor) *Tensor {
	shape, err := broadcast.Shapes(left.batch.Shape, right.batch.Shape)
	if err != nil {
		return failf(p.name, "%w", err)
	}
	if p.typeErr != nil {
		return fail(p.typeErr)
	}
	a, _ := left.batch.To(shape) // Shapes returned no error
	b, _ := right.batch.To(shape)
	along := func(size, strideA, strideB int) {
		a.Shape, a.Strides = append(a.Shape, size), append(a.Strides, strideA)
		b.Shape, b.Strides = a.Shape, append(b.Strides, strideB)
	}
	if left.matrix {
		along(left.free.size, left.free.stride, 0)
	}
	if right.matrix {
		along(right.free.size, 0, right.free.stride)
	}
	layout := rowMajor(append([]int{}, a.Shape...))
	along(left.summed.size, left.summed.stride, right.summed.stride)
	if _, err := broadcast.Size(a.Shape); err != nil {
		return failf(p.name, "%w", err)
	}
	return groups(p.name, op.Dot, p.x, []int{len(a.Shape) - 1}, layout, &a, p.y.storage.Load().Read(&b))
}

// times prints a shape as PyTorch does: 2x3.
func times(shape []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}
