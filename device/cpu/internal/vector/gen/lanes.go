package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// floats writes the arithmetic of a dtype of floats, for registers of any width. All widths give the same
// bits: every step is an operation that IEEE 754 rounds once.
type floats struct {
	*emit.Writer
	t dtype.Type // Float32 or Float64
}

// wide writes float64's arithmetic into the same function.
func (f floats) wide() floats { return floats{f.Writer, dtype.Float64} }

// single is a float everywhere, in memory or a register, which must stay as it is.
func (f floats) single(x float64) emit.Arg {
	if f.t == dtype.Float32 {
		return f.pattern(uint64(math.Float32bits(float32(x))))
	}
	return f.pattern(math.Float64bits(x))
}

// zero is 0 everywhere. Of float64 it is a constant like others: functions have it in a register.
func (f floats) zero() emit.Vec {
	if f.t == dtype.Float64 {
		return f.InRegister(f.single(0))
	}
	return f.Writer.Zero()
}

// pattern is single of the float with the given bits.
func (f floats) pattern(bits uint64) emit.Arg { return f.Keepable(f.Constant(f.t.Size, bits)) }

// nan is a quiet one.
func (f floats) nan() emit.Arg { return f.pattern((f.t.SignBit() - 1) &^ (1<<(f.t.Digits()-2) - 1)) }

func (f floats) add(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VADD"+f.t.Suffix(), y, x) }
func (f floats) sub(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VSUB"+f.t.Suffix(), y, x) }
func (f floats) mul(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VMUL"+f.t.Suffix(), y, x) }
func (f floats) div(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VDIV"+f.t.Suffix(), y, x) }

func (f floats) magnitude(x emit.Vec) emit.Vec { return f.And(x, f.pattern(f.t.SignBit()-1)) }
func (f floats) signBit(x emit.Vec) emit.Vec   { return f.And(x, f.pattern(f.t.SignBit())) }
func (f floats) negative(x emit.Vec) emit.Vec  { return f.Xor(x, f.pattern(f.t.SignBit())) }

// signed has x's sign over that of v, which is positive.
func (f floats) signed(v, x emit.Vec) emit.Vec { return f.Or(v, f.signBit(x)) }

// signOf is a mask for choose of where the sign is set.
func (f floats) signOf(x emit.Vec) operand.Op {
	if f.Width < 64 {
		return x
	}
	k := f.K()
	f.Do("VPMOV"+f.t.Letter()+"2M", x, k)
	return k
}

func (f floats) root(x emit.Vec) emit.Vec { return f.Unary("VSQRT"+f.t.Suffix(), x) }

// plus is x*y + z, rounded once, in z's register.
func (f floats) plus(z emit.Vec, x emit.Vec, y emit.Arg) emit.Vec {
	f.Do("VFMADD231"+f.t.Suffix(), y, x, z)
	return z
}

// minus is z - x*y, rounded once, in z's register.
func (f floats) minus(z emit.Vec, x emit.Vec, y emit.Arg) emit.Vec {
	f.Do("VFNMADD231"+f.t.Suffix(), y, x, z)
	return z
}

// times is x*y + z, rounded once. It takes x's register.
func (f floats) times(x emit.Vec, y emit.Vec, z emit.Arg) emit.Vec {
	if f.Width == 16 {
		return f.timesNeon(x, f.plus(f.Load(z), x, y))
	}
	f.Do("VFMADD213"+f.t.Suffix(), z, y, x)
	return x
}

// lost is what rounding takes away from a product.
func (f floats) lost(product, x emit.Vec, y emit.Arg) emit.Vec {
	v := f.Load(product)
	f.Do("VFMSUB231"+f.t.Suffix(), y, x, v) // x*y - v
	return v
}

// polynomial is c[0] + c[1]*x + c[2]*x² …
func (f floats) polynomial(x emit.Vec, c ...float64) emit.Vec {
	v := f.Load(f.single(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		v = f.times(v, x, f.single(c[i]))
	}
	return v
}

// paired is polynomial, in fewer steps one after the other; square is x².
func (f floats) paired(x, square emit.Vec, c ...float64) emit.Vec {
	term := func(i int) emit.Vec {
		if i+1 == len(c) {
			return f.Load(f.single(c[i]))
		}
		return f.plus(f.Load(f.single(c[i])), x, f.single(c[i+1]))
	}
	i := (len(c) - 1) &^ 1
	v := term(i)
	for i -= 2; i >= 0; i -= 2 {
		v = f.times(v, square, term(i))
	}
	return v
}

// atMost and atLeast leave NaN as they are: the instructions give their second source then.
func (f floats) atMost(x emit.Vec, bound float64) emit.Vec {
	if f.Width == 16 {
		return f.NeonOf("fmin", f.t, x, f.single(bound))
	}
	return f.Binary("VMIN"+f.t.Suffix(), x, f.InRegister(f.single(bound)))
}

func (f floats) atLeast(x emit.Vec, bound float64) emit.Vec {
	if f.Width == 16 {
		return f.NeonOf("fmax", f.t, x, f.single(bound))
	}
	return f.Binary("VMAX"+f.t.Suffix(), x, f.InRegister(f.single(bound)))
}

// test is a mask of where x and y have the condition.
func (f floats) test(condition uint8, x emit.Vec, y emit.Arg) operand.Op {
	if f.Width < 64 {
		return f.Compare(f.t, condition, x, y)
	}
	k := f.K()
	f.Do("VCMP"+f.t.Suffix(), operand.U8(condition), y, x, k)
	return k
}

// choose is x where the mask is set, else y.
func (f floats) choose(mask operand.Op, x emit.Arg, y emit.Vec) emit.Vec {
	if f.Width == 64 {
		v := f.Load(y) // of VBLENDMPS the allocator thinks that it reads its result
		f.Do("VMOVU"+f.t.Suffix(), x, mask, v)
		return v
	}
	v := f.Vec()
	f.Do("VBLENDV"+f.t.Suffix(), mask, x, y, v)
	return v
}

// where is x where the mask is set, else 0.
func (f floats) where(mask operand.Op, x emit.Arg) emit.Vec {
	v := f.Vec()
	if f.Width < 64 {
		f.Do("VAND"+f.t.Suffix(), x, mask, v)
	} else {
		f.Do("VMOVU"+f.t.Suffix()+"_Z", x, mask, v)
	}
	return v
}
