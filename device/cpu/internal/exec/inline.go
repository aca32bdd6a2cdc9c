package exec

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// inline is what a program needs to be run inline: by the caller's goroutine, over at most two
// loops, by kernels that take their operands where they are or from a packed copy.
type inline struct {
	Steps []step // none if the program cannot be run inline
	least int    // elements that all kernels take, if they take a row of a register
	row   int    // elements of a row that is worth their calls
}

const (
	shortRow   = 64      // elements of a row that is worth a call of a kernel that takes one
	slotBytes  = 1 << 15 // room for a result that steps hand on, or for a packed operand
	slotLen    = slotBytes / 8
	MostInline = 64 // values of a program
)

// partBytes is how much of an input is packed at a time: of several the nearest cache has to keep what
// is read as well. Half as much and twice as much took longer for float64 of a step of 2.
const partBytes = 1 << 12

// newInline has the steps of a program with one output, that of the last step. Scalars are taken
// as one element.
func newInline(p *compiled) (in inline) {
	last := len(p.Steps) - 1
	if len(p.outputs) != 1 || len(p.values) > MostInline || p.Steps[last].to != p.outputs[0].value {
		return in
	}
	for i, s := range p.Steps {
		for k, v := range s.from[:s.operands] {
			switch scalar := int(v) >= len(p.source.Inputs()) && v < p.result0; {
			case scalar && p.copies > 0:
				s.Kernel = kernel.Kernel{Run: filler(p.values[v].bytes), Cost: s.Cost}
			case scalar && !s.constants():
				return inline{}
			case scalar:
				s.how |= vector.X << k
			}
		}
		if i < last && p.values[s.to].slot < 0 {
			return inline{}
		}
		in.Steps = append(in.Steps, s)
	}
	if in.row = max(p.least, shortRow); !p.rowless {
		in.row, in.least = p.least, p.least
	}
	return in
}

// filler is the kernel of a scalar that is stored.
func filler(size int) kernel.Loop {
	return func(n int, to, x, _, _ unsafe.Pointer, _ vector.Mode) {
		kernel.Fill(to, size, n, kernel.Load(x, size, false))
	}
}

// walk is how an operand is walked by two loops. Distances are in bytes.
type walk struct {
	at           unsafe.Pointer // the first element
	row, element int
	value        device.Value
	size         int  // of an element
	packed       bool // its rows are copied first
}

// nest is two loops, and what is done of them at a time.
type nest struct {
	rows, n         int // rows of n elements
	partRows, partN int
}

// Short reports whether a program may be run inline over n elements, as at most so much work.
func (p *compiled) Short(n, most int) bool {
	return len(p.Inline.Steps) > 0 && p.work(n, 0) <= int64(most)
}

// Loops makes two loops of a plan, and lays out the operands. It reports whether it can.
func (w *Worker) Loops(p *compiled, plan *broadcast.Plan) (loops nest, ok bool) {
	if len(plan.Shape) > 2 || plan.Operands[0].Class != broadcast.Contiguous {
		return loops, false
	}
	loops = nest{rows: 1, n: plan.Len}
	if len(plan.Shape) == 2 {
		loops.rows, loops.n = plan.Shape[0], plan.Shape[1]
	}
	w.walks = grow(w.walks, len(plan.Operands))
	for k := range plan.Operands {
		w.start(p, k, plan.Operands[k].Offset, plan.Operands[k].Strides)
	}
	return loops, true
}

// Loop makes one loop of a launch whose operands lie without gaps.
func (w *Worker) Loop(p *compiled, l *device.Launch, n int) nest {
	w.walks = grow(w.walks, 1+len(l.In))
	w.start(p, 0, l.Out[0].Layout.Offset, nil)
	for k := range l.In {
		w.start(p, 1+k, l.In[k].Layout.Offset, nil)
	}
	return nest{rows: 1, n: n}
}

// RunInline runs the loops, and reports whether it did.
func (w *Worker) RunInline(p *compiled, l *device.Launch, loops nest) bool {
	if !w.lay(p, &loops) {
		return false
	}
	for k := range l.Scalars {
		w.at[len(l.In)+k], w.Strides[len(l.In)+k] = unsafe.Pointer(&l.Scalars[k]), 0
	}
	for row := 0; row < loops.rows; row += loops.partRows {
		for column := 0; column < loops.n; column += loops.partN {
			w.runPart(p, &loops, row, column)
		}
	}
	return true
}

