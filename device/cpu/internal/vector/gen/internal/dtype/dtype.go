// Package dtype has the element types of kernels, with the properties that instructions and
// constants need.
package dtype

import (
	"math"
	"slices"
)

// Type is a dtype of package op, with the size and the letters that instructions use for it.
type Type struct {
	Name   string // in package op
	Size   int    // of an element, in bytes
	Float  bool
	Signed bool
}

var (
	Bool     = Type{"Bool", 1, false, false}
	Float16  = Type{"Float16", 2, true, true}
	BFloat16 = Type{"BFloat16", 2, true, true}
	Float32  = Type{"Float32", 4, true, true}
	Float64  = Type{"Float64", 8, true, true}
	Int32    = Type{"Int32", 4, false, true}
	Int64    = Type{"Int64", 8, false, true}
	Uint32   = Type{"Uint32", 4, false, false}
	Uint64   = Type{"Uint64", 8, false, false}

	// Signed and Unsigned are parallel.
	Signed   = []Type{{"Int8", 1, false, true}, {"Int16", 2, false, true}, Int32, Int64}
	Unsigned = []Type{{"Uint8", 1, false, false}, {"Uint16", 2, false, false}, Uint32, Uint64}

	Halves    = []Type{Float16, BFloat16}
	Floats    = []Type{Float32, Float64}
	AllFloats = slices.Concat(Halves, Floats)
)

// Named returns the dtype that package op calls so.
func Named(name string) Type {
	all := slices.Concat(AllFloats, Signed, Unsigned, []Type{Bool})
	return all[slices.IndexFunc(all, func(t Type) bool { return t.Name == name })]
}

// Letter ends the names of instructions on integers of a size in bytes.
func Letter(size int) string { return map[int]string{1: "B", 2: "W", 4: "D", 8: "Q"}[size] }

// Letter ends the names of instructions on the dtype's bits.
func (t Type) Letter() string { return Letter(t.Size) }

// Suffix ends the names of instructions on float32 and float64.
func (t Type) Suffix() string { return map[int]string{4: "PS", 8: "PD"}[t.Size] }

// Instruction completes the name of an arithmetic instruction: ADD becomes VADDPS or VPADDD.
func (t Type) Instruction(name string) string {
	if t.Float {
		return "V" + name + t.Suffix()
	}
	return "VP" + name + t.Letter()
}

// SignBit is the highest bit.
func (t Type) SignBit() uint64 { return 1 << (8*t.Size - 1) }

// One is the bits of 1.
func (t Type) One() uint64 {
	switch {
	case !t.Float:
		return 1
	case t.Size == 4:
		return uint64(math.Float32bits(1))
	}
	return math.Float64bits(1)
}

// Infinity is the bits of infinity: all of a float's exponent.
func (t Type) Infinity() uint64 {
	switch t {
	case Float16:
		return 0x7c00
	case BFloat16:
		return 0x7f80
	case Float32:
		return 0x7f800000
	}
	return 0x7ff << 52
}

// Digits is how many binary digits a normal number has.
func (t Type) Digits() int { return map[int]int{4: 24, 8: 53}[t.Size] }

// SmallestNormal is the smallest normal number.
func (t Type) SmallestNormal() float64 { return map[int]float64{4: 0x1p-126, 8: 0x1p-1022}[t.Size] }

// Largest is the largest finite number.
func (t Type) Largest() float64 {
	return map[int]float64{4: math.MaxFloat32, 8: math.MaxFloat64}[t.Size]
}

// Whole is the power of two from which on every number is an integer.
func (t Type) Whole() float64 { return map[int]float64{4: 0x1p24, 8: 0x1p53}[t.Size] }

// QuotientScale is a power of two for quotients that may overflow. If the divisor is multiplied by
// the power, at most twice, no quotient of finite numbers overflows.
func (t Type) QuotientScale() float64 { return map[int]float64{4: 0x1p100, 8: 0x1p1000}[t.Size] }
