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
	memory       Memory
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

// RunInline runs a launch over n elements, and reports whether it did. The plan is empty if the
// operands lie without gaps.
func (w *Worker) RunInline(p *compiled, l *device.Launch, n int, plan *broadcast.Plan, where Where) (done bool, err error) {
	loops := nest{rows: 1, n: n}
	switch {
	case plan.Operands == nil:
	case len(plan.Shape) > 2 || plan.Operands[0].Class != broadcast.Contiguous:
		return false, nil
	case len(plan.Shape) == 2:
		loops.rows, loops.n = plan.Shape[0], plan.Shape[1]
	}
	if done, err = w.lay(p, l, plan, &loops, where); !done {
		return false, err
	}
	for k := range l.Scalars {
		w.at[len(l.In)+k], w.Strides[len(l.In)+k] = unsafe.Pointer(&l.Scalars[k]), 0
	}
	for row := 0; row < loops.rows; row += loops.partRows {
		for column := 0; column < loops.n; column += loops.partN {
			w.runPart(p, &loops, row, column)
		}
	}
	return true, nil
}

// lay finds how the operands are walked and in which parts, and reports whether the parts have room.
func (w *Worker) lay(p *compiled, l *device.Launch, plan *broadcast.Plan, loops *nest, where Where) (ok bool, err error) {
	w.still, w.without = 0, 0
	w.at, w.Strides, w.walks = grow(w.at, len(p.values)), grow(w.Strides, len(p.values)), grow(w.walks, 1+len(l.In))
	loops.partRows, loops.partN = loops.rows, loops.n
	packed, turned := 0, false
	for k := range w.walks {
		o, of, value := &w.walks[k], operand(l, k), p.outputs[0].value
		if o.memory, err = where(of.Buffer); err != nil {
			return false, named(l, k, err)
		}
		if k > 0 {
			value = device.Value(k - 1)
		}
		if o.start(p, value, of.Layout.Offset, plan, k); k == 0 || !o.needsPacking(p, loops) {
			if o.element == 0 {
				w.still |= 1 << uint(value)
			}
			continue
		}
		o.packed = true
		packed++
		if o.row != 0 && kernel.Abs(o.row) < kernel.Abs(o.element) { // transposed: no parts
			turned = true
			if n := loops.rows * loops.n; n*o.size > slotBytes || p.Slots > 0 && n > slotLen {
				return false, nil
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
	return true, nil
}

// limit has parts of at most so many elements.
func (loops *nest) limit(most int) {
	loops.partN = min(loops.partN, most)
	loops.partRows = min(loops.partRows, most/loops.partN)
}

// start has an operand walked as in the plan, or without gaps.
func (o *walk) start(p *compiled, v device.Value, offset int, plan *broadcast.Plan, k int) {
	size := p.values[v].bytes
	o.row, o.element, o.value, o.size, o.packed = 0, size, v, size, false
	if plan.Operands != nil {
		a := &plan.Operands[k]
		offset = a.Offset
		switch len(a.Strides) {
		case 1:
			o.element = a.Strides[0] * size
		case 2:
			o.row, o.element = a.Strides[0]*size, a.Strides[1]*size
		}
	}
	o.at = unsafe.Add(o.memory.At, offset*size)
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
		o := &w.walks[k]
		if at := int(uintptr(o.at) - uintptr(o.memory.At)); o.element != 0 && at+p.Inline.least*o.size > o.memory.Room || k == 0 && at+n*o.size < o.memory.Len {
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
