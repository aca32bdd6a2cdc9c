package exec

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// runGroups computes tiles of groups, or parts of them: the phase of the pass.
func (t *task) runGroups(w *worker, from, to int) {
	parts := t.groups.parts
	for i := from; i < to && t.goesOn(w); i++ {
		w.seekGroups(t, i/parts)
		if parts > 1 {
			w.keep(t, t.partial(i/parts, 0), t.partial(i/parts, i%parts))
			w.enter(t, false)
			w.walk(t, t.pass, i)
			continue
		}
		w.enter(t, true)
		for n := range t.phases {
			w.walk(t, n, i)
			w.finish(t, n)
		}
		w.leave(t)
	}
}

// seekGroups sets the worker on tile i of groups.
func (w *worker) seekGroups(t *task, i int) { w.groups = w.seekSpan(t, &t.groups.groups, i) }

// keep sets the worker on lists, which have an element for each group, and on states.
func (w *worker) keep(t *task, lists, states []uint64) {
	for v, at := range t.tile {
		if v := device.Value(v); at >= 0 && t.listed(v) {
			w.values[v] = place{word(lists, at), t.listRow(v)}
		}
	}
	w.states = states
}

// enter finds the operands of level 0 in memory. If copied is set, it copies inputs that lie apart to
// lists: those of groups that goroutines share are made once.
func (w *worker) enter(t *task, copied bool) {
	for k := range t.moves {
		if m := &t.moves[k]; !t.program.tiled(m.value) && (t.at[k].direct || copied && m.read) {
			w.fetch(t, k)
		}
	}
}

// leave writes the outputs of level 0.
func (w *worker) leave(t *task) {
	w.storeTile(t, false)
	for k := range t.moves {
		if m := &t.moves[k]; m.written() && !t.program.tiled(m.value) && !t.at[k].direct {
			w.scatter(t, k)
		}
	}
}

// walk computes phase n for part i of the launch, up to the states of reductions.
func (w *worker) walk(t *task, n, i int) {
	ph := &t.phases[n]
	if t.product != nil {
		if len(ph.ends) > 0 {
			w.multiply(t)
		}
		return
	}
	for _, i := range ph.ends {
		if s := &t.program.steps[i]; s.reduces {
			s.reduction.Begin(w.groups, word(w.states, t.states[i]))
		}
	}
	w.chosen = grow(w.chosen, len(t.program.choices))
	clear(w.chosen)
	for _, i := range ph.elements {
		if s := &t.program.steps[i]; s.scans {
			s.scan.Begin(w.groups, word(w.states, t.states[i]))
		}
	}
	if ph.empty() {
		return
	}
	count, parts := t.groups.elements.count, t.groups.parts
	part, decided := i%parts, new(atomic.Bool)
	if parts > 1 {
		decided = &t.decided[i/parts]
	}
	from, to := part*count/parts, (part+1)*count/parts
	for e := from; e < to && !decided.Load() && (e == from || t.goesOn(w)); e++ {
		if w.elements = w.seekSpan(t, &t.groups.elements, e); t.firsts.ranks > 0 && n == len(t.phases)-1 {
			w.elements = t.firstsOf(w.elements)
			w.size[t.groups.elements.from] = w.elements
		}
		if w.runPhase(t, ph); w.decides(t, ph) {
			decided.Store(true)
		}
	}
	if count == 0 { // rows of empty groups have results too
		w.elements = 0
	}
}

// decides reports whether no other elements can change the results of a phase. An index error could be theirs.
func (w *worker) decides(t *task, ph *phase) bool {
	return len(ph.ends) > 0 && !ph.writes && !t.program.faulty && !slices.ContainsFunc(ph.ends, func(i int) bool {
		decided := t.program.steps[i].reduction.Decided
		return decided == nil || !decided(w.groups, word(w.states, t.states[i]))
	})
}

// runPhase computes a tile of elements.
func (w *worker) runPhase(t *task, ph *phase) {
	if w.rows, w.n = w.groups, w.elements; t.groups.across {
		w.rows, w.n = w.n, w.rows
	}
	for _, v := range ph.reads {
		w.fetch(t, t.program.values[v].operand)
	}
	for k := range t.moves {
		if m := &t.moves[k]; m.written() && t.at[k].direct {
			w.values[m.value].at = w.first(t, k)
		}
	}
	for _, i := range ph.elements {
		if !t.spared[t.program.steps[i].to] {
			w.step(t, i)
		}
	}
	for _, i := range ph.ends {
		if s := &t.program.steps[i]; s.reduces {
			w.add(t, s, word(w.states, t.states[i]))
		}
	}
	if !ph.writes {
		return
	}
	w.storeTile(t, true)
	for k := range t.moves {
		if m := &t.moves[k]; m.written() && t.program.tiled(m.value) && !t.at[k].direct {
			w.scatter(t, k)
		}
	}
}

// add adds the elements of the tile to the states of a reduction.
func (w *worker) add(t *task, s *step, states unsafe.Pointer) {
	b := &w.block
	*b = kernel.Block{Groups: w.groups, Elements: w.elements, X: w.matrix(t, s.from[0])}
	if t.spared[s.from[0]] {
		b.X, b.Y = w.matrix(t, s.factors[0]), w.matrix(t, s.factors[1])
	}
	if len(s.from) > 1 && !s.group.Once {
		b.Y = w.matrix(t, s.from[1])
	}
	if !s.group.Numbered || t.groups.even {
		b.Number, b.Step = w.numberOf(t, 0), t.groups.step
		s.reduction.Add(states, b)
		return
	}
	in := t.groups.elements.to - 1
	b.Elements, b.Step = w.size[in], t.numbers.strides[in]
	first := b.X.At
	for i := range w.outer(&t.groups.elements) {
		b.Number, b.X.At = w.numberOf(t, i*b.Elements), unsafe.Add(first, i*b.Elements*b.X.Column)
		s.reduction.Add(states, b)
	}
}

