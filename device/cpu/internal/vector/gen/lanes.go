package main

import (
	"math"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// What follows writes float32 arithmetic for registers of any width. All give the same
// bits: every step is an operation that IEEE 754 rounds once.

// single is a float32 everywhere, in memory or a register, which must stay as it is.
func (f *frame) single(x float32) arg { return f.pattern(math.Float32bits(x)) }

// pattern is single of the float32 with the given bits.
func (f *frame) pattern(bits uint32) arg { return f.keepable(f.constant(4, uint64(bits))) }

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
	trial := &frame{Context: build.NewContext(), kernel: f.kernel, data: map[string][]uint64{}, at: f.at}
	trial.Function(f.name)
	trial.unitAt(0)
	f.kept = map[string]vec{}
	for _, m := range trial.used[:min(f.keep, len(trial.used))] {
		f.data[m.Symbol.Name] = trial.data[m.Symbol.Name]
		f.kept[m.Symbol.Name] = f.load(m)
	}
}

func (f *frame) add(x vec, y arg) vec { return f.three("VADDPS", y, x) }
func (f *frame) sub(x vec, y arg) vec { return f.three("VSUBPS", y, x) }
func (f *frame) mul(x vec, y arg) vec { return f.three("VMULPS", y, x) }
func (f *frame) div(x vec, y arg) vec { return f.three("VDIVPS", y, x) }

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

func (f *frame) magnitude(x vec) vec { return f.and(x, f.pattern(1<<31-1)) }
func (f *frame) signBit(x vec) vec   { return f.and(x, f.pattern(1<<31)) }

// shiftBits shifts integers: VPSLLD, VPSRAD.
func (f *frame) shiftBits(name string, x vec, by uint8) vec {
	v := f.vec()
	f.do(name, operand.U8(by), x, v)
	return v
}

// plus is x*y + z, rounded once, in z's register.
func (f *frame) plus(z vec, x vec, y arg) vec {
	f.do("VFMADD231PS", y, x, z)
	return z
}

// minus is z - x*y, rounded once, in z's register.
func (f *frame) minus(z vec, x vec, y arg) vec {
	f.do("VFNMADD231PS", y, x, z)
	return z
}

// times is x*y + z, rounded once. It takes x's register.
func (f *frame) times(x vec, y vec, z arg) vec {
	if f.width == 16 {
		return f.timesNeon(x, f.plus(f.load(z), x, y))
	}
	f.do("VFMADD213PS", z, y, x)
	return x
}

// polynomial is c[0] + c[1]*x + c[2]*x² …
func (f *frame) polynomial(x vec, c ...float32) vec {
	v := f.load(f.single(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		v = f.times(v, x, f.single(c[i]))
	}
	return v
}

// paired is polynomial, in fewer steps one after the other; square is x².
func (f *frame) paired(x, square vec, c ...float32) vec {
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
func (f *frame) atMost(x vec, bound float32) vec {
	if f.width == 16 {
		return f.of("fmin", float32s, x, f.single(bound))
	}
	return f.three("VMINPS", x, f.inRegister(f.single(bound)))
}

func (f *frame) atLeast(x vec, bound float32) vec {
	if f.width == 16 {
		return f.of("fmax", float32s, x, f.single(bound))
	}
	return f.three("VMAXPS", x, f.inRegister(f.single(bound)))
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
	return f.testOf(float32s, condition, x, y)
}

// testOf is test of a type of floats.
func (f *frame) testOf(t dtype, condition uint8, x vec, y arg) operand.Op {
	if f.width < 64 {
		return f.compare(t, condition, x, y)
	}
	k := f.K()
	f.do("VCMP"+t.ps(), operand.U8(condition), y, x, k)
	return k
}

// choose is x where the mask is set, else y.
func (f *frame) choose(mask operand.Op, x arg, y vec) vec { return f.chooseOf(float32s, mask, x, y) }

// chooseOf is choose of a type of floats.
func (f *frame) chooseOf(t dtype, mask operand.Op, x arg, y vec) vec {
	if f.width == 64 {
		v := f.load(y) // of VBLENDMPS the allocator thinks that it reads its result
		f.do("VMOVU"+t.ps(), x, mask, v)
		return v
	}
	v := f.vec()
	f.do("VBLENDV"+t.ps(), mask, x, y, v)
	return v
}

// where is x where the mask is set, else 0.
func (f *frame) where(mask operand.Op, x arg) vec {
	v := f.vec()
	if f.width < 64 {
		f.VANDPS(x, mask.(vec), v)
	} else {
		f.VMOVUPS_Z(x, mask, v)
	}
	return v
}
