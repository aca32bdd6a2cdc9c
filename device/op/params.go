package op

import (
	"fmt"
	"math"
	"strings"
)

// Param is a trailing operand that may be left out, with PyTorch's name and default.
// Like every operand it may be a number or a tensor.
type Param struct {
	Name    string
	Default Const
	Accept  Range // of numbers; tensors are not checked

	// Real: beside integer operands this parameter is a float32, and type promotion ignores it. A
	// number is a float32 beside float16 and bfloat16 too. Example: isclose's rtol.
	Real bool
	// Follows: a Go number becomes an element of the operands' dtype, and type promotion ignores it.
	// Example: add's alpha.
	Follows bool
}

// Const is a number in a row. It becomes an element of the type in which the operation computes. An
// infinity stands for the largest finite number of the type, or for the lowest.
type Const float64

// Constants that depend on the type; None means that there is no default.
var (
	Largest = Const(math.Inf(1))
	Lowest  = Const(math.Inf(-1))
	None    = Const(math.NaN())
)

// In returns the constant as an element of dt.
func (c Const) In(dt DType) Scalar {
	if math.IsInf(float64(c), 0) && dt.IsFloat() {
		return dt.FromFloat(math.Copysign(formats[dt].largest(), float64(c)))
	}
	return dt.FromFloat(float64(c)) // integers saturate
}

func (c Const) String() string {
	switch x := float64(c); {
	case math.IsInf(x, 1):
		return "the largest number"
	case math.IsInf(x, -1):
		return "the lowest number"
	case math.IsNaN(x):
		return "none"
	default:
		return fmt.Sprint(x)
	}
}

// Range is the set of numbers that a parameter accepts, if not all.
type Range struct {
	Text string // "at least 0"
	Has  func(x float64) bool
}

var (
	nonNegative = Range{"at least 0", func(x float64) bool { return x >= 0 }}
	positive    = Range{"greater than 0", func(x float64) bool { return x > 0 }}
	whole       = Range{"a whole number", func(x float64) bool { return x == math.Trunc(x) && !math.IsInf(x, 0) }}
	truthValue  = Range{"true or false", func(x float64) bool { return x == 0 || x == 1 }}
)

// Param returns the parameter that is operand i, or nil if that operand is no parameter.
func (o *Op) Param(i int) *Param {
	if at := i - o.Needs(); at >= 0 {
		return &o.Params[at]
	}
	return nil
}

// Operand returns the type of operand i if the operation computes in dt. It ignores that the
// condition of a Select is bool.
func (o *Op) Operand(i int, dt DType) DType {
	if p := o.Param(i); p != nil && p.Real {
		return floatType(dt)
	}
	return dt
}

// Given returns the type to which operand i, a number or a tensor, is rounded first. It is the type
// of Operand, or float32 if the row keeps that beside float16 and bfloat16.
func (o *Op) Given(i int, number bool, dt DType) DType {
	p := o.Param(i)
	kept := o.InFloat32 == SecondOperand && i == 1 ||
		number && (o.InFloat32 == Numbers || p != nil && p.Real)
	if dt.half() && kept {
		return Float32
	}
	return o.Operand(i, dt)
}

// Needs is the number of operands that cannot be left out.
func (o *Op) Needs() int { return o.Arity - len(o.Params) }

// OperandName is the name of the operand at i, parameters included.
func (o *Op) OperandName(i int) string {
	if p := o.Param(i); p != nil {
		return p.Name
	}
	return o.Operands[i]
}

// Takes lists the names of the operands that the operation takes.
func (o *Op) Takes() string {
	last := o
	if o.With != nil {
		last = o.With
	}
	s := strings.Join(o.Operands, ", ")
	for i, p := range last.Params {
		if i == 0 {
			s += " and optionally " + p.Name
			continue
		}
		s += ", " + p.Name
	}
	return s
}