// finish makes the results of the reductions and sorts of phase n, and computes what follows them.
func (w *worker) finish(t *task, n int) {
	ph := &t.phases[n]
	for _, i := range ph.ends {
		s := &t.program.steps[i]
		if t.product != nil {
			continue // its result is there
		}
		var once unsafe.Pointer
		if s.group.Once {
			once = w.values[s.from[1]].at
		}
		if s.sorts {
			s.sort.Run(w.groups, w.elements, t.firstsOf(w.elements), w.matrix(t, s.from[0]), w.matrix(t, s.to), once)
			continue
		}
		if !s.reduces {
			w.evaluate(t, s)
			continue
		}
		s.reduction.End(w.groups, w.values[s.to].at, word(w.states, t.states[i]), s.chain.To.Size(), once)
	}
	w.rows, w.n = 1, w.groups
	for _, i := range ph.then {
		w.compute(t, &t.program.steps[i], t.modes[i])
	}
}

// step computes a step of level 1.
func (w *worker) step(t *task, i int) {
	s := &t.program.steps[i]
	switch {
	case s.scans:
		w.block = kernel.Block{Groups: w.groups, Elements: w.elements, X: w.matrix(t, s.from[0]), Number: w.numberOf(t, 0), Step: 1}
		s.scan.Run(word(w.states, t.states[i]), &w.block, w.matrix(t, s.to))
		return
	case s.group != nil:
		w.evaluate(t, s)
		return
	}
	if t.groups.across {
		w.compute(t, s, t.modes[i])
		return
	}
	w.kept = w.kept[:0]
	for k, v := range s.from {
		if w.kept = append(w.kept, w.values[v]); t.listed(v) && t.modes[i]&(vector.X<<k) == 0 && !slices.Contains(s.from[:k], v) {
			w.values[v] = w.repeated(t, v, k)
		}
	}
	w.compute(t, s, t.modes[i])
	for k, v := range slices.Backward(s.from) { // of equal operands the first was kept before it was repeated
		w.values[v] = w.kept[k]
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
	if t.moves[k].unread {
		return
	}
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
	m, first := &t.moves[k], w.from(t, k)
	groups, elements := &t.groups.groups, &t.groups.elements
	tile, g, e := w.matrix(t, m.value), groups.to-1, elements.to-1
	elementRuns, perRun := w.outer(elements), w.size[e]
	once := !t.program.tiled(m.value)
	if once {
		elementRuns, perRun = 1, 1
	}
	joined := w.joined(groups, m.strides)
	for i := 0; i < w.outer(groups); i += joined {
		for j := range elementRuns {
			at, row, column := first+w.offset(groups, i, m.strides)+w.offset(elements, j, m.strides), m.strides[g], m.strides[e]
			to := kernel.Matrix{At: unsafe.Add(tile.At, i*w.size[g]*tile.Row+j*perRun*tile.Column), Row: tile.Row, Column: tile.Column}
			rows, columns := joined*w.size[g], perRun
			if t.groups.across || once {
				to.Row, to.Column, row, column = to.Column, to.Row, column, row
				rows, columns = columns, rows
			}
			w.copyMatrix(t, k, to, at, row, column, rows, columns, back)
		}
	}
}

// matrix is where a value lies in its tile: a row for each group, a column for each element.
func (w *worker) matrix(t *task, v device.Value) kernel.Matrix {
	at, bytes := w.values[v], t.program.values[v].bytes
	switch {
	case !t.program.tiled(v):
		return kernel.Matrix{At: at.at, Row: bytes}
	case int(v) < t.ins:
		if k := t.outs + int(v); t.at[k].direct {
			bytes = t.moves[k].column
		}
	}
	if t.groups.across {
		return kernel.Matrix{At: at.at, Row: bytes, Column: at.row}
	}
	return kernel.Matrix{At: at.at, Row: at.row, Column: bytes}
}

// joined is how many runs along the last axis of a span follow each other as their elements do.
func (w *worker) joined(s *span, strides []int) int {
	n, last := 1, s.to-1
	for axis := last - 1; axis >= s.from && strides[axis] == n*w.size[last]*strides[last]; axis-- {
		n *= w.size[axis]
	}
	return n
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
	for axis := s.to - 2; axis >= s.from && i > 0; axis-- {
		elements += i % w.size[axis] * strides[axis]
		i /= w.size[axis]
	}
	return elements
}

// evaluate computes a row of groups by its exact meaning.
func (w *worker) evaluate(t *task, s *step) {
	args, types := make([][]op.Scalar, len(s.from)), make([]op.DType, len(s.from))
	for k, v := range s.from {
		types[k] = t.program.source.Type(v)
	}
	to := w.matrix(t, s.to)
	for g := range w.groups {
		for k, v := range s.from {
			from, n := w.matrix(t, v), w.elements
			if !t.program.tiled(v) {
				n = 1
			}
			args[k] = make([]op.Scalar, n)
			for i := range n {
				args[k][w.numberOf(t, i)] = kernel.Bits(unsafe.Add(from.At, g*from.Row+i*from.Column), types[k].Size())
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
	s, number := &t.groups.elements, t.numbers.within
	if t.numbers.strides == nil {
		return i
	}
	for axis := s.to - 1; axis >= s.from; axis-- {
		number += (w.index[axis] + i%w.size[axis]) * t.numbers.strides[axis]
		i /= w.size[axis]
	}
	return number
}

// word is the address of a word.
func word(words []uint64, i int) unsafe.Pointer { return unsafe.Pointer(&words[i]) }
