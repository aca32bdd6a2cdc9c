package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// move is an input or output, and how it gets from or to its buffer.
type move struct {
	value  device.Value
	base   unsafe.Pointer // element 0 of the buffer
	size   int            // bytes of an element
	access *broadcast.Access
	direct bool // used where it is
}

// move is operand k of the plan, as a value.
func (t *task) move(v device.Value, k int) move {
	return move{value: v, base: t.memory[k].At, size: t.program.values[v].bytes, access: &t.plan.Operands[k]}
}

// input decides how an input is read: where it is, or copied to a tile.
func (t *task) input(l *device.Launch, i int) {
	v := device.Value(i)
	last := t.program.values[v].last
	if last == unread {
		return
	}
	m := t.move(v, len(l.Out)+i)
	if m.access.Class == broadcast.Scalar {
		t.constant(v, m.size, kernel.Load(m.element(m.access.Offset), m.size, t.Swapped))
		return
	}
	stored := last == len(l.Program.Code())
	t.invariant[v] = t.rows && m.constant(t) && !stored
	m.direct = t.reachable(m) && !(stored && (t.writes(m.base) || !t.reachableOutputs(v)))
	if !m.direct {
		t.assignTile(v)
	}
	t.inputs = append(t.inputs, m)
}

// output decides how an output is written: by the instruction that computes it, or from a tile when
// all instructions are done. An instruction may not write it if a later one reads the buffer.
func (t *task) output(l *device.Launch, i int) {
	m := t.move(t.program.outputs[i].value, i)
	by := int(m.value - t.program.result0)
	m.direct = t.reachableOutputs(m.value) && !t.readAfter(by, m.base)
	t.outputs = append(t.outputs, m)
}

// copyOutput adds an output whose value is an input, or already stored as another output. A step
// copies the rows if they are reachable; otherwise they are stored from the tile.
func (t *task) copyOutput(l *device.Launch, i int, copy step) {
	o := t.program.outputs[i]
	m := t.move(o.value, i)
	if m.direct = t.reachable(m) && (o.source < t.program.result0 || t.written(o.source)); m.direct {
		t.steps = append(t.steps, copy)
	} else {
		m.value = o.source
	}
	t.outputs = append(t.outputs, m)
}

// result assigns a tile to a step's result, and notes which operands are one element.
func (t *task) result(s *step) {
	if !t.written(s.to) {
		t.assignTile(s.to)
	}
	for k, v := range s.from[:s.operands] {
		if s.constants() && t.invariant[v] {
			s.how |= vector.X << k
		}
	}
}

// streams makes the steps that compute outputs use non-temporal stores, where they may.
func (t *task) streams() {
	for k := range t.outputs {
		m := &t.outputs[k]
		for i := range t.steps {
			if s := &t.steps[i]; m.direct && s.to == m.value && s.Vector && t.mayStream(m) {
				s.how |= vector.Stream
			}
		}
	}
}

// reachableOutputs reports whether the outputs that a value goes to are all reachable.
func (t *task) reachableOutputs(v device.Value) bool {
	for k, o := range t.program.outputs {
		if o.source == v && !t.reachable(t.move(o.value, k)) {
			return false
		}
	}
	return true
}

func (m *move) element(i int) unsafe.Pointer { return unsafe.Add(m.base, i*m.size) }

// constant reports whether all of a row is one element.
func (m *move) constant(t *task) bool {
	in := len(t.plan.Shape) - 1
	return in >= 0 && m.access.Strides[in] == 0
}

// sideBySide reports whether a row's elements lie side by side.
func (m *move) sideBySide(t *task) bool {
	in := len(t.plan.Shape) - 1
	return m.access.Strides[in] == 1
}

// reachable reports whether kernels can use the rows of a tile in the buffer. The elements of a row
// are contiguous there, or all of them are one element and no kernel needs it repeated.
func (t *task) reachable(m move) bool {
	switch {
	case t.Swapped && m.size > 1:
		return false
	case !t.rows:
		return m.access.Class == broadcast.Contiguous
	case m.constant(t):
		return !t.program.values[m.value].full
	}
	return m.sideBySide(t)
}

// writes reports whether an output lies in the buffer at base.
func (t *task) writes(base unsafe.Pointer) bool {
	return slices.ContainsFunc(t.memory[:len(t.program.outputs)], func(m Memory) bool { return m.At == base })
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
		if m := &t.inputs[i]; m.direct && m.base == base && t.program.values[m.value].last > instr {
			return true
		}
	}
	return false
}