// lay finds how the operands are walked and in which parts, and reports whether the parts have room.
func (w *Worker) lay(p *compiled, loops *nest) bool {
	w.still, w.without = 0, 0
	w.at, w.Strides = grow(w.at, len(p.values)), grow(w.Strides, len(p.values))
	loops.partRows, loops.partN = loops.rows, loops.n
	packed, turned := 0, false
	for k := 1; k < len(w.walks); k++ {
		o := &w.walks[k]
		if !o.needsPacking(p, loops) {
			if o.element == 0 {
				w.still |= 1 << o.value
			}
			continue
		}
		o.packed = true
		packed++
		if o.row != 0 && kernel.Abs(o.row) < kernel.Abs(o.element) { // transposed: no parts
			turned = true
			if n := loops.rows * loops.n; n*o.size > slotBytes || p.Slots > 0 && n > slotLen {
				return false
			}
			continue
		}
		loops.limit(partBytes / o.size)
	}
	if p.Slots > 0 && !turned {
		loops.limit(TileLen)
	}
	if len(w.room) < (p.Slots+packed)*slotLen {
		w.room = make([]uint64, (p.Slots+packed)*slotLen)
	}
	if loops.n < p.Inline.least && loops.rows == 1 && packed == 0 && w.slack(p, loops.n) {
		loops.n, loops.partN = p.Inline.least, p.Inline.least
	}
	return true
}

// limit has parts of at most so many elements.
func (loops *nest) limit(most int) {
	loops.partN = min(loops.partN, most)
	loops.partRows = min(loops.partRows, most/loops.partN)
}

// start has operand k walked by at most two strides, or by one of 1.
func (w *Worker) start(p *compiled, k, offset int, strides []int) {
	v := device.Value(k - 1)
	if k == 0 {
		v = p.outputs[0].value
	}
	size := p.values[v].bytes
	o := &w.walks[k]
	o.at, o.row, o.element, o.value, o.size, o.packed = unsafe.Add(w.memory[k].At, offset*size), 0, size, v, size, false
	switch len(strides) {
	case 1:
		o.element = strides[0] * size
	case 2:
		o.row, o.element = strides[0]*size, strides[1]*size
	}
}

// needsPacking reports whether the kernels do not take an input where it is, row by row.
func (o *walk) needsPacking(p *compiled, loops *nest) bool {
	switch {
	case o.element == o.size && (loops.rows == 1 || o.row == loops.n*o.size):
		return false
	case p.copies > 0, loops.rows > 1 && loops.n < p.Inline.row:
		return true
	}
	return o.element != o.size && (o.element != 0 || p.values[o.value].full)
}

// slack reports whether the kernels may compute more than n elements, the least they can: nothing
// minds what lies behind a buffer in its block.
func (w *Worker) slack(p *compiled, n int) bool {
	for k := range w.walks {
		o, m := &w.walks[k], &w.memory[k]
		if at := int(uintptr(o.at) - uintptr(m.At)); o.element != 0 && at+p.Inline.least*o.size > m.Room || k == 0 && at+n*o.size < m.Len {
			return false
		}
	}
	return true
}

// runPart computes a part. Where all of its rows follow each other they are one.
func (w *Worker) runPart(p *compiled, loops *nest, row, column int) {
	rows, n := min(loops.partRows, loops.rows-row), min(loops.partN, loops.n-column)
	whole, slot := n == loops.n, p.Slots
	for k := range w.walks {
		o := &w.walks[k]
		at, stride := unsafe.Add(o.at, row*o.row+column*o.element), o.row
		switch {
		case o.packed:
			from := kernel.Block{At: at, Row: o.row, Column: o.element}
			at, stride = w.slot(slot), n*o.size
			slot++
			p.set.CopyBlock(kernel.Block{At: at, Row: stride, Column: o.size}, from, rows, n, o.size, false)
		case o.element == 0:
			whole = whole && o.row == 0
		default:
			whole = whole && o.row == n*o.size
		}
		w.at[o.value], w.Strides[o.value] = at, stride
	}
	if whole {
		rows, n = 1, rows*n
	}
	for i := range len(p.Inline.Steps) - 1 {
		v := p.Inline.Steps[i].to
		w.at[v], w.Strides[v] = w.slot(p.values[v].slot), n*p.values[v].bytes
	}
	w.compute(p.Inline.Steps, rows, n)
}

// slot is room for slotLen elements of any type.
func (w *Worker) slot(i int) unsafe.Pointer { return unsafe.Pointer(&w.room[i*slotLen]) }
