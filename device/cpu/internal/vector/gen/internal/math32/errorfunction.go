package math32

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// erfOf has (erf(x)-x)/x in x², where |x| <= 1, and erfcLog -log(1-erf(x)) from there to 4,
// both to 2^-29 of erf(x).
var (
	erfOf   = []float64{0.12837917, -0.37612626, 0.11283579, -0.026853347, 0.005187162, -0.0007997853, 7.806904e-05}
	erfcLog = []float64{0.0003415062, 1.1270893, 0.63814473, 0.103106804, -0.021838058, 0.002947646, -0.0001863764}
)

// erf is a polynomial where |x| <= 1, and beyond it 1 less e to the power of one, with x's
// sign. Beyond 4 it is 1 already.
func erf(f floats.Arithmetic, x vec) vec {
	s := f.Mul(x, x)
	small := f.MulAdd(f.Polynomial(s, erfOf...), x, x)
	a := f.Abs(x)
	power := f.Polynomial(f.AtMost(a, 4), erfcLog...)
	p, n := expParts(f, f.Xor(power, f.Bits(1<<31)))
	large := f.SubProduct(f.Load(f.Number(1)), p, powerOf2(f, f.Unary("VCVTPS2DQ", n), oneBits))
	large = f.Or(large, f.SignBit(x))
	return f.Select(f.Test(emit.LessEqual, a, f.Number(1)), small, large)
}
