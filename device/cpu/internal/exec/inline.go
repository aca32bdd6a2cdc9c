package exec

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

const (
	slotBytes = 1 << 15 // room for a result that steps hand on, or for a packed operand
	slotLen   = slotBytes / 8
)

// partBytes is how many bytes of an input are packed at a time. The nearest cache must keep the
// packed copies of several inputs, and their sources. Half the bytes and twice the bytes took
// longer for float64 with step 2.
const partBytes = 1 << 12

// inlineSteps returns the steps as they run inline: in the caller's goroutine, over at most two
// loops. Kernels take operands where they are, or from a packed copy, and scalars as one element.
// There are none unless the only output is the result of the last step.
func inlineSteps(p *compiled) (steps []step) {
	last := len(p.Steps) - 1
	if len(p.outputs) != 1 || p.Steps[last].to != p.outputs[0] {
		return nil
	}
	for i, s := range p.Steps {
		for k, v := range s.from[:s.operands] {
			switch scalar := int(v) >= len(p.source.Inputs()) && v < p.result0; {
			case scalar && p.copies > 0:
				s.Kernel = kernel.Kernel{Run: filler(p.values[v].bytes), Cost: s.Cost}
			case scalar && !s.constants():
				return nil
			case scalar:
				s.how |= vector.X << k
			}
		}
		if i < last && p.values[s.to].slot < 0 {
			return nil
		}
		steps = append(steps, s)
	}
	return steps
}

// filler is the kernel of a scalar that is stored.
func filler(size int) kernel.Loop {
	return func(n int, to, x, _, _ unsafe.Pointer, _ vector.Mode) {
		kernel.Fill(to, size, n, kernel.Load(x, size, false))
	}
}

// nest describes how a launch runs inline: as two loops, in parts. It holds for every launch of the
// program with the same layouts, at any offsets.
type nest struct {
	of      *Mark // the engine's
	program *compiled
	parts
	walks  []walk
	modes  []vector.Mode // of the steps
	packed int           // how many inputs are copied first
	whole  bool          // all rows of a part follow each other, and are computed as one
}

// parts are the two loops of a launch, and the size of a part, which is computed at a time.
type parts struct {
	rows, n         int // rows of n elements
	partRows, partN int // of a part
}

// walk is how an operand is walked. Distances are in bytes.
type walk struct {
	row, element int
	value        device.Value
	size         int  // of an element
	skip         int  // elements from the offset to where the walk begins
	packed       bool // its rows are copied first
}

// Short reports whether a program may run inline over n elements, with at most that much work.
func (p *compiled) Short(n, most int) bool {
	return len(p.Inline) > 0 && p.work(n) <= int64(most)
}

// lay finds how the operands of a launch over n elements are walked, and in which parts. It reports
// whether the parts have room. The plan is empty if the operands lie without gaps.
func (w *Worker) lay(e *Engine, p *compiled, l *device.Launch, n int, plan broadcast.Plan) (fits bool) {
	m := &w.nest
	m.of, m.program, m.packed, m.parts = e.Mark, p, 0, parts{rows: 1, n: n}
	switch {
	case plan.Operands == nil:
	case len(plan.Shape) > 2 || plan.Operands[0].Class != broadcast.Contiguous:
		return false
	case len(plan.Shape) == 2:
		m.rows, m.n = plan.Shape[0], plan.Shape[1]
	}
	m.partRows, m.partN, m.walks = m.rows, m.n, grow(m.walks, 1+len(l.In))
	m.modes = modes(m.modes, p.Inline)
	transposed := false
	for k := range m.walks {
		o, value := &m.walks[k], p.outputs[0]
		if k > 0 {
			value = device.Value(k - 1)
		}
		if o.start(p, value, l.Operand(k).Layout.Offset, plan, k); k == 0 || !o.needsPacking(p, &m.parts, e.leastRow(p)) {
			if o.element == 0 {
				takeConstant(p.Inline, m.modes, value)
			}
			continue
		}
		o.packed = true
		m.packed++
		if o.row != 0 && kernel.Abs(o.row) < kernel.Abs(o.element) { // transposed: no parts
			transposed = true
			if n := m.rows * m.n; n*o.size > slotBytes || p.Slots > 0 && n > slotLen {
				return false
			}
			continue
		}
		m.limit(partBytes / o.size)
	}
	if p.Slots > 0 && !transposed {
		m.limit(TileLen)
	}
	w.setStrides()
	return true
}

// setStrides sets the bytes from row to row of all values in a part.
func (w *Worker) setStrides() {
	m := &w.nest
	w.at, w.memory, w.strides = grow(w.at, len(m.program.values)), grow(w.memory, len(m.walks)), grow(w.strides, len(m.program.values))
	clear(w.strides) // of scalars
	for i := range len(m.modes) - 1 {
		v := m.program.Inline[i].to
		w.strides[v] = m.partN * m.program.values[v].bytes
	}
	m.whole = m.partN == m.n
	for k := range m.walks {
		o := &m.walks[k]
		if w.strides[o.value] = o.row; o.packed {
			w.strides[o.value] = m.partN * o.size
		} else if o.row != m.n*o.element {
			m.whole = false
		}
	}
}

