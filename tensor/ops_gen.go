// Code generated from the rows of package op by gen_test.go; DO NOT EDIT.

// # Finding an operation
//
// Names are PyTorch's, each part capitalised: floor_divide is [Tensor.FloorDivide]. Names of the Array
// API standard and of NumPy are aliases: [Tensor.Subtract], [Tensor.Absolute]. An operation that can
// keep the dtype of its first operand also has a method in place: [Tensor.AddInPlace] for
// [Tensor.Add]. All are made from the rows of package op; device/op/OPERATIONS.md lists them.
//
//   - Making tensors: [Meshgrid], [Logspace], [ZerosLike], [OnesLike], [EmptyLike], [FullLike],
//     [FromSlice], [FromSliceOn], [Scalar], [FromBytes], [FromBytesOn], [Full], [FullOf], [Zeros],
//     [Ones], [Arange], [Linspace], [FromError], [FromReader], [FromReaderOn], [FromFloat32s],
//     [FromNested].
//   - Reading values: [Data], [Item], [Tensor.Bytes], [WithData], [Tensor.WriteTo], [ReadInto],
//     [AllClose], [AllCloseContext], [Eval], [Tensor.GobEncode], [Tensor.GobDecode],
//     [Tensor.Float32s], [Tensor.MarshalJSON], [Tensor.UnmarshalJSON], [ToNested],
//     [Tensor.String], [Tensor.Format], [Tensor.Float64], [Tensor.Int64].
//   - Shape, dtype and device: [SetDefaultDevice], [DefaultDevice], [CanCast], [Finfo], [Iinfo],
//     [Isdtype], [PromoteTypes], [ResultType], [ParseDType], [Tensor.Err], [Tensor.Shape],
//     [Tensor.Strides], [Tensor.Rank], [Tensor.Size], [Tensor.Len], [Tensor.DType],
//     [Tensor.Device], [Tensor.ReadOnly], [Tensor.IsContiguous], [Tensor.Release].
//   - Views and indices: [S], [Tensor.At], [Tensor.SetAt], [Tensor.BroadcastTo], [Tensor.Expand],
//     [Tensor.Reshape], [Tensor.Permute], [Tensor.Transpose], [Tensor.T], [Tensor.Squeeze],
//     [Tensor.Unsqueeze], [Tensor.Slice], [Tensor.Index], [Tensor.Flip], [Tensor.Windows],
//     [Tensor.AsStrided], [BroadcastTensors], [BroadcastShapes].
//   - Indexing by tensors: [Tensor.IndexCopy], [Tensor.IndexFill], [Tensor.PutAlongAxis],
//     [Tensor.Put], [Tensor.Argwhere], [Tensor.ArgwhereContext], [Tensor.Choose], [Tensor.Isin],
//     [Tensor.Digitize], [Tensor.Interp], [Lexsort], [Tensor.Nonzero], [Tensor.NonzeroContext],
//     [Tensor.MaskedSelect], [Tensor.MaskedSelectContext], [Tensor.MaskedFill], [Eye],
//     [Tensor.Tril], [Tensor.Triu], [Tensor.OneHot], [Tensor.Scatter], [Tensor.ScatterAdd],
//     [Tensor.ScatterReduce], [Tensor.IndexAdd], [Tensor.Searchsorted], [Tensor.Take],
//     [Tensor.TakeAlongAxis].
//   - Joining, extending, rearranging: [Tensor.Trace], [Tensor.Diag], [Tensor.FillDiagonal],
//     [Tensor.Roll], [Constant], [Tensor.Pad], [Concat], [Stack], [Tensor.Swapaxes],
//     [Tensor.Ravel], [Tensor.Flatten], [Hstack], [Vstack], [Tensor.Split], [Tensor.Chunk],
//     [Tensor.Unstack], [Tensor.Moveaxis], [Tensor.Rot90], [Tensor.Diagonal], [Tensor.Tile],
//     [Tensor.Repeat], [Tensor.RepeatContext].
//   - Moving and converting: [Tensor.To], [Tensor.AsType], [Tensor.Clone], [Tensor.Contiguous],
//     [Tensor.Snapshot].
//   - Arithmetic: [Tensor.Add], [Tensor.Sub], [Tensor.Mul], [Tensor.Div], [Tensor.FloorDivide],
//     [Tensor.TruncDivide], [Tensor.Remainder], [Tensor.Fmod], [Tensor.Muladd], [Tensor.Addcmul],
//     [Tensor.Addcdiv], [Tensor.Lerp], [Tensor.Square], [Tensor.Reciprocal].
//   - Signs and extremes: [Tensor.Maximum], [Tensor.Minimum], [Tensor.Fmax], [Tensor.Fmin],
//     [Tensor.Clamp], [Tensor.Neg], [Tensor.Abs], [Tensor.Positive], [Tensor.Sign],
//     [Tensor.Copysign], [Tensor.Nextafter], [Tensor.Heaviside], [Tensor.NanToNum].
//   - Exponentials, logarithms, powers: [Tensor.Exp], [Tensor.Exp2], [Tensor.Expm1], [Tensor.Log],
//     [Tensor.Log2], [Tensor.Log10], [Tensor.Log1p], [Tensor.Logaddexp], [Tensor.Logaddexp2],
//     [Tensor.Xlogy], [Tensor.Xlog1py], [Tensor.Pow], [Tensor.FloatPower], [Tensor.Ldexp],
//     [Tensor.Sqrt], [Tensor.Rsqrt], [Tensor.Cbrt], [Tensor.Hypot].
//   - Trigonometry: [Tensor.Sin], [Tensor.Cos], [Tensor.Tan], [Tensor.Sinc], [Tensor.Asin],
//     [Tensor.Acos], [Tensor.Atan], [Tensor.Atan2], [Tensor.Sinh], [Tensor.Cosh], [Tensor.Tanh],
//     [Tensor.Asinh], [Tensor.Acosh], [Tensor.Atanh], [Tensor.Deg2rad], [Tensor.Rad2deg].
//   - Rounding: [Tensor.Floor], [Tensor.Ceil], [Tensor.Trunc], [Tensor.Round], [Tensor.Frac].
//   - Special functions: [Tensor.Erf], [Tensor.Erfc], [Tensor.Lgamma], [Tensor.Digamma],
//     [Tensor.Erfinv], [Tensor.Ndtri], [Tensor.I0], [Tensor.I0e], [Tensor.I1], [Tensor.I1e],
//     [Tensor.Sigmoid], [Tensor.Logsigmoid], [Tensor.Logit].
//   - Activations: [Tensor.Relu], [Tensor.Relu6], [Tensor.LeakyRelu], [Tensor.Prelu],
//     [Tensor.Elu], [Tensor.Celu], [Tensor.Selu], [Tensor.Gelu], [Tensor.GeluTanh], [Tensor.Silu],
//     [Tensor.Mish], [Tensor.Softplus], [Tensor.Softsign], [Tensor.Hardsigmoid],
//     [Tensor.Hardswish], [Tensor.Hardtanh], [Tensor.Tanhshrink], [Tensor.Softshrink],
//     [Tensor.Hardshrink], [Tensor.Threshold].
//   - Comparisons and choices: [Tensor.Eq], [Tensor.Ne], [Tensor.Lt], [Tensor.Le], [Tensor.Gt],
//     [Tensor.Ge], [Tensor.Isnan], [Tensor.Isinf], [Tensor.Isposinf], [Tensor.Isneginf],
//     [Tensor.Isfinite], [Tensor.Signbit], [Tensor.Isclose], [Where].
//   - Logic and bits: [Tensor.LogicalAnd], [Tensor.LogicalOr], [Tensor.LogicalXor],
//     [Tensor.LogicalNot], [Tensor.BitwiseAnd], [Tensor.BitwiseOr], [Tensor.BitwiseXor],
//     [Tensor.BitwiseNot], [Tensor.BitwiseLeftShift], [Tensor.BitwiseRightShift], [Tensor.Gcd],
//     [Tensor.Lcm].
//   - Reductions: [Tensor.Aminmax], [Tensor.Average], [Tensor.Cov], [Tensor.Corrcoef],
//     [Tensor.Along], [Reduce], [Tensor.Sum], [Tensor.Prod], [Tensor.Mean], [Tensor.Var],
//     [Tensor.Min], [Tensor.Max], [Tensor.Nanmin], [Tensor.Nanmax], [Tensor.Argmin],
//     [Tensor.Argmax], [Tensor.Any], [Tensor.All], [Tensor.CountNonzero], [Tensor.Logsumexp],
//     [Tensor.Nanmean], [Tensor.Nanprod], [Tensor.Nanstd], [Tensor.Nansum], [Tensor.Nanvar],
//     [Tensor.Norm], [Tensor.Ptp], [Tensor.Std].
//   - Softmax: [Tensor.Softmax], [Tensor.LogSoftmax].
//   - Scans: [Tensor.Cummax], [Tensor.Cummin], [Tensor.Diff], [Tensor.Cumsum], [Tensor.Cumprod],
//     [Tensor.Logcumsumexp].
//   - Sorting: [Tensor.Nanmedian], [Tensor.Nanquantile], [Tensor.Median], [Tensor.Quantile],
//     [Tensor.QuantileBy], [Tensor.Sort], [Tensor.Argsort], [Tensor.Topk], [Tensor.Kthvalue],
//     [Tensor.UniqueValues], [Tensor.UniqueValuesContext], [Tensor.UniqueCounts],
//     [Tensor.UniqueCountsContext], [Tensor.UniqueInverse], [Tensor.UniqueInverseContext],
//     [Tensor.UniqueAll], [Tensor.UniqueAllContext].
//   - Counting: [Tensor.Bincount], [Tensor.BincountContext], [Tensor.BincountWeighted],
//     [Tensor.BincountWeightedContext], [Tensor.Histogram], [Tensor.HistogramBy],
//     [Tensor.HistogramWeighted].
//   - Products: [Tensor.Convolve], [Einsum], [Tensor.Matmul], [Tensor.Vecdot], [Tensor.Dot],
//     [Tensor.Inner], [Tensor.Outer], [Tensor.Kron], [Tensor.Tensordot].
//   - Random numbers; see also package random: [NewKey].
//   - Writing in place: [Tensor.Assign], [Tensor.Fill].
//   - Compiled functions: [Compile], [Recording], [Num].
//   - Any operation by its name: [Apply], [ApplyInPlace].
//   - Explaining, profiling, warming up, warnings: [Warmup], [Explain], [Graph], [Profile],
//     [OnBroadcastWarning].
package tensor

