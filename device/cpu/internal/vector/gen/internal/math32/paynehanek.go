package math32

import (
	"math"
	"math/big"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// Large angles are reduced as Payne and Hanek do (Radian Reduction for Trigonometric Functions,
// 1983). Only those digits of 2/pi count whose product with the angle is below four quarter turns.

// farExponents is how many exponents large angles have.
const farExponents = 128 - 17

// twoByPi is 2/pi times 2^256.
var twoByPi, _ = new(big.Int).SetString("a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561", 16)

// farParts has for each exponent the digits of 2/pi that count, in three parts: two whose products
// with a float32 are exact in float64, and the rest.
func farParts() (parts [3][]uint64) {
	for exponent := 17; exponent < 17+farExponents; exponent++ {
		lowest := exponent - 23 // of the last digit
		p := new(big.Int).Lsh(twoByPi, uint(6+lowest))
		p.And(p, mask(256+6+2))
		last := 256 + 6
		for i, digits := range []int{26, 54, last} {
			part := new(big.Int).Rsh(p, uint(last-digits))
			p.And(p, mask(last-digits))
			v, _ := new(big.Float).SetInt(part).Float64()
			parts[i] = append(parts[i], math.Float64bits(math.Ldexp(v, -digits-lowest)))
		}
	}
	return parts
}

// mask has the given number of low bits set.
func mask(bits int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
}

// reduceFar is reduce for large angles.
func reduceFar(f floats.Arithmetic, a vec) (r, low, turns vec) {
	index := f.Binary("VPSUBD", f.Bits(127+17), f.Shift("VPSRLD", a, 23))
	index = f.Binary("VPMAXSD", f.Zero(), f.Binary("VPMINSD", f.Bits(farExponents-1), index))
	left, whole := f.Widen(a), floats.Doubles{}
	for i, x := range left {
		half := floats.Lower(index, f.Width/2)
		if i > 0 {
			half = f.Upper(index).(vec)
		}
		var y [3]vec
		for k, part := range farParts() {
			y[k] = gatherTable(f, []string{"turnsHigh", "turnsMiddle", "turnsLow"}[k], part, half)
		}
		f.Into("VMULPD", x, y[0])
		f.Into("VMULPD", x, y[1])
		whole[i] = f.Nearest("PD", f.Binary("VADDPD", y[1], y[0]))
		v := f.Into("VADDPD", y[1], f.Into("VSUBPD", whole[i], y[0]))
		f.Do("VFMADD231PD", y[2], x, v)
		left[i] = f.Into("VMULPD", f.Number64(math.Pi/2), v)
	}
	r = f.Narrow(left)
	for i, v := range f.Widen(r) {
		f.Into("VSUBPD", v, left[i])
	}
	return r, f.Narrow(left), f.Halved("VCVTPD2DQ", whole)
}

// gatherTable loads a table's numbers at indexes.
func gatherTable(f floats.Arithmetic, name string, table []uint64, index vec) vec {
	at, v := f.GP64(), f.Load(f.Constant(8, 0))
	f.LEAQ(f.Words(name, table...), at)
	m := operand.Mem{Base: at, Index: index, Scale: 8}
	if f.Width == 64 {
		f.VGATHERDPD(m, f.Test(emit.Equal, v, v), v)
	} else {
		f.VGATHERDPD(f.Load(f.Constant(8, math.MaxUint64)), m, v)
	}
	return v
}
