package cpu

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
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
	t.still[v] = t.rows && m.constant(t) && !stored
	m.direct = t.reachable(m) && !(stored && (writes(l, m.base) || !t.reachableOutputs(l, v)))
	m.fixed = t.rows && !t.blocked && t.cross >= 0 && m.access.Strides[t.cross] == 0 && !stored
	if !m.direct {
		t.placeRows(v)
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
	m.direct = by >= 0 && t.reachableOutputs(l, m.value) && !t.written(m.value) && !t.readAfter(by, m.base)
	t.outputs = append(t.outputs, m)
}

// stores has what is stored without being computed copied by a kernel, and the kernels that
// write outputs stream.
func (t *task) stores(l *device.Launch) {
	for k := range t.outputs {
		m := &t.outputs[k]
		if !m.direct && t.reachable(*m) && (m.value < t.result0 || t.written(m.value)) {
			t.copied(m)
		}
	}
	for k := range t.outputs {
		m := &t.outputs[k]
		for i := range t.steps {
			if s := &t.steps[i]; m.direct && s.to == m.value && s.vector && t.streams(l, m) {
				s.how |= vector.Stream
			}
		}
	}
}

// isOutput reports whether a value that is computed is stored.
func (t *task) isOutput(v device.Value) bool {
	return slices.ContainsFunc(t.outputs, func(m move) bool { return m.value == v })
}

// reachableOutputs reports whether the outputs that a value goes to are all reachable.
func (t *task) reachableOutputs(l *device.Launch, v device.Value) bool {
	for k, o := range l.Program.Outputs() {
		if o == v && !t.reachable(newMove(v, &l.Out[k], &t.plan.Operands[k])) {
			return false
		}
	}
	return true
}

// copied adds a step that copies an input or scalar to an output, under a name of its own.
func (t *task) copied(m *move) {
	k, v := t.tier.copy(m.size), device.Value(len(t.tileOf))
	t.last, t.tileOf, t.bytes = append(t.last, stays), append(t.tileOf, -1), append(t.bytes, m.size)
	t.steps = append(t.steps, step{priced: k, to: v, from: [3]device.Value{m.value}, operands: 1})
	t.cost += k.cost
	m.value, m.direct = v, true
}

func newMove(v device.Value, o *device.Operand, a *broadcast.Access) move {
	return move{value: v, base: o.Buffer.(*buffer).at, size: o.Type.Size(), access: a}
}

func (m *move) element(i int) unsafe.Pointer { return unsafe.Add(m.base, i*m.size) }

// constant reports whether all of a row is one element.
func (m *move) constant(t *task) bool {
	in := len(t.plan.Shape) - 1
	return in >= 0 && m.access.Strides[in] == 0 && (!t.merged || m.access.Strides[in-1] == 0)
}

// sideBySide reports whether a row's elements lie side by side.
func (m *move) sideBySide(t *task) bool {
	in := len(t.plan.Shape) - 1
	return m.access.Strides[in] == 1 && (!t.merged || m.access.Strides[in-1] == t.plan.Shape[in])
}

// reachable reports whether the elements of every row of a tile lie side by side in the
// buffer, or are one that nobody wants as a tile.
func (t *task) reachable(m move) bool {
	switch {
	case t.swapped && m.size > 1:
		return false
	case !t.rows || len(t.plan.Shape) == 0:
		return m.access.Class == broadcast.Contiguous
	case m.constant(t):
		return !t.full[m.value]
	}
	return m.sideBySide(t)
}

// writes reports whether an output lies in the buffer at base.
func writes(l *device.Launch, base unsafe.Pointer) bool {
	for i := range l.Out {
		if l.Out[i].Buffer.(*buffer).at == base {
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