import "github.com/wgtensor/wgtensor/device/op"

// Abs returns x without its sign; the smallest integer stays. The result is exact.
func (x *Tensor) Abs() *Tensor { return apply(op.Abs, x) }

// AbsInPlace is Abs computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AbsInPlace() error { return applyInPlace(op.Abs, x) }

// Absolute is [Tensor.Abs].
func (x *Tensor) Absolute() *Tensor { return x.Abs() }

// Fabs is [Tensor.Abs].
func (x *Tensor) Fabs() *Tensor { return x.Abs() }

// Acos returns the arc cosine of x, in radians; NaN beyond -1 and 1. The error is at
// most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Acos() *Tensor { return apply(op.Acos, x) }

// AcosInPlace is Acos computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AcosInPlace() error { return applyInPlace(op.Acos, x) }

// Arccos is [Tensor.Acos].
func (x *Tensor) Arccos() *Tensor { return x.Acos() }

// Acosh returns the inverse hyperbolic cosine of x; NaN below 1. The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Acosh() *Tensor { return apply(op.Acosh, x) }

// AcoshInPlace is Acosh computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AcoshInPlace() error { return applyInPlace(op.Acosh, x) }

// Arccosh is [Tensor.Acosh].
func (x *Tensor) Arccosh() *Tensor { return x.Acosh() }

// Add returns x + y; integers wrap; of bools, x or y. With alpha, x + alpha*y. (Apply
// and ApplyInPlace give it: Apply("add", x, y, alpha).) The operands are broadcast
// against each other. The result is exact, rounded once.
func (x *Tensor) Add(y any) *Tensor { return apply(op.Add, x, y) }

// AddInPlace is Add computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AddInPlace(y any) error { return applyInPlace(op.Add, x, y) }

// Addcdiv returns x + value * numerator / denominator. The operands are broadcast
// against each other. Parameters, which may be left out or nil, in this order: value
// (default 1). It is defined by its steps, each rounded: the terms of a sum may cancel,
// so that no bound holds.
func (x *Tensor) Addcdiv(numerator, denominator any, value ...any) *Tensor {
	return apply(op.Addcdiv, with(value, x, numerator, denominator)...)
}

// AddcdivInPlace is Addcdiv computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) AddcdivInPlace(numerator, denominator any, value ...any) error {
	return applyInPlace(op.Addcdiv, with(value, x, numerator, denominator)...)
}

// Addcmul returns x + value * factor1 * factor2. The operands are broadcast against
// each other. Parameters, which may be left out or nil, in this order: value (default
// 1). It is defined by its steps, each rounded: the terms of a sum may cancel, so that
// no bound holds.
func (x *Tensor) Addcmul(factor1, factor2 any, value ...any) *Tensor {
	return apply(op.Addcmul, with(value, x, factor1, factor2)...)
}

// AddcmulInPlace is Addcmul computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) AddcmulInPlace(factor1, factor2 any, value ...any) error {
	return applyInPlace(op.Addcmul, with(value, x, factor1, factor2)...)
}

// Asin returns the arc sine of x, in radians; NaN beyond -1 and 1. The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Asin() *Tensor { return apply(op.Asin, x) }

// AsinInPlace is Asin computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AsinInPlace() error { return applyInPlace(op.Asin, x) }

// Arcsin is [Tensor.Asin].
func (x *Tensor) Arcsin() *Tensor { return x.Asin() }

// Asinh returns the inverse hyperbolic sine of x. The error is at most 2.5 units in the
// last place of float32 (4 of float64).
func (x *Tensor) Asinh() *Tensor { return apply(op.Asinh, x) }

// AsinhInPlace is Asinh computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AsinhInPlace() error { return applyInPlace(op.Asinh, x) }

// Arcsinh is [Tensor.Asinh].
func (x *Tensor) Arcsinh() *Tensor { return x.Asinh() }

// Atan returns the arc tangent of x, in radians; pi/2 of Inf, -pi/2 of -Inf. The error
// is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Atan() *Tensor { return apply(op.Atan, x) }

// AtanInPlace is Atan computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AtanInPlace() error { return applyInPlace(op.Atan, x) }

// Arctan is [Tensor.Atan].
func (x *Tensor) Arctan() *Tensor { return x.Atan() }

// Atan2 returns the angle of the point (x, y) in radians: the arc tangent of y/x in the
// right quadrant. Zeros and infinities count by their signs, as in C. The operands are
// broadcast against each other. The error is at most 2.5 units in the last place of
// float32 (4 of float64).
func (y *Tensor) Atan2(x any) *Tensor { return apply(op.Atan2, y, x) }

// Atan2InPlace is Atan2 computed into y, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (y *Tensor) Atan2InPlace(x any) error { return applyInPlace(op.Atan2, y, x) }

// Arctan2 is [Tensor.Atan2].
func (y *Tensor) Arctan2(x any) *Tensor { return y.Atan2(x) }

// Atanh returns the inverse hyperbolic tangent of x; an infinity of -1 and 1, NaN
// beyond. The error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Atanh() *Tensor { return apply(op.Atanh, x) }

// AtanhInPlace is Atanh computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) AtanhInPlace() error { return applyInPlace(op.Atanh, x) }

// Arctanh is [Tensor.Atanh].
func (x *Tensor) Arctanh() *Tensor { return x.Atanh() }

// BitwiseAnd returns the bits set in both x and y. The operands are broadcast against
// each other.
func (x *Tensor) BitwiseAnd(y any) *Tensor { return apply(op.BitwiseAnd, x, y) }

// BitwiseAndInPlace is BitwiseAnd computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) BitwiseAndInPlace(y any) error { return applyInPlace(op.BitwiseAnd, x, y) }

// BitwiseLeftShift returns x shifted left by bits; 0 where bits is negative or not less
// than the width. The operands are broadcast against each other.
func (x *Tensor) BitwiseLeftShift(bits any) *Tensor { return apply(op.BitwiseLeftShift, x, bits) }

// BitwiseLeftShiftInPlace is BitwiseLeftShift computed into x, which keeps its shape
// and dtype. It waits as [Tensor.Assign] does.
func (x *Tensor) BitwiseLeftShiftInPlace(bits any) error {
	return applyInPlace(op.BitwiseLeftShift, x, bits)
}

// LeftShift is [Tensor.BitwiseLeftShift].
func (x *Tensor) LeftShift(bits any) *Tensor { return x.BitwiseLeftShift(bits) }

// BitwiseNot returns x with every bit inverted.
func (x *Tensor) BitwiseNot() *Tensor { return apply(op.BitwiseNot, x) }

// BitwiseNotInPlace is BitwiseNot computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) BitwiseNotInPlace() error { return applyInPlace(op.BitwiseNot, x) }

// BitwiseInvert is [Tensor.BitwiseNot].
func (x *Tensor) BitwiseInvert() *Tensor { return x.BitwiseNot() }

// Invert is [Tensor.BitwiseNot].
func (x *Tensor) Invert() *Tensor { return x.BitwiseNot() }

// BitwiseOr returns the bits set in x or y or both. The operands are broadcast against
// each other.
func (x *Tensor) BitwiseOr(y any) *Tensor { return apply(op.BitwiseOr, x, y) }

// BitwiseOrInPlace is BitwiseOr computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) BitwiseOrInPlace(y any) error { return applyInPlace(op.BitwiseOr, x, y) }

// BitwiseRightShift returns x shifted right by bits, keeping the sign; the sign alone
// (0 or -1) where bits is negative or not less than the width. The operands are
// broadcast against each other.
func (x *Tensor) BitwiseRightShift(bits any) *Tensor { return apply(op.BitwiseRightShift, x, bits) }

// BitwiseRightShiftInPlace is BitwiseRightShift computed into x, which keeps its shape
// and dtype. It waits as [Tensor.Assign] does.
func (x *Tensor) BitwiseRightShiftInPlace(bits any) error {
	return applyInPlace(op.BitwiseRightShift, x, bits)
}

// RightShift is [Tensor.BitwiseRightShift].
func (x *Tensor) RightShift(bits any) *Tensor { return x.BitwiseRightShift(bits) }

