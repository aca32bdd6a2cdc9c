package neonrow

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// neonHalf computes a row in float32: see halves.go.
func neonHalf(o string, t dtype.Type, arity int) vector {
	r := Of(o, dtype.Float32)
	if r == nil {
		return nil
	}
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		var parts [2][]emit.Vec
		for i := range arity {
			low, high := singlesOf(f, t, f.Load(in(i, 0)))
			parts[0], parts[1] = append(parts[0], low), append(parts[1], high)
		}
		a, b := r(f, parts[0]...), r(f, parts[1]...)
		if t == dtype.Float16 {
			return halfPairOf(f, a, b)
		}
		low := f.NeonOf("ushr", dtype.Float32, roundUp(f, a), operand.U8(16))
		return f.Neon("bit", 1, low, roundUp(f, b), oddHalves(f))
	}
}

// singlesOf are a register's halves in float32: the lower and the upper ones for float16, the even
// and the odd ones for bfloat16.
func singlesOf(f *emit.Writer, t dtype.Type, x emit.Vec) (a, b emit.Vec) {
	if t == dtype.Float16 {
		return f.NeonOf("fcvtl", t, x), f.NeonOf("fcvtl2", t, x)
	}
	return f.NeonOf("shl", dtype.Float32, x, operand.U8(16)), f.NeonOf("and", dtype.Float32, x, oddHalves(f))
}

func oddHalves(f *emit.Writer) operand.Op { return f.Kept(4, 0xffff0000) }

func neonHalfComparison(o string, t dtype.Type) func(f *emit.Writer, x, y emit.Vec) emit.Vec {
	compare := neonComparison(o, dtype.Float32)
	return func(f *emit.Writer, x, y emit.Vec) emit.Vec {
		xLow, xHigh := singlesOf(f, t, x)
		yLow, yHigh := singlesOf(f, t, y)
		low, high := compare(f, xLow, yLow), compare(f, xHigh, yHigh)
		if t == dtype.Float16 {
			return f.Neon("uzp1", 2, f.Vec(), low, high)
		}
		return f.Neon("bit", 1, low, high, oddHalves(f))
	}
}

// neonHalfSign changes nothing but the sign.
func neonHalfSign(o string) vector {
	name, bits := "and", uint64(0x7fff)
	if o == "Neg" {
		name, bits = "eor", 0x8000
	}
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		return f.NeonOf(name, dtype.Float16, f.Load(in(0, 0)), f.Kept(2, bits))
	}
}
