package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// exact are functions of two operands without any error. So are remainders, as FMA is: what a multiple of y near x leaves of x lies on the grid of
// y's last place and is no larger than y.
func exact() []kernel {
	var all []kernel
	for _, t := range dtype.Floats {
		all = append(all,
			binary2("fmod"+t.Name, "math.Mod(x[i], y[i])", t, fmod, "Fmod"),
			binary2("remainder"+t.Name, "x[i] - y[i]*floor(x[i]/y[i]), exactly", t, remainder, "Remainder"),
			binary2("floorDivide"+t.Name, "op.floorDivide(x[i], y[i])", t, floorDivide, "FloorDivide"))
	}
	for i := range all {
		all[i].unroll, all[i].singleBody = 1, true
	}
	return all
}

// fmod has x's sign.
func fmod(f *emitter, t dtype.Type, x vec, y arg) vec {
	b := sizeOf(f, t, f.load(y))
	_, r := leaves(f, t, sizeOf(f, t, x), b)
	return f.into("VPOR", signBitOf(f, t, x), orAbove(f, t, r, b))
}

// remainder has y's sign.
func remainder(f *emitter, t dtype.Type, x vec, y arg) vec {
	v := f.load(y)
	b := sizeOf(f, t, v)
	_, r := leaves(f, t, sizeOf(f, t, x), b)
	f.into("VPXOR", signBitOf(f, t, f.three("VPXOR", x, v)), r)
	r = orAbove(f, t, r, b)
	return f.into("VPOR", signBitOf(f, t, v), sizeOf(f, t, r)) // -0 may be left
}

// floorDivide is the whole quotient, less 1 where its multiple of y is beyond x; large ones are
// what NumPy's and PyTorch's algorithm makes of them.
func floorDivide(f *emitter, t dtype.Type, x vec, y arg) vec {
	v := f.load(y)
	a, b, flip := sizeOf(f, t, x), sizeOf(f, t, v), signBitOf(f, t, f.three("VPXOR", x, v))
	q, r := leaves(f, t, a, b)
	left := f.three("VPXOR", flip, r)
	below := f.compare(t, less, left, f.zero())
	v = f.three("VPXOR", flip, q)
	f.into("VSUB"+t.Suffix(), f.three("VPAND", f.constant(t.Size, t.One()), below), v)
	f.rarely(f.compare(t, notLess, q, floatConstant(f, t, t.Whole()/16)), func() {
		f.move(largeQuotient(f, t, a, b, orAbove(f, t, r, b), flip), v)
	})
	return v
}

// largeQuotient is (x - m)/y, less 1 if m is not 0 and the signs differ, and the nearest whole
// number, of sizes x, y and m.
func largeQuotient(f *emitter, t dtype.Type, x, y, m, flip vec) vec {
	ps := t.Suffix()
	q := f.into("VPXOR", flip, f.into("VDIV"+ps, y, f.three("VSUB"+ps, m, x)))
	apart := f.into("VPAND", f.compare(t, notEqual, m, f.zero()), f.greater(t, f.zero(), flip))
	f.into("VSUB"+ps, f.into("VPAND", f.constant(t.Size, t.One()), apart), q)
	floor := f.vec()
	f.do("VROUND"+ps, operand.U8(9), q, floor)
	up := f.compare(t, greaterThan, f.three("VSUB"+ps, floor, q), floatConstant(f, t, 0.5))
	f.into("VSUB"+ps, f.into("VPAND", floatConstant(f, t, -1), up), floor)
	return f.blend(f.compare(t, equal, y, f.zero()), f.into("VPXOR", flip, f.three("VDIV"+ps, y, x)), floor)
}

// leaves gives the whole number nearest to a/b, rounded, and what that many b leave of a: at most
// b, of either sign. Of a quotient that has digits beyond its last place no more than that.
func leaves(f *emitter, t dtype.Type, a, b vec) (q, r vec) {
	q = f.nearest(t.Suffix(), f.three("VDIV"+t.Suffix(), b, a))
	r = lessTimes(f, t, f.load(a), q, b)
	f.rarely(f.compare(t, notLess, q, floatConstant(f, t, t.Whole())), func() {
		none := f.into("VPOR", f.compare(t, equal, b, f.zero()), f.compare(t, equal, a, floatConstant(f, t, math.Inf(1))))
		f.move(f.three("VPOR", none, a), r) // NaN of an infinity, and by 0
		reduce(f, t, r, b)
	})
	return q, r
}

// reduce takes multiples of b from r until b is not smaller, or there is NaN. It takes them of
// b times a power of two where the quotient would be infinite.
func reduce(f *emitter, t dtype.Type, r, b vec) {
	again, far := f.newLabel(), floatConstant(f, t, t.QuotientScale())
	f.Label(again)
	by := f.load(b)
	for range 2 {
		next := f.three("VMUL"+t.Suffix(), far, by)
		by = f.blend(f.compare(t, less, next, sizeOf(f, t, r)), next, by)
	}
	lessTimes(f, t, r, f.nearest(t.Suffix(), f.three("VDIV"+t.Suffix(), by, r)), by)
	more := f.compare(t, lessEqual, b, sizeOf(f, t, r))
	f.VTESTPS(more, more)
	f.JNZ(operand.LabelRef(again))
}

// lessTimes is z - q*b, in z's register, for a q of 0 of an infinite b, too.
func lessTimes(f *emitter, t dtype.Type, z, q, b vec) vec {
	f.do("VFNMADD231"+t.Suffix(), f.three("VMIN"+t.Suffix(), floatConstant(f, t, t.Largest()), b), q, z)
	return z
}

// orAbove is r, or r + b where r is negative.
func orAbove(f *emitter, t dtype.Type, r, b vec) vec {
	return f.blend(f.compare(t, less, r, f.zero()), f.three("VADD"+t.Suffix(), b, r), r)
}

func sizeOf(f *emitter, t dtype.Type, x vec) vec {
	return f.three("VPAND", f.constant(t.Size, t.SignBit()-1), x)
}
func signBitOf(f *emitter, t dtype.Type, x vec) vec {
	return f.three("VPAND", f.constant(t.Size, t.SignBit()), x)
}

// float is a number of the type everywhere.
func floatConstant(f *emitter, t dtype.Type, x float64) operand.Mem {
	if t.Size == 4 {
		return f.constant(4, uint64(math.Float32bits(float32(x))))
	}
	return f.constant(8, math.Float64bits(x))
}
