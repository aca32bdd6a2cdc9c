package arithmetic

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Quads512 are products and extremes of 64-bit integers, for which AVX-512 has instructions and
// AVX2 has none.
func Quads512() []kernel.Kernel {
	t, u := dtype.Int64, dtype.Uint64
	return []kernel.Kernel{
		kernel.BinaryOf("mulInt64", "x[i] * y[i]", t, kernel.Always("VPMULLQ"), "Mul").Also(u),
		kernel.UnaryOf("squareInt64", "x[i] * x[i]", t, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return f.Into("VPMULLQ", x, x) }, "Square").Also(u),
		kernel.UnaryOf("absInt64", "max(x[i], -x[i])", t, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return f.Unary("VPABSQ", x) }, "Abs"),
		kernel.BinaryOf("maximumInt64", "max(x[i], y[i])", t, kernel.Always("VPMAXSQ"), "Maximum", "Fmax").Folded(),
		kernel.BinaryOf("minimumInt64", "min(x[i], y[i])", t, kernel.Always("VPMINSQ"), "Minimum", "Fmin").Folded(),
		kernel.BinaryOf("maximumUint64", "max(x[i], y[i])", u, kernel.Always("VPMAXUQ"), "Maximum", "Fmax").Folded(),
		kernel.BinaryOf("minimumUint64", "min(x[i], y[i])", u, kernel.Always("VPMINUQ"), "Minimum", "Fmin").Folded(),
	}
}

// Kernels512 are the kernels that gain from AVX-512. It divides twice as many elements in the same
// time, and has one instruction where AVX2 needs several, as for extremes of floats. An addition of
// data beyond the caches gains nothing.
func Kernels512() []kernel.Kernel {
	var all []kernel.Kernel
	for i, t := range append(dtype.Signed, dtype.Floats...) {
		some := []kernel.Kernel{addOf(t), kernel.BinaryOf("sub"+t.Name, "x[i] - y[i]", t, Sub, "Sub")}
		if t.Float || t.Size == 2 || t.Size == 4 {
			some = append(some, kernel.BinaryOf("mul"+t.Name, "x[i] * y[i]", t, Mul, "Mul"))
		}
		for _, k := range some {
			if !t.Float {
				k = k.Also(dtype.Unsigned[i])
			}
			all = append(all, k)
		}
	}
	for _, t := range dtype.Floats {
		clamp512 := ClampKernel(t)
		clamp512.Name = "clamp" + t.Name
		all = append(all, clamp512,
			kernel.BinaryOf("maximum"+t.Name, "max(x[i], y[i])", t, Maximum, "Maximum").Folded(),
			kernel.BinaryOf("minimum"+t.Name, "min(x[i], y[i])", t, Minimum, "Minimum").Folded(),
			kernel.BinaryOf("div"+t.Name, "x[i] / y[i]", t, Div, "Div"),
			kernel.UnaryOf("sqrt"+t.Name, "math.Sqrt(x[i])", t, Sqrt, "Sqrt"),
			kernel.UnaryOf("reciprocal"+t.Name, "1 / x[i]", t, Reciprocal, "Reciprocal"))
	}
	return all
}
