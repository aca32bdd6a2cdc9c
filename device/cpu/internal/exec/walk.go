package exec

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// runGroups computes tile i of groups.
func (w *worker) runGroups(t *task, i int) {
	w.groups, w.elements = w.seekSpan(t, &t.groups.groups, i), w.seekSpan(t, &t.groups.elements, 0)
	for k := t.outs; k < len(t.moves); k++ {
		if !t.program.tiled(t.moves[k].value) {
			w.fetch(t, k)
		}
	}
	for n := range t.program.resident {
		w.runPhase(t, &t.program.resident[n], n == len(t.program.resident)-1)
	}
	for k := range t.moves[:t.outs] {
		if !t.program.tiled(t.moves[k].value) {
			w.scatter(t, k)
		}
	}
}

// runPhase walks over the elements of the groups.
func (w *worker) runPhase(t *task, ph *phase, last bool) {
	w.atElements(t)
	if w.elements > 0 {
		for _, v := range ph.reads {
			w.fetch(t, t.outs+int(v))
		}
		for k := range t.moves[:t.outs] {
			if t.at[k].direct {
				w.values[t.moves[k].value].at = w.first(t, k)
			}
		}
		for _, i := range ph.elements {
			w.step(t, i)
		}
	}
	for _, i := range ph.ends {
		w.evaluate(t, &t.program.Steps[i])
	}
	if w.elements > 0 && last {
		for k := range t.moves[:t.outs] {
			if t.program.tiled(t.moves[k].value) && !t.at[k].direct {
				w.scatter(t, k)
			}
		}
	}
	w.rows, w.n = 1, w.groups
	for _, i := range ph.then {
		w.compute(&t.program.Steps[i], t.modes[i])
	}
}

// seekSpan sets the worker on part i of a span, and returns how many elements the part has.
func (w *worker) seekSpan(t *task, s *span, i int) int {
	n := 1
	for axis := s.to - 1; axis >= s.from; axis-- {
		w.index[axis], i = i%max(t.parts[axis], 1)*t.size[axis], i/max(t.parts[axis], 1)
		w.size[axis] = min(t.size[axis], t.plan.Shape[axis]-w.index[axis])
		n *= w.size[axis]
	}
	return n
}

// atElements makes steps compute an element for each element of a group.
func (w *worker) atElements(t *task) {
	if w.rows, w.n = w.groups, w.elements; t.groups.across {
		w.rows, w.n = w.n, w.rows
	}
}

// step computes a step of level 1.
func (w *worker) step(t *task, i int) {
	s := &t.program.Steps[i]
	if s.group != nil {
		w.evaluate(t, s)
		return
	}
	if t.groups.across {
		w.compute(s, t.modes[i])
		return
	}
	var kept [3]place
	for k, v := range s.from[:s.operands] {
		if kept[k] = w.values[v]; !t.program.tiled(v) && !t.scalar(v) && t.modes[i]&(vector.X<<k) == 0 {
			w.values[v] = w.repeated(t, v, k)
		}
	}
	w.compute(s, t.modes[i])
	for k, v := range s.from[:s.operands] {
		w.values[v] = kept[k]
	}
}

// repeated is a tile of a value of level 0, with each group's element in the group's row.
func (w *worker) repeated(t *task, v device.Value, k int) place {
	bytes := t.program.values[v].bytes
	to := place{unsafe.Pointer(&(*w.room)[t.spread+k*t.words]), bytes * t.groups.columns()}
	t.program.set.CopyMatrix(kernel.Matrix{At: to.at, Row: to.row, Column: bytes}, kernel.Matrix{At: w.values[v].at, Row: bytes}, w.rows, w.n, bytes)
	return to
}

// fetch makes the elements of an input, operand k, readable.
func (w *worker) fetch(t *task, k int) {
	if t.at[k].direct {
		w.values[t.moves[k].value].at = w.first(t, k)
		return
	}
	w.copyGroups(t, k, false)
	w.swap(&t.layout, &t.moves[k])
}

// scatter writes the elements of an output, operand k, from their tile.
func (w *worker) scatter(t *task, k int) {
	w.swap(&t.layout, &t.moves[k])
	w.copyGroups(t, k, true)
}

