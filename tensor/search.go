package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Side says which of several places [Tensor.Searchsorted] returns, where a value is equal to elements.
type Side uint8

// The sides of [Tensor.Searchsorted].
const (
	Left  Side = iota // before equal elements: the number of elements that are less than the value
	Right             // behind equal elements: the number of elements that are not greater
)

// Searchsorted returns the places at which values could be inserted into x, so that x stays sorted. x is
// sorted along its last axis, in ascending order. NaN is the greatest. If x has one axis, the values have
// any shape. Otherwise they have x's shape, but for the last axis. The result has the shape of the
// values, and is int64. Both are converted to their common dtype. In an x that is not sorted, a place is
// any number from 0 to the size of the axis.
func (x *Tensor) Searchsorted(values *Tensor, side Side) *Tensor {
	const name = "searchsorted"
	p := newOperands(name, method, x, values)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	if p.typeErr != nil {
		return fail(p.typeErr)
	}
	table, layout := p.of[0].layout.Clone(), p.of[1].layout
	rank := len(table.Shape)
	switch {
	case side > Right:
		return failf(name, "side %d; it is Left or Right", side)
	case rank == 0:
		return failf(name, "the sorted tensor has no axes")
	case rank > 1 && (rank != len(layout.Shape) || !slices.Equal(table.Shape[:rank-1], layout.Shape[:rank-1])):
		return failf(name, "the sorted tensor has shape %v, the values %v; all sizes but the last have to be the same, or the first has one axis",
			table.Shape, layout.Shape)
	}
	row := op.FindLeft
	if side == Right {
		row = op.FindRight
	}
	if err := runs(name, p.of[0].device, row, Int64, p.of[0].dtype); err != nil {
		return fail(err)
	}
	if err := fits(Int64, layout.Shape); err != nil {
		return failf(name, "%w", err)
	}
	along := newAxis(&table, rank-1)
	if rank == 1 {
		table.Shape, table.Strides = slices.Clone(layout.Shape), make([]int, len(layout.Shape))
	} else {
		table.Shape, table.Strides = slices.Clone(layout.Shape), slices.Concat(table.Strides[:rank-1], []int{0})
	}
	table.Shape, table.Strides = append(table.Shape, along.size), append(table.Strides, along.stride)
	return newExpression(p.of[0].device, Int64, rowMajor(layout.Shape), row, nil,
		graph.Arg{Version: p.of[0].storage.Load().Acquire(), Layout: &table}, p.of[1].operand()).limitDepth()
}
