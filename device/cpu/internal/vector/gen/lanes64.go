package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"

// AVX2 has no instructions for 64-bit integers that convert them, compare their sizes, or shift their
// signs; so whole numbers lie in the lowest bits of what a sum with shifter64 gives.

// polynomial is c[0] + c[1]*x + c[2]*x² … in pairs of terms: the processor cannot see far enough
// ahead to fill the time of one step after the other with those of later registers. square is x².
func polynomial64(f floats, x, square emit.Vec, c ...float64) emit.Vec {
	return f.paired(x, square, c...)
}

// shifter64 has a last place of 1: what is added to it is rounded to an integer, which
// lies in its lowest bits.
const shifter64 = 0x1.8p52

// integer is n, the integer nearest to x times the factor, and it in the lowest bits.
func integer64(f floats, x emit.Vec, factor float64) (n, bits emit.Vec) {
	bits = f.plus(f.Load(f.single(shifter64)), x, f.single(factor))
	return f.sub(bits, f.single(shifter64)), bits
}

// shifted has the integers in the lowest 12 bits where exponents lie.
func shifted(f floats, bits emit.Vec) emit.Vec { return f.Shift("VPSLLQ", bits, 52) }

// sumOf is x + y, of which x is the larger or zero, and what rounding takes away from it.
func sumOf(f floats, x, y emit.Vec) (sum, lost emit.Vec) {
	sum = f.add(x, y)
	return sum, f.add(f.sub(x, sum), y)
}

// anySum is sumOf where either may be larger.
func anySum(f floats, x, y emit.Vec) (sum, lost emit.Vec) {
	sum = f.add(x, y)
	second := f.sub(sum, x)
	return sum, f.add(f.sub(x, f.sub(sum, second)), f.sub(y, second))
}

// ratio is over/under, each a sum of a number and a small rest, as a number and a rest.
func ratio(f floats, over, overRest, under, underRest emit.Vec) (q, rest emit.Vec) {
	inverse := f.div(f.Load(f.single(1)), under)
	q = f.mul(over, inverse)
	rest = f.minus(f.Load(over), q, under)
	if overRest != nil {
		rest = f.add(rest, overRest)
	}
	return q, f.mul(f.minus(rest, q, underRest), inverse)
}