// BitwiseXor returns the bits set in just one of x and y. The operands are broadcast
// against each other.
func (x *Tensor) BitwiseXor(y any) *Tensor { return apply(op.BitwiseXor, x, y) }

// BitwiseXorInPlace is BitwiseXor computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) BitwiseXorInPlace(y any) error { return applyInPlace(op.BitwiseXor, x, y) }

// Cbrt returns the cube root of x, also where x is negative. The error is at most 2.5
// units in the last place of float32 (4 of float64).
func (x *Tensor) Cbrt() *Tensor { return apply(op.Cbrt, x) }

// CbrtInPlace is Cbrt computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) CbrtInPlace() error { return applyInPlace(op.Cbrt, x) }

// Ceil returns the smallest whole number not below x; integers stay. The result is
// exact.
func (x *Tensor) Ceil() *Tensor { return apply(op.Ceil, x) }

// CeilInPlace is Ceil computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) CeilInPlace() error { return applyInPlace(op.Ceil, x) }

// Celu returns x where it is positive, else alpha * expm1(x / alpha); -alpha of -Inf.
// Parameters, which may be left out or nil, in this order: alpha (default 1, accepts
// greater than 0). The error is at most 2.5 units in the last place of float32 (4 of
// float64).
func (x *Tensor) Celu(alpha ...any) *Tensor { return apply(op.Celu, with(alpha, x)...) }

// CeluInPlace is Celu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) CeluInPlace(alpha ...any) error { return applyInPlace(op.Celu, with(alpha, x)...) }

// Clamp returns x, but at least lo and at most hi. It is hi where the bounds are
// crossed, and NaN if any operand is. A nil bound is open; without bounds the result is
// a copy. The operands are broadcast against each other. The result is exact.
func (x *Tensor) Clamp(lo, hi any) *Tensor { return apply(op.Clamp, x, lo, hi) }

// ClampInPlace is Clamp computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) ClampInPlace(lo, hi any) error { return applyInPlace(op.Clamp, x, lo, hi) }

// Clip is [Tensor.Clamp].
func (x *Tensor) Clip(lo, hi any) *Tensor { return x.Clamp(lo, hi) }

// Copysign returns x with the sign of y, which zeros and NaN have too. The operands are
// broadcast against each other. The result is exact.
func (x *Tensor) Copysign(y any) *Tensor { return apply(op.Copysign, x, y) }

// CopysignInPlace is Copysign computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) CopysignInPlace(y any) error { return applyInPlace(op.Copysign, x, y) }

// Cos returns the cosine of x radians, for every finite x; NaN of infinities. The error
// is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Cos() *Tensor { return apply(op.Cos, x) }

// CosInPlace is Cos computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) CosInPlace() error { return applyInPlace(op.Cos, x) }

// Cosh returns the hyperbolic cosine of x. The error is at most 2.5 units in the last
// place of float32 (4 of float64).
func (x *Tensor) Cosh() *Tensor { return apply(op.Cosh, x) }

// CoshInPlace is Cosh computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) CoshInPlace() error { return applyInPlace(op.Cosh, x) }

// Deg2rad returns x degrees in radians: x times pi/180. The error is at most 1 unit in
// the last place of float32 (4 of float64).
func (x *Tensor) Deg2rad() *Tensor { return apply(op.Deg2rad, x) }

// Deg2radInPlace is Deg2rad computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) Deg2radInPlace() error { return applyInPlace(op.Deg2rad, x) }

// Radians is [Tensor.Deg2rad].
func (x *Tensor) Radians() *Tensor { return x.Deg2rad() }

// Digamma returns the derivative of lgamma at x; -Inf of 0, Inf of -0, NaN of negative
// whole numbers and of -Inf. The error is at most 5 units in the last place of float32
// (4 of float64); where x is negative, those of 1 for smaller results.
func (x *Tensor) Digamma() *Tensor { return apply(op.Digamma, x) }

// DigammaInPlace is Digamma computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) DigammaInPlace() error { return applyInPlace(op.Digamma, x) }

// Psi is [Tensor.Digamma].
func (x *Tensor) Psi() *Tensor { return x.Digamma() }

// Div returns x / divisor, the true quotient; of integers and bools in float32;
// infinite where divisor is 0, NaN where both are. The operands are broadcast against
// each other. The result is exact, rounded once.
func (x *Tensor) Div(divisor any) *Tensor { return apply(op.Div, x, divisor) }

// DivInPlace is Div computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) DivInPlace(divisor any) error { return applyInPlace(op.Div, x, divisor) }

// Divide is [Tensor.Div].
func (x *Tensor) Divide(divisor any) *Tensor { return x.Div(divisor) }

// TrueDivide is [Tensor.Div].
func (x *Tensor) TrueDivide(divisor any) *Tensor { return x.Div(divisor) }

// Elu returns x where it is positive, else alpha * expm1(x); -alpha of -Inf.
// Parameters, which may be left out or nil, in this order: alpha (default 1). The error
// is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Elu(alpha ...any) *Tensor { return apply(op.Elu, with(alpha, x)...) }

// EluInPlace is Elu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) EluInPlace(alpha ...any) error { return applyInPlace(op.Elu, with(alpha, x)...) }

// Eq returns whether x equals y; false if either is NaN. The operands are broadcast
// against each other. The result is bool.
func (x *Tensor) Eq(y any) *Tensor { return apply(op.Eq, x, y) }

// EqInPlace is Eq computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) EqInPlace(y any) error { return applyInPlace(op.Eq, x, y) }

// Equal is [Tensor.Eq].
func (x *Tensor) Equal(y any) *Tensor { return x.Eq(y) }

// Erf returns the error function of x; 1 of Inf, -1 of -Inf. The error is at most 2.5
// units in the last place of float32 (4 of float64).
func (x *Tensor) Erf() *Tensor { return apply(op.Erf, x) }

// ErfInPlace is Erf computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) ErfInPlace() error { return applyInPlace(op.Erf, x) }

// Erfc returns 1 - erf(x), with all its digits where erf(x) is near 1; 0 of Inf, 2 of
// -Inf. The error is at most 5 units in the last place of float32 (4 of float64).
func (x *Tensor) Erfc() *Tensor { return apply(op.Erfc, x) }

// ErfcInPlace is Erfc computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) ErfcInPlace() error { return applyInPlace(op.Erfc, x) }

// Erfinv returns the number whose erf is x; Inf of 1, -Inf of -1, NaN beyond. The error
// is at most 5 units in the last place of float32 (4 of float64).
func (x *Tensor) Erfinv() *Tensor { return apply(op.Erfinv, x) }

// ErfinvInPlace is Erfinv computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) ErfinvInPlace() error { return applyInPlace(op.Erfinv, x) }

// Exp returns e to the power x; Inf beyond the dtype, 0 of -Inf. The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Exp() *Tensor { return apply(op.Exp, x) }

// ExpInPlace is Exp computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) ExpInPlace() error { return applyInPlace(op.Exp, x) }

// Exp2 returns 2 to the power x; Inf beyond the dtype, 0 of -Inf. The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Exp2() *Tensor { return apply(op.Exp2, x) }

// Exp2InPlace is Exp2 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) Exp2InPlace() error { return applyInPlace(op.Exp2, x) }

// Expm1 returns exp(x) - 1, with all its digits where x is small; -1 of -Inf, -0 of -0.
// The error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Expm1() *Tensor { return apply(op.Expm1, x) }

// Expm1InPlace is Expm1 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) Expm1InPlace() error { return applyInPlace(op.Expm1, x) }

// FloatPower returns x to the power exponent as pow has it, in float64 whatever the
// operands are. The operands are broadcast against each other. The error is at most 4
// units in the last place.
func (x *Tensor) FloatPower(exponent any) *Tensor { return apply(op.FloatPower, x, exponent) }

// FloatPowerInPlace is FloatPower computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) FloatPowerInPlace(exponent any) error {
	return applyInPlace(op.FloatPower, x, exponent)
}

// Floor returns the largest whole number not above x; integers stay. The result is
// exact.
func (x *Tensor) Floor() *Tensor { return apply(op.Floor, x) }

// FloorInPlace is Floor computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) FloorInPlace() error { return applyInPlace(op.Floor, x) }

// FloorDivide returns the quotient of x and divisor rounded towards minus infinity, as
// NumPy and PyTorch compute it. Where divisor is 0, floats give x / divisor, integers
// 0. It is NaN where x is infinite, and 0 or -1 where divisor is. The operands are
// broadcast against each other. It is defined by its steps, each rounded: NumPy and
// PyTorch round x - fmod(x, y), and its quotient by y.
func (x *Tensor) FloorDivide(divisor any) *Tensor { return apply(op.FloorDivide, x, divisor) }

// FloorDivideInPlace is FloorDivide computed into x, which keeps its shape and dtype.
// It waits as [Tensor.Assign] does.
func (x *Tensor) FloorDivideInPlace(divisor any) error {
	return applyInPlace(op.FloorDivide, x, divisor)
}

// Fmax returns the larger of x and y; the number if one of them is NaN, and 0 is larger
// than -0 (IEEE 754-2019 maximumNumber). The operands are broadcast against each other.
// The result is exact.
func (x *Tensor) Fmax(y any) *Tensor { return apply(op.Fmax, x, y) }