// copyGroups copies the elements of operand k from its buffer to its tile, or back.
func (w *worker) copyGroups(t *task, k int, back bool) {
	m, first := &t.moves[k], w.first(t, k)
	groups, elements := &t.groups.groups, &t.groups.elements
	tile, g, e := w.matrix(t, m.value), groups.to-1, elements.to-1
	elementRuns, perRun := w.outer(elements), w.size[e]
	once := !t.program.tiled(m.value)
	if once {
		elementRuns, perRun = 1, 1
	}
	for i := range w.outer(groups) {
		for j := range elementRuns {
			at := unsafe.Add(first, (w.offset(groups, i, m.strides)+w.offset(elements, j, m.strides))*m.size)
			from := kernel.Matrix{At: at, Row: m.strides[g] * m.size, Column: m.strides[e] * m.size}
			to := kernel.Matrix{At: unsafe.Add(tile.At, i*w.size[g]*tile.Row+j*perRun*tile.Column), Row: tile.Row, Column: tile.Column}
			rows, columns := w.size[g], perRun
			if t.groups.across || once {
				to.Row, to.Column, from.Row, from.Column = to.Column, to.Row, from.Column, from.Row
				rows, columns = columns, rows
			}
			if back {
				to, from = from, to
			}
			t.program.set.CopyMatrix(to, from, rows, columns, m.size)
		}
	}
}

// matrix is where a value lies in its tile: a row for each group, a column for each element.
func (w *worker) matrix(t *task, v device.Value) kernel.Matrix {
	at, bytes := w.values[v], t.program.values[v].bytes
	switch {
	case !t.program.tiled(v):
		return kernel.Matrix{At: at.at, Row: bytes}
	case int(v) < len(t.moves)-t.outs:
		if k := t.outs + int(v); t.at[k].direct {
			bytes = t.moves[k].column
		}
	}
	if t.groups.across {
		return kernel.Matrix{At: at.at, Row: bytes, Column: at.row}
	}
	return kernel.Matrix{At: at.at, Row: at.row, Column: bytes}
}

// outer is how many runs along the last axis of a span the tile has.
func (w *worker) outer(s *span) int {
	n := 1
	for _, size := range w.size[s.from : s.to-1] {
		n *= size
	}
	return n
}

// offset is how many elements of an operand lie between the tile's first run and run i.
func (w *worker) offset(s *span, i int, strides []int) (elements int) {
	for axis := s.to - 2; axis >= s.from; axis-- {
		elements += i % w.size[axis] * strides[axis]
		i /= w.size[axis]
	}
	return elements
}

// evaluate computes a reduction, a scan or a sort by its exact meaning.
func (w *worker) evaluate(t *task, s *step) {
	args, types := make([][]op.Scalar, s.operands), make([]op.DType, s.operands)
	for k, v := range s.from[:s.operands] {
		types[k] = t.program.source.Type(v)
	}
	to := w.matrix(t, s.to)
	for g := range w.groups {
		for k, v := range s.from[:s.operands] {
			from, n := w.matrix(t, v), w.elements
			if !t.program.tiled(v) {
				n = 1
			}
			args[k] = make([]op.Scalar, n)
			for i := range n {
				args[k][w.numberOf(t, i)] = bitsOf(unsafe.Add(from.At, g*from.Row+i*from.Column), types[k].Size())
			}
		}
		results := s.group.Eval(args, types, s.chain.To)
		for i, x := range results {
			if s.group.Gives != op.One {
				x = results[w.numberOf(t, i)]
			}
			kernel.Fill(unsafe.Add(to.At, g*to.Row+i*to.Column), s.chain.To.Size(), 1, uint64(x))
		}
	}
}

// numberOf is the number, within its group, of element i of the tile.
func (w *worker) numberOf(t *task, i int) int {
	if t.groups.numbers == nil {
		return i
	}
	s, number := &t.groups.elements, t.groups.number
	for axis := s.to - 1; axis >= s.from; axis-- {
		number += i % w.size[axis] * t.groups.numbers[axis]
		i /= w.size[axis]
	}
	return number
}

// bitsOf is an element in memory.
func bitsOf(at unsafe.Pointer, size int) op.Scalar {
	switch size {
	case 1:
		return op.Scalar(*(*uint8)(at))
	case 2:
		return op.Scalar(*(*uint16)(at))
	case 4:
		return op.Scalar(*(*uint32)(at))
	}
	return op.Scalar(*(*uint64)(at))
}
