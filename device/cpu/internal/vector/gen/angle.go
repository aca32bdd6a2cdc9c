package main

import (
	"math"
	"math/big"

	"github.com/mmcloughlin/avo/operand"
)

// Large angles are reduced as Payne and Hanek do (Radian Reduction for Trigonometric Functions,
// 1983): of 2/pi, those digits count whose product with the angle is below four quarter turns.

// farCells is how many exponents large angles have.
const farCells = 128 - 17

// twoByPi is 2/pi times 2^256.
var twoByPi, _ = new(big.Int).SetString("a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561", 16)

// farParts has for each exponent what counts of 2/pi in three parts: two whose products with
// a float32 are exact in float64, and the rest.
func farParts() (parts [3][]uint64) {
	for exponent := 17; exponent < 17+farCells; exponent++ {
		turn := exponent - 23 // of the last digit
		p := new(big.Int).Lsh(twoByPi, uint(6+turn))
		p.And(p, mask(256+6+2))
		last := 256 + 6
		for i, digits := range []int{26, 54, last} {
			part := new(big.Int).Rsh(p, uint(last-digits))
			p.And(p, mask(last-digits))
			v, _ := new(big.Float).SetInt(part).Float64()
			parts[i] = append(parts[i], math.Float64bits(math.Ldexp(v, -digits-turn)))
		}
	}
	return parts
}

// mask has so many bits.
func mask(bits int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
}

// farReduced is reduced of large angles.
func farReduced(f floats, a vec) (r, low, turns vec) {
	index := f.three("VPSUBD", f.pattern(127+17), f.shiftBits("VPSRLD", a, 23))
	index = f.three("VPMAXSD", f.zero(), f.three("VPMINSD", f.pattern(farCells-1), index))
	left, whole := f.widen(a), doubles{}
	for i, x := range left {
		half := lower(index, f.width/2)
		if i > 0 {
			half = f.upper(index).(vec)
		}
		var y [3]vec
		for k, part := range farParts() {
			y[k] = gatherTable(f, []string{"turnsHigh", "turnsMiddle", "turnsLow"}[k], part, half)
		}
		f.into("VMULPD", x, y[0])
		f.into("VMULPD", x, y[1])
		whole[i] = f.nearest("PD", f.three("VADDPD", y[1], y[0]))
		v := f.into("VADDPD", y[1], f.into("VSUBPD", whole[i], y[0]))
		f.do("VFMADD231PD", y[2], x, v)
		left[i] = f.into("VMULPD", f.double(math.Pi/2), v)
	}
	r = f.narrow(left)
	for i, v := range f.widen(r) {
		f.into("VSUBPD", v, left[i])
	}
	return r, f.narrow(left), f.halved("VCVTPD2DQ", whole)
}

// gather is what a table has at indexes.
func gatherTable(f floats, name string, table []uint64, index vec) vec {
	at, v := f.GP64(), f.load(f.constant(8, 0))
	f.LEAQ(f.words(name, table...), at)
	m := operand.Mem{Base: at, Index: index, Scale: 8}
	if f.width == 64 {
		f.VGATHERDPD(m, f.test(equal, v, v), v)
	} else {
		f.VGATHERDPD(f.load(f.constant(8, math.MaxUint64)), m, v)
	}
	return v
}
