package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// input decides how an input is read: where it is, or copied to a tile.
func (t *task) input(l *device.Launch, i int) {
	v, o := device.Value(i), &l.In[i]
	if t.last[v] == unread {
		return
	}
	m := newMove(v, o, &t.plan.Operands[len(l.Out)+i])
	if m.access.Class == broadcast.Scalar {
		t.constant(v, m.size, loadBits(m.element(m.access.Offset), m.size, t.swapped))
		return
	}
	stored := t.last[v] == len(l.Program.Code())
	m.direct = t.reachable(m) && !(stored && writes(l, m.base))
	if !m.direct {
		if t.rows && m.access.Class == broadcast.InnerConstant {
			t.last[v] = stays // a row's constant serves all tiles of the row
		}
		t.place(v)
	}
	t.inputs = append(t.inputs, m)
}

// output decides how an output is written: by the instruction that computes it, or from
// a tile when all instructions are done. The first is wrong where it would overwrite
// what a later instruction reads.
func (t *task) output(l *device.Launch, i int) {
	p := l.Program
	m := newMove(p.Outputs()[i], &l.Out[i], &t.plan.Operands[i])
	by := int(m.value - p.Result(0))
	m.direct = by >= 0 && t.reachable(m) && !t.written(m.value) && !t.readAfter(by, m.base)
	t.outputs = append(t.outputs, m)
}

func newMove(v device.Value, o *device.Operand, a *broadcast.Access) move {
	return move{value: v, base: o.Buffer.(*buffer).base(), size: o.Type.Size(), access: a}
}

func (m *move) element(i int) unsafe.Pointer { return unsafe.Add(m.base, i*m.size) }

// reachable reports whether the elements of every tile lie side by side in the buffer.
func (t *task) reachable(m move) bool {
	if t.blocked || t.swapped && m.size > 1 {
		return false
	}
	return m.access.Class == broadcast.Contiguous || t.rows && m.access.Class == broadcast.InnerRow
}

// writes reports whether an output lies in the buffer at base.
func writes(l *device.Launch, base unsafe.Pointer) bool {
	for i := range l.Out {
		if l.Out[i].Buffer.(*buffer).base() == base {
			return true
		}
	}
	return false
}

// written reports whether the instruction that computes v writes an output.
func (t *task) written(v device.Value) bool {
	for i := range t.outputs {
		if t.outputs[i].value == v && t.outputs[i].direct {
			return true
		}
	}
	return false
}

// readAfter reports whether an instruction after the given one reads the buffer.
func (t *task) readAfter(instr int, base unsafe.Pointer) bool {
	for i := range t.inputs {
		if m := &t.inputs[i]; m.direct && m.base == base && t.last[m.value] > instr {
			return true
		}
	}
	return false
}
