// Package floats writes arithmetic of float32 and float64, element by element: sums and products,
// comparisons and selections, polynomials, the edges of the range.
package floats

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Arithmetic writes the arithmetic of a dtype of floats, for registers of any width. All widths
// give the same bits: every step is an operation that IEEE 754 rounds once.
type Arithmetic struct {
	*emit.Writer
	T dtype.Type // Float32 or Float64
}

// New writes a dtype's arithmetic into a function.
func New(f *emit.Writer, t dtype.Type) Arithmetic { return Arithmetic{f, t} }

// Wide writes float64's arithmetic into the same function.
func (f Arithmetic) Wide() Arithmetic { return Arithmetic{f.Writer, dtype.Float64} }

// Number is a float in all elements, in memory or in a register that must not change.
func (f Arithmetic) Number(x float64) emit.Arg {
	if f.T == dtype.Float32 {
		return f.Bits(uint64(math.Float32bits(float32(x))))
	}
	return f.Bits(math.Float64bits(x))
}

// Zero is 0 everywhere. Of float64 it is a constant like others: functions have it in a register.
func (f Arithmetic) Zero() emit.Vec {
	if f.T == dtype.Float64 {
		return f.InRegister(f.Number(0))
	}
	return f.Writer.Zero()
}

// Bits is Number of the float with the given bits.
func (f Arithmetic) Bits(bits uint64) emit.Arg { return f.Keepable(f.Constant(f.T.Size, bits)) }

// NaN is a quiet NaN.
func (f Arithmetic) NaN() emit.Arg { return f.Bits((f.T.SignBit() - 1) &^ (1<<(f.T.Digits()-2) - 1)) }

