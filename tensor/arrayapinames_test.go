package tensor_test

import (
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// arrayAPINames has a line for each name of the Python Array API's main namespace, in the standard's order of
// topics, but for complex numbers and from_dlpack. A standard's array without values is [tensor.Zeros] here.
func arrayAPINames() []line {
	x := tensor.Arange[float32](0, 12, 1).Reshape(3, 4)
	y := tensor.Ones(tensor.Float32, 3, 4)
	w := tensor.Ones(tensor.Float32, 4, 2)
	v := tensor.FromSlice([]float32{1, 2, 3, 4})
	i := tensor.FromSlice([]int64{2, 0, 2})
	return []line{
		{"e", "", math.E},
		{"inf", "", math.Inf(1)},
		{"nan", "", math.NaN()},
		{"pi", "", math.Pi},
		{"x[newaxis]", "", x.Unsqueeze(0)},
		{"arange(0, 10, 2)", "", tensor.Arange(0, 10, 2)},
		{"asarray([1, 2])", "", tensor.FromSlice([]int64{1, 2})},
		{"empty((2, 3))", "", tensor.Zeros(tensor.Float32, 2, 3)},
		{"empty_like(x)", "", tensor.EmptyLike(x)},
		{"eye(3)", "", tensor.Eye(tensor.Float32, 3, 3)},
		{"eye(3, k=1)", "", tensor.Eye(tensor.Float32, 3, 3).Roll(1, 1).Triu(1)},
		{"full((2, 3), 7)", "", tensor.Full[int64](7, 2, 3)},
		{"full_like(x, 7)", "", tensor.FullLike(x, 7)},
		{"linspace(0, 1, 5)", "", tensor.Linspace(0.0, 1, 5)},
		{"linspace(0, 1, 5, endpoint=False)", "", tensor.Linspace(0.0, 1, 6).Slice(0, 0, 5, 1)},
		{"meshgrid(v, v)", "", results(tensor.Meshgrid(tensor.XY, v, v))},
		{"ones((2, 3))", "", tensor.Ones(tensor.Float32, 2, 3)},
		{"ones_like(x)", "", tensor.OnesLike(x)},
		{"tril(x)", "", x.Tril(0)},
		{"triu(x)", "", x.Triu(0)},
		{"zeros((2, 3))", "", tensor.Zeros(tensor.Float32, 2, 3)},
		{"zeros_like(x)", "", tensor.ZerosLike(x)},
		{"astype(x, float64)", "", x.AsType(tensor.Float64)},
		{"can_cast(int8, int16)", "", tensor.CanCast(tensor.Int8, tensor.Int16)},
		{"finfo(float32)", "", results(tensor.Finfo(tensor.Float32))},
		{"iinfo(int8)", "", results(tensor.Iinfo(tensor.Int8))},
		{"isdtype(x.dtype, 'integral')", "", tensor.Isdtype(x.DType(), tensor.KindIntegral)},
		{"result_type(x, i)", "", results(tensor.ResultType(x, i))},
		{"abs(x)", "", x.Abs()},
		{"acos(x)", "", x.Acos()},
		{"acosh(x)", "", x.Acosh()},
		{"add(x, y)", "", x.Add(y)},
		{"asin(x)", "", x.Asin()},
		{"asinh(x)", "", x.Asinh()},
		{"atan(x)", "", x.Atan()},
		{"atan2(x, y)", "", x.Atan2(y)},
		{"atanh(x)", "", x.Atanh()},
		{"bitwise_and(i, i)", "", i.BitwiseAnd(i)},
		{"bitwise_invert(i)", "", i.BitwiseInvert()},
		{"bitwise_left_shift(i, i)", "", i.BitwiseLeftShift(i)},
		{"bitwise_or(i, i)", "", i.BitwiseOr(i)},
		{"bitwise_right_shift(i, i)", "", i.BitwiseRightShift(i)},
		{"bitwise_xor(i, i)", "", i.BitwiseXor(i)},
		{"ceil(x)", "", x.Ceil()},
		{"clip(x, 0, 6)", "", x.Clip(0, 6)},
		{"copysign(x, y)", "", x.Copysign(y)},
		{"cos(x)", "", x.Cos()},
		{"cosh(x)", "", x.Cosh()},
		{"divide(x, y)", "", x.Divide(y)},
		{"equal(x, y)", "", x.Equal(y)},
		{"exp(x)", "", x.Exp()},
		{"expm1(x)", "", x.Expm1()},
		{"floor(x)", "", x.Floor()},
		{"floor_divide(x, y)", "", x.FloorDivide(y)},
		{"greater(x, y)", "", x.Greater(y)},
		{"greater_equal(x, y)", "", x.GreaterEqual(y)},
		{"hypot(x, y)", "", x.Hypot(y)},
		{"isfinite(x)", "", x.Isfinite()},
		{"isinf(x)", "", x.Isinf()},
		{"isnan(x)", "", x.Isnan()},
		{"less(x, y)", "", x.Less(y)},
		{"less_equal(x, y)", "", x.LessEqual(y)},
		{"log(x)", "", x.Log()},
		{"log10(x)", "", x.Log10()},
		{"log1p(x)", "", x.Log1p()},
		{"log2(x)", "", x.Log2()},
		{"logaddexp(x, y)", "", x.Logaddexp(y)},
		{"logical_and(x, y)", "", x.LogicalAnd(y)},
		{"logical_not(x)", "", x.LogicalNot()},
		{"logical_or(x, y)", "", x.LogicalOr(y)},
		{"logical_xor(x, y)", "", x.LogicalXor(y)},
		{"maximum(x, y)", "", x.Maximum(y)},
		{"minimum(x, y)", "", x.Minimum(y)},
		{"multiply(x, y)", "", x.Multiply(y)},
		{"negative(x)", "", x.Negative()},
		{"nextafter(x, y)", "", x.Nextafter(y)},
		{"not_equal(x, y)", "", x.NotEqual(y)},
		{"positive(x)", "", x.Positive()},
		{"pow(x, y)", "", x.Pow(y)},
		{"reciprocal(x)", "", x.Reciprocal()},
		{"remainder(x, y)", "", x.Remainder(y)},
		{"round(x)", "", x.Round()},
		{"sign(x)", "", x.Sign()},
		{"signbit(x)", "", x.Signbit()},
		{"sin(x)", "", x.Sin()},
		{"sinh(x)", "", x.Sinh()},
		{"sqrt(x)", "", x.Sqrt()},
		{"square(x)", "", x.Square()},
		{"subtract(x, y)", "", x.Subtract(y)},
		{"tan(x)", "", x.Tan()},
		{"tanh(x)", "", x.Tanh()},
		{"trunc(x)", "", x.Trunc()},
		{"take(x, i, axis=0)", "", x.Take(0, i)},
		{"take_along_axis(x, j, axis=1)", "", x.TakeAlongAxis(1, x.Argsort(1))},
		{"__array_namespace_info__()", "", tensor.DefaultDevice().Info()},
		{"matmul(x, w)", "", x.Matmul(w)},
		{"matrix_transpose(x)", "", x.Transpose(-2, -1)},
		{"tensordot(x, w, axes=([1], [0]))", "", x.Tensordot(w, []int{1}, []int{0})},
		{"vecdot(x, y, axis=-1)", "", x.Vecdot(-1, y)},
		{"broadcast_arrays(x, v)", "", results(tensor.BroadcastTensors(x, v))},
		{"broadcast_to(v, (3, 4))", "", v.BroadcastTo(3, 4)},
		{"concat([x, y], axis=0)", "", tensor.Concat(0, x, y)},
		{"concat([x, v], axis=None)", "", tensor.Concat(0, x.Flatten(), v.Flatten())},
		{"expand_dims(x, axis=0)", "", x.Unsqueeze(0)},
		{"flip(x, axis=0)", "", x.Flip(0)},
		{"moveaxis(x, 0, -1)", "", x.Moveaxis(0, -1)},
		{"permute_dims(x, (1, 0))", "", x.Permute(1, 0)},
		{"repeat(x, 2, axis=0)", "", x.Repeat(0, 2)},
		{"repeat(i, i, axis=0)", "", i.Repeat(0, i)},
		{"reshape(x, (2, -1))", "", x.Reshape(2, -1)},
		{"roll(x, 1, axis=0)", "", x.Roll(0, 1)},
		{"roll(x, (1, 2), axis=(0, 1))", "", x.Roll(0, 1).Roll(1, 2)},
		{"squeeze(x[None], axis=0)", "", x.Unsqueeze(0).Squeeze(0)},
		{"stack([x, y], axis=1)", "", tensor.Stack(1, x, y)},
		{"tile(v, (3, 2))", "", v.Tile(3, 2)},
		{"unstack(x, axis=0)", "", results(x.Unstack(0))},
		{"argmax(x, axis=1)", "", x.Argmax(1)},
		{"argmin(x, axis=1)", "", x.Argmin(1)},
		{"count_nonzero(x, axis=1)", "", x.CountNonzero(1)},
		{"nonzero(x)", "", results(x.Nonzero())},
		{"searchsorted(v, x)", "", v.Searchsorted(x, tensor.Left)},
		{"searchsorted(v, x, sorter=argsort(v))", "", v.Take(0, v.Argsort(0)).Searchsorted(x, tensor.Left)},
		{"where(x > 5, x, y)", "", tensor.Where(x.Gt(5), x, y)},
		{"unique_all(i)", "", results(i.UniqueAll())},
		{"unique_counts(i)", "", results(i.UniqueCounts())},
		{"unique_inverse(i)", "", results(i.UniqueInverse())},
		{"unique_values(i)", "", i.UniqueValues()},
		{"argsort(x, axis=1, descending=True)", "", x.Argsort(1, tensor.Descending)},
		{"sort(x, axis=1)", "", x.Sort(1)},
		{"cumulative_prod(x, axis=1)", "", x.CumulativeProd(1)},
		{"cumulative_sum(x, axis=1)", "", x.CumulativeSum(1)},
		{"cumulative_sum(x, axis=1, include_initial=True)", "", x.CumulativeSum(1).Pad(1, 1, 0, tensor.Constant(0))},
		{"max(x, axis=1)", "", x.Max(1)},
		{"mean(x, axis=1)", "", x.Mean(1)},
		{"min(x, axis=1)", "", x.Min(1)},
		{"prod(x, axis=1)", "", x.Prod(1)},
		{"std(x, axis=1, correction=1)", "", x.Along(1).Correction(1).Std()},
		{"sum(x, axis=1)", "", x.Sum(1)},
		{"sum(x, axis=1, dtype=float64)", "", x.Along(1).DType(tensor.Float64).Sum()},
		{"var(x, axis=1, correction=1)", "", x.Along(1).Correction(1).Var()},
		{"all(x, axis=1)", "", x.All(1)},
		{"any(x, axis=1)", "", x.Any(1)},
		{"diff(x, axis=1, prepend=x)", "", tensor.Concat(1, x, x).Diff(1, 1)},
	}
}

// results are those of a call that has several, for a line.
func results(all ...any) any {
	var ts []*tensor.Tensor
	for _, r := range all {
		switch r := r.(type) {
		case *tensor.Tensor:
			ts = append(ts, r)
		case []*tensor.Tensor:
			ts = append(ts, r...)
		case error:
			return r
		}
	}
	return ts
}
