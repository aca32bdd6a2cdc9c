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
	room    [maxArity]*Expr // where args lie
}

// The operands of a row, in order.
var x, y, z, u, v = arg(0), arg(1), arg(2), arg(3), arg(4)

func arg(i int) *Expr { return newExpr(Expr{operand: i}) }

func newExpr(e Expr) *Expr { return &exprs.keep(e)[0] }

// of is the operation on operands, each an *Expr or a number.
func (o *Op) of(args ...any) *Expr {
	e := newExpr(Expr{op: o})
	e.args = e.room[:len(args)]
	for i, a := range args {
		switch a := a.(type) {
		case *Expr:
			e.args[i] = a
		case int:
			e.args[i] = newExpr(Expr{operand: -1, value: Const(a)})
		case float64:
			e.args[i] = newExpr(Expr{operand: -1, value: Const(a)})
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

// real is the expression in floating point: integers and bools as float32.
func real(e *Expr) *Expr { return Cast.of(e) }

// constant reports whether the expression is a number, which takes the type of the operands beside
// it.
func (e *Expr) constant() bool { return e.op == nil && e.operand < 0 }

// dtype is the type of the expression's value where o computes in dt.
func (e *Expr) dtype(o *Op, dt DType) (DType, error) {
	switch {
	case e.constant():
		return dt, nil
	case e.op == nil:
		return o.Operand(e.operand, dt), nil
	}
	var types [maxArity]DType
	for i, a := range e.args {
		if a.constant() {
			continue
		}
		var err error
		if types[i], err = a.dtype(o, dt); err != nil {
			return 0, err
		}
	}
	e.typeConstants(&types, dt)
	if e.op == Cast {
		return floatType(types[0]), nil
	}
	return e.op.Check(types[:len(e.args)])
}

// typeConstants gives constant arguments the type of another argument, or dt if all are constant.
func (e *Expr) typeConstants(types *[maxArity]DType, dt DType) {
	first := 0
	if e.op.Rule == Select {
		first = 1 // its condition is no number
	}
	for i := len(e.args) - 1; i >= first; i-- {
		if types[i] != 0 {
			dt = types[i]
		}
	}
	for i, a := range e.args {
		if a.constant() {
			types[i] = dt
		}
	}
}

// floatType is the type itself if it is floating, else Float32.
func floatType(dt DType) DType {
	if dt.IsFloat() {
		return dt
	}
	return Float32
}

// Maker makes values of type V by instructions on other values. Steps calls it.
type Maker[V any] interface {
	// Scalar is a value known beforehand.
	Scalar(dt DType, s Scalar) V
	// Known returns the element of a value that Scalar made.
	Known(v V) (Scalar, bool)
	// Apply is the operation, which is no composition, on values of the types it takes.
	Apply(o *Op, result DType, args []V) V
}

// Steps computes a composition on operands of type dt, step by step. Steps that depend on known
// values alone are computed at once, and so is a choice by a known condition, such as whether an integer is NaN.
// Steps of float16 and bfloat16 are in float32, and the result is rounded once.
func Steps[V any](m Maker[V], o *Op, dt DType, operands []V) V {
	s := &stepper[V]{Maker: m, op: o, dt: dt}
	s.done, s.args = s.fewSteps[:0], s.fewArgs[:]
	s.operands = s.room(len(operands))
	copy(s.operands, operands)
	if dt.half() {
		s.dt = Float32
		for i, v := range s.operands {
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
	op       *Op
	dt       DType // of the steps
	operands []V
	done     []step[V] // each expression once
	args     []V       // room for arguments

	// Part of the stepper, because arguments of an interface's method escape to the heap.
	fewSteps [6]step[V]
	fewArgs  [4 * maxArity]V
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

// value computes an expression other than a constant.
func (s *stepper[V]) value(e *Expr) (V, DType) {
	if e.op == nil {
		return s.operands[e.operand], s.op.Operand(e.operand, s.dt)
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
			if choice := e.args[2-int(c)]; !choice.constant() {
				return s.value(choice)
			}
		}
	}
	args, types := s.arguments(e)
	if e.op == Cast {
		to := floatType(types[0])
		return s.cast(args[0], types[0], to), to
	}
	if e.op.alike(types[0]) {
		return s.Scalar(Bool, e.op.Eval([]Scalar{0}, types[:1])), Bool
	}
	_, dt, _ := e.op.Types(types[len(args)-1])
	if known := s.scalars(args); known != nil {
		return s.Scalar(dt, e.op.Eval(known, types[:len(args)])), dt
	}
	return s.Apply(e.op, dt, args), dt
}

// arguments computes the arguments of an operation. Constants come last, because their types follow
// from the others.
func (s *stepper[V]) arguments(e *Expr) (args []V, types [maxArity]DType) {
	args = s.room(len(e.args))
	for i, a := range e.args {
		if !a.constant() {
			args[i], types[i] = s.value(a)
		}
	}
	e.typeConstants(&types, s.dt)
	for i, a := range e.args {
		if a.constant() {
			args[i] = s.Scalar(types[i], a.value.In(types[i]))
		}
	}
	return args, types
}

// alike reports whether the operation has one answer for all elements of a type: no integer is NaN.
func (o *Op) alike(dt DType) bool {
	return o.Rule == Compare && o.Arity == 1 && o != Signbit && !dt.IsFloat()
}

// room returns memory for n values.
func (s *stepper[V]) room(n int) (values []V) {
	if len(s.args) < n {
		s.args = make([]V, max(n, len(s.fewArgs)))
	}
	values, s.args = s.args[:n:n], s.args[n:]
	return values
}

// scalars returns the arguments if all are known beforehand, else nil.
func (s *stepper[V]) scalars(args []V) []Scalar {
	for _, a := range args {
		if _, ok := s.Known(a); !ok {
			return nil
		}
	}
	known := make([]Scalar, len(args))
	for i, a := range args {
		known[i], _ = s.Known(a)
	}
	return known
}

// maxArity is the number of operands of an instruction, at most.
const maxArity = 3

// knownValues is a Maker where every value is known.
type knownValues struct{}

func (knownValues) Scalar(_ DType, s Scalar) Scalar             { return s }
func (knownValues) Known(v Scalar) (Scalar, bool)               { return v, true }
func (knownValues) Apply(*Op, DType, []Scalar) (unknown Scalar) { return }
