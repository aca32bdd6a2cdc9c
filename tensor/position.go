package tensor

import (
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// positions returns integers, the offsets of a layout. They have no memory until they are asked for:
// a launch computes them from the index of its element. They have the positionType.
func positions(name string, d device.Device, l broadcast.Layout) *Tensor {
	return positionsAs(positionType(l), name, d, &l)
}

// positionsAs is positions as int32 or int64. The layout never changes from then on.
func positionsAs(dt DType, name string, d device.Device, l *broadcast.Layout) *Tensor {
	info := d.Info()
	if err := info.RunsForm(device.Positions); err != nil {
		return failf(name, "%w", err)
	}
	return newOn(name, d, dt, l.Shape, func(d device.Device) (*Tensor, error) {
		return newExpression(d, dt, rowMajor(l.Shape), nil, nil, graph.Arg{Type: dt, Layout: l}), nil
	})
}

// positionType is int32, or int64 if the offsets of a layout do not all fit.
func positionType(l broadcast.Layout) DType {
	if lo, hi := l.Bounds(); int64(lo) < math.MinInt32 || int64(hi) > math.MaxInt32 {
		return Int64
	}
	return Int32
}

// diagonal returns, for each element of a shape, the number of the column less that of the row.
func diagonal(name string, d device.Device, shape []int) *Tensor {
	strides := make([]int, len(shape))
	strides[len(shape)-2], strides[len(shape)-1] = -1, 1
	return positions(name, d, broadcast.Layout{Shape: shape, Strides: strides})
}

// Eye returns a matrix of n rows and m columns on the default device, with ones on its diagonal and
// zeros elsewhere.
func Eye(dt DType, n, m int) *Tensor {
	const name = "eye"
	d := DefaultDevice()
	if err := computes(name, d, elsewhere, dt); err != nil {
		return fail(err)
	}
	shape := []int{n, m}
	if err := fits(dt, shape); err != nil {
		return failf(name, "%w", err)
	}
	var s steps
	defer s.release()
	return s.keep(s.keep(diagonal(name, d, shape)).Eq(0)).AsType(dt)
}

// Tril returns the lower triangle of the matrices of x: elements above diagonal k become 0. Diagonal 0 is
// the main one, 1 the one above it. The last two axes are those of matrices.
func (x *Tensor) Tril(k int) *Tensor { return x.triangle("tril", k, (*Tensor).Le) }

// Triu returns the upper triangle of the matrices of x: elements below diagonal k become 0. Diagonal 0 is
// the main one, 1 the one above it. The last two axes are those of matrices.
func (x *Tensor) Triu(k int) *Tensor { return x.triangle("triu", k, (*Tensor).Ge) }

func (x *Tensor) triangle(name string, k int, keep func(diagonal *Tensor, k any) *Tensor) *Tensor {
	if err := x.check(name); err != nil {
		return fail(err)
	}
	if n := len(x.layout.Shape); n < 2 {
		return failf(name, "a tensor of %d axes (shape %v); a matrix has two", n, x.layout.Shape)
	}
	x = x.standIn()
	var s steps
	defer s.release()
	return Where(s.keep(keep(s.keep(diagonal(name, x.device, x.layout.Shape)), k)), x, x.zero())
}

// zero is a Go value that has x's dtype beside x.
func (x *Tensor) zero() any {
	if x.dtype == Bool {
		return false
	}
	return 0
}

// OneHot returns, for each element of x, a row of so many classes: 1 at the number that the element is,
// and 0 elsewhere. The classes are a new last axis. An element that is no class has a row of zeros. x
// has an integer dtype, and the result is int64.
func (x *Tensor) OneHot(classes int) *Tensor {
	const name = "one_hot"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	switch {
	case !x.dtype.IsInteger():
		return failf(name, "the classes are %v, and have to be integers; convert with AsType", x.dtype)
	case classes < 0:
		return failf(name, "%d classes; there are 0 or more", classes)
	}
	x = x.standIn()
	shape := append(x.Shape(), classes)
	if err := fits(Int64, shape); err != nil {
		return failf(name, "%w", err)
	}
	var s steps
	defer s.release()
	strides := make([]int, len(shape))
	strides[len(shape)-1] = 1
	class := s.keep(positions(name, x.device, broadcast.Layout{Shape: shape, Strides: strides}))
	if x.dtype == Uint64 {
		class = s.keep(class.AsType(Uint64))
	}
	return s.keep(s.keep(x.Unsqueeze(-1)).Eq(class)).AsType(Int64)
}
