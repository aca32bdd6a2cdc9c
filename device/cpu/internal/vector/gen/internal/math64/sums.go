package math64

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"

// AVX2 cannot convert 64-bit integers to floats, compare them unsigned, or shift their signs. A
// whole number stays in the lowest bits of its sum with floats.Shifter64.

// polynomial is c[0] + c[1]*x + c[2]*x² … in pairs of terms. Horner's steps depend on each other,
// and the processor does not look far enough ahead to overlap them with those of later registers.
// square is x².
func polynomial(f floats.Arithmetic, x, square vec, c ...float64) vec {
	return f.Paired(x, square, c...)
}

// nearestInteger is n, the integer nearest to x times the factor, and it in the lowest bits.
func nearestInteger(f floats.Arithmetic, x vec, factor float64) (n, bits vec) {
	bits = f.AddProduct(f.Load(f.Number(floats.Shifter64)), x, f.Number(factor))
	return f.Sub(bits, f.Number(floats.Shifter64)), bits
}

// sumOf is x + y, and what rounding takes away from the sum. x is the larger number, or zero.
func sumOf(f floats.Arithmetic, x, y vec) (sum, lost vec) {
	sum = f.Add(x, y)
	return sum, f.Add(f.Sub(x, sum), y)
}

// anySum is sumOf where either may be larger.
func anySum(f floats.Arithmetic, x, y vec) (sum, lost vec) {
	sum = f.Add(x, y)
	second := f.Sub(sum, x)
	return sum, f.Add(f.Sub(x, f.Sub(sum, second)), f.Sub(y, second))
}

// ratio is over/under, each a sum of a number and a small rest, as a number and a rest.
func ratio(f floats.Arithmetic, over, overRest, under, underRest vec) (q, rest vec) {
	inverse := f.Div(f.Load(f.Number(1)), under)
	q = f.Mul(over, inverse)
	rest = f.SubProduct(f.Load(over), q, under)
	if overRest != nil {
		rest = f.Add(rest, overRest)
	}
	return q, f.Mul(f.SubProduct(rest, q, underRest), inverse)
}