// FmaxInPlace is Fmax computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) FmaxInPlace(y any) error { return applyInPlace(op.Fmax, x, y) }

// Fmin returns the smaller of x and y; the number if one of them is NaN, and -0 is
// smaller than 0 (IEEE 754-2019 minimumNumber). The operands are broadcast against each
// other. The result is exact.
func (x *Tensor) Fmin(y any) *Tensor { return apply(op.Fmin, x, y) }

// FminInPlace is Fmin computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) FminInPlace(y any) error { return applyInPlace(op.Fmin, x, y) }

// Fmod returns what truncating division of x by divisor leaves over, with the sign of
// x. Where divisor is 0, floats give NaN, integers 0. It is NaN where x is infinite.
// The operands are broadcast against each other. The result is exact.
func (x *Tensor) Fmod(divisor any) *Tensor { return apply(op.Fmod, x, divisor) }

// FmodInPlace is Fmod computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) FmodInPlace(divisor any) error { return applyInPlace(op.Fmod, x, divisor) }

// Frac returns x - trunc(x); NaN of infinities. The result is exact.
func (x *Tensor) Frac() *Tensor { return apply(op.Frac, x) }

// FracInPlace is Frac computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) FracInPlace() error { return applyInPlace(op.Frac, x) }

// Gcd returns the greatest common divisor of |x| and |y|, wrapped; 0 where both are 0.
// The operands are broadcast against each other.
func (x *Tensor) Gcd(y any) *Tensor { return apply(op.Gcd, x, y) }

// GcdInPlace is Gcd computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) GcdInPlace(y any) error { return applyInPlace(op.Gcd, x, y) }

// Ge returns whether x is at least y; false if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Ge(y any) *Tensor { return apply(op.Ge, x, y) }

// GeInPlace is Ge computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) GeInPlace(y any) error { return applyInPlace(op.Ge, x, y) }

// GreaterEqual is [Tensor.Ge].
func (x *Tensor) GreaterEqual(y any) *Tensor { return x.Ge(y) }

// Gelu returns x/2 * (1 + erf(x / sqrt(2))), with all its digits for negative x too;
// NaN of -Inf, as in PyTorch. The error is at most 5 units in the last place of float32
// (4 of float64).
func (x *Tensor) Gelu() *Tensor { return apply(op.Gelu, x) }

// GeluInPlace is Gelu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) GeluInPlace() error { return applyInPlace(op.Gelu, x) }

// GeluTanh returns x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715*x^3))), PyTorch's
// approximate='tanh'; NaN of -Inf. The error is at most 5 units in the last place of
// float32 (4 of float64).
func (x *Tensor) GeluTanh() *Tensor { return apply(op.GeluTanh, x) }

// GeluTanhInPlace is GeluTanh computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) GeluTanhInPlace() error { return applyInPlace(op.GeluTanh, x) }

// Gt returns whether x is greater than y; false if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Gt(y any) *Tensor { return apply(op.Gt, x, y) }

// GtInPlace is Gt computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) GtInPlace(y any) error { return applyInPlace(op.Gt, x, y) }

// Greater is [Tensor.Gt].
func (x *Tensor) Greater(y any) *Tensor { return x.Gt(y) }

// Hardshrink returns x, but 0 where |x| is at most lambd; NaN of NaN. Parameters, which
// may be left out or nil, in this order: lambd (default 0.5). The result is exact.
func (x *Tensor) Hardshrink(lambd ...any) *Tensor { return apply(op.Hardshrink, with(lambd, x)...) }

// HardshrinkInPlace is Hardshrink computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) HardshrinkInPlace(lambd ...any) error {
	return applyInPlace(op.Hardshrink, with(lambd, x)...)
}

// Hardsigmoid returns (x + 3) / 6, but at least 0 and at most 1. The error is at most
// 1.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Hardsigmoid() *Tensor { return apply(op.Hardsigmoid, x) }

// HardsigmoidInPlace is Hardsigmoid computed into x, which keeps its shape and dtype.
// It waits as [Tensor.Assign] does.
func (x *Tensor) HardsigmoidInPlace() error { return applyInPlace(op.Hardsigmoid, x) }

// Hardswish returns x * hardsigmoid(x); NaN of -Inf, as in PyTorch. The error is at
// most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Hardswish() *Tensor { return apply(op.Hardswish, x) }

// HardswishInPlace is Hardswish computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) HardswishInPlace() error { return applyInPlace(op.Hardswish, x) }

// Hardtanh returns x, but at least min_val and at most max_val; max_val where the
// bounds are crossed. Parameters, which may be left out or nil, in this order: min_val
// (default -1), max_val (default 1). The result is exact.
func (x *Tensor) Hardtanh(params ...any) *Tensor { return apply(op.Hardtanh, with(params, x)...) }

// HardtanhInPlace is Hardtanh computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) HardtanhInPlace(params ...any) error {
	return applyInPlace(op.Hardtanh, with(params, x)...)
}

// Heaviside returns 0 where x is negative, value where it is 0, 1 where it is positive;
// NaN of NaN. The operands are broadcast against each other. The result is exact.
func (x *Tensor) Heaviside(value any) *Tensor { return apply(op.Heaviside, x, value) }

// HeavisideInPlace is Heaviside computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) HeavisideInPlace(value any) error { return applyInPlace(op.Heaviside, x, value) }

// Hypot returns sqrt(x*x + y*y), without overflow; Inf where either is infinite, even
// if the other is NaN. The operands are broadcast against each other. The error is at
// most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Hypot(y any) *Tensor { return apply(op.Hypot, x, y) }

// HypotInPlace is Hypot computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) HypotInPlace(y any) error { return applyInPlace(op.Hypot, x, y) }

// I0 returns the modified Bessel function of the first kind of order 0 at x; Inf of
// infinities. The error is at most 5 units in the last place of float32 (4 of float64).
func (x *Tensor) I0() *Tensor { return apply(op.I0, x) }

// I0InPlace is I0 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) I0InPlace() error { return applyInPlace(op.I0, x) }

// I0e returns exp(-|x|) * i0(x), without overflow; 0 of infinities. The error is at
// most 5 units in the last place of float32 (4 of float64).
func (x *Tensor) I0e() *Tensor { return apply(op.I0e, x) }

// I0eInPlace is I0e computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) I0eInPlace() error { return applyInPlace(op.I0e, x) }

// I1 returns the modified Bessel function of the first kind of order 1 at x; Inf of
// Inf, -Inf of -Inf, -0 of -0. The error is at most 5 units in the last place of
// float32 (4 of float64).
func (x *Tensor) I1() *Tensor { return apply(op.I1, x) }

// I1InPlace is I1 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) I1InPlace() error { return applyInPlace(op.I1, x) }

// I1e returns exp(-|x|) * i1(x), without overflow; 0 of Inf, -0 of -Inf and -0. The
// error is at most 5 units in the last place of float32 (4 of float64).
func (x *Tensor) I1e() *Tensor { return apply(op.I1e, x) }

// I1eInPlace is I1e computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) I1eInPlace() error { return applyInPlace(op.I1e, x) }

// Isclose returns whether x equals y, or |x-y| is finite and at most atol + |rtol*y|,
// or equal_nan is true and both are NaN. The operands are broadcast against each other.
// Parameters, which may be left out or nil, in this order: rtol (default 1e-05, accepts
// at least 0), atol (default 1e-08, accepts at least 0), equal_nan (default 0, accepts
// true or false). The result is bool.
func (x *Tensor) Isclose(y any, params ...any) *Tensor {
	return apply(op.Isclose, with(params, x, y)...)
}

// IscloseInPlace is Isclose computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) IscloseInPlace(y any, params ...any) error {
	return applyInPlace(op.Isclose, with(params, x, y)...)
}

// Isfinite returns whether x is neither NaN nor an infinity. The result is bool.
func (x *Tensor) Isfinite() *Tensor { return apply(op.Isfinite, x) }

// IsfiniteInPlace is Isfinite computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) IsfiniteInPlace() error { return applyInPlace(op.Isfinite, x) }

// Isinf returns whether x is an infinity. The result is bool.
func (x *Tensor) Isinf() *Tensor { return apply(op.Isinf, x) }

// IsinfInPlace is Isinf computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) IsinfInPlace() error { return applyInPlace(op.Isinf, x) }

// Isnan returns whether x is NaN. The result is bool.
func (x *Tensor) Isnan() *Tensor { return apply(op.Isnan, x) }

// IsnanInPlace is Isnan computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) IsnanInPlace() error { return applyInPlace(op.Isnan, x) }

// Isneginf returns whether x is the negative infinity. The result is bool.
func (x *Tensor) Isneginf() *Tensor { return apply(op.Isneginf, x) }

// IsneginfInPlace is Isneginf computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) IsneginfInPlace() error { return applyInPlace(op.Isneginf, x) }

// Isposinf returns whether x is the positive infinity. The result is bool.
func (x *Tensor) Isposinf() *Tensor { return apply(op.Isposinf, x) }

// IsposinfInPlace is Isposinf computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) IsposinfInPlace() error { return applyInPlace(op.Isposinf, x) }

// Lcm returns the least common multiple of |x| and |y|, wrapped; 0 where one is 0. The
// operands are broadcast against each other.
func (x *Tensor) Lcm(y any) *Tensor { return apply(op.Lcm, x, y) }

