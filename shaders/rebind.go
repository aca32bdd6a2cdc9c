package shaders

import (
	"github.com/wgtensor/wgtensor/device"
)

// laid is what the stages of a launch rely on besides its program, shapes and strides.
type laid struct {
	operands []laidOperand
}

// laidOperand is an operand as stages know it.
type laidOperand struct {
	offset int
	first  int // the first operand in the same buffer
}

// inWords divides the distance between offsets for which an operand has the same kernels. A vector
// has 16 bytes, and no more elements.
const inWords = vectorWords * wordBytes

func (d *laid) note(l *device.Launch) {
	d.operands = d.operands[:0]
	for k := range len(l.Out) + len(l.In) {
		d.operands = append(d.operands, laidOperand{l.Operand(k).Layout.Offset, firstIn(l, k)})
	}
}

// firstIn is the first operand that has the buffer of operand k.
func firstIn(l *device.Launch, k int) int {
	b := l.Operand(k).Buffer
	for i := range k {
		if b != nil && l.Operand(i).Buffer == b {
			return i
		}
	}
	return k
}

// holds reports whether the stages still do for the launch, which may have other buffers, offsets and
// scalars. Operands in one buffer have to move together, because they may share words.
func (d *laid) holds(l *device.Launch, window int) bool {
	if len(d.operands) != len(l.Out)+len(l.In) {
		return false
	}
	for k, was := range d.operands {
		o := l.Operand(k)
		moved := o.Layout.Offset - was.offset
		first := &d.operands[was.first]
		switch {
		case o.Buffer == nil: // a position may move as it likes
		case moved%inWords != 0, firstIn(l, k) != was.first, window > 0 && o.Buffer.Len() > window:
			return false
		case moved != l.Operand(was.first).Layout.Offset-first.offset:
			return false
		}
	}
	return true
}

// Rebind renews what depends on the launch's buffers, offsets and scalars, after Unbind. The launch
// is the one that was lowered, and has been reused since: see device.Launch.Reuse. It returns false if
// the launch has to be lowered again.
func (w *Lowering) Rebind(l *device.Launch) bool {
	if !w.laid.holds(l, w.limits.Window) {
		return false
	}
	for i := range w.stages {
		w.stages[i].rebind(l, &w.laid)
	}
	w.laid.note(l)
	return true
}

// Unbind drops the references to buffers and scalars of the launch. Rebind sets them again.
func (w *Lowering) Unbind() {
	for i := range w.stages {
		k := &w.stages[i]
		k.scalars = nil
		for b := range k.bindings {
			if _, ok := k.bindings[b].Buffer.(*Scratch); !ok {
				k.bindings[b].Buffer = nil
			}
		}
	}
}

func (k *Kernel) rebind(l *device.Launch, was *laid) {
	if k.program != nil {
		k.scalars = l.Scalars[:len(k.program.Scalars())] // all of them, or none: a copy of results has no scalars
	}
	for i := range k.nest.operands {
		if o := &k.nest.operands[i]; o.origin >= 0 {
			now := l.Operand(o.origin)
			moved := now.Layout.Offset - was.operands[o.origin].offset
			o.offset, o.lowest = o.offset+moved, o.lowest+moved
			if !o.unbound {
				k.bindings[o.binding].Buffer = now.Buffer
			}
		}
	}
}
