package random

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// The coefficients are those of package op. Of normalMiddle every second one is negated, as its argument is.
var (
	logarithm = []float64{-0.49999976, 0.3333332, -0.25002348, 0.20002735, -0.1659482, 0.1416174,
		-0.13325281, 0.13047649, -0.076108105}
	normalMiddle = []float64{0.9476764, -0.3532254, -0.002783362, 0.0023930864, 0.0003053549, -1.0756522e-05,
		-6.874558e-06, -4.2986892e-07, 9.256788e-08, 1.3843188e-08}
	normalTail = []float64{1.006187, 0.4179788, 0.009677741, -0.004872725, 0.0016205946, -0.00031093517,
		-6.423636e-05, 7.881578e-05, -2.1043734e-05}
)

// tailFrom is the greatest (1-u)(1+u) whose number lies in the tail.
const tailFrom = 0x1.2c147ep-06

// registers is how many are computed side by side, as each step waits for the one before. Others than those of AVX-512 are
// too few.
func registers(width int) int {
	if width == 64 {
		return 4
	}
	return 1
}

// normal computes the tail only where an element of a register is in it. The branch waits for few steps, so the processor
// learns early that it goes the wrong way.
func normal(w *emit.Writer, in kernel.Input) []emit.Vec {
	f, n := floats.New(w, dtype.Float32), registers(w.Width)
	one := f.InRegister(f.Number(1))
	us, xs, from2, tails := make([]emit.Vec, n), make([]emit.Vec, n), make([]emit.Vec, n), make([]operand.Op, n)
	for i := range n {
		odd := f.Xor(f.And(f.Load(in(0, i*w.Width)), f.Bits(1<<32-1<<9)), f.Bits(1<<31|1<<7))
		us[i] = f.Mul(f.Unary("VCVTDQ2PS", odd), f.Number(0x1p-31))
		xs[i] = f.Mul(f.Sub(one, us[i]), f.Add(one, us[i]))
		tails[i] = f.Test(emit.LessEqual, xs[i], f.Number(tailFrom))
	}
	logs := logarithms(f, xs...)
	for i, l := range logs {
		from2[i] = f.Add(l, f.Number(2))
	}
	vs := polynomials(f, from2, normalMiddle)
	for i, u := range us {
		v := f.Add(f.Mul(vs[i], u), u)
		f.Rarely(tails[i], func() {
			s := f.Sqrt(f.Sub(f.Zero(), logs[i]))
			far := f.Add(s, polynomials(f, []emit.Vec{f.Sub(s, f.Number(3))}, normalTail)[0])
			f.Move(f.Select(tails[i], f.CopySign(far, u), v), v)
		})
		vs[i] = v
	}
	return vs
}

func exponential(w *emit.Writer, in kernel.Input) emit.Vec {
	f := floats.New(w, dtype.Float32)
	u := f.Mul(f.Unary("VCVTDQ2PS", f.Shift("VPSRLD", f.Load(in(0, 0)), 9)), f.Number(0x1p-23))
	return f.Sub(f.Zero(), logarithms(f, f.Sub(f.InRegister(f.Number(1)), u))[0])
}

func logarithms(f floats.Arithmetic, xs ...emit.Vec) []emit.Vec {
	const root, log2, log2Low = 0x3f3504f3, 0x1.62ep-01, 0x1.0bfbe8p-15
	es, ts := make([]emit.Vec, len(xs)), make([]emit.Vec, len(xs))
	for k, x := range xs {
		i := f.Binary("VPSUBD", f.Bits(root), x)
		es[k] = f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
		ts[k] = f.Sub(f.Binary("VPADDD", f.Bits(root), f.And(i, f.Bits(0x7fffff))), f.Number(1))
	}
	ys := polynomials(f, ts, logarithm)
	for k, t := range ts {
		low := f.Add(f.Mul(es[k], f.Number(log2Low)), f.Mul(f.Mul(t, t), ys[k]))
		ys[k] = f.Add(f.Mul(es[k], f.Number(log2)), f.Add(t, low))
	}
	return ys
}

// polynomials add and multiply, each rounded, from the last coefficient to the first.
func polynomials(f floats.Arithmetic, xs []emit.Vec, c []float64) (vs []emit.Vec) {
	for range xs {
		vs = append(vs, f.Load(f.Number(c[len(c)-1])))
	}
	for i := len(c) - 2; i >= 0; i-- {
		for k, x := range xs {
			vs[k] = f.Add(f.Mul(vs[k], x), f.Number(c[i]))
		}
	}
	return vs
}
