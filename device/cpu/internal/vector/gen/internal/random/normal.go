package random

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// The coefficients are those of package op.
var (
	logarithm = []float64{-0.49999976, 0.3333332, -0.25002348, 0.20002735, -0.1659482, 0.1416174,
		-0.13325281, 0.13047649, -0.076108105}
	normalMiddle = []float64{0.9476764, 0.3532254, -0.002783362, -0.0023930864, 0.0003053549, 1.0756522e-05,
		-6.874558e-06, 4.2986892e-07, 9.256788e-08, -1.3843188e-08}
	normalTail = []float64{1.006187, 0.4179788, 0.009677741, -0.004872725, 0.0016205946, -0.00031093517,
		-6.423636e-05, 7.881578e-05, -2.1043734e-05}
)

// normal computes the tail only where an element of the register is in it.
func normal(w *emit.Writer, in kernel.Input) emit.Vec {
	f := floats.New(w, dtype.Float32)
	odd := f.Binary("VPADDD", f.Bits(1<<32-(1<<24-1)), f.Shift("VPSLLD", f.Shift("VPSRLD", f.Load(in(0, 0)), 9), 2))
	u := f.Mul(f.Unary("VCVTDQ2PS", odd), f.Number(0x1p-24))
	a, one := f.Abs(u), f.InRegister(f.Number(1))
	l := minusLog(f, f.Mul(f.Sub(one, a), f.Add(one, a)))
	v := f.Add(f.Mul(polynomial(f, f.Sub(l, f.Number(2)), normalMiddle), u), u)
	tail := f.Test(emit.NotLess, l, f.Number(4))
	f.Rarely(tail, func() {
		s := f.Sqrt(l)
		far := f.Add(s, polynomial(f, f.Sub(s, f.Number(3)), normalTail))
		f.Move(f.Select(tail, f.CopySign(far, u), v), v)
	})
	return v
}

func exponential(w *emit.Writer, in kernel.Input) emit.Vec {
	f := floats.New(w, dtype.Float32)
	u := f.Mul(f.Unary("VCVTDQ2PS", f.Shift("VPSRLD", f.Load(in(0, 0)), 9)), f.Number(0x1p-23))
	return minusLog(f, f.Sub(f.InRegister(f.Number(1)), u))
}

func minusLog(f floats.Arithmetic, x emit.Vec) emit.Vec {
	const root, log2, log2Low = 0x3f3504f3, 0x1.62ep-01, 0x1.0bfbe8p-15
	i := f.Binary("VPSUBD", f.Bits(root), x)
	e := f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	t := f.Sub(f.Binary("VPADDD", f.Bits(root), f.And(i, f.Bits(0x7fffff))), f.Number(1))
	low := f.Add(f.Mul(e, f.Number(log2Low)), f.Mul(f.Mul(t, t), polynomial(f, t, logarithm)))
	return f.Sub(f.Zero(), f.Add(f.Mul(e, f.Number(log2)), f.Add(t, low)))
}

// polynomial adds and multiplies, each rounded, from the last coefficient to the first.
func polynomial(f floats.Arithmetic, x emit.Vec, c []float64) emit.Vec {
	v := f.Load(f.Number(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		v = f.Add(f.Mul(v, x), f.Number(c[i]))
	}
	return v
}