func (f Arithmetic) Add(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VADD"+f.T.Suffix(), y, x) }
func (f Arithmetic) Sub(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VSUB"+f.T.Suffix(), y, x) }
func (f Arithmetic) Mul(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VMUL"+f.T.Suffix(), y, x) }
func (f Arithmetic) Div(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VDIV"+f.T.Suffix(), y, x) }

func (f Arithmetic) Abs(x emit.Vec) emit.Vec     { return f.And(x, f.Bits(f.T.SignBit()-1)) }
func (f Arithmetic) SignBit(x emit.Vec) emit.Vec { return f.And(x, f.Bits(f.T.SignBit())) }
func (f Arithmetic) Neg(x emit.Vec) emit.Vec     { return f.Xor(x, f.Bits(f.T.SignBit())) }

// CopySign has x's sign over that of v, which is positive.
func (f Arithmetic) CopySign(v, x emit.Vec) emit.Vec { return f.Or(v, f.SignBit(x)) }

// SignMask is the mask of the elements whose sign is set.
func (f Arithmetic) SignMask(x emit.Vec) operand.Op {
	if f.Width < 64 {
		return x
	}
	k := f.K()
	f.Do("VPMOV"+f.T.Letter()+"2M", x, k)
	return k
}

func (f Arithmetic) Sqrt(x emit.Vec) emit.Vec { return f.Unary("VSQRT"+f.T.Suffix(), x) }

// AddProduct is x*y + z, rounded once, in z's register.
func (f Arithmetic) AddProduct(z emit.Vec, x emit.Vec, y emit.Arg) emit.Vec {
	f.Do("VFMADD231"+f.T.Suffix(), y, x, z)
	return z
}

// SubProduct is z - x*y, rounded once, in z's register.
func (f Arithmetic) SubProduct(z emit.Vec, x emit.Vec, y emit.Arg) emit.Vec {
	f.Do("VFNMADD231"+f.T.Suffix(), y, x, z)
	return z
}

// MulAdd is x*y + z, rounded once. It takes x's register.
func (f Arithmetic) MulAdd(x emit.Vec, y emit.Vec, z emit.Arg) emit.Vec {
	if f.Width == 16 {
		return f.timesNeon(x, f.AddProduct(f.Load(z), x, y))
	}
	f.Do("VFMADD213"+f.T.Suffix(), z, y, x)
	return x
}

// ProductError is what rounding takes away from a product.
func (f Arithmetic) ProductError(product, x emit.Vec, y emit.Arg) emit.Vec {
	v := f.Load(product)
	f.Do("VFMSUB231"+f.T.Suffix(), y, x, v) // x*y - v
	return v
}

// Polynomial is c[0] + c[1]*x + c[2]*x² …
func (f Arithmetic) Polynomial(x emit.Vec, c ...float64) emit.Vec {
	v := f.Load(f.Number(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		v = f.MulAdd(v, x, f.Number(c[i]))
	}
	return v
}

// Paired is Polynomial, in fewer steps one after the other; square is x².
func (f Arithmetic) Paired(x, square emit.Vec, c ...float64) emit.Vec {
	term := func(i int) emit.Vec {
		if i+1 == len(c) {
			return f.Load(f.Number(c[i]))
		}
		return f.AddProduct(f.Load(f.Number(c[i])), x, f.Number(c[i+1]))
	}
	i := (len(c) - 1) &^ 1
	v := term(i)
	for i -= 2; i >= 0; i -= 2 {
		v = f.MulAdd(v, square, term(i))
	}
	return v
}

// AtMost and AtLeast leave NaN as they are: the instructions give their second source then.
func (f Arithmetic) AtMost(x emit.Vec, bound float64) emit.Vec {
	if f.Width == 16 {
		return f.NeonOf("fmin", f.T, x, f.Number(bound))
	}
	return f.Binary("VMIN"+f.T.Suffix(), x, f.InRegister(f.Number(bound)))
}

func (f Arithmetic) AtLeast(x emit.Vec, bound float64) emit.Vec {
	if f.Width == 16 {
		return f.NeonOf("fmax", f.T, x, f.Number(bound))
	}
	return f.Binary("VMAX"+f.T.Suffix(), x, f.InRegister(f.Number(bound)))
}

// Test is a mask of where x and y have the condition.
func (f Arithmetic) Test(condition uint8, x emit.Vec, y emit.Arg) operand.Op {
	if f.Width < 64 {
		return f.Compare(f.T, condition, x, y)
	}
	k := f.K()
	f.Do("VCMP"+f.T.Suffix(), operand.U8(condition), y, x, k)
	return k
}

// Select is x where the mask is set, else y.
func (f Arithmetic) Select(mask operand.Op, x emit.Arg, y emit.Vec) emit.Vec {
	if f.Width == 64 {
		v := f.Load(y) // the allocator thinks that VBLENDMPS reads its result
		f.Do("VMOVU"+f.T.Suffix(), f.InRegister(x), mask, v)
		return v
	}
	v := f.Vec()
	f.Do("VBLENDV"+f.T.Suffix(), mask, x, y, v)
	return v
}

// SelectOrZero is x where the mask is set, else 0.
func (f Arithmetic) SelectOrZero(mask operand.Op, x emit.Arg) emit.Vec {
	v := f.Vec()
	if f.Width < 64 {
		f.Do("VAND"+f.T.Suffix(), x, mask, v)
	} else {
		f.Do("VMOVU"+f.T.Suffix()+"_Z", f.InRegister(x), mask, v)
	}
	return v
}

// timesNeon is MulAdd of NEON, whose instruction adds to the sum's register. x gets the result too,
// for code that reads it there. arm64.DropDeadMoves removes the move where no code does.
func (f Arithmetic) timesNeon(x, sum emit.Vec) emit.Vec {
	f.Move(sum, x)
	return sum
}

// Shifter64 has a last place of 1: a number added to it is rounded to an integer, which lies in the
// lowest bits.
const Shifter64 = 0x1.8p52

// InExponent has the integers in the lowest 12 bits where exponents lie.
func InExponent(f Arithmetic, bits emit.Vec) emit.Vec { return f.Shift("VPSLLQ", bits, 52) }
