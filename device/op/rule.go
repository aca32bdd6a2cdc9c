package op

import "fmt"

// Rule types an operation. The operands are first promoted to one common type; the
// rule says what the operation computes in and what comes out.
type Rule uint8

const (
	// Same computes in the common type and returns it: add, maximum, bitwise_and.
	Same Rule = iota
	// SameNoBool is Same, and refuses a bool among the operands even where the common
	// type is not bool: sub.
	SameNoBool
	// Float computes integers and bool in Float32: div, exp, sigmoid.
	Float
	// Double computes everything in Float64: float_power.
	Double
	// Count computes bool in Int64: square.
	Count
	// Compare computes in the common type and returns bool: lt, isnan.
	Compare
	// Logic converts every operand to bool: logical_and.
	Logic
	// Select takes a bool first; the others share the common type: where.
	Select
	// Retype takes any type to any other: cast.
	Retype
)

// Kept says which operands stay float32 where the operation computes in float16 or bfloat16.
type Kept uint8

const (
	// NoOperand stays float32: add, eq.
	NoOperand Kept = iota
	// Numbers stay float32, tensors do not: mul, leaky_relu. Parameters are operands too.
	Numbers
	// SecondOperand stays float32, a number or a tensor: ldexp's exponent.
	SecondOperand
)

// Types returns the type the operation computes in, and its result's type, for
// operands whose common type is common.
func (o *Op) Types(common DType) (compute, result DType, err error) {
	compute = common
	switch k := common.Kind(); {
	case o.Rule == Float && k != Floating:
		compute = Float32
	case o.Rule == Double:
		compute = Float64
	case o.Rule == Count && k == Boolean:
		compute = Int64
	case o.Rule == Logic:
		compute = Bool
	}
	if !o.Defined(compute) {
		return 0, 0, &TypeError{Op: o.Name, Types: []DType{common}, Hint: o.Hint}
	}
	switch {
	case o.As != nil:
		result, _ = o.As.dtype(o, compute)
		return compute, result, nil
	case o.Rule == Compare:
		return compute, Bool, nil
	}
	return compute, compute, nil
}

// Check returns the result type of an instruction with converted operands. All have the type that
// the operation computes in; for Select a bool condition comes first. For Retype only the
// instruction knows the result type.
func (o *Op) Check(args []DType) (DType, error) {
	if o.Role != nil {
		return o.Role.result(o, args)
	}
	if o.As != nil {
		return 0, fmt.Errorf("%v is no instruction but a composition: %v; expand it with op.Steps", o, o.As)
	}
	if len(args) != o.Arity {
		return 0, &TypeError{Op: o.Name, Types: args, Hint: fmt.Sprintf("%d operands given, %d needed", len(args), o.Arity)}
	}
	rest := args
	if o.Rule == Select {
		if args[0] != Bool {
			return 0, &TypeError{Op: o.Name, Types: args, Hint: "the condition must be bool"}
		}
		rest = args[1:]
	}
	for _, dt := range rest {
		if dt != rest[0] {
			return 0, &TypeError{Op: o.Name, Types: args, Hint: "operands of an instruction share one dtype"}
		}
	}
	compute, result, err := o.Types(rest[0])
	if err == nil && compute != rest[0] {
		err = &TypeError{Op: o.Name, Types: args, Hint: "convert the operands to " + compute.String() + " first"}
	}
	return result, err
}

// Computes returns the type that a checked instruction computes in: the common type
// of its operands.
func (o *Op) Computes(args []DType) DType {
	if o.Rule == Select {
		return args[1] // the first is the condition
	}
	return args[0]
}
