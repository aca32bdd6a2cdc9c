package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// loaded returns t as loads of its elements, if t waits for elements that a number surrounds, as [Tensor.Pad] makes
// them. A product loads them while it fills a tile, and they are copied nowhere else. Otherwise loaded returns t. The
// product reads t through a view, for sums of so many terms.
//
// Maps of the elements that keep the number around come behind the load, if they can join the product.
func (t *Tensor) loaded(s *steps, view *broadcast.Layout, terms int) *Tensor {
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
	var maps []later
	for fuse.Joins(t.device, t.dtype, view, whole, terms, len(maps)+1) {
		m, ok := behind(&load[0], &around)
		if !ok {
			break
		}
		maps = append(maps, m)
	}
	x := s.keep(newExpression(t.device, load[0].DType(), whole, op.LoadOr, nil, append(load, around)...))
	for _, m := range slices.Backward(maps) {
		m.args[m.at] = x.storage.Load().Read(whole)
		x = s.keep(newExpression(t.device, m.dtype, whole, m.op, nil, m.args...))
	}
	return x
}

// later is a map of loaded elements: argument at is what it reads of them.
type later struct {
	op    *op.Op
	dtype DType
	args  []graph.Arg
	at    int
}

// behind moves a load, and the number around its table, before the map that the table waits for. It can be moved if
// the map takes numbers besides, and gives the number around again.
func behind(table, around *graph.Arg) (m later, ok bool) {
	m.op, m.args = table.Version.Map()
	m.at = slices.IndexFunc(m.args, func(a graph.Arg) bool { return !a.IsScalar() })
	if m.dtype = table.DType(); !m.keeps(*around) {
		letArgs(m.args)
		return m, false
	}
	from := m.args[m.at].Version
	table.Version.Let()
	table.Version, around.Type = from, from.Type
	return m, true
}

// keeps reports whether the map gives a number again, and takes one tensor, whole. If that has another type, the number
// is 0: it has the same bits in all types.
func (m *later) keeps(around graph.Arg) bool {
	if m.at < 0 || m.op.Tol != op.Exact {
		return false
	}
	var scalars []op.Scalar
	var types []DType
	for i := range m.args {
		a, dt, x := &m.args[i], m.args[i].DType(), m.args[i].Scalar
		switch {
		case i == m.at:
			if x = around.Scalar; a.IsPosition() || !a.Whole() || dt != around.Type && x != 0 {
				return false
			}
		case !a.IsScalar() || a.Number != 0:
			return false
		}
		to := graph.Computes(m.op, dt)
		scalars, types = append(scalars, op.Convert(x, dt, to)), append(types, to)
	}
	return device.Instr{Op: m.op, Type: m.dtype}.Eval(scalars, types) == around.Scalar
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