// LcmInPlace is Lcm computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LcmInPlace(y any) error { return applyInPlace(op.Lcm, x, y) }

// Ldexp returns x times 2 to the power exponent, rounded once where exponent is whole;
// x itself where it is 0 or infinite and exponent is finite. The operands are broadcast
// against each other. The error is at most 2.5 units in the last place of float32 (4 of
// float64).
func (x *Tensor) Ldexp(exponent any) *Tensor { return apply(op.Ldexp, x, exponent) }

// LdexpInPlace is Ldexp computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LdexpInPlace(exponent any) error { return applyInPlace(op.Ldexp, x, exponent) }

// Le returns whether x is at most y; false if either is NaN. The operands are broadcast
// against each other. The result is bool.
func (x *Tensor) Le(y any) *Tensor { return apply(op.Le, x, y) }

// LeInPlace is Le computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LeInPlace(y any) error { return applyInPlace(op.Le, x, y) }

// LessEqual is [Tensor.Le].
func (x *Tensor) LessEqual(y any) *Tensor { return x.Le(y) }

// LeakyRelu returns x where it is positive, else negative_slope * x. Parameters, which
// may be left out or nil, in this order: negative_slope (default 0.01). The result is
// exact, rounded once.
func (x *Tensor) LeakyRelu(negativeSlope ...any) *Tensor {
	return apply(op.LeakyRelu, with(negativeSlope, x)...)
}

// LeakyReluInPlace is LeakyRelu computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LeakyReluInPlace(negativeSlope ...any) error {
	return applyInPlace(op.LeakyRelu, with(negativeSlope, x)...)
}

// Lerp returns x + weight*(end-x); computed from end where |weight| is at least 0.5, so
// that weight = 1 gives end. The operands are broadcast against each other. It is
// defined by its steps, each rounded: the terms of a sum may cancel, so that no bound
// holds.
func (x *Tensor) Lerp(end, weight any) *Tensor { return apply(op.Lerp, x, end, weight) }

// LerpInPlace is Lerp computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LerpInPlace(end, weight any) error { return applyInPlace(op.Lerp, x, end, weight) }

// Lgamma returns the logarithm of the absolute value of the gamma function of x; Inf of
// 0, negative whole numbers and infinities. The error is at most 5 units in the last
// place of float32 (4 of float64); where x is negative, those of 0.25 for smaller
// results.
func (x *Tensor) Lgamma() *Tensor { return apply(op.Lgamma, x) }

// LgammaInPlace is Lgamma computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LgammaInPlace() error { return applyInPlace(op.Lgamma, x) }

// Log returns the natural logarithm of x; -Inf of 0, NaN below. The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Log() *Tensor { return apply(op.Log, x) }

// LogInPlace is Log computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LogInPlace() error { return applyInPlace(op.Log, x) }

// Log10 returns the logarithm of x to the base 10; -Inf of 0, NaN below. The error is
// at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Log10() *Tensor { return apply(op.Log10, x) }

// Log10InPlace is Log10 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) Log10InPlace() error { return applyInPlace(op.Log10, x) }

// Log1p returns log(1 + x), with all its digits where x is small; -Inf of -1, NaN
// below. The error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Log1p() *Tensor { return apply(op.Log1p, x) }

// Log1pInPlace is Log1p computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) Log1pInPlace() error { return applyInPlace(op.Log1p, x) }

// Log2 returns the logarithm of x to the base 2; -Inf of 0, NaN below. The error is at
// most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Log2() *Tensor { return apply(op.Log2, x) }

// Log2InPlace is Log2 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) Log2InPlace() error { return applyInPlace(op.Log2, x) }

// Logaddexp returns log(exp(x) + exp(y)), without overflow, of infinities too. The
// operands are broadcast against each other. The error is at most 2.5 units in the last
// place of float32 (4 of float64).
func (x *Tensor) Logaddexp(y any) *Tensor { return apply(op.Logaddexp, x, y) }

// LogaddexpInPlace is Logaddexp computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LogaddexpInPlace(y any) error { return applyInPlace(op.Logaddexp, x, y) }

// Logaddexp2 returns log2(exp2(x) + exp2(y)), without overflow, of infinities too. The
// operands are broadcast against each other. The error is at most 2.5 units in the last
// place of float32 (4 of float64).
func (x *Tensor) Logaddexp2(y any) *Tensor { return apply(op.Logaddexp2, x, y) }

// Logaddexp2InPlace is Logaddexp2 computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) Logaddexp2InPlace(y any) error { return applyInPlace(op.Logaddexp2, x, y) }

// LogicalAnd returns whether x and y are both true; any number but 0 is true, NaN too.
// The operands are broadcast against each other. The result is bool.
func (x *Tensor) LogicalAnd(y any) *Tensor { return apply(op.LogicalAnd, x, y) }

// LogicalAndInPlace is LogicalAnd computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LogicalAndInPlace(y any) error { return applyInPlace(op.LogicalAnd, x, y) }

// LogicalNot returns whether x is false, that is 0. The result is bool.
func (x *Tensor) LogicalNot() *Tensor { return apply(op.LogicalNot, x) }

// LogicalNotInPlace is LogicalNot computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LogicalNotInPlace() error { return applyInPlace(op.LogicalNot, x) }

// LogicalOr returns whether x or y or both are true; any number but 0 is true, NaN too.
// The operands are broadcast against each other. The result is bool.
func (x *Tensor) LogicalOr(y any) *Tensor { return apply(op.LogicalOr, x, y) }

// LogicalOrInPlace is LogicalOr computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LogicalOrInPlace(y any) error { return applyInPlace(op.LogicalOr, x, y) }

// LogicalXor returns whether just one of x and y is true; any number but 0 is true, NaN
// too. The operands are broadcast against each other. The result is bool.
func (x *Tensor) LogicalXor(y any) *Tensor { return apply(op.LogicalXor, x, y) }

// LogicalXorInPlace is LogicalXor computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LogicalXorInPlace(y any) error { return applyInPlace(op.LogicalXor, x, y) }

// Logit returns log(x / (1 - x)), the inverse of sigmoid; -Inf of 0, Inf of 1, NaN
// below and above. With eps, x is first clamped to lie between eps and 1 - eps. If
// these are crossed, numbers below eps become eps, and all others 1 - eps. Parameters,
// which may be left out or nil, in this order: eps (default none). The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Logit(eps ...any) *Tensor { return apply(op.Logit, with(eps, x)...) }

// LogitInPlace is Logit computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LogitInPlace(eps ...any) error { return applyInPlace(op.Logit, with(eps, x)...) }

// Logsigmoid returns log(sigmoid(x)), that is -log1p(exp(-x)); -0 where that rounds to
// 0. The error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Logsigmoid() *Tensor { return apply(op.Logsigmoid, x) }

// LogsigmoidInPlace is Logsigmoid computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) LogsigmoidInPlace() error { return applyInPlace(op.Logsigmoid, x) }

// Lt returns whether x is less than y; false if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Lt(y any) *Tensor { return apply(op.Lt, x, y) }

// LtInPlace is Lt computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) LtInPlace(y any) error { return applyInPlace(op.Lt, x, y) }

// Less is [Tensor.Lt].
func (x *Tensor) Less(y any) *Tensor { return x.Lt(y) }

// Maximum returns the larger of x and y; NaN if either is, and 0 is larger than -0
// (IEEE 754-2019 maximum). The operands are broadcast against each other. The result is
// exact.
func (x *Tensor) Maximum(y any) *Tensor { return apply(op.Maximum, x, y) }

// MaximumInPlace is Maximum computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) MaximumInPlace(y any) error { return applyInPlace(op.Maximum, x, y) }

// Minimum returns the smaller of x and y; NaN if either is, and -0 is smaller than 0
// (IEEE 754-2019 minimum). The operands are broadcast against each other. The result is
// exact.
func (x *Tensor) Minimum(y any) *Tensor { return apply(op.Minimum, x, y) }

// MinimumInPlace is Minimum computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) MinimumInPlace(y any) error { return applyInPlace(op.Minimum, x, y) }

// Mish returns x * tanh(log1p(exp(x))); NaN of -Inf, as in PyTorch. The error is at
// most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Mish() *Tensor { return apply(op.Mish, x) }

// MishInPlace is Mish computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) MishInPlace() error { return applyInPlace(op.Mish, x) }

// Mul returns x * y; integers wrap; of bools, x and y. The operands are broadcast
// against each other. The result is exact, rounded once.
func (x *Tensor) Mul(y any) *Tensor { return apply(op.Mul, x, y) }

// MulInPlace is Mul computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) MulInPlace(y any) error { return applyInPlace(op.Mul, x, y) }

// Multiply is [Tensor.Mul].
func (x *Tensor) Multiply(y any) *Tensor { return x.Mul(y) }

// Muladd returns x*factor + addend, the product rounded before the addition. The
// operands are broadcast against each other. It is defined by its steps, each rounded:
// the terms of a sum may cancel, so that no bound holds.
func (x *Tensor) Muladd(factor, addend any) *Tensor { return apply(op.Muladd, x, factor, addend) }

// MuladdInPlace is Muladd computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) MuladdInPlace(factor, addend any) error {
	return applyInPlace(op.Muladd, x, factor, addend)
}

