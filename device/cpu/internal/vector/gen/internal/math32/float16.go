package math32

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/half"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// float16Functions are functions of float16 that take fewer steps than those of float32. As a float32
// every float16 is normal, and at most 2^16.
func float16Functions(width int) []kernel.Kernel {
	var all []kernel.Kernel
	for _, s := range []struct {
		name, is, row string
		c             func(f floats.Arithmetic, x vec) vec
	}{
		{"sin", "math.Sin(x[i])", "Sin", float16Sine},
		{"cos", "math.Cos(x[i])", "Cos", float16Cosine},
		{"log", "math.Log(x[i])", "Log", float16Logarithm(logSum, inPairs(halfLogOf))},
		{"log2", "math.Log2(x[i])", "Log2", float16Logarithm(log2Sum, inPairs(halfLog2Of))},
		{"log10", "math.Log10(x[i])", "Log10", float16Logarithm(log10Sum, inPairs(halfLog10Of))},
	} {
		all = append(all, half.KernelOf(s.name+dtype.Float16.Name, s.is, dtype.Float16, width, 1, func(f *emit.Writer, x []vec) vec { return s.c(floats.New(f, dtype.Float32), x[0]) }, s.row))
	}
	return all
}

// Polynomials as logOf's are, with as many terms as digits of float16 take.
var (
	halfLogOf   = []float64{-0.49999937, 0.333332, -0.2500775, 0.20011073, -0.1641703, 0.13997135, -0.153836, 0.14020585}
	halfLog2Of  = []float64{-0.7213466, 0.4808964, -0.3607856, 0.2886994, -0.23684672, 0.20192704, -0.22194324, 0.20231381}
	halfLog10Of = []float64{-0.21714696, 0.14476424, -0.108607605, 0.08690719, -0.07129316, 0.060785968, -0.06683377, 0.06090273}
)

// float16SinCos is sinCos for float16. Of numbers below 2^17 the first difference is exact.
func float16SinCos(f floats.Arithmetic, a vec) (sin, cos, turns vec) {
	n, turns := nearestInteger(f, a, 0.63661975) // 2/pi
	r := f.Load(a)
	for _, part := range halfPi {
		f.SubProduct(r, n, f.Number(part))
	}
	s := f.Mul(r, r)
	sin = f.MulAdd(f.Polynomial(s, sinOf...), f.Mul(r, s), r)
	return sin, f.Polynomial(s, append([]float64{1, -0.5}, cosOf...)...), turns
}

func float16Sine(f floats.Arithmetic, x vec) vec {
	sin, cos, turns := float16SinCos(f, f.Abs(x))
	return f.Xor(quarter(f, sin, cos, turns), f.SignBit(x))
}

func float16Cosine(f floats.Arithmetic, x vec) vec {
	sin, cos, turns := float16SinCos(f, f.Abs(x))
	return quarter(f, sin, cos, f.Binary("VPADDD", f.Bits(1), turns)) // a quarter turn ahead
}

func float16Logarithm(log logarithm, p polynomial) func(f floats.Arithmetic, x vec) vec {
	return func(f floats.Arithmetic, x vec) vec {
		d, e := significand(f, x)
		return logOdd(f, x, log(f, d, e, p))
	}
}
