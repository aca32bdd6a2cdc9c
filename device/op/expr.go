package op

import (
	"fmt"
	"strings"
)

// Expr is a row's expression in other rows: an operand, a constant, or an operation on
// expressions.
type Expr struct {
	op      *Op // nil for an operand or a constant
	args    []*Expr
	operand int // -1 for a constant
	value   Const
}

// The operands of a row, in order.
var x, y, z, u, v = arg(0), arg(1), arg(2), arg(3), arg(4)

func arg(i int) *Expr { return &Expr{operand: i} }

// of is the operation on operands, each an *Expr or a number.
func (o *Op) of(args ...any) *Expr {
	e := &Expr{op: o}
	for _, a := range args {
		switch a := a.(type) {
		case *Expr:
			e.args = append(e.args, a)
		case int:
			e.args = append(e.args, &Expr{operand: -1, value: Const(a)})
		case float64:
			e.args = append(e.args, &Expr{operand: -1, value: Const(a)})
		default:
			panic(fmt.Sprintf("op: %v of a %T", o, a))
		}
	}
	return e
}

func (e *Expr) String() string {
	switch {
	case e.op == nil && e.operand >= 0:
		return "xyzuv"[e.operand : e.operand+1]
	case e.op == nil:
		return e.value.String()
	}
	args := make([]string, len(e.args))
	for i, a := range e.args {
		args[i] = a.String()
	}
	return e.op.Name + "(" + strings.Join(args, ", ") + ")"
}

// typed is the type of the expression's value where operands and constants have type dt.
func (e *Expr) typed(dt DType) (DType, error) {
	if e.op == nil {
		return dt, nil
	}
	types := make([]DType, len(e.args))
	for i, a := range e.args {
		var err error
		if types[i], err = a.typed(dt); err != nil {
			return 0, err
		}
	}
	return e.op.Check(types)
}

// Maker makes values of type V, of instructions on other values. Steps asks it.
type Maker[V any] interface {
	// Scalar is a value known beforehand.
	Scalar(dt DType, s Scalar) V
	// Known returns what Scalar was given, if v is such a value.
	Known(v V) (Scalar, bool)
	// Apply is the operation, which is no composition, on values of the types it takes.
	Apply(o *Op, result DType, args []V) V
}

// Steps computes a composition of operands of type dt, step by step. What depends on
// known values only is computed at once, and a choice by a known condition is made.
// float16 and bfloat16 take their steps in float32, and round the result once.
func Steps[V any](m Maker[V], o *Op, dt DType, operands []V) V {
	s := stepper[V]{Maker: m, dt: dt, operands: operands}
	if dt.half() {
		s.dt, s.operands = Float32, make([]V, len(operands))
		for i, v := range operands {
			s.operands[i] = s.cast(v, dt, Float32)
		}
	}
	v, result := s.value(o.As)
	if result == s.dt {
		v = s.cast(v, s.dt, dt)
	}
	return v
}

type stepper[V any] struct {
	Maker[V]
	dt       DType // of the steps
	operands []V
	done     []step[V] // each expression once
}

type step[V any] struct {
	of    *Expr
	value V
	dt    DType
}

func (s *stepper[V]) cast(v V, from, to DType) V {
	if from == to {
		return v
	}
	if c, ok := s.Known(v); ok {
		return s.Scalar(to, Convert(c, from, to))
	}
	return s.Apply(Cast, to, []V{v})
}

func (s *stepper[V]) value(e *Expr) (V, DType) {
	switch {
	case e.op == nil && e.operand >= 0:
		return s.operands[e.operand], s.dt
	case e.op == nil:
		return s.Scalar(s.dt, e.value.In(s.dt)), s.dt
	}
	for _, d := range s.done {
		if d.of == e {
			return d.value, d.dt
		}
	}
	v, dt := s.apply(e)
	s.done = append(s.done, step[V]{e, v, dt})
	return v, dt
}

func (s *stepper[V]) apply(e *Expr) (V, DType) {
	if e.op == Where {
		cond, _ := s.value(e.args[0])
		if c, ok := s.Known(cond); ok {
			return s.value(e.args[2-int(c)])
		}
	}
	args, types := make([]V, len(e.args)), [maxArity]DType{}
	known := true
	for i, a := range e.args {
		args[i], types[i] = s.value(a)
		_, ok := s.Known(args[i])
		known = known && ok
	}
	_, dt, _ := e.op.Types(types[len(args)-1])
	if known {
		return s.Scalar(dt, s.fold(e.op, args, types)), dt
	}
	return s.Apply(e.op, dt, args), dt
}

// maxArity is the number of operands of an instruction, at most.
const maxArity = 3

// fold computes an operation on known values.
func (s *stepper[V]) fold(o *Op, args []V, types [maxArity]DType) Scalar {
	known := make([]Scalar, len(args))
	for i, a := range args {
		known[i], _ = s.Known(a)
	}
	return o.Eval(known, types[:len(args)])
}

// knownValues is a Maker where every value is known.
type knownValues struct{}

func (knownValues) Scalar(_ DType, s Scalar) Scalar             { return s }
func (knownValues) Known(v Scalar) (Scalar, bool)               { return v, true }
func (knownValues) Apply(*Op, DType, []Scalar) (unknown Scalar) { return }