// limit makes parts of at most most elements.
func (m *parts) limit(most int) {
	m.partN = min(m.partN, most)
	m.partRows = min(m.partRows, most/m.partN)
}

// start sets the walk of an operand, as in the plan or without gaps.
func (o *walk) start(p *compiled, v device.Value, offset int, plan broadcast.Plan, k int) {
	size := p.values[v].bytes
	*o = walk{element: size, value: v, size: size}
	if plan.Operands != nil {
		a := &plan.Operands[k]
		o.skip = a.Offset - offset
		switch len(a.Strides) {
		case 1:
			o.element = a.Strides[0] * size
		case 2:
			o.row, o.element = a.Strides[0]*size, a.Strides[1]*size
		}
	}
}

// needsPacking reports whether the kernels do not take an input where it is, row by row.
func (o *walk) needsPacking(p *compiled, m *parts, leastRow int) bool {
	switch {
	case o.element == o.size && (m.rows == 1 || o.row == m.n*o.size):
		return false
	case p.copies > 0, m.rows > 1 && m.n < leastRow:
		return true
	}
	return o.element != o.size && (o.element != 0 || p.values[o.value].full)
}

// slots is room for results that steps hand on, and for packed operands.
type slots struct{ words []uint64 }

var slotRooms = sync.Pool{New: func() any { return new(slots) }}

// at is a slot: room for slotLen elements of any type.
func (s *slots) at(i int) unsafe.Pointer { return unsafe.Pointer(&s.words[i*slotLen]) }

// runNest runs a launch for which the worker is laid out.
func (w *Worker) runNest(l *device.Launch, where Where) error {
	m, p, parts, room := &w.nest, w.nest.program, w.nest.parts, (*slots)(nil)
	if need := (p.Slots + m.packed) * slotLen; need > 0 {
		room = slotRooms.Get().(*slots)
		room.words = grow(room.words, need)
	}
	slot, walks := p.Slots, m.walks
	for k := range walks { // where operands lie
		o, of := &walks[k], l.Operand(k)
		memory, err := where(of.Buffer)
		if err != nil {
			return operandError(l, k, err)
		}
		from := (of.Layout.Offset + o.skip) * o.size
		w.memory[k] = Memory{unsafe.Add(memory.At, from), memory.Room - from, memory.Len - from}
		if o.packed {
			w.at[o.value] = room.at(slot)
			slot++
		}
	}
	for i := range len(m.modes) - 1 {
		v := p.Inline[i].to
		w.at[v] = room.at(p.values[v].slot)
	}
	for k := range l.Scalars {
		w.at[len(l.In)+k] = unsafe.Pointer(&l.Scalars[k])
	}
	if least := p.least; parts.n < least && !p.rowless && parts.rows == 1 && m.packed == 0 && w.slack(least) {
		parts.n, parts.partN = least, least
	}
	for row := 0; row < parts.rows; row += parts.partRows {
		for column := 0; column < parts.n; column += parts.partN {
			w.runPart(&parts, row, column)
		}
	}
	if room != nil {
		clear(w.at)
		slotRooms.Put(room)
	}
	for k := range walks { // no buffer is kept alive
		w.memory[k].At, w.at[walks[k].value] = nil, nil
	}
	return nil
}

// slack reports whether kernels may compute least elements although there are fewer. They may if each
// block has room behind its buffer, where bytes are unused.
func (w *Worker) slack(least int) bool {
	for k := range w.nest.walks {
		o, memory := &w.nest.walks[k], &w.memory[k]
		if o.element != 0 && least*o.size > memory.Room || k == 0 && w.nest.n*o.size < memory.Len {
			return false
		}
	}
	return true
}

// runPart computes a part.
func (w *Worker) runPart(m *parts, row, column int) {
	rows, n := min(m.partRows, m.rows-row), min(m.partN, m.n-column)
	walks := w.nest.walks
	for k := range walks {
		o := &walks[k]
		at := unsafe.Add(w.memory[k].At, row*o.row+column*o.element)
		if !o.packed {
			w.at[o.value] = at
			continue
		}
		to := kernel.Matrix{At: w.at[o.value], Row: w.strides[o.value], Column: o.size}
		w.nest.program.set.CopyMatrix(to, kernel.Matrix{At: at, Row: o.row, Column: o.element}, rows, n, o.size)
	}
	if w.nest.whole {
		rows, n = 1, rows*n
	}
	w.compute(w.nest.program.Inline, w.nest.modes, rows, n)
}
