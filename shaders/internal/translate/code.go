package translate

import (
	"math"
	"math/bits"
)

// Op is an operation of the machine.
type Op uint32

// The operations. Those before Return are cheap: the machine computes all cheap operations in every
// step. It computes the others only in a step that asks for one.
const (
	FMA         Op = iota // a*b + c
	Add                   // a + c
	Mul                   // a * b
	Move                  // a
	And                   // a & b
	Or                    // a | b
	Xor                   // a ^ b
	Plus                  // integers: a + b
	Minus                 // integers: a - b
	Copysign              // a with the sign of b
	JumpFloat             // to the target, if a and b have one of the relations
	JumpInt               // the same for signed integers
	Load                  // the word of a table at base + a*stride
	Return                // a
	Div                   // a / b
	Sqrt                  // √a
	Trunc                 // the whole part of a
	RoundEven             // the nearest whole number
	Ldexp                 // a * 2^b, b an integer
	Significand           // frexp's first result
	Exponent              // frexp's second
	FromInt               // float64(int64)
	FromUint              // float64(uint64)
	ToInt                 // int64(float64)
	MulLow                // integers: a * b
	MulHigh               // the upper 64 bits of a * b, unsigned
	Left                  // a << b
	Right                 // a >> b, unsigned
	RightSigned           // a >> b, signed
	Zeros                 // leading zeros
	Carry                 // of a + b + c, unsigned
	Borrow                // of a - b - c, unsigned
	Max                   // of floats
	Min                   // of floats
	Horner                // the polynomial at a; a table has the coefficients
	opEnd
)

// The relations of a jump, added up.
const (
	less = 1 << iota
	equal
	greater
	unordered
	always = less | equal | greater | unordered
)

// operand is a register or a constant; neg is for floats of registers.
type operand struct {
	register int // -1: a constant
	bits     uint64
	neg      bool
}

func number(bits uint64) operand { return operand{register: -1, bits: bits} }

func float(x float64) operand { return number(math.Float64bits(x)) }

const sign = 1 << 63

// negate returns -x for a float.
func (x operand) negate() operand {
	if x.register < 0 {
		return number(x.bits ^ sign)
	}
	x.neg = !x.neg
	return x
}

// instr is an instruction before finish maps registers: their numbers have no limit.
type instr struct {
	op        Op
	dst       int // -1: none
	args      [3]operand
	relations uint32
	target    int // a label, later an instruction
	label     int // noLabel, or the label that stands here in place of an instruction
	base      uint32
	stride    uint32
}

const noLabel = -1

// fold computes an operation whose operands are constants.
func fold(op Op, args [3]operand) (operand, bool) {
	for _, a := range args {
		if a.register >= 0 {
			return operand{}, false
		}
	}
	x, y, z := args[0].bits, args[1].bits, args[2].bits
	a, b, c := math.Float64frombits(x), math.Float64frombits(y), math.Float64frombits(z)
	switch op {
	case FMA:
		return float(math.FMA(a, b, c)), true
	case Add:
		return float(a + c), true
	case Mul:
		return float(a * b), true
	case Div:
		return float(a / b), true
	case Move:
		return args[0], true
	case Plus:
		return number(x + y), true
	case Minus:
		return number(x - y), true
	case And:
		return number(x & y), true
	case Or:
		return number(x | y), true
	case Left:
		return number(x << y), true
	case Right:
		return number(x >> y), true
	case FromInt:
		return float(float64(int64(x))), true
	case ToInt:
		return number(uint64(int64(a))), true
	case Carry:
		_, carry := bits.Add64(x, y, z)
		return number(carry), true
	case Borrow:
		_, borrow := bits.Sub64(x, y, z)
		return number(borrow), true
	}
	return operand{}, false
}

var names = [opEnd]string{FMA: "FMA", Add: "Add", Mul: "Mul", Move: "Move", And: "And", Or: "Or", Xor: "Xor", Plus: "Plus",
	Minus: "Minus", Copysign: "Copysign", JumpFloat: "JumpFloat", JumpInt: "JumpInt", Load: "Load", Return: "Return", Div: "Div",
	Sqrt: "Sqrt", Trunc: "Trunc", RoundEven: "RoundEven", Ldexp: "Ldexp", Significand: "Significand", Exponent: "Exponent",
	FromInt: "FromInt", FromUint: "FromUint", ToInt: "ToInt", MulLow: "MulLow", MulHigh: "MulHigh", Left: "Left", Right: "Right",
	RightSigned: "RightSigned", Zeros: "Zeros", Carry: "Carry", Borrow: "Borrow", Max: "Max", Min: "Min", Horner: "Horner"}

func (op Op) String() string { return names[op] }

// Ops lists the operations by their numbers.
func Ops() (all []Op) {
	for op := range opEnd {
		all = append(all, op)
	}
	return all
}
