package devicetest

import (
	"math"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

type meaning = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar

// instead replaces what a device computes for one operation in one type.
func instead(o *op.Op, dt op.DType, f meaning) func(r *reference) {
	return func(r *reference) {
		r.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			if in.Op == o && types[len(types)-1] == dt {
				return f(in, args, types)
			}
			return in.Eval(args, types)
		}
	}
}

// single32 replaces a float32 function.
func single32(o *op.Op, f func(x, y float32) float32) func(r *reference) {
	return instead(o, op.Float32, func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
		x := [2]float32{}
		for k := range args {
			x[k] = math.Float32frombits(uint32(args[k]))
		}
		return op.Scalar(math.Float32bits(f(x[0], x[1])))
	})
}

// off adds some units in the last place to the results of an operation.
func off(o *op.Op, dt op.DType, ulps op.Scalar) func(r *reference) {
	return instead(o, dt, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		if got := in.Eval(args, types); dt.Float(got) != 0 && !math.IsInf(dt.Float(got), 0) {
			return got + ulps
		}
		return in.Eval(args, types)
	})
}

var wrongResults = []broken{
	{fault: "add is a unit off", check: "ops/add", spoil: off(op.Add, op.Float32, 1)},
	{fault: "exp is three units off", check: "ops/exp", spoil: off(op.Exp, op.Float32, 3)},
	{fault: "float16 add rounds twice or not at all", check: "ops/add", spoil: off(op.Add, op.Float16, 1)},
	{fault: "maximum prefers numbers to NaN", check: "ops/maximum",
		spoil: single32(op.Maximum, func(x, y float32) float32 {
			if x > y || y != y {
				return x
			}
			return y
		})},
	{fault: "neg loses the sign of zero", check: "ops/neg",
		spoil: single32(op.Neg, func(x, _ float32) float32 { return 0 - x })},
	{fault: "sign of NaN is 0", check: "ops/sign", spoil: single32(op.Sign, func(x, _ float32) float32 {
		if x != x {
			return 0
		}
		return float32(math.Copysign(min(1, math.Ceil(math.Abs(float64(x)))), float64(x)))
	})},
	{fault: "fmod by division", check: "ops/fmod", spoil: single32(op.Fmod, func(x, y float32) float32 {
		return x - y*float32(math.Trunc(float64(x/y)))
	})},
	{fault: "round away from zero", check: "ops/round",
		spoil: single32(op.Round, func(x, _ float32) float32 { return float32(math.Round(float64(x))) })},
	{fault: "mul flushes subnormals", check: "ops/mul", spoil: single32(op.Mul, func(x, y float32) float32 {
		if z := x * y; z-z != 0 || z > minNormal || z < -minNormal {
			return z
		}
		return 0
	})},
	{fault: "NaN equals NaN", check: "ops/ne",
		spoil: instead(op.Ne, op.Float32, func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			if args[0] != args[1] && args[0]|args[1] != 1<<31 {
				return 1
			}
			return 0
		})},
	{fault: "true is 255", check: "ops/lt",
		spoil: instead(op.Lt, op.Int32, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return 255 * in.Eval(args, types)
		})},
	{fault: "shift counts are taken modulo the width", check: "ops/bitwise_left_shift",
		spoil: instead(op.BitwiseLeftShift, op.Int32,
			func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
				return args[0] << (args[1] % 32) & math.MaxUint32
			})},
	{fault: "division by zero is -1", check: "ops/floor_divide", spoil: instead(op.FloorDivide, op.Uint32,
		func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			if args[1] == 0 {
				return math.MaxUint32
			}
			return in.Eval(args, types)
		})},
	{fault: "int64 passes through float64", check: "ops/add", spoil: instead(op.Add, op.Int64,
		func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			return op.Int64.FromFloat(float64(int64(args[0])) + float64(int64(args[1])))
		})},
	{fault: "casts to integers wrap", check: "ops/cast", spoil: instead(op.Cast, op.Float32,
		func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			if in.Type == op.Uint8 {
				return op.Convert(op.Convert(args[0], op.Float32, op.Int64), op.Int64, op.Uint8)
			}
			return in.Eval(args, types)
		})},
	{fault: "expm1 is exp - 1", check: "ops/expm1",
		spoil: single32(op.Expm1, func(x, _ float32) float32 { return exp32(x) - 1 })},
	{fault: "erfc is 1 - erf", check: "ops/erfc",
		spoil: single32(op.Erfc, func(x, _ float32) float32 { return 1 - float32(math.Erf(float64(x))) })},
	{fault: "logaddexp overflows", check: "ops/logaddexp", spoil: single32(op.Logaddexp, func(x, y float32) float32 {
		return float32(math.Log(float64(exp32(x) + exp32(y))))
	})},
	{fault: "hypot overflows", check: "ops/hypot",
		spoil: single32(op.Hypot, func(x, y float32) float32 { return float32(math.Sqrt(float64(x*x + y*y))) })},
	{fault: "atan2 takes -0 for 0", check: "ops/atan2", spoil: single32(op.Atan2, func(x, y float32) float32 {
		return float32(math.Atan2(float64(x)+0, float64(y)+0))
	})},
	{fault: "cbrt of a negative number is NaN", check: "ops/cbrt",
		spoil: single32(op.Cbrt, func(x, _ float32) float32 { return float32(math.Pow(float64(x), 1./3)) })},
	{fault: "lgamma is the gamma function's logarithm", check: "ops/lgamma",
		spoil: single32(op.Lgamma, func(x, _ float32) float32 {
			return float32(math.Log(math.Gamma(float64(x))))
		})},
	{fault: "lgamma loses its digits near 2", check: "ops/lgamma",
		spoil: single32(op.Lgamma, func(x, _ float32) float32 {
			l, _ := math.Lgamma(float64(x))
			return float32(l + 1e-9)
		})},
	{fault: "fmax gives NaN", check: "ops/fmax",
		spoil: single32(op.Fmax, func(x, y float32) float32 { return max(x, y) })},
	{fault: "nextafter stops at zero", check: "ops/nextafter",
		spoil: single32(op.Nextafter, func(x, y float32) float32 {
			if x == 0 {
				return 0
			}
			return math.Nextafter32(x, y)
		})},
	{fault: "ignores the upper bound", check: "ops/clamp",
		spoil: instead(op.Clamp, op.Int32, func(_ device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return op.Maximum.Eval(args[:2], types[:2])
		})},
	{fault: "softplus ignores the threshold", check: "ops/softplus",
		spoil: instead(op.Softplus, op.Float32, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return in.Eval([]op.Scalar{args[0], args[1], op.Float32.FromFloat(math.Inf(1))}, types)
		})},
	{fault: "celu is off where it once was", check: "ops/celu",
		spoil: instead(op.Celu, op.Float32, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			if right := in.Eval(args, types); op.Float32.Float(args[0]) != float64(float32(-1.1483912)) {
				return right
			}
			return op.Float32.FromFloat(-0.99433064)
		})},
	{fault: "contracts x*y + z in compositions", check: "compositions/muladd", spoil: rerun(contract)},
	{fault: "takes the constants of compositions for 0", check: "compositions/relu6",
		spoil: rerun(func(r *reference, l *device.Launch) {
			other := *l
			other.Scalars = make([]op.Scalar, len(l.Scalars))
			r.walk(&other)
		})},
	{fault: "expm1 is exp - 1, in compositions too", check: "compositions/elu",
		spoil: single32(op.Expm1, func(x, _ float32) float32 { return exp32(x) - 1 })},
	{fault: "multiplies by the reciprocal where hardsigmoid divides", check: "compositions/hardsigmoid",
		spoil: single32(op.Div, func(x, y float32) float32 { return x * (1 / y) })},
	{fault: "takes the smaller factor for the product", check: "compositions/add with alpha",
		spoil: single32(op.Mul, func(x, y float32) float32 { return min(x, y) })},
	{fault: "copies quieten NaN", check: "moves/copy", spoil: rerun(func(r *reference, l *device.Launch) {
		r.walk(l)
		for i := range l.Out[0].Layout.Len() {
			if o := l.Out[0]; o.Type == op.Float32 && math.IsNaN(o.Type.Float(get(o, i))) {
				set(o, i, op.Float32.FromFloat(math.NaN()))
			}
		}
	})},
}

func exp32(x float32) float32 { return float32(math.Exp(float64(x))) }
