package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"

// sinhOf has (sinh(r)-r)/r³ and coshOf (cosh(r)-1)/r², both in r² where |r| <= ln(2)/2.
var (
	sinhOf = []float64{0.16666667, 0.008333175, 0.00019973988}
	coshOf = []float64{0.5, 0.041666456, 0.0013935823}
)

// hyperbolicParts gives r + n*ln(2) = a's sinh(r), cosh(r) - 1, 2^(n-2) and 2^(-n-2).
func hyperbolicParts(f floats, a emit.Vec) (sinh, cosh, up, down emit.Vec) {
	n, bits := nearestInteger(f, a, log2E)
	r := lessLogs(f, f.Load(a), n)
	s := f.mul(r, r)
	cosh = f.mul(f.polynomial(s, coshOf...), s)
	sinh = f.times(f.polynomial(s, sinhOf...), f.mul(s, r), r)
	bits = f.Shift("VPSLLD", bits, 23)
	quarter := f.InRegister(f.single(0.25))
	up = f.Binary("VPADDD", quarter, bits)
	down = f.Binary("VPMAXSD", f.zero(), f.Binary("VPSUBD", bits, quarter)) // 0 is small enough
	return sinh, cosh, up, down
}

// growLimit is where sinh and cosh are beyond all bounds, and 2^(n-2) is not.
const growLimit = 89.5

// sinh is 2^(n-1)*e^r - 2^(-n-1)*e^-r, by cosh(r) and sinh(r). Nothing cancels where n is 0.
func sinh(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	small, rest, up, down := hyperbolicParts(f, f.atMost(a, growLimit))
	sum, difference := f.add(up, down), f.sub(up, down)
	v := f.add(f.plus(f.mul(sum, small), difference, rest), difference)
	v = f.choose(f.test(emit.Less, a, f.single(0x1p-12)), a, f.add(v, v)) // halves of a may be too small
	return f.signed(v, x)
}

// cosh is 2^(n-1)*e^r + 2^(-n-1)*e^-r.
func cosh(f floats, x emit.Vec) emit.Vec {
	small, rest, up, down := hyperbolicParts(f, f.atMost(f.magnitude(x), growLimit))
	other := f.add(f.sub(rest, small), f.single(1))
	v := f.add(f.plus(f.mul(up, f.add(rest, small)), down, other), up)
	return f.add(v, v)
}

// tanhshrink is x³ times what is given in pieces, with digits beyond those of each product; or
// x less 1 where no other digit counts.
func tanhshrink(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	near, rest := pieceSum(f, &shrinkPieces, f.atMost(a, 9.1))
	s := f.mul(a, a)
	cube := f.mul(s, a)
	low := f.plus(f.lost(cube, s, a), a, f.lost(s, a, a))
	v := f.plus(f.plus(f.mul(low, near), cube, rest), cube, near)
	large := f.test(emit.GreaterThan, a, f.single(9))
	v = f.choose(large, f.sub(a, f.single(1)), v)
	return f.signed(v, f.add(x, f.zero())) // 0 of -0
}
