package exec

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
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
func (t *task) input(v device.Value, k int) {
	if t.program.values[v].last == unread {
		return
	}
	m := t.move(v, k)
	if m.access.Class == broadcast.Scalar {
		t.constant(v, m.size, kernel.Load(m.element(m.access.Offset), m.size, t.Swapped))
		return
	}
	if t.rows && m.stride() == 0 {
		takeConstant(t.program.Steps, t.modes, v)
	}
	if m.direct = t.reachable(m); !m.direct {
		t.assignTile(v)
	}
	t.inputs = append(t.inputs, m)
}

// output decides how an output is written: by the step that computes it, or from a tile when all
// steps are done. A step may not write it if a later one reads the buffer.
func (t *task) output(v device.Value, k int) {
	m := t.move(v, k)
	if m.direct = t.reachable(m) && !t.readAfter(int(v-t.program.result0), m.base); !m.direct {
		t.assignTile(v)
	}
	t.outputs = append(t.outputs, m)
}

func (m *move) element(i int) unsafe.Pointer { return unsafe.Add(m.base, i*m.size) }

// stride is the distance of a row's elements, in elements.
func (m *move) stride() int { return along(m.access.Strides, len(m.access.Strides)-1, 1) }

// reachable reports whether kernels can use the rows of a tile in the buffer. The elements of a row
// are contiguous there, or all of them are one element and no kernel needs it repeated.
func (t *task) reachable(m move) bool {
	switch {
	case t.Swapped && m.size > 1:
		return false
	case !t.rows:
		return m.access.Class == broadcast.Contiguous
	case m.stride() == 0:
		return !t.program.values[m.value].full
	}
	return m.stride() == 1
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
