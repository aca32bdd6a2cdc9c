package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
)

// exact are functions of two operands without any error. So are remainders, as FMA is: what a multiple of y near x leaves of x lies on the grid of
// y's last place and is no larger than y.
func exact() []kernel {
	var all []kernel
	for _, t := range floats {
		all = append(all,
			binary2("fmod"+t.name, "math.Mod(x[i], y[i])", t, fmod, "Fmod"),
			binary2("remainder"+t.name, "x[i] - y[i]*floor(x[i]/y[i]), exactly", t, remainder, "Remainder"),
			binary2("floorDivide"+t.name, "op.floorDivide(x[i], y[i])", t, floorDivide, "FloorDivide"))
	}
	for i := range all {
		all[i].turns, all[i].once = 1, true
	}
	return all
}

// fmod has x's sign.
func fmod(f *frame, t dtype, x vec, y arg) vec {
	b := f.sizeOf(t, f.load(y))
	_, r := f.leaves(t, f.sizeOf(t, x), b)
	return f.into("VPOR", f.signBitOf(t, x), f.orAbove(t, r, b))
}

// remainder has y's sign.
func remainder(f *frame, t dtype, x vec, y arg) vec {
	v := f.load(y)
	b := f.sizeOf(t, v)
	_, r := f.leaves(t, f.sizeOf(t, x), b)
	f.into("VPXOR", f.signBitOf(t, f.three("VPXOR", x, v)), r)
	r = f.orAbove(t, r, b)
	return f.into("VPOR", f.signBitOf(t, v), f.sizeOf(t, r)) // -0 may be left
}

// floorDivide is the whole quotient, less 1 where its multiple of y is beyond x; large ones are
// what NumPy's and PyTorch's algorithm makes of them.
func floorDivide(f *frame, t dtype, x vec, y arg) vec {
	v := f.load(y)
	a, b, flip := f.sizeOf(t, x), f.sizeOf(t, v), f.signBitOf(t, f.three("VPXOR", x, v))
	q, r := f.leaves(t, a, b)
	left := f.three("VPXOR", flip, r)
	below := f.compare(t, less, left, f.zero())
	v = f.three("VPXOR", flip, q)
	f.into("VSUB"+t.ps(), f.three("VPAND", f.constant(t.size, t.one()), below), v)
	f.rarely(f.compare(t, notLess, q, f.float(t, t.whole()/16)), func() {
		f.move(f.largeQuotient(t, a, b, f.orAbove(t, r, b), flip), v)
	})
	return v
}

// largeQuotient is (x - m)/y, less 1 if m is not 0 and the signs differ, and the nearest whole
// number, of sizes x, y and m.
func (f *frame) largeQuotient(t dtype, x, y, m, flip vec) vec {
	ps := t.ps()
	q := f.into("VPXOR", flip, f.into("VDIV"+ps, y, f.three("VSUB"+ps, m, x)))
	apart := f.into("VPAND", f.compare(t, notEqual, m, f.zero()), f.greater(t, f.zero(), flip))
	f.into("VSUB"+ps, f.into("VPAND", f.constant(t.size, t.one()), apart), q)
	floor := f.vec()
	f.do("VROUND"+ps, operand.U8(9), q, floor)
	up := f.compare(t, greaterThan, f.three("VSUB"+ps, floor, q), f.float(t, 0.5))
	f.into("VSUB"+ps, f.into("VPAND", f.float(t, -1), up), floor)
	return f.blend(f.compare(t, equal, y, f.zero()), f.into("VPXOR", flip, f.three("VDIV"+ps, y, x)), floor)
}

// leaves gives the whole number nearest to a/b, rounded, and what that many b leave of a: at most
// b, of either sign. Of a quotient that has digits beyond its last place no more than that.
func (f *frame) leaves(t dtype, a, b vec) (q, r vec) {
	q = f.nearest(t.ps(), f.three("VDIV"+t.ps(), b, a))
	r = f.lessTimes(t, f.load(a), q, b)
	f.rarely(f.compare(t, notLess, q, f.float(t, t.whole())), func() {
		none := f.into("VPOR", f.compare(t, equal, b, f.zero()), f.compare(t, equal, a, f.float(t, math.Inf(1))))
		f.move(f.three("VPOR", none, a), r) // NaN of an infinity, and by 0
		f.reduce(t, r, b)
	})
	return q, r
}

// reduce takes multiples of b from r until b is not smaller, or there is NaN. It takes them of
// b times a power of two where the quotient would be infinite.
func (f *frame) reduce(t dtype, r, b vec) {
	again, far := f.label(), f.float(t, t.far())
	f.Label(again)
	by := f.load(b)
	for range 2 {
		next := f.three("VMUL"+t.ps(), far, by)
		by = f.blend(f.compare(t, less, next, f.sizeOf(t, r)), next, by)
	}
	f.lessTimes(t, r, f.nearest(t.ps(), f.three("VDIV"+t.ps(), by, r)), by)
	more := f.compare(t, lessEqual, b, f.sizeOf(t, r))
	f.VTESTPS(more, more)
	f.JNZ(operand.LabelRef(again))
}

// lessTimes is z - q*b, in z's register, for a q of 0 of an infinite b, too.
func (f *frame) lessTimes(t dtype, z, q, b vec) vec {
	f.do("VFNMADD231"+t.ps(), f.three("VMIN"+t.ps(), f.float(t, t.largest()), b), q, z)
	return z
}

// orAbove is r, or r + b where r is negative.
func (f *frame) orAbove(t dtype, r, b vec) vec {
	return f.blend(f.compare(t, less, r, f.zero()), f.three("VADD"+t.ps(), b, r), r)
}

func (f *frame) sizeOf(t dtype, x vec) vec {
	return f.three("VPAND", f.constant(t.size, t.sign()-1), x)
}
func (f *frame) signBitOf(t dtype, x vec) vec {
	return f.three("VPAND", f.constant(t.size, t.sign()), x)
}

// float is a number of the type everywhere.
func (f *frame) float(t dtype, x float64) operand.Mem {
	if t.size == 4 {
		return f.constant(4, uint64(math.Float32bits(float32(x))))
	}
	return f.constant(8, math.Float64bits(x))
}

// whole is where no number has digits behind the point, and all have that of 1.
func (t dtype) whole() float64 { return map[int]float64{4: 0x1p24, 8: 0x1p53}[t.size] }

// far is a power of two by which quotients in the type's range cannot be infinite, if the larger
// ones are divided by it, and those that are larger still once more.
func (t dtype) far() float64 { return map[int]float64{4: 0x1p100, 8: 0x1p1000}[t.size] }

func (t dtype) largest() float64 {
	return map[int]float64{4: math.MaxFloat32, 8: math.MaxFloat64}[t.size]
}
