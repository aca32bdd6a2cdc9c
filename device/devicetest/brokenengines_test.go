package devicetest

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// wrongEngines are faults that tensor engines have had: of indexing, of packing, of
// shader compilers, of fast mathematics.
var wrongEngines = []broken{
	{fault: "swaps strides at rank 3", check: "layouts/rotated",
		spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
			if l.Rank() == 3 && l.Shape[1] == l.Shape[2] || l.Rank() == 4 {
				l.Strides[1], l.Strides[2] = l.Strides[2], l.Strides[1]
			}
			return l
		})},
	{fault: "repeats modulo the length instead of broadcasting", check: "layouts/column",
		spoil: reindex(func(l broadcast.Layout, i int) int {
			lo, hi := l.Bounds()
			return lo + i%(hi-lo)
		})},
	{fault: "drops the last partial vector of four", check: "layouts/sizes",
		spoil: leaveUnwritten(func(n int) (from, to int) { return n &^ 3, n })},
	{fault: "leaves the tail after the last block of 256", check: "layouts/sizes",
		spoil: leaveUnwritten(func(n int) (from, to int) {
			if n < 256 {
				return n, n
			}
			return n &^ 255, n
		})},
	{fault: "takes 0-d for empty", check: "layouts/ranks", spoil: rerun(func(r *reference, l *device.Launch) {
		if len(l.Shape) > 0 {
			r.walk(l)
		}
	})},
	{fault: "reads one further at the border of a window of 256", check: "layouts/sizes",
		spoil: reindex(func(l broadcast.Layout, i int) int {
			if i%256 == 255 && l.Contiguous() {
				return at(l, i) + 1
			}
			return at(l, i)
		})},
	{fault: "loses the last row of a transposed block", check: "layouts/transposed",
		spoil: rerun(func(r *reference, l *device.Launch) {
			if len(l.Shape) != 2 || len(l.In) == 0 || l.In[0].Layout.Contiguous() {
				r.walk(l)
				return
			}
			restoring(l, (l.Shape[0]-1)*l.Shape[1], l.Out[0].Layout.Len(), func() { r.walk(l) })
		})},
	{fault: "materialises broadcasts wrongly beyond rank 4", check: "layouts/ranks",
		spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
			if axis := slices.Index(l.Strides, 0); l.Rank() > 4 && axis >= 0 && l.Shape[axis] > 1 {
				l.Offset++
			}
			return l
		})},
	{fault: "uses the scalars of the launch before", check: "moves/fill", spoil: staleScalars},
	{fault: "writes a word for a byte", check: "layouts/sizes", spoil: afterwards(func(l *device.Launch) {
		o := l.Out[0]
		if _, hi := o.Layout.Bounds(); o.Type.Size() == 1 {
			clear(bytesOf(o)[hi : hi+3 : hi+3])
		}
	})},
	{fault: "takes the first condition for all", check: "ops/where", spoil: rerun(func(r *reference, l *device.Launch) {
		if code := l.Program.Code(); len(code) != 1 || code[0].Op != op.Where || len(l.In) != 3 {
			r.walk(l)
			return
		}
		other := *l
		other.In = slices.Clone(l.In)
		other.In[0].Layout = l.In[0].Layout.Clone()
		clear(other.In[0].Layout.Strides)
		r.walk(&other)
	})},
	{fault: "gives an integer op the first operand twice", check: "ops/sub",
		spoil: instead(op.Sub, op.Int16, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return in.Eval([]op.Scalar{args[0], args[0]}, types)
		})},
	{fault: "swaps operands", check: "ops/floor_divide",
		spoil: instead(op.FloorDivide, op.Int32, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return in.Eval([]op.Scalar{args[1], args[0]}, types)
		})},
	{fault: "int32 passes through float32", check: "ops/add",
		spoil: instead(op.Add, op.Int32, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return op.Int32.FromInt(int64(float32(op.Int32.Int(args[0])) + float32(op.Int32.Int(args[1]))))
		})},
	{fault: "uint8 saturates", check: "ops/add",
		spoil: instead(op.Add, op.Uint8, func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			return min(args[0]+args[1], 255)
		})},
	{fault: "int8 is loaded without its sign", check: "ops/abs",
		spoil: instead(op.Abs, op.Int8, func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			return args[0]
		})},
	{fault: "int64 loses its high word", check: "ops/mul",
		spoil: instead(op.Mul, op.Int64, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return in.Eval(args, types) & math.MaxUint32
		})},
	{fault: "int64 adds without a carry", check: "ops/add",
		spoil: instead(op.Add, op.Int64, func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			return (args[0]+args[1])&math.MaxUint32 | (args[0]>>32+args[1]>>32)<<32
		})},
	{fault: "compares uint32 as signed", check: "ops/lt",
		spoil: instead(op.Lt, op.Uint32, func(in device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			return in.Op.Eval(args, repeat(op.Int32, 2))
		})},
	{fault: "shifts uint32 right with a sign", check: "ops/bitwise_right_shift",
		spoil: instead(op.BitwiseRightShift, op.Uint32, func(in device.Instr, args []op.Scalar, _ []op.DType) op.Scalar {
			return in.Op.Eval(args, repeat(op.Int32, 2))
		})},
	{fault: "remainder has the dividend's sign", check: "ops/remainder",
		spoil: instead(op.Remainder, op.Int32, func(_ device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return op.Fmod.Eval(args, types)
		})},
	{fault: "floor_divide truncates", check: "ops/floor_divide",
		spoil: instead(op.FloorDivide, op.Int16, func(_ device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			return op.TruncDivide.Eval(args, types)
		})},
	{fault: "halves are cut instead of rounded", check: "ops/cast",
		spoil: casts(op.Float32, op.Float16, func(x op.Scalar) op.Scalar { return truncate(op.Float16, x) })},
	{fault: "bfloat16 is the upper half of a float32", check: "ops/cast",
		spoil: casts(op.Float32, op.BFloat16, func(x op.Scalar) op.Scalar { return x >> 16 })},
	{fault: "uint32 becomes a float32 by way of int32", check: "ops/cast",
		spoil: casts(op.Uint32, op.Float32, func(x op.Scalar) op.Scalar { return op.Convert(x, op.Int32, op.Float32) })},
	{fault: "NaN becomes the lowest integer", check: "ops/cast",
		spoil: casts(op.Float32, op.Int32, func(x op.Scalar) op.Scalar {
			if f := op.Float32.Float(x); f != f {
				return 1 << 31
			}
			return op.Convert(x, op.Float32, op.Int32)
		})},
	{fault: "NaN is false", check: "ops/cast", spoil: casts(op.Float32, op.Bool, func(x op.Scalar) op.Scalar {
		if f := op.Float32.Float(x); f != f {
			return 0
		}
		return op.Convert(x, op.Float32, op.Bool)
	})},
	{fault: "floats round instead of truncating", check: "ops/cast",
		spoil: casts(op.Float32, op.Int32, func(x op.Scalar) op.Scalar {
			return op.Convert(op.Float32.FromFloat(math.Round(op.Float32.Float(x))), op.Float32, op.Int32)
		})},
	{fault: "the lesser of zeros is the first", check: "ops/minimum",
		spoil: single32(op.Minimum, func(x, y float32) float32 {
			if x <= y || x != x {
				return x
			}
			return y
		})},
	{fault: "sqrt of -0 is 0", check: "ops/sqrt",
		spoil: single32(op.Sqrt, func(x, _ float32) float32 { return float32(math.Sqrt(float64(x))) + 0 })},
	{fault: "exp overflows early", check: "ops/exp", spoil: single32(op.Exp, func(x, _ float32) float32 {
		if x > 88.5 {
			return float32(math.Inf(1))
		}
		return exp32(x)
	})},
	{fault: "log of subnormals is constant", check: "ops/log", spoil: single32(op.Log, func(x, _ float32) float32 {
		if x > 0 && x < minNormal {
			x = minNormal
		}
		return float32(math.Log(float64(x)))
	})},
	{fault: "pow is exp(y*log(x))", check: "ops/pow", spoil: single32(op.Pow, func(x, y float32) float32 {
		return float32(math.Exp(float64(y) * math.Log(float64(x))))
	})},
	{fault: "sin loses large arguments", check: "ops/sin", spoil: single32(op.Sin, func(x, _ float32) float32 {
		return float32(math.Sin(float64(x - 6.2831855*float32(math.Round(float64(x/6.2831855))))))
	})},
	{fault: "tanh of tiny numbers is 0", check: "ops/tanh", spoil: single32(op.Tanh, func(x, _ float32) float32 {
		e := exp32(2 * x)
		return float32(math.Copysign(float64((e-1)/(e+1)), float64(x)))
	})},
	{fault: "division by a reciprocal", check: "ops/div",
		spoil: single32(op.Div, func(x, y float32) float32 { return x * (1 / y) })},
	{fault: "x * 0 is 0", check: "folds/x * 0", spoil: single32(op.Mul, func(x, y float32) float32 {
		if y == 0 {
			return 0
		}
		return x * y
	})},
	{fault: "bool adds to 2", check: "ops/add",
		spoil: instead(op.Add, op.Bool, func(_ device.Instr, args []op.Scalar, _ []op.DType) op.Scalar { return args[0] + args[1] })},
	{fault: "an array shares its memory with the next", check: "layouts/offset",
		spoil: reindex(func(l broadcast.Layout, i int) int { return at(l, i) &^ 1 })},
}