// NanToNum returns x, with nan in place of NaN, posinf of Inf and neginf of -Inf;
// integers and bools stay. Parameters, which may be left out or nil, in this order: nan
// (default 0), posinf (default the largest number), neginf (default the lowest number).
// The result is exact.
func (x *Tensor) NanToNum(params ...any) *Tensor { return apply(op.NanToNum, with(params, x)...) }

// NanToNumInPlace is NanToNum computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) NanToNumInPlace(params ...any) error {
	return applyInPlace(op.NanToNum, with(params, x)...)
}

// Ndtri returns the number below which a standard normal one lies with probability x;
// -Inf of 0, Inf of 1, NaN outside. The error is at most 5 units in the last place of
// float32 (4 of float64).
func (x *Tensor) Ndtri() *Tensor { return apply(op.Ndtri, x) }

// NdtriInPlace is Ndtri computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) NdtriInPlace() error { return applyInPlace(op.Ndtri, x) }

// Ne returns whether x differs from y; true if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Ne(y any) *Tensor { return apply(op.Ne, x, y) }

// NeInPlace is Ne computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) NeInPlace(y any) error { return applyInPlace(op.Ne, x, y) }

// NotEqual is [Tensor.Ne].
func (x *Tensor) NotEqual(y any) *Tensor { return x.Ne(y) }

// Neg returns -x; integers wrap, so that the smallest stays. The result is exact.
func (x *Tensor) Neg() *Tensor { return apply(op.Neg, x) }

// NegInPlace is Neg computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) NegInPlace() error { return applyInPlace(op.Neg, x) }

// Negative is [Tensor.Neg].
func (x *Tensor) Negative() *Tensor { return x.Neg() }

// Nextafter returns the next number of the dtype after x towards y; y where they are
// equal, NaN if either is. The operands are broadcast against each other. The result is
// exact, rounded once.
func (x *Tensor) Nextafter(y any) *Tensor { return apply(op.Nextafter, x, y) }

// NextafterInPlace is Nextafter computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) NextafterInPlace(y any) error { return applyInPlace(op.Nextafter, x, y) }

// Positive returns x. The result is exact.
func (x *Tensor) Positive() *Tensor { return apply(op.Positive, x) }

// PositiveInPlace is Positive computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) PositiveInPlace() error { return applyInPlace(op.Positive, x) }

// Pow returns x to the power exponent. It is 1 where x is 1 or exponent is 0, whatever
// the other. It is NaN where x is negative and exponent no whole number. Integers wrap,
// and are 0, 1 or -1 where exponent is negative. The operands are broadcast against
// each other. The error is at most 2.5 units in the last place of float32 (4 of
// float64).
func (x *Tensor) Pow(exponent any) *Tensor { return apply(op.Pow, x, exponent) }

// PowInPlace is Pow computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) PowInPlace(exponent any) error { return applyInPlace(op.Pow, x, exponent) }

// Power is [Tensor.Pow].
func (x *Tensor) Power(exponent any) *Tensor { return x.Pow(exponent) }

// Prelu returns x where it is positive, else weight * x (for images, PyTorch's weight
// per channel is weight.Reshape(-1, 1, 1)). The operands are broadcast against each
// other. The result is exact, rounded once.
func (x *Tensor) Prelu(weight any) *Tensor { return apply(op.Prelu, x, weight) }

// PreluInPlace is Prelu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) PreluInPlace(weight any) error { return applyInPlace(op.Prelu, x, weight) }

// Rad2deg returns x radians in degrees: x times 180/pi. The error is at most 1 unit in
// the last place of float32 (4 of float64).
func (x *Tensor) Rad2deg() *Tensor { return apply(op.Rad2deg, x) }

// Rad2degInPlace is Rad2deg computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) Rad2degInPlace() error { return applyInPlace(op.Rad2deg, x) }

// Degrees is [Tensor.Rad2deg].
func (x *Tensor) Degrees() *Tensor { return x.Rad2deg() }

// Reciprocal returns 1 / x, infinite of zeros; of integers and bools in float32. The
// result is exact, rounded once.
func (x *Tensor) Reciprocal() *Tensor { return apply(op.Reciprocal, x) }

// ReciprocalInPlace is Reciprocal computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) ReciprocalInPlace() error { return applyInPlace(op.Reciprocal, x) }

// Relu returns x where it is positive, else 0; NaN of NaN. The result is exact.
func (x *Tensor) Relu() *Tensor { return apply(op.Relu, x) }

// ReluInPlace is Relu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) ReluInPlace() error { return applyInPlace(op.Relu, x) }

// Relu6 returns x, but at least 0 and at most 6; NaN of NaN. The result is exact.
func (x *Tensor) Relu6() *Tensor { return apply(op.Relu6, x) }

// Relu6InPlace is Relu6 computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) Relu6InPlace() error { return applyInPlace(op.Relu6, x) }

// Remainder returns what floor division of x by divisor leaves over, with the sign of
// divisor. Where divisor is 0, floats give NaN, integers 0. It is NaN where x is
// infinite. The operands are broadcast against each other. The result is exact, rounded
// once.
func (x *Tensor) Remainder(divisor any) *Tensor { return apply(op.Remainder, x, divisor) }

// RemainderInPlace is Remainder computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) RemainderInPlace(divisor any) error { return applyInPlace(op.Remainder, x, divisor) }

// Mod is [Tensor.Remainder].
func (x *Tensor) Mod(divisor any) *Tensor { return x.Remainder(divisor) }

// Round returns the whole number nearest to x, halves to the even one; integers stay.
// With decimals n, round(x * 10^n) / 10^n; negative n round left of the point.
// Parameters, which may be left out or nil, in this order: decimals (default 0, accepts
// a whole number). The result is exact.
func (x *Tensor) Round(decimals ...any) *Tensor { return apply(op.Round, with(decimals, x)...) }

// RoundInPlace is Round computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) RoundInPlace(decimals ...any) error {
	return applyInPlace(op.Round, with(decimals, x)...)
}

// Around is [Tensor.Round].
func (x *Tensor) Around(decimals ...any) *Tensor { return x.Round(decimals...) }

// Rint is [Tensor.Round].
func (x *Tensor) Rint(decimals ...any) *Tensor { return x.Round(decimals...) }

// Rsqrt returns 1 / sqrt(x); Inf of 0, -Inf of -0, NaN below. The error is at most 2.5
// units in the last place of float32 (4 of float64).
func (x *Tensor) Rsqrt() *Tensor { return apply(op.Rsqrt, x) }

// RsqrtInPlace is Rsqrt computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) RsqrtInPlace() error { return applyInPlace(op.Rsqrt, x) }

// Selu returns s * x where x is positive, else s * a * expm1(x), with s = 1.05070098…
// and a = 1.67326324…. The error is at most 2.5 units in the last place of float32 (4
// of float64).
func (x *Tensor) Selu() *Tensor { return apply(op.Selu, x) }

// SeluInPlace is Selu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SeluInPlace() error { return applyInPlace(op.Selu, x) }

// Sigmoid returns 1 / (1 + exp(-x)); 1 of Inf, 0 of -Inf. The error is at most 2.5
// units in the last place of float32 (4 of float64).
func (x *Tensor) Sigmoid() *Tensor { return apply(op.Sigmoid, x) }

// SigmoidInPlace is Sigmoid computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) SigmoidInPlace() error { return applyInPlace(op.Sigmoid, x) }

// Expit is [Tensor.Sigmoid].
func (x *Tensor) Expit() *Tensor { return x.Sigmoid() }

// Sign returns -1, 0 or 1 as x is negative, zero (-0 too) or positive; NaN of NaN. The
// result is exact.
func (x *Tensor) Sign() *Tensor { return apply(op.Sign, x) }

// SignInPlace is Sign computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SignInPlace() error { return applyInPlace(op.Sign, x) }

// Signbit returns whether x has a minus sign, which zeros and NaN may have too. The
// result is bool.
func (x *Tensor) Signbit() *Tensor { return apply(op.Signbit, x) }

// SignbitInPlace is Signbit computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) SignbitInPlace() error { return applyInPlace(op.Signbit, x) }

// Silu returns x * sigmoid(x); NaN of -Inf, as in PyTorch. The error is at most 2.5
// units in the last place of float32 (4 of float64).
func (x *Tensor) Silu() *Tensor { return apply(op.Silu, x) }

// SiluInPlace is Silu computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SiluInPlace() error { return applyInPlace(op.Silu, x) }

// Swish is [Tensor.Silu].
func (x *Tensor) Swish() *Tensor { return x.Silu() }

// Sin returns the sine of x radians, for every finite x; NaN of infinities. The error
// is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Sin() *Tensor { return apply(op.Sin, x) }

// SinInPlace is Sin computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SinInPlace() error { return applyInPlace(op.Sin, x) }

// Sinc returns sin(pi*x) / (pi*x); 1 of 0, 0 of other whole numbers, NaN of infinities.
// The error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Sinc() *Tensor { return apply(op.Sinc, x) }

// SincInPlace is Sinc computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SincInPlace() error { return applyInPlace(op.Sinc, x) }

// Sinh returns the hyperbolic sine of x. The error is at most 2.5 units in the last
// place of float32 (4 of float64).
func (x *Tensor) Sinh() *Tensor { return apply(op.Sinh, x) }

