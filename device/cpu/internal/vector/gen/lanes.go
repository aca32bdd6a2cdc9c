package main

import (
	"math"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// What follows writes arithmetic of a frame's floats for registers of any width. All give the same
// bits: every step is an operation that IEEE 754 rounds once.

// single is a float everywhere, in memory or a register, which must stay as it is.
func (f *frame) single(x float64) arg {
	if f.t == dtype.Float32 {
		return f.pattern(uint64(math.Float32bits(float32(x))))
	}
	return f.pattern(math.Float64bits(x))
}

// pattern is single of the float with the given bits.
func (f *frame) pattern(bits uint64) arg { return f.keepable(f.constant(f.t.Size, bits)) }

// nan is a quiet one.
func (f *frame) nan() arg { return f.pattern((f.t.SignBit() - 1) &^ (1<<(f.t.Digits()-2) - 1)) }

// keepable is memory, or the register that has it.
func (f *frame) keepable(m operand.Mem) arg {
	if v, ok := f.kept[m.Symbol.Name]; ok {
		return v
	}
	if !slices.ContainsFunc(f.used, func(u operand.Mem) bool { return u.Symbol == m.Symbol }) {
		f.used = append(f.used, m)
	}
	return m
}

// keepConstants loads constants that units need, so that loops need not: those take as long
// for a load as for an operation, and longer for one that crosses lines of the cache, as every
// load of 64 bytes does where the linker puts constants on odd multiples of 32.
func (f *frame) keepConstants() {
	if f.keep == 0 {
		return
	}
	trial := f.kernel.frame(build.NewContext(), map[string][]uint64{})
	trial.at = f.at
	trial.Function(f.name)
	trial.unitAt(0)
	f.kept = map[string]vec{}
	for _, m := range trial.used[:min(f.keep, len(trial.used))] {
		f.data[m.Symbol.Name] = trial.data[m.Symbol.Name]
		f.kept[m.Symbol.Name] = f.load(m)
	}
}

func (f *frame) add(x vec, y arg) vec { return f.three("VADD"+f.t.Suffix(), y, x) }
func (f *frame) sub(x vec, y arg) vec { return f.three("VSUB"+f.t.Suffix(), y, x) }
func (f *frame) mul(x vec, y arg) vec { return f.three("VMUL"+f.t.Suffix(), y, x) }
func (f *frame) div(x vec, y arg) vec { return f.three("VDIV"+f.t.Suffix(), y, x) }

// and, or and xor are VPAND, VPOR and VPXOR.
func (f *frame) and(x vec, y arg) vec { return f.logic("VPAND", x, y) }
func (f *frame) or(x vec, y arg) vec  { return f.logic("VPOR", x, y) }
func (f *frame) xor(x vec, y arg) vec { return f.logic("VPXOR", x, y) }

func (f *frame) logic(name string, x vec, y arg) vec { return f.three(f.bitwise(name), y, x) }

// bitwise is how AVX-512 calls an instruction of logic.
func (f *frame) bitwise(name string) string {
	if f.width == 64 {
		name += "D"
	}
	return name
}

func (f *frame) magnitude(x vec) vec { return f.and(x, f.pattern(f.t.SignBit()-1)) }
func (f *frame) signBit(x vec) vec   { return f.and(x, f.pattern(f.t.SignBit())) }
func (f *frame) negative(x vec) vec  { return f.xor(x, f.pattern(f.t.SignBit())) }

// signed has x's sign over that of v, which is positive.
func (f *frame) signed(v, x vec) vec { return f.or(v, f.signBit(x)) }

// signOf is a mask for choose of where the sign is set.
func (f *frame) signOf(x vec) operand.Op {
	if f.width < 64 {
		return x
	}
	k := f.K()
	f.do("VPMOV"+f.t.Letter()+"2M", x, k)
	return k
}

func (f *frame) root(x vec) vec { return f.convert("VSQRT"+f.t.Suffix(), x) }

// shiftBits shifts integers: VPSLLD, VPSRAD.
func (f *frame) shiftBits(name string, x vec, by uint8) vec {
	v := f.vec()
	f.do(name, operand.U8(by), x, v)
	return v
}

// plus is x*y + z, rounded once, in z's register.
func (f *frame) plus(z vec, x vec, y arg) vec {
	f.do("VFMADD231"+f.t.Suffix(), y, x, z)
	return z
}

// minus is z - x*y, rounded once, in z's register.
func (f *frame) minus(z vec, x vec, y arg) vec {
	f.do("VFNMADD231"+f.t.Suffix(), y, x, z)
	return z
}

// times is x*y + z, rounded once. It takes x's register.
func (f *frame) times(x vec, y vec, z arg) vec {
	if f.width == 16 {
		return f.timesNeon(x, f.plus(f.load(z), x, y))
	}
	f.do("VFMADD213"+f.t.Suffix(), z, y, x)
	return x
}

// lost is what rounding takes away from a product.
func (f *frame) lost(product, x vec, y arg) vec {
	v := f.load(product)
	f.do("VFMSUB231"+f.t.Suffix(), y, x, v) // x*y - v
	return v
}

// polynomial is c[0] + c[1]*x + c[2]*x² …
func (f *frame) polynomial(x vec, c ...float64) vec {
	v := f.load(f.single(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		v = f.times(v, x, f.single(c[i]))
	}
	return v
}

// paired is polynomial, in fewer steps one after the other; square is x².
func (f *frame) paired(x, square vec, c ...float64) vec {
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
func (f *frame) atMost(x vec, bound float64) vec {
	if f.width == 16 {
		return f.of("fmin", f.t, x, f.single(bound))
	}
	return f.three("VMIN"+f.t.Suffix(), x, f.inRegister(f.single(bound)))
}

func (f *frame) atLeast(x vec, bound float64) vec {
	if f.width == 16 {
		return f.of("fmax", f.t, x, f.single(bound))
	}
	return f.three("VMAX"+f.t.Suffix(), x, f.inRegister(f.single(bound)))
}

// inRegister loads what is in memory.
func (f *frame) inRegister(x arg) vec {
	if v, ok := x.(vec); ok {
		return v
	}
	return f.load(x)
}

// test is a mask of where x and y have the condition.
func (f *frame) test(condition uint8, x vec, y arg) operand.Op {
	if f.width < 64 {
		return f.compare(f.t, condition, x, y)
	}
	k := f.K()
	f.do("VCMP"+f.t.Suffix(), operand.U8(condition), y, x, k)
	return k
}

// choose is x where the mask is set, else y.
func (f *frame) choose(mask operand.Op, x arg, y vec) vec {
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
func (f *frame) where(mask operand.Op, x arg) vec {
	v := f.vec()
	if f.width < 64 {
		f.do("VAND"+f.t.Suffix(), x, mask, v)
	} else {
		f.do("VMOVU"+f.t.Suffix()+"_Z", x, mask, v)
	}
	return v
}