// reindex reads input elements at other positions.
func reindex(where func(l broadcast.Layout, i int) int) func(r *reference) {
	return func(r *reference) { r.at = where }
}

// leaveUnwritten leaves elements of outputs as they were.
func leaveUnwritten(which func(n int) (from, to int)) func(r *reference) {
	return rerun(func(r *reference, l *device.Launch) {
		from, to := which(l.Out[0].Layout.Len())
		restoring(l, from, to, func() { r.walk(l) })
	})
}

// restoring puts back elements of the first output after f.
func restoring(l *device.Launch, from, to int, f func()) {
	var kept []op.Scalar
	for i := from; i < to; i++ {
		kept = append(kept, get(l.Out[0], i))
	}
	f()
	for i, v := range kept {
		set(l.Out[0], from+i, v)
	}
}

// staleScalars has every launch of as many scalars see those of the one before.
func staleScalars(r *reference) {
	before := map[int][]op.Scalar{}
	r.run = func(r *reference, l *device.Launch) {
		other, n := *l, len(l.Scalars)
		if last := before[n]; last != nil {
			other.Scalars = last
		}
		before[n] = slices.Clone(l.Scalars)
		r.walk(&other)
	}
}

// casts replaces the conversion between two types.
func casts(from, to op.DType, f func(x op.Scalar) op.Scalar) func(r *reference) {
	return instead(op.Cast, from, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		if in.Type == to {
			return f(args[0])
		}
		return in.Eval(args, types)
	})
}

// truncate rounds a float32 towards zero.
func truncate(dt op.DType, x op.Scalar) op.Scalar {
	v := op.Convert(x, op.Float32, dt)
	if math.Abs(dt.Float(v)) > math.Abs(op.Float32.Float(x)) {
		v--
	}
	return v
}
