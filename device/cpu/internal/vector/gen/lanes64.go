package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
)

// frame64 is a frame whose arithmetic is that of float64: half as many in a register, and the
// same bits in both widths again. AVX2 has no instructions for 64-bit integers that convert
// them, compare their sizes, or shift their signs; so whole numbers lie in the lowest bits of
// what a sum with shifter64 gives.
type frame64 struct{ *frame }

// single is a float64 everywhere, as lanes.go has it for float32.
func (f frame64) single(x float64) arg { return f.pattern(math.Float64bits(x)) }

func (f frame64) pattern(bits uint64) arg { return f.keepable(f.constant(8, bits)) }

func (f frame64) add(x vec, y arg) vec { return f.three("VADDPD", y, x) }
func (f frame64) sub(x vec, y arg) vec { return f.three("VSUBPD", y, x) }
func (f frame64) mul(x vec, y arg) vec { return f.three("VMULPD", y, x) }
func (f frame64) div(x vec, y arg) vec { return f.three("VDIVPD", y, x) }

func (f frame64) magnitude(x vec) vec { return f.and(x, f.pattern(1<<63-1)) }
func (f frame64) signBit(x vec) vec   { return f.and(x, f.pattern(1<<63)) }
func (f frame64) negative(x vec) vec  { return f.xor(x, f.pattern(1<<63)) }

// signed has x's sign over that of v, which is positive.
func (f frame64) signed(v, x vec) vec { return f.or(v, f.signBit(x)) }

func (f frame64) zero() vec { return f.inRegister(f.single(0)) }

// plus is x*y + z and minus z - x*y, rounded once, in z's register.
func (f frame64) plus(z vec, x vec, y arg) vec {
	f.do("VFMADD231PD", y, x, z)
	return z
}

func (f frame64) minus(z vec, x vec, y arg) vec {
	f.do("VFNMADD231PD", y, x, z)
	return z
}

// times is x*y + z, rounded once. It takes x's register.
func (f frame64) times(x vec, y vec, z arg) vec {
	if f.width == 16 {
		return f.timesNeon(x, f.plus(f.load(z), x, y))
	}
	f.do("VFMADD213PD", z, y, x)
	return x
}

// lost is what rounding takes away from a product.
func (f frame64) lost(product, x vec, y arg) vec {
	v := f.load(product)
	f.do("VFMSUB231PD", y, x, v) // x*y - v
	return v
}

// polynomial is c[0] + c[1]*x + c[2]*x² … in pairs of terms: the processor cannot see far enough
// ahead to fill the time of one step after the other with those of later registers. square is x².
func (f frame64) polynomial(x, square vec, c ...float64) vec {
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
func (f frame64) atMost(x vec, bound float64) vec {
	if f.width == 16 {
		return f.of("fmin", float64s, x, f.single(bound))
	}
	return f.three("VMINPD", x, f.inRegister(f.single(bound)))
}

func (f frame64) atLeast(x vec, bound float64) vec {
	if f.width == 16 {
		return f.of("fmax", float64s, x, f.single(bound))
	}
	return f.three("VMAXPD", x, f.inRegister(f.single(bound)))
}

// test is a mask of where x and y have the condition.
func (f frame64) test(condition uint8, x vec, y arg) operand.Op {
	return f.testOf(float64s, condition, x, y)
}

// choose is x where the mask is set, else y.
func (f frame64) choose(mask operand.Op, x arg, y vec) vec { return f.chooseOf(float64s, mask, x, y) }

// where is x where the mask is set, else 0.
func (f frame64) where(mask operand.Op, x arg) vec {
	v := f.vec()
	if f.width < 64 {
		f.VANDPD(x, mask.(vec), v)
	} else {
		f.VMOVUPD_Z(x, mask, v)
	}
	return v
}

// signOf is a mask of where the sign is set, for choose.
func (f frame64) signOf(x vec) operand.Op {
	if f.width < 64 {
		return x
	}
	k := f.K()
	f.VPMOVQ2M(x, k)
	return k
}

func (f frame64) root(x vec) vec { return f.convert("VSQRTPD", x) }

// shifter64 has a last place of 1: what is added to it is rounded to an integer, which
// lies in its lowest bits.
const shifter64 = 0x1.8p52

// integer is n, the integer nearest to x times the factor, and it in the lowest bits.
func (f frame64) integer(x vec, factor float64) (n, bits vec) {
	bits = f.plus(f.load(f.single(shifter64)), x, f.single(factor))
	return f.sub(bits, f.single(shifter64)), bits
}

// shifted has the integers in the lowest 12 bits where exponents lie.
func (f frame64) shifted(bits vec) vec { return f.shiftBits("VPSLLQ", bits, 52) }

// sumOf is x + y, of which x is the larger or zero, and what rounding takes away from it.
func (f frame64) sumOf(x, y vec) (sum, lost vec) {
	sum = f.add(x, y)
	return sum, f.add(f.sub(x, sum), y)
}

// anySum is sumOf where either may be larger.
func (f frame64) anySum(x, y vec) (sum, lost vec) {
	sum = f.add(x, y)
	second := f.sub(sum, x)
	return sum, f.add(f.sub(x, f.sub(sum, second)), f.sub(y, second))
}

// ratio is over/under, each a sum of a number and a small rest, as a number and a rest.
func (f frame64) ratio(over, overRest, under, underRest vec) (q, rest vec) {
	inverse := f.div(f.load(f.single(1)), under)
	q = f.mul(over, inverse)
	rest = f.minus(f.load(over), q, under)
	if overRest != nil {
		rest = f.add(rest, overRest)
	}
	return q, f.mul(f.minus(rest, q, underRest), inverse)
}
