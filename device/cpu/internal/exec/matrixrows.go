package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// findRows finds the loads of an operand whose places are the same along a sum: each loads rows of a table. Inputs
// that only these read are fetched for the first element of each row.
func (s *side) findRows(t *layout, inner []int) {
	if t.numbers.strides != nil && slices.ContainsFunc(inner, func(axis int) bool { return t.numbers.strides[axis] < 0 }) {
		return // the first wrong element is another one
	}
	steps, others := t.program.steps, []device.Value{}
	for _, i := range s.maps {
		from := steps[i].from
		if a := steps[i].access; a != nil && a.kind <= loadsOr && !slices.ContainsFunc(from[1:1+len(a.locate)], func(v device.Value) bool { return t.varies(v, inner) }) {
			s.rows, s.firsts, from = append(s.rows, i), append(s.firsts, from[:1+len(a.locate)]...), from[1+len(a.locate):]
		}
		others = append(others, from...)
	}
	s.firsts = slices.DeleteFunc(s.firsts, func(v device.Value) bool { return slices.Contains(others, v) || !slices.Contains(s.reads, v) })
	s.reads = slices.DeleteFunc(s.reads, func(v device.Value) bool { return slices.Contains(s.firsts, v) })
}

// varies reports whether a value may have several elements along some axes.
func (t *layout) varies(v device.Value, axes []int) bool {
	k := t.program.values[v].operand
	return k < 0 || slices.ContainsFunc(axes, func(axis int) bool { return t.plan.Shape[axis] > 1 && t.plan.Operands[k].Strides[axis] != 0 })
}

// fetchFirsts fetches the inputs that are read for the first element of each row.
func (w *worker) fetchFirsts(t *task, s *side) {
	if len(s.firsts) == 0 {
		return
	}
	last := &w.size[len(w.size)-1]
	n := *last
	*last = 1
	for _, v := range s.firsts {
		w.fetch(t, t.program.values[v].operand)
	}
	*last = n
}

// loadRows computes a load for the tile: each row has one place.
func (w *worker) loadRows(t *task, s *step) {
	m, size, around := &t.moves[s.access.table], t.program.values[s.to].bytes, s.from[len(s.from)-1]
	row, to := kernel.Matrix{Column: m.strides[len(m.strides)-1] * size}, kernel.Matrix{Column: size}
	p := kernel.NewPositions(1)
	for r := range w.groups {
		p.Begin(w.address(t, s.from[0], r, 0, false), false)
		to.At = w.address(t, s.to, r, 0, false)
		switch outside := w.locate(t, s, p, r, 0); {
		case !outside:
			row.At = unsafe.Add(t.at[s.access.table].memory, int(p.At[0])*size)
			t.program.set.CopyMatrix(to, row, 1, w.elements, size)
		case s.access.kind == loads:
			kernel.Fill(to.At, size, w.elements, 0)
		default:
			t.program.set.CopyMatrix(to, kernel.Matrix{At: w.address(t, around, r, 0, false), Column: size}, 1, w.elements, size)
		}
	}
	p.Release()
}
