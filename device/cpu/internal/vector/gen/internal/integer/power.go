package integer

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/neonrow"
)

// Powers square and multiply, as many times as the largest exponent of a register has digits.
func Powers() []kernel.Kernel {
	var all []kernel.Kernel
	for i, t := range dtype.Signed {
		for _, t := range []dtype.Type{t, dtype.Unsigned[i]} {
			all = append(all, integerPower("pow"+t.Name, t, product))
		}
	}
	return all
}

// Powers512 multiply 64 bits by one instruction; more would be no gain.
func Powers512() []kernel.Kernel {
	multiplyLow := func(f *emit.Writer, _ dtype.Type, x, y emit.Vec) emit.Vec { return f.Binary("VPMULLQ", y, x) }
	return []kernel.Kernel{integerPower("powInt64", dtype.Int64, multiplyLow), integerPower("powUint64", dtype.Uint64, multiplyLow)}
}

// integerPower multiplies by product, which leaves its operands as they are.
func integerPower(name string, t dtype.Type, product func(f *emit.Writer, t dtype.Type, x, y emit.Vec) emit.Vec) kernel.Kernel {
	return kernel.BinaryOf(name, "x[i] to the power y[i], wrapped", t, func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
		return powerLoop(f, t, x, f.Load(y), product)
	}, "Pow")
}

func powerLoop(f *emit.Writer, t dtype.Type, x, y emit.Vec, product func(f *emit.Writer, t dtype.Type, x, y emit.Vec) emit.Vec) emit.Vec {
	r := f.Load(f.Constant(t.Size, 1))
	var negative emit.Vec
	if t.Signed { // 1/x is 0; for 1 and -1 the last digit of the exponent counts
		unit := f.Into("VPOR", same(f, t, x, f.Constant(8, 1<<64-1)), same(f, t, x, f.Constant(t.Size, 1)))
		f.Move(f.Blend(unit, lowest(f, t, y), y), y)
		negative = f.Binary("VPCMPGT"+t.Letter(), y, f.Zero())
		f.Move(f.Blend(negative, f.Zero(), y), y)
	}
	again, done := f.NewLabel(), f.NewLabel()
	f.Label(again)
	odd := same(f, t, lowest(f, t, y), f.Constant(t.Size, 1))
	f.Move(f.Blend(odd, product(f, t, r, x), r), r)
	f.Move(halfOf(f, t, y), y)
	f.VPTEST(y, y)
	f.JZ(operand.LabelRef(done))
	f.Move(product(f, t, x, x), x)
	f.JMP(operand.LabelRef(again))
	f.Label(done)
	if t.Signed {
		return f.Blend(negative, f.Zero(), r)
	}
	return r
}

// same is a mask of where integers are equal.
func same(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Binary("VPCMPEQ"+t.Letter(), y, x)
}

// lowest is the lowest digit.
func lowest(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	return f.Binary("VPAND", f.Constant(t.Size, 1), x)
}

// halfOf is an unsigned integer without its lowest digit.
func halfOf(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	switch {
	case f.Width == 16:
		return f.NeonOf("ushr", t, x, operand.U8(1))
	case t.Size == 1:
		return f.Into("VPAND", f.Constant(1, 0x7f), f.Shift("VPSRLW", x, 1))
	}
	return f.Shift("VPSRL"+t.Letter(), x, 1)
}

// product is mul on registers that stay as they are.
func product(f *emit.Writer, t dtype.Type, x, y emit.Vec) emit.Vec {
	if f.Width == 16 {
		return neonrow.Of("Mul", t)(f, x, y)
	}
	v := f.Vec()
	f.Move(x, v)
	return arithmetic.Mul(f, t, v, y)
}
