// Package half has the kernels of float16 and bfloat16.
//
// A half is computed in float32, and the result rounded once more. Float32 has more than twice the
// digits, so sums, products, quotients and roots are as if rounded once. A vector of halves is two
// registers of float32. For float16 they hold its lower and its upper half. A bfloat16 is the upper
// half of a float32. For bfloat16 they hold the even and the odd elements, and nothing has to
// cross a register.
package half

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/compare"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Kernels are the kernels of both types for AVX2.
func Kernels() []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range dtype.Halves {
		all = append(all, halfArithmetic(t, 32)...)
		for _, c := range []struct {
			name, is, row string
			condition     uint8
		}{{"eq", "==", "Eq", emit.Equal}, {"ne", "!=", "Ne", emit.NotEqual},
			{"le", "<=", "Le", emit.LessEqual}, {"gt", ">", "Gt", emit.GreaterThan}} {
			all = append(all, halfComparison(c.name+t.Name, "x[i] "+c.is+" y[i]", t, c.condition, c.row))
		}
		test := func(name, is string, p compare.Predicate, row string) {
			all = append(all, compare.Comparison(name+t.Name, is, t, 1, p, false, row))
		}
		test("isnan", "x[i] != x[i]", halfAbove, "Isnan")
		test("isfinite", "x[i]-x[i] == 0", halfBelow, "Isfinite")
		test("isinf", "math.IsInf(x[i], 0)", halfInfinite, "Isinf")
	}
	return all
}

// Kernels512 are the kernels of float16. AVX-512 converts twice as many elements in the same time.
func Kernels512() []kernel.Kernel { return halfArithmetic(dtype.Float16, 64) }

func halfArithmetic(t dtype.Type, width int) []kernel.Kernel {
	two := func(name, is string, b kernel.Binary, row string) kernel.Kernel {
		return KernelOf(name+t.Name, is, t, width, 2, func(f *emit.Writer, x []emit.Vec) emit.Vec { return b(f, dtype.Float32, x[0], x[1]) }, row)
	}
	one := func(name, is string, u kernel.Unary, row string) kernel.Kernel {
		return KernelOf(name+t.Name, is, t, width, 1, func(f *emit.Writer, x []emit.Vec) emit.Vec { return u(f, dtype.Float32, x[0]) }, row)
	}
	all := []kernel.Kernel{
		two("add", "x[i] + y[i]", arithmetic.Add, "Add"),
		two("sub", "x[i] - y[i]", arithmetic.Sub, "Sub"),
		two("mul", "x[i] * y[i]", arithmetic.Mul, "Mul"),
		two("div", "x[i] / y[i]", arithmetic.Div, "Div"),
		one("sqrt", "math.Sqrt(x[i])", arithmetic.Sqrt, "Sqrt"),
		one("square", "x[i] * x[i]", arithmetic.Square, "Square"),
		one("reciprocal", "1 / x[i]", arithmetic.Reciprocal, "Reciprocal"),
		two("maximum", "max(x[i], y[i])", arithmetic.Maximum, "Maximum"),
		two("minimum", "min(x[i], y[i])", arithmetic.Minimum, "Minimum"),
		KernelOf("clamp"+t.Name, arithmetic.ClampIs, t, width, 3, func(f *emit.Writer, x []emit.Vec) emit.Vec {
			return arithmetic.Clamp(f, dtype.Float32, x[0], x[1], x[2])
		}, "Clamp"),
	}
	if width == 64 {
		return all
	}
	return append(all,
		one("sign", "x[i] > 0 ? 1 : x[i] < 0 ? -1 : x[i] == 0 ? 0 : x[i]", arithmetic.SignOf, "Sign"),
		one("relu", "max(x[i], 0)", arithmetic.Relu, "Relu"),
		one("floor", "math.Floor(x[i])", arithmetic.Rounded(1), "Floor"),
		one("ceil", "math.Ceil(x[i])", arithmetic.Rounded(2), "Ceil"),
		one("trunc", "math.Trunc(x[i])", arithmetic.Rounded(3), "Trunc"),
		one("round", "math.RoundToEven(x[i])", arithmetic.Rounded(0), "Round"))
}