// SinhInPlace is Sinh computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SinhInPlace() error { return applyInPlace(op.Sinh, x) }

// Softplus returns log1p(exp(beta*x)) / beta, and x itself where beta*x is above
// threshold. Parameters, which may be left out or nil, in this order: beta (default 1),
// threshold (default 20). The error is at most 2.5 units in the last place of float32
// (4 of float64).
func (x *Tensor) Softplus(params ...any) *Tensor { return apply(op.Softplus, with(params, x)...) }

// SoftplusInPlace is Softplus computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) SoftplusInPlace(params ...any) error {
	return applyInPlace(op.Softplus, with(params, x)...)
}

// Softshrink returns x - lambd above lambd, x + lambd below -lambd, 0 between; NaN of
// NaN. Parameters, which may be left out or nil, in this order: lambd (default 0.5,
// accepts at least 0). The result is exact, rounded once.
func (x *Tensor) Softshrink(lambd ...any) *Tensor { return apply(op.Softshrink, with(lambd, x)...) }

// SoftshrinkInPlace is Softshrink computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) SoftshrinkInPlace(lambd ...any) error {
	return applyInPlace(op.Softshrink, with(lambd, x)...)
}

// Softsign returns x / (1 + |x|); NaN of infinities, as in PyTorch. The error is at
// most 1.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Softsign() *Tensor { return apply(op.Softsign, x) }

// SoftsignInPlace is Softsign computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) SoftsignInPlace() error { return applyInPlace(op.Softsign, x) }

// Sqrt returns the square root of x; NaN below 0, -0 of -0. The result is exact,
// rounded once.
func (x *Tensor) Sqrt() *Tensor { return apply(op.Sqrt, x) }

// SqrtInPlace is Sqrt computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SqrtInPlace() error { return applyInPlace(op.Sqrt, x) }

// Square returns x * x; integers wrap; of bools in int64. The result is exact, rounded
// once.
func (x *Tensor) Square() *Tensor { return apply(op.Square, x) }

// SquareInPlace is Square computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SquareInPlace() error { return applyInPlace(op.Square, x) }

// Sub returns x - y; integers wrap. With alpha, x - alpha*y. (Apply and ApplyInPlace
// give it: Apply("sub", x, y, alpha).) The operands are broadcast against each other.
// The result is exact, rounded once.
func (x *Tensor) Sub(y any) *Tensor { return apply(op.Sub, x, y) }

// SubInPlace is Sub computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) SubInPlace(y any) error { return applyInPlace(op.Sub, x, y) }

// Subtract is [Tensor.Sub].
func (x *Tensor) Subtract(y any) *Tensor { return x.Sub(y) }

// Tan returns the tangent of x radians, for every finite x; NaN of infinities. The
// error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Tan() *Tensor { return apply(op.Tan, x) }

// TanInPlace is Tan computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) TanInPlace() error { return applyInPlace(op.Tan, x) }

// Tanh returns the hyperbolic tangent of x; 1 of Inf, -1 of -Inf. The error is at most
// 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Tanh() *Tensor { return apply(op.Tanh, x) }

// TanhInPlace is Tanh computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) TanhInPlace() error { return applyInPlace(op.Tanh, x) }

// Tanhshrink returns x - tanh(x), with all its digits where x is small; 0 of -0. The
// error is at most 2.5 units in the last place of float32 (4 of float64).
func (x *Tensor) Tanhshrink() *Tensor { return apply(op.Tanhshrink, x) }

// TanhshrinkInPlace is Tanhshrink computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) TanhshrinkInPlace() error { return applyInPlace(op.Tanhshrink, x) }

// Threshold returns value where x is at most threshold, else x; NaN of NaN. The
// operands are broadcast against each other. The result is exact.
func (x *Tensor) Threshold(threshold, value any) *Tensor {
	return apply(op.Threshold, x, threshold, value)
}

// ThresholdInPlace is Threshold computed into x, which keeps its shape and dtype. It
// waits as [Tensor.Assign] does.
func (x *Tensor) ThresholdInPlace(threshold, value any) error {
	return applyInPlace(op.Threshold, x, threshold, value)
}

// Trunc returns x without its fraction; integers stay. The result is exact.
func (x *Tensor) Trunc() *Tensor { return apply(op.Trunc, x) }

// TruncInPlace is Trunc computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) TruncInPlace() error { return applyInPlace(op.Trunc, x) }

// Fix is [Tensor.Trunc].
func (x *Tensor) Fix() *Tensor { return x.Trunc() }

// TruncDivide returns trunc(x / divisor) of the rounded quotient, as in PyTorch.
// Integers are rounded towards zero. Where divisor is 0, floats give x / divisor,
// integers 0. The operands are broadcast against each other. It is defined by its
// steps, each rounded: PyTorch cuts off a quotient that has been rounded.
func (x *Tensor) TruncDivide(divisor any) *Tensor { return apply(op.TruncDivide, x, divisor) }

// TruncDivideInPlace is TruncDivide computed into x, which keeps its shape and dtype.
// It waits as [Tensor.Assign] does.
func (x *Tensor) TruncDivideInPlace(divisor any) error {
	return applyInPlace(op.TruncDivide, x, divisor)
}

// Where returns a where cond is true, else b. The operands are broadcast against each
// other. The result is exact.
func Where(cond, a, b any) *Tensor { return apply(op.Where, cond, a, b) }

// Xlog1py returns x * log(1 + y); 0 where x is 0, unless y is NaN. The operands are
// broadcast against each other. The error is at most 5 units in the last place of
// float32 (4 of float64).
func (x *Tensor) Xlog1py(y any) *Tensor { return apply(op.Xlog1py, x, y) }

// Xlog1pyInPlace is Xlog1py computed into x, which keeps its shape and dtype. It waits
// as [Tensor.Assign] does.
func (x *Tensor) Xlog1pyInPlace(y any) error { return applyInPlace(op.Xlog1py, x, y) }

// Xlogy returns x * log(y); 0 where x is 0, unless y is NaN. The operands are broadcast
// against each other. The error is at most 2.5 units in the last place of float32 (4 of
// float64).
func (x *Tensor) Xlogy(y any) *Tensor { return apply(op.Xlogy, x, y) }

// XlogyInPlace is Xlogy computed into x, which keeps its shape and dtype. It waits as
// [Tensor.Assign] does.
func (x *Tensor) XlogyInPlace(y any) error { return applyInPlace(op.Xlogy, x, y) }

// All returns whether no element is 0, as NaN is; true for an empty group. It goes
// along the axes, which the result lacks, or along all axes if none are given. The
// result is bool. The arguments are axes: x.All(0) goes along axis 0.
// [Tensor.LogicalAnd] takes a second operand, as in x.LogicalAnd(0). Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) All(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.AllOf) }

// All is [Tensor.All] with the axes and options of o.
func (o Over) All() *Tensor { return o.row(op.AllOf) }

// Any returns whether an element is not 0, as NaN is; false for an empty group. It goes
// along the axes, which the result lacks, or along all axes if none are given. The
// result is bool. The arguments are axes: x.Any(0) goes along axis 0.
// [Tensor.LogicalOr] takes a second operand, as in x.LogicalOr(0). Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Any(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.AnyOf) }

// Any is [Tensor.Any] with the axes and options of o.
func (o Over) Any() *Tensor { return o.row(op.AnyOf) }

// Argmax returns the index of the first of the greatest elements, or of the first NaN;
// zeros are equal; refused for an empty group. It goes along the axes, which the result
// lacks, or along all axes if none are given. The result is int64. Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Argmax(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Argmax) }

// Argmax is [Tensor.Argmax] with the axes and options of o.
func (o Over) Argmax() *Tensor { return o.row(op.Argmax) }

// Argmin returns the index of the first of the least elements, or of the first NaN;
// zeros are equal; refused for an empty group. It goes along the axes, which the result
// lacks, or along all axes if none are given. The result is int64. Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Argmin(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Argmin) }

// Argmin is [Tensor.Argmin] with the axes and options of o.
func (o Over) Argmin() *Tensor { return o.row(op.Argmin) }

// CountNonzero returns the number of elements that are not 0, as NaN is. It goes along
// the axes, which the result lacks, or along all axes if none are given. The result is
// int64. Options of [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) CountNonzero(axes ...int) *Tensor {
	return Over{x: x, axes: axes}.reduce(countNonzero)
}

// CountNonzero is [Tensor.CountNonzero] with the axes and options of o.
func (o Over) CountNonzero() *Tensor { return o.reduce(countNonzero) }

// Logsumexp returns log(sum(exp(x))), without overflow on the way; of nothing -Inf. It
// goes along the axes, which the result lacks, or along all axes if none are given.
// Integers and bool give float32. Options of [Tensor.Along]: [Over.DType], [Over.Keep],
// [Over.NoAxes].
func (x *Tensor) Logsumexp(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(logsumexp) }

// Logsumexp is [Tensor.Logsumexp] with the axes and options of o.
func (o Over) Logsumexp() *Tensor { return o.reduce(logsumexp) }

// Max returns the greatest element, NaN if one is, and 0 is greater than -0; refused
// for an empty group. It goes along the axes, which the result lacks, or along all axes
// if none are given. The arguments are axes: x.Max(0) goes along axis 0.
// [Tensor.Maximum] takes a second operand, as in x.Maximum(0). Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Max(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Max) }

