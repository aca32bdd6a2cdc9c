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
	// Apply is the operation, which is no composition, on values of the given types.
	Apply(o *Op, result DType, args []V, types []DType) V
}

// Steps computes a composition of operands of type dt, step by step. What depends on
// known values only is computed at once, and a choice by a known condition is made.
func Steps[V any](m Maker[V], o *Op, dt DType, operands []V) V {
	s := stepper[V]{Maker: m, dt: dt, operands: operands, done: map[*Expr]V{}}
	v, _ := s.value(o.As)
	return v
}

type stepper[V any] struct {
	Maker[V]
	dt       DType
	operands []V
	done     map[*Expr]V
}

func (s *stepper[V]) value(e *Expr) (v V, dt DType) {
	switch {
	case e.op == nil && e.operand >= 0:
		return s.operands[e.operand], s.dt
	case e.op == nil:
		return s.Scalar(s.dt, e.value.In(s.dt)), s.dt
	}
	dt, _ = e.typed(s.dt)
	if v, ok := s.done[e]; ok {
		return v, dt
	}
	v = s.apply(e, dt)
	s.done[e] = v
	return v, dt
}

func (s *stepper[V]) apply(e *Expr, dt DType) V {
	if e.op == Where {
		cond, _ := s.value(e.args[0])
		if c, ok := s.Known(cond); ok {
			v, _ := s.value(e.args[2-int(c)])
			return v
		}
	}
	args, types := make([]V, len(e.args)), make([]DType, len(e.args))
	known := make([]Scalar, 0, len(e.args))
	for i, a := range e.args {
		args[i], types[i] = s.value(a)
		if c, ok := s.Known(args[i]); ok {
			known = append(known, c)
		}
	}
	if len(known) == len(args) {
		return s.Scalar(dt, e.op.Eval(known, types))
	}
	return s.Apply(e.op, dt, args, types)
}

// knownValues is a Maker where every value is known.
type knownValues struct{}

func (knownValues) Scalar(_ DType, s Scalar) Scalar                      { return s }
func (knownValues) Known(v Scalar) (Scalar, bool)                        { return v, true }
func (knownValues) Apply(*Op, DType, []Scalar, []DType) (unknown Scalar) { return }
