package exec

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// task is one run of a launch: its layout, what is bound to it, and what runs. Workers share it and
// do not change it.
type task struct {
	layout
	binding
	own     worker              // of the launch's goroutine
	shared  []uint64            // lists and states of groups that goroutines share
	pass    int                 // the phase that they compute
	decided [shares]atomic.Bool // of tiles: other elements do not change the results of the phase
	lent    func()              // gives back the memory that groups need, if it is counted
	sharing                     // with helpers
	ended   <-chan struct{}     // when it is closed, no more tiles are begun; or nil
	left    atomic.Bool         // the context ended before the last tile was begun
	faults                      // of all workers
	taken   []block             // of elements that are kept
	located atomic.Bool         // an index of a store has places that are no positions: see inIndex
	storing *store              // what goroutines share, after all tiles
}

// binding is what a launch has beside its layout: the memory of its operands, and its scalars.
type binding struct {
	at       []bound
	modes    []vector.Mode // of the steps
	launch   *device.Launch
	elements []uint64 // the launch's scalars, each as an element at the start of a word
	wrong    bool     // an operand leaves its buffer, or a scalar is no element of its type
}

// block is memory that the engine has taken.
type block struct {
	at   unsafe.Pointer
	size int
}

// bound is an operand in memory.
type bound struct {
	memory   unsafe.Pointer // of the buffer
	first    unsafe.Pointer // the first element of the plan
	number   int            // its number in the buffer, or that of a position
	from, to int            // the range of its elements in the buffer
	direct   bool           // kernels use the elements where they are
}

var tasks = sync.Pool{New: func() any { return new(task) }}

// lay lays out a launch.
func (t *task) lay(e *Engine, l *device.Launch) {
	t.layout.lay(e, l)
	t.own.lay(&t.layout)
	t.at, t.elements = grow(t.at, len(t.moves)), grow(t.elements, len(l.Scalars))
	t.modes = append(t.modes[:0], t.takes...)
}

// laidFor reports whether the task was laid out for the launch, on an engine like this one.
func (t *task) laidFor(l *device.Launch, e *Engine) bool {
	return t.program.source == l.Program && t.program.set == e.Set && t.program.chooses(l.Scalars) && t.threads <= e.Threads && t.grouped() == (l.Levels != nil) &&
		len(l.Out) == t.outs && len(l.In) == t.ins && len(l.Scalars) == len(t.elements)
}

// bind finds the memory of the launch's operands, and what depends on it. The launch is checked: if
// it is reused, by recheck.
func (t *task) bind(l *device.Launch, e *Engine) error {
	t.launch, t.wrong = l, t.program.faulty && l.Fault == nil
	for i, s := range l.Scalars {
		v := &t.program.values[len(l.In)+i]
		t.wrong = t.wrong || uint64(s) > v.most
		kernel.Fill(unsafe.Pointer(&t.elements[i]), v.bytes, 1, uint64(s))
	}
	for k := range len(l.Out) + len(l.In) {
		m, b, o := &t.moves[k], &t.at[k], l.Operand(k)
		if m.position {
			t.bindPosition(m, b, o)
			continue
		}
		memory, bytes, err := e.Where(o.Buffer)
		if err != nil {
			return t.errorOf(k, err)
		}
		b.memory, b.direct, b.number = memory, m.direct, o.Layout.Offset+m.skip
		if m.end == m.first { // without elements the offset may be anything
			b.from, b.to = 0, 0
			continue
		}
		b.from, b.to = o.Layout.Offset+m.first, o.Layout.Offset+m.end // may overflow for an absurd offset
		if over, end := bits.Mul(uint(b.to), uint(m.size)); b.from < 0 || over > 0 || end > uint(bytes) {
			t.wrong = true
			continue
		}
		b.first = unsafe.Add(memory, b.number*m.size)
	}
	for k := range l.Out {
		if t.moves[k].early {
			t.at[k].direct = !t.overwrites(k)
		}
	}
	if t.large {
		t.stream()
	}
	return nil
}

// errorOf is an error of operand k.
func (t *task) errorOf(k int, err error) error {
	if k < t.outs {
		return fmt.Errorf("cpu: output %d: %w", k, err)
	}
	return fmt.Errorf("cpu: input %d: %w", k-t.outs, err)
}

// bindPosition binds a position. The offset may be one for which the type does not hold the elements.
func (t *task) bindPosition(m *move, b *bound, o *device.Operand) {
	first, last := o.Layout.Offset+m.first, o.Layout.Offset+m.end-1
	*b = bound{number: o.Layout.Offset + m.skip}
	t.wrong = t.wrong || o.Buffer != nil || m.first < m.end && first > last || m.size < 8 && (int64(first) < math.MinInt32 || int64(last) > math.MaxInt32)
}

// overwrites reports whether an input lies in the memory of output k, and is read there after a step
// has computed the output.
func (t *task) overwrites(k int) bool {
	for i := t.outs; i < t.outs+t.ins; i++ {
		if t.at[i].memory == t.at[k].memory && t.readAfter(&t.moves[i], &t.moves[k]) {
			return true
		}
	}
	return false
}

// holds reports whether the launch, which has been bound, is still right: it may have other buffers,
// offsets and scalars than when it was checked. Its outputs share no element with another operand,
// but in place. holds may report false for a right launch whose operands alternate in one buffer.
func (t *task) holds() bool {
	if t.wrong {
		return false
	}
	operands := t.at[:t.outs+t.ins]
	for i := range operands[:t.outs] {
		for k := i + 1; k < len(operands); k++ {
			if operands[k].memory == operands[i].memory && !t.apart(i, k) {
				return false
			}
		}
	}
	return true
}

// apart reports whether output i shares no element with another operand k in the same memory, but in
// place.
func (t *task) apart(i, k int) bool {
	m, out, other, b := &t.moves[i], &t.at[i], &t.moves[k], &t.at[k]
	if b.from*other.size >= out.to*m.size || out.from*m.size >= b.to*other.size {
		return true
	}
	return k >= t.outs && !t.program.faulty && len(m.places)+len(other.places) == 0 && b.first == out.first &&
		other.size == m.size && slices.Equal(other.strides, m.strides)
}

// unbind drops what is the launch's, so that the task keeps no buffer alive. A task that no launch
// keeps is there for others.
func (t *task) unbind(l *device.Launch) {
	for k := range t.at {
		t.at[k].memory, t.at[k].first = nil, nil
	}
	t.launch, t.ended = nil, nil
	if l.Note() == nil {
		tasks.Put(t)
	}
}