// Max is [Tensor.Max] with the axes and options of o.
func (o Over) Max() *Tensor { return o.row(op.Max) }

// Amax is [Tensor.Max].
func (x *Tensor) Amax(axes ...int) *Tensor { return x.Max(axes...) }

// Amax is [Tensor.Max] with the axes and options of o.
func (o Over) Amax() *Tensor { return o.Max() }

// Mean returns the exact sum, never wrapped, divided by the number of elements and
// rounded once; of nothing NaN. It goes along the axes, which the result lacks, or
// along all axes if none are given. Integers and bool give float32. Options of
// [Tensor.Along]: [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Mean(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Mean) }

// Mean is [Tensor.Mean] with the axes and options of o.
func (o Over) Mean() *Tensor { return o.row(op.Mean) }

// Min returns the least element, NaN if one is, and -0 is less than 0; refused for an
// empty group. It goes along the axes, which the result lacks, or along all axes if
// none are given. The arguments are axes: x.Min(0) goes along axis 0. [Tensor.Minimum]
// takes a second operand, as in x.Minimum(0). Options of [Tensor.Along]: [Over.Keep],
// [Over.NoAxes].
func (x *Tensor) Min(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Min) }

// Min is [Tensor.Min] with the axes and options of o.
func (o Over) Min() *Tensor { return o.row(op.Min) }

// Amin is [Tensor.Min].
func (x *Tensor) Amin(axes ...int) *Tensor { return x.Min(axes...) }

// Amin is [Tensor.Min] with the axes and options of o.
func (o Over) Amin() *Tensor { return o.Min() }

// Nanmax returns the greatest of the elements that are not NaN, or NaN if all are; 0 is
// greater than -0; refused for an empty group. It goes along the axes, which the result
// lacks, or along all axes if none are given. The arguments are axes: x.Nanmax(0) goes
// along axis 0. [Tensor.Fmax] takes a second operand, as in x.Fmax(0). Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Nanmax(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Nanmax) }

// Nanmax is [Tensor.Nanmax] with the axes and options of o.
func (o Over) Nanmax() *Tensor { return o.row(op.Nanmax) }

// Nanmean returns the exact sum of the elements that are not NaN, rounded, divided by
// their number; within 1.5 units, infinite where the sum overflows, and NaN if no
// element is left. It goes along the axes, which the result lacks, or along all axes if
// none are given. Integers and bool give float32. Options of [Tensor.Along]:
// [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Nanmean(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(nanmean) }

// Nanmean is [Tensor.Nanmean] with the axes and options of o.
func (o Over) Nanmean() *Tensor { return o.reduce(nanmean) }

// Nanmin returns the least of the elements that are not NaN, or NaN if all are; -0 is
// less than 0; refused for an empty group. It goes along the axes, which the result
// lacks, or along all axes if none are given. The arguments are axes: x.Nanmin(0) goes
// along axis 0. [Tensor.Fmin] takes a second operand, as in x.Fmin(0). Options of
// [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Nanmin(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Nanmin) }

// Nanmin is [Tensor.Nanmin] with the axes and options of o.
func (o Over) Nanmin() *Tensor { return o.row(op.Nanmin) }

// Nanprod returns the product of the elements that are not NaN, within the bound of
// [Tensor.Prod]; of nothing 1. It goes along the axes, which the result lacks, or along
// all axes if none are given. Unsigned integers give uint64, other integers and bool
// int64. Options of [Tensor.Along]: [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Nanprod(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(nanprod) }

// Nanprod is [Tensor.Nanprod] with the axes and options of o.
func (o Over) Nanprod() *Tensor { return o.reduce(nanprod) }

// Nanstd returns the square root of [Tensor.Nanvar]. It goes along the axes, which the
// result lacks, or along all axes if none are given. Integers and bool give float32.
// Options of [Tensor.Along]: [Over.Correction], [Over.DType], [Over.Keep],
// [Over.NoAxes].
func (x *Tensor) Nanstd(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(nanstd) }

// Nanstd is [Tensor.Nanstd] with the axes and options of o.
func (o Over) Nanstd() *Tensor { return o.reduce(nanstd) }

// Nansum returns the exact sum of the elements that are not NaN, rounded once; of
// nothing 0. It goes along the axes, which the result lacks, or along all axes if none
// are given. Unsigned integers give uint64, other integers and bool int64. Options of
// [Tensor.Along]: [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Nansum(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(nansum) }

// Nansum is [Tensor.Nansum] with the axes and options of o.
func (o Over) Nansum() *Tensor { return o.reduce(nansum) }

// Nanvar returns the variance of the elements that are not NaN, as [Tensor.Var] without
// them. It is within 6 units and the square of two units of their mean, and NaN if
// their number is not above the correction. It goes along the axes, which the result
// lacks, or along all axes if none are given. Integers and bool give float32. Options
// of [Tensor.Along]: [Over.Correction], [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Nanvar(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(nanvar) }

// Nanvar is [Tensor.Nanvar] with the axes and options of o.
func (o Over) Nanvar() *Tensor { return o.reduce(nanvar) }

// Norm returns the square root of the sum of squares, of nothing 0; [Over.Ord] sets
// another order p than 2. It is defined by its steps, each rounded; sums are exact. It
// overflows where a power does. It goes along the axes, which the result lacks, or
// along all axes if none are given. Integers and bool give float32. Options of
// [Tensor.Along]: [Over.DType], [Over.Ord], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Norm(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(norm) }

// Norm is [Tensor.Norm] with the axes and options of o.
func (o Over) Norm() *Tensor { return o.reduce(norm) }

// Prod returns the product; of integers modulo 2^64, of nothing 1; floats within 1 +
// n/128 units, and no product on the way overflows. It goes along the axes, which the
// result lacks, or along all axes if none are given. Unsigned integers give uint64,
// other integers and bool int64. Options of [Tensor.Along]: [Over.DType], [Over.Keep],
// [Over.NoAxes].
func (x *Tensor) Prod(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Prod) }

// Prod is [Tensor.Prod] with the axes and options of o.
func (o Over) Prod() *Tensor { return o.row(op.Prod) }

// Ptp returns the greatest element less the least; NaN if one is; integers wrap;
// refused for an empty group. It goes along the axes, which the result lacks, or along
// all axes if none are given. Options of [Tensor.Along]: [Over.Keep], [Over.NoAxes].
func (x *Tensor) Ptp(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(ptp) }

// Ptp is [Tensor.Ptp] with the axes and options of o.
func (o Over) Ptp() *Tensor { return o.reduce(ptp) }

// Std returns the square root of the variance: see [Tensor.Var]. It goes along the
// axes, which the result lacks, or along all axes if none are given. Integers and bool
// give float32. Options of [Tensor.Along]: [Over.Correction], [Over.DType],
// [Over.Keep], [Over.NoAxes].
func (x *Tensor) Std(axes ...int) *Tensor { return Over{x: x, axes: axes}.reduce(std) }

// Std is [Tensor.Std] with the axes and options of o.
func (o Over) Std() *Tensor { return o.reduce(std) }

// Sum returns the exact sum, rounded once; of integers modulo 2^64, of nothing 0; a
// zero has no sign. It goes along the axes, which the result lacks, or along all axes
// if none are given. Unsigned integers give uint64, other integers and bool int64.
// Options of [Tensor.Along]: [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Sum(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Sum) }

// Sum is [Tensor.Sum] with the axes and options of o.
func (o Over) Sum() *Tensor { return o.row(op.Sum) }

// Var returns the sum of squared distances from the mean, divided by the number of
// elements less the correction y, or by 0 if that is greater; within 4 units; of
// nothing NaN. It goes along the axes, which the result lacks, or along all axes if
// none are given. Integers and bool give float32. Options of [Tensor.Along]:
// [Over.Correction], [Over.DType], [Over.Keep], [Over.NoAxes].
func (x *Tensor) Var(axes ...int) *Tensor { return Over{x: x, axes: axes}.row(op.Var) }

// Var is [Tensor.Var] with the axes and options of o.
func (o Over) Var() *Tensor { return o.row(op.Var) }

// Cumprod returns the product of the elements up to each; of integers modulo 2^64;
// floats within 1 + n/128 units, along an axis. Unsigned integers give uint64, other
// integers and bool int64.
func (x *Tensor) Cumprod(axis int) *Tensor { return x.scan("cumprod", op.Cumprod, axis) }

// CumulativeProd is [Tensor.Cumprod].
func (x *Tensor) CumulativeProd(axis int) *Tensor { return x.Cumprod(axis) }

// Cumsum returns the exact sum of the elements up to each, rounded once; of integers
// modulo 2^64, along an axis. Unsigned integers give uint64, other integers and bool
// int64.
func (x *Tensor) Cumsum(axis int) *Tensor { return x.scan("cumsum", op.Cumsum, axis) }

// CumulativeSum is [Tensor.Cumsum].
func (x *Tensor) CumulativeSum(axis int) *Tensor { return x.Cumsum(axis) }

// Logcumsumexp returns log(sum(exp(x))) of the elements up to each, without overflow on
// the way. It is off by at most 4 units of it and (8 + n/256) units of 1, along an
// axis. Integers and bool give float32.
func (x *Tensor) Logcumsumexp(axis int) *Tensor { return x.scan("logcumsumexp", op.Logcumsumexp, axis) }
