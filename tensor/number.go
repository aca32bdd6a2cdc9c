package tensor

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Number is a Go number as an argument of compiled functions. A call with another Number runs the
// recorded launches with the new value. A call with another float64, in contrast, records the
// function again.
//
// As an operand it is weakly typed, like a float64. But no operation looks at its value. So
// x.Pow(Num(2)) is a power, not a square. Beside integers Num(1) is a float.
type Number struct {
	value float64
	of    *tracing // the trace that it is an argument of, or nil
	index int      // among the numbers of that trace
}

// Num returns v as a Number.
func Num(v float64) Number { return Number{value: v} }

// opaque is the graph.Arg.Number of a Number that is no argument of the operands' trace.
const opaque = -1

// weak is the number as an operand.
func (n Number) weak() weak {
	w := weak{own: Float64, bits: Float64.FromFloat(n.value), number: opaque}
	if n.of != nil {
		w.number, w.of = int32(n.index+1), n.of
	}
	return w
}

// scalarUse says how a launch uses a Number: as operand i of a row, or to fill a tensor if there is
// no row. The Number is converted to the type first, and the result to the type then. Or it says how
// a launch uses a Key: it takes the key that follows by the path.
type scalarUse struct {
	number      int // the Number's index, or the Key's
	op          *op.Op
	i           int
	first, then DType
	key         bool
	path        []uint64
}

// in is the value that a launch gets in a call.
func (u *scalarUse) in(call *reading) (op.Scalar, error) {
	if u.key {
		return u.wordsOf(call.keys[u.number]), nil
	}
	return u.scalar(call.numbers[u.number])
}

// scalar is the value that a launch gets for v.
func (u *scalarUse) scalar(v float64) (s op.Scalar, err error) {
	w := weak{own: Float64, bits: Float64.FromFloat(v)}
	if u.op == nil {
		s, err = w.scalar(u.first)
	} else if s, err = w.element(u.op, u.i, u.first); err != nil {
		err = fmt.Errorf("%s: %s is %w", u.op.Name, u.op.OperandName(u.i), err)
	}
	if u.first != u.then {
		s = op.Convert(s, u.first, u.then)
	}
	return s, err
}

// use returns the graph.Arg.Number of a number on a device. Its trace records the use.
func (w weak) use(d device.Device, u scalarUse) int32 {
	switch {
	case w.number <= 0:
		return w.number
	case d != device.Device(w.of):
		return opaque
	}
	u.number = int(w.number - 1)
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	w.of.uses = append(w.of.uses, u)
	return int32(len(w.of.uses))
}

// refused makes the trace fail if an operation was refused because of a Number of the trace: the
// recording would lack the operation also for other values.
func (w weak) refused(d device.Device, err error) {
	if w.number > 0 && d == device.Device(w.of) {
		w.of.Fail(err)
	}
}
