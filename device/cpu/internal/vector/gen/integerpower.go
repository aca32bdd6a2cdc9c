package main

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// integerPowers square and multiply, as many times as the largest exponent of a register has digits.
func integerPowers() []kernel {
	var all []kernel
	for i, t := range dtype.Signed {
		for _, t := range []dtype.Type{t, dtype.Unsigned[i]} {
			all = append(all, integerPower("pow"+t.Name, t, product))
		}
	}
	return all
}

// integerPowers512 multiply 64 bits by one instruction; more would be no gain.
func integerPowers512() []kernel {
	low := func(f *emitter, _ dtype.Type, x, y vec) vec { return f.three("VPMULLQ", y, x) }
	return []kernel{integerPower("pow512Int64", dtype.Int64, low), integerPower("pow512Uint64", dtype.Uint64, low)}
}

// integerPower multiplies by product, which leaves its operands as they are.
func integerPower(name string, t dtype.Type, product func(f *emitter, t dtype.Type, x, y vec) vec) kernel {
	k := binary2(name, "x[i] to the power y[i], wrapped", t, func(f *emitter, t dtype.Type, x vec, y arg) vec {
		return powerLoop(f, t, x, f.load(y), product)
	}, "Pow")
	k.unroll, k.singleBody = 1, true
	return k
}

func powerLoop(f *emitter, t dtype.Type, x, y vec, product func(f *emitter, t dtype.Type, x, y vec) vec) vec {
	r := f.load(f.constant(t.Size, 1))
	var negative vec
	if t.Signed { // 1/x is 0, but for 1 and -1, of whose exponents one digit counts
		unit := f.into("VPOR", same(f, t, x, f.constant(8, 1<<64-1)), same(f, t, x, f.constant(t.Size, 1)))
		f.move(f.blend(unit, lowest(f, t, y), y), y)
		negative = f.three("VPCMPGT"+t.Letter(), y, f.zero())
		f.move(f.blend(negative, f.zero(), y), y)
	}
	again, done := f.newLabel(), f.newLabel()
	f.Label(again)
	odd := same(f, t, lowest(f, t, y), f.constant(t.Size, 1))
	f.move(f.blend(odd, product(f, t, r, x), r), r)
	f.move(halfOf(f, t, y), y)
	f.VPTEST(y, y)
	f.JZ(operand.LabelRef(done))
	f.move(product(f, t, x, x), x)
	f.JMP(operand.LabelRef(again))
	f.Label(done)
	if t.Signed {
		return f.blend(negative, f.zero(), r)
	}
	return r
}

// same is a mask of where integers are equal.
func same(f *emitter, t dtype.Type, x vec, y arg) vec { return f.three("VPCMPEQ"+t.Letter(), y, x) }

// lowest is the lowest digit.
func lowest(f *emitter, t dtype.Type, x vec) vec { return f.three("VPAND", f.constant(t.Size, 1), x) }

// halfOf is an unsigned integer without its lowest digit.
func halfOf(f *emitter, t dtype.Type, x vec) vec {
	switch {
	case f.width == 16:
		return f.of("ushr", t, x, operand.U8(1))
	case t.Size == 1:
		return f.into("VPAND", f.constant(1, 0x7f), f.shiftBits("VPSRLW", x, 1))
	}
	return f.shiftBits("VPSRL"+t.Letter(), x, 1)
}

// product is mul on registers that stay as they are.
func product(f *emitter, t dtype.Type, x, y vec) vec {
	if f.width == 16 {
		return neonRow("Mul", t)(f, x, y)
	}
	v := f.vec()
	f.move(x, v)
	return mul(f, t, v, y)
}
