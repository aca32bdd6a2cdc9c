package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// loaded returns t as loads of its elements, if t waits for elements that a number surrounds, as [Tensor.Pad] makes
// them. A product loads them while it fills a tile, and they are copied nowhere else. Otherwise loaded returns t.
func (t *Tensor) loaded(s *steps) *Tensor {
	parts := t.storage.Load().Parts()
	if parts == nil {
		return t
	}
	args := make([]graph.Arg, len(parts))
	for i := range parts {
		args[i] = parts[i].Arg
	}
	table, around, ok := padded(parts)
	whole := t.storage.Load().Layout()
	if !ok || !boxOf(table.Layout, whole) {
		letArgs(args)
		return t
	}
	load := loadOf(table, whole)
	types := []DType{t.dtype}
	for _, a := range load[1:] {
		types = append(types, a.Type)
	}
	info := t.device.Info()
	if info.RunsForm(device.Positions) != nil || info.Runs(op.LoadOr, append(types, t.dtype)...) != nil {
		letArgs(args)
		return t
	}
	return s.keep(newExpression(t.device, t.dtype, whole, op.LoadOr, nil, append(load, around)...))
}

// padded finds the one part that has elements, and the number that all other parts have.
func padded(parts []graph.Part) (of graph.Part, around graph.Arg, ok bool) {
	numbers := 0
	for _, p := range parts {
		switch {
		case !p.Arg.IsScalar() && (p.Op != nil || of.Layout != nil), numbers > 0 && p.Arg.IsScalar() && p.Arg != around:
			return of, around, false
		case p.Arg.IsScalar():
			around = p.Arg
			numbers++
		default:
			of = p
		}
	}
	return of, around, numbers > 0 && of.Layout != nil && of.Arg.Version != nil
}

// loadOf returns the first arguments of a load: a table, a part of whole, and where each element of whole lies along
// the axes that the part does not fill. It lies outside of the part at the elements around it.
func loadOf(part graph.Part, whole *broadcast.Layout) []graph.Arg {
	table, from := broadcast.Layout{Shape: whole.Shape, Strides: make([]int, len(whole.Shape)), Offset: part.Arg.Layout.Offset}, part.Arg.Layout
	args := []graph.Arg{part.Arg}
	for axis, n := range part.Layout.Shape {
		if n == whole.Shape[axis] {
			table.Strides[axis] = from.Strides[axis]
			continue
		}
		table.Shape, table.Strides = append(table.Shape[:len(table.Shape):len(table.Shape)], n), append(table.Strides, from.Strides[axis])
		place := broadcast.Layout{Shape: whole.Shape, Strides: make([]int, len(whole.Shape)), Offset: -(part.Layout.Offset / whole.Strides[axis] % whole.Shape[axis])}
		place.Strides[axis] = 1
		args = append(args, graph.Arg{Type: positionType(place), Layout: &place})
	}
	args[0].Layout = &table
	return args
}