// KernelOf computes c in float32.
func KernelOf(name, is string, t dtype.Type, width, arity int, c func(f *emit.Writer, x []emit.Vec) emit.Vec, rows ...string) kernel.Kernel {
	k := kernel.Kernel{Name: name, Is: is, Out: 2, Width: width, Unroll: 2, Entries: kernel.EntriesOf(t, t, rows...)}
	for range arity {
		k.In = append(k.In, 2)
	}
	k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
		parts := [2][]emit.Vec{}
		for i := range arity {
			for half, v := range Widen(f, t, in, i, 0) {
				parts[half] = append(parts[half], v)
			}
		}
		return Narrow(f, t, c(f, parts[0]), c(f, parts[1]))
	}
	return k
}

// Widen loads a vector of operand i, from byte at on.
func Widen(f *emit.Writer, t dtype.Type, in kernel.Input, i, at int) [2]emit.Vec {
	if t == dtype.Float16 {
		return [2]emit.Vec{f.Unary("VCVTPH2PS", in(i, at)), f.Unary("VCVTPH2PS", in(i, at+f.Width/2))}
	}
	x := f.Load(in(i, at))
	even := f.Shift("VPSLLD", x, 16)
	return [2]emit.Vec{even, f.Into("VPAND", f.Constant(4, 0xffff0000), x)}
}

// Narrow rounds both registers to halves. A NaN that was computed from halves has no low digits, so
// rounding cannot carry into its sign.
func Narrow(f *emit.Writer, t dtype.Type, a, b emit.Vec) emit.Vec {
	const oddWords = 0xaa
	if t == dtype.Float16 {
		return Pair(f, a, b)
	}
	for _, x := range []emit.Vec{a, b} {
		odd := f.Shift("VPSRLD", x, 16)
		f.Into("VPAND", f.Constant(4, 1), odd)
		f.Into("VPADDD", f.Constant(4, 0x7fff), x)
		f.Into("VPADDD", odd, x)
	}
	f.VPSRLD(operand.U8(16), a, a)
	f.VPBLENDW(operand.U8(oddWords), b, a, a)
	return a
}

// QuietNaN makes all NaN quiet, and clears their low digits. Otherwise rounding could carry into the
// sign.
func QuietNaN(f *emit.Writer, x emit.Vec) emit.Vec {
	nan := f.Binary("VPAND", f.Constant(4, 0xffff0000), x)
	f.Into("VPOR", f.Constant(4, 0x7fc00000), nan)
	return f.Blend(f.Compare(dtype.Float32, emit.Unordered, x, x), nan, x)
}

// Pair makes one register of float16 of two of float32.
func Pair(f *emit.Writer, a, b emit.Vec) emit.Vec {
	const toNearest = 0
	if f.Width == 64 {
		f.VCVTPS2PH(operand.U8(toNearest), a, a.AsY())
		f.VCVTPS2PH(operand.U8(toNearest), b, b.AsY())
		f.VINSERTI64X4(operand.U8(1), b.AsY(), a, a)
		return a
	}
	f.VCVTPS2PH(operand.U8(toNearest), a, a.AsX())
	f.VCVTPS2PH(operand.U8(toNearest), b, b.AsX())
	f.VINSERTI128(operand.U8(1), b.AsX(), a, a)
	return a
}

// halfComparison compares in float32.
func halfComparison(name, is string, t dtype.Type, condition uint8, row string) kernel.Kernel {
	k := kernel.Kernel{Name: name, Is: is, Out: 1, In: []int{2, 2}, Unroll: 1, Entries: kernel.EntriesOf(t, dtype.Bool, row)}
	k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
		var masks []emit.Vec
		for at := 0; at < 64; at += 32 {
			x, y := Widen(f, t, in, 0, at), Widen(f, t, in, 1, at)
			a, b := f.Compare(dtype.Float32, condition, x[0], y[0]), f.Compare(dtype.Float32, condition, x[1], y[1])
			if t == dtype.BFloat16 {
				f.VPBLENDW(operand.U8(0xaa), b, a, a)
				masks = append(masks, a)
			} else {
				masks = append(masks, a, b)
			}
		}
		return compare.Truth(f, compare.PackMasks(f, masks, len(masks)), false)
	}
	return k
}

// Special values show in a half's bits without the sign, compared as integers.

func halfAbove(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	f.Into("VPAND", f.Constant(2, 0x7fff), x)
	return f.Binary("VPCMPGTW", f.Constant(2, t.Infinity()), x)
}

func halfBelow(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	f.Into("VPAND", f.Constant(2, 0x7fff), x)
	return f.Binary("VPCMPGTW", x, f.Load(f.Constant(2, t.Infinity())))
}

func halfInfinite(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	f.Into("VPAND", f.Constant(2, 0x7fff), x)
	return f.Into("VPCMPEQW", f.Constant(2, t.Infinity()), x)
}
