package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// side is an operand of a product, and the maps that compute it before it is packed.
type side struct {
	value device.Value   // the operand
	axes  []int          // its rows or columns
	maps  []int          // steps; none if the operand is an input
	reads []device.Value // the inputs of level 1 that they need
	once  []device.Value // and those of level 0

	rows   []int          // those of maps that load whole rows of a table
	firsts []device.Value // the inputs that only these need

	padded *padded // then maps are not used; or nil
}

// sideOf finds the maps of an operand.
func (p *compiled) sideOf(v device.Value, code, axes []int) side {
	s := side{value: v, axes: axes, maps: p.stepsOf(code)}
	for _, i := range s.maps {
		for _, v := range p.steps[i].from {
			of := &s.reads
			if !p.tiled(v) {
				of = &s.once
			}
			if p.values[v].operand >= 0 && !slices.Contains(*of, v) {
				*of = append(*of, v)
			}
		}
	}
	s.padded = p.paddedOf(&s)
	return s
}

// mapsMost is for how many rows of an operand, or columns, maps compute elements at a time.
const mapsMost = 32

// mapped reports whether maps compute an operand.
func (p *product) mapped() bool { return p.sides[0].mapped() || p.sides[1].mapped() }

func (s *side) mapped() bool { return len(s.maps) > 0 && s.padded == nil }

// side is the tile's part of X or Y.
func (w *worker) side(t *task, k int) matrices {
	s := &t.product.sides[k]
	rows, columns := s.axes, t.product.inner
	if k == 1 {
		rows, columns = columns, rows
	}
	switch {
	case s.padded != nil:
		m := w.matrices(t, rows, columns, s.padded.strides, s.padded.size)
		m.At, m.Spare = w.pad(t, s.padded), kernel.Spare
		return m
	case len(s.maps) == 0:
		return w.operand(t, t.outs+int(s.value), rows, columns)
	}
	w.strides = grow(w.strides, len(w.size))
	clear(w.strides) // it has none, but sizes
	m, of := w.matrices(t, rows, columns, w.strides, 0), &w.mapped[k]
	of.side, of.task, of.worker, of.turned = s, t, w, k == 1
	of.index, of.size = append(of.index[:0], w.index...), append(of.size[:0], w.size...)
	m.Source = of
	return m
}

// mapped computes an operand of a tile by maps. A row of a tile of maps is a row of X or a column of Y, and
// a column of it is one product of each sum.
type mapped struct {
	*side
	task        *task
	worker      *worker
	turned      bool  // rows of the tile are columns
	index, size []int // of the worker, for the tile
}

// CopyTo implements kernel.Source.
func (s *mapped) CopyTo(to kernel.Matrix, rows, columns kernel.Span) {
	if s.turned {
		rows, columns = columns, rows
		to.Row, to.Column = to.Column, to.Row
	}
	w, inner := s.worker, s.task.product.inner
	groups := w.groups
	for axis := range s.task.groups.groups.to { // any row of Y has the same columns, and the other way round
		if numbers := s.task.numbers.strides; numbers != nil && numbers[axis] < 0 { // an index error is that of the first
			w.index[axis] += w.size[axis] - 1
		}
		w.size[axis] = 1
	}
	for r := rows.From; r < rows.To; r += w.groups {
		w.groups = w.seekRun(s.axes, s.index, s.size, r, min(rows.To-r, mapsMost))
		for c := columns.From; c < columns.To; c += w.elements {
			w.elements = w.seekRun(inner, s.index, s.size, c, min(columns.To-c, s.task.groups.elements.most))
			from := w.runMaps(s.task, s.side)
			s.task.program.set.CopyMatrix(to.Beyond(r-rows.From, c-columns.From), from, w.groups, w.elements, s.task.program.values[s.value].bytes)
		}
	}
	copy(w.index, s.index)
	copy(w.size, s.size)
	w.groups = groups
}

// seekRun sets the worker on elements that follow each other along the last of some axes: number i of the
// tile, and at most so many in all. It returns how many they are.
func (w *worker) seekRun(axes, index, size []int, i, most int) int {
	n := 1
	for k, axis := range slices.Backward(axes) {
		at := i % size[axis]
		i /= size[axis]
		if w.index[axis], w.size[axis] = index[axis]+at, 1; k == len(axes)-1 {
			n = min(size[axis]-at, most)
			w.size[axis] = n
		}
	}
	return n
}

// runMaps computes the elements of an operand that the worker is set on, and returns where they are.
func (w *worker) runMaps(t *task, s *side) kernel.Matrix {
	for _, v := range s.once {
		w.fetch(t, t.program.values[v].operand)
	}
	for _, v := range s.reads {
		w.fetch(t, t.program.values[v].operand)
	}
	w.fetchFirsts(t, s)
	w.rows, w.n = w.groups, w.elements
	for _, i := range s.maps {
		if slices.Contains(s.rows, i) {
			w.loadRows(t, &t.program.steps[i])
		} else {
			w.step(t, i)
		}
	}
	return w.matrix(t, s.value)
}
