package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// floats writes the arithmetic of a dtype of floats, for registers of any width. All widths give the same
// bits: every step is an operation that IEEE 754 rounds once.
type floats struct {
	*emitter
	t dtype.Type // Float32 or Float64
}

// wide writes float64's arithmetic into the same function.
func (f floats) wide() floats { return floats{f.emitter, dtype.Float64} }

// single is a float everywhere, in memory or a register, which must stay as it is.
func (f floats) single(x float64) arg {
	if f.t == dtype.Float32 {
		return f.pattern(uint64(math.Float32bits(float32(x))))
	}
	return f.pattern(math.Float64bits(x))
}

// zero is 0 everywhere. Of float64 it is a constant like others: functions have it in a register.
func (f floats) zero() vec {
	if f.t == dtype.Float64 {
		return f.inRegister(f.single(0))
	}
	return f.emitter.zero()
}

// pattern is single of the float with the given bits.
func (f floats) pattern(bits uint64) arg { return f.keepable(f.constant(f.t.Size, bits)) }

// nan is a quiet one.
func (f floats) nan() arg { return f.pattern((f.t.SignBit() - 1) &^ (1<<(f.t.Digits()-2) - 1)) }

func (f floats) add(x vec, y arg) vec { return f.three("VADD"+f.t.Suffix(), y, x) }
func (f floats) sub(x vec, y arg) vec { return f.three("VSUB"+f.t.Suffix(), y, x) }
func (f floats) mul(x vec, y arg) vec { return f.three("VMUL"+f.t.Suffix(), y, x) }
func (f floats) div(x vec, y arg) vec { return f.three("VDIV"+f.t.Suffix(), y, x) }

func (f floats) magnitude(x vec) vec { return f.and(x, f.pattern(f.t.SignBit()-1)) }
func (f floats) signBit(x vec) vec   { return f.and(x, f.pattern(f.t.SignBit())) }
func (f floats) negative(x vec) vec  { return f.xor(x, f.pattern(f.t.SignBit())) }

// signed has x's sign over that of v, which is positive.
func (f floats) signed(v, x vec) vec { return f.or(v, f.signBit(x)) }

// signOf is a mask for choose of where the sign is set.
func (f floats) signOf(x vec) operand.Op {
	if f.width < 64 {
		return x
	}
	k := f.K()
	f.do("VPMOV"+f.t.Letter()+"2M", x, k)
	return k
}

func (f floats) root(x vec) vec { return f.convert("VSQRT"+f.t.Suffix(), x) }

// plus is x*y + z, rounded once, in z's register.
func (f floats) plus(z vec, x vec, y arg) vec {
	f.do("VFMADD231"+f.t.Suffix(), y, x, z)
	return z
}

// minus is z - x*y, rounded once, in z's register.
func (f floats) minus(z vec, x vec, y arg) vec {
	f.do("VFNMADD231"+f.t.Suffix(), y, x, z)
	return z
}

// times is x*y + z, rounded once. It takes x's register.
func (f floats) times(x vec, y vec, z arg) vec {
	if f.width == 16 {
		return f.timesNeon(x, f.plus(f.load(z), x, y))
	}
	f.do("VFMADD213"+f.t.Suffix(), z, y, x)
	return x
}

// lost is what rounding takes away from a product.
func (f floats) lost(product, x vec, y arg) vec {
	v := f.load(product)
	f.do("VFMSUB231"+f.t.Suffix(), y, x, v) // x*y - v
	return v
}

// polynomial is c[0] + c[1]*x + c[2]*x² …
func (f floats) polynomial(x vec, c ...float64) vec {
	v := f.load(f.single(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		v = f.times(v, x, f.single(c[i]))
	}
	return v
}

// paired is polynomial, in fewer steps one after the other; square is x².
func (f floats) paired(x, square vec, c ...float64) vec {
	term := func(i int) vec {
		if i+1 == len(c) {
			return f.load(f.single(c[i]))
		}
		return f.plus(f.load(f.single(c[i])), x, f.single(c[i+1]))
	}
	i := (len(c) - 1) &^ 1
	v := term(i)
	for i -= 2; i >= 0; i -= 2 {
		v = f.times(v, square, term(i))
	}
	return v
}

// atMost and atLeast leave NaN as they are: the instructions give their second source then.
func (f floats) atMost(x vec, bound float64) vec {
	if f.width == 16 {
		return f.of("fmin", f.t, x, f.single(bound))
	}
	return f.three("VMIN"+f.t.Suffix(), x, f.inRegister(f.single(bound)))
}

func (f floats) atLeast(x vec, bound float64) vec {
	if f.width == 16 {
		return f.of("fmax", f.t, x, f.single(bound))
	}
	return f.three("VMAX"+f.t.Suffix(), x, f.inRegister(f.single(bound)))
}

// test is a mask of where x and y have the condition.
func (f floats) test(condition uint8, x vec, y arg) operand.Op {
	if f.width < 64 {
		return f.compare(f.t, condition, x, y)
	}
	k := f.K()
	f.do("VCMP"+f.t.Suffix(), operand.U8(condition), y, x, k)
	return k
}

// choose is x where the mask is set, else y.
func (f floats) choose(mask operand.Op, x arg, y vec) vec {
	if f.width == 64 {
		v := f.load(y) // of VBLENDMPS the allocator thinks that it reads its result
		f.do("VMOVU"+f.t.Suffix(), x, mask, v)
		return v
	}
	v := f.vec()
	f.do("VBLENDV"+f.t.Suffix(), mask, x, y, v)
	return v
}

// where is x where the mask is set, else 0.
func (f floats) where(mask operand.Op, x arg) vec {
	v := f.vec()
	if f.width < 64 {
		f.do("VAND"+f.t.Suffix(), x, mask, v)
	} else {
		f.do("VMOVU"+f.t.Suffix()+"_Z", x, mask, v)
	}
	return v
}
