// Code generated from the rows of package op by gen_test.go; DO NOT EDIT.

package tensor

import "github.com/wgtensor/wgtensor/device/op"

// Abs returns x without its sign; the smallest integer stays.
func (x *Tensor) Abs() *Tensor { return apply(op.Abs, x) }

// AbsInPlace is Abs computed into x, which keeps its shape and dtype.
func (x *Tensor) AbsInPlace() error { return applyInPlace(op.Abs, x) }

// Add returns x + y; of bools, x or y. The operands are broadcast against each other.
func (x *Tensor) Add(y any) *Tensor { return apply(op.Add, x, y) }

// AddInPlace is Add computed into x, which keeps its shape and dtype.
func (x *Tensor) AddInPlace(y any) error { return applyInPlace(op.Add, x, y) }

// BitwiseAnd returns the bits set in both x and y. The operands are broadcast against
// each other.
func (x *Tensor) BitwiseAnd(y any) *Tensor { return apply(op.BitwiseAnd, x, y) }

// BitwiseAndInPlace is BitwiseAnd computed into x, which keeps its shape and dtype.
func (x *Tensor) BitwiseAndInPlace(y any) error { return applyInPlace(op.BitwiseAnd, x, y) }

// BitwiseLeftShift returns x shifted left by y bits; 0 where y is negative or not less
// than the width. The operands are broadcast against each other.
func (x *Tensor) BitwiseLeftShift(y any) *Tensor { return apply(op.BitwiseLeftShift, x, y) }

// BitwiseLeftShiftInPlace is BitwiseLeftShift computed into x, which keeps its shape and dtype.
func (x *Tensor) BitwiseLeftShiftInPlace(y any) error { return applyInPlace(op.BitwiseLeftShift, x, y) }

// BitwiseNot returns x with every bit turned.
func (x *Tensor) BitwiseNot() *Tensor { return apply(op.BitwiseNot, x) }

// BitwiseNotInPlace is BitwiseNot computed into x, which keeps its shape and dtype.
func (x *Tensor) BitwiseNotInPlace() error { return applyInPlace(op.BitwiseNot, x) }

// BitwiseOr returns the bits set in x or y or both. The operands are broadcast against
// each other.
func (x *Tensor) BitwiseOr(y any) *Tensor { return apply(op.BitwiseOr, x, y) }

// BitwiseOrInPlace is BitwiseOr computed into x, which keeps its shape and dtype.
func (x *Tensor) BitwiseOrInPlace(y any) error { return applyInPlace(op.BitwiseOr, x, y) }

// BitwiseRightShift returns x shifted right by y bits, keeping the sign; the sign alone
// (0 or -1) where y is negative or not less than the width. The operands are broadcast
// against each other.
func (x *Tensor) BitwiseRightShift(y any) *Tensor { return apply(op.BitwiseRightShift, x, y) }

// BitwiseRightShiftInPlace is BitwiseRightShift computed into x, which keeps its shape and dtype.
func (x *Tensor) BitwiseRightShiftInPlace(y any) error {
	return applyInPlace(op.BitwiseRightShift, x, y)
}

// BitwiseXor returns the bits set in just one of x and y. The operands are broadcast
// against each other.
func (x *Tensor) BitwiseXor(y any) *Tensor { return apply(op.BitwiseXor, x, y) }

// BitwiseXorInPlace is BitwiseXor computed into x, which keeps its shape and dtype.
func (x *Tensor) BitwiseXorInPlace(y any) error { return applyInPlace(op.BitwiseXor, x, y) }

// Ceil returns the smallest whole number not below x; integers stay.
func (x *Tensor) Ceil() *Tensor { return apply(op.Ceil, x) }

// CeilInPlace is Ceil computed into x, which keeps its shape and dtype.
func (x *Tensor) CeilInPlace() error { return applyInPlace(op.Ceil, x) }

// Clamp returns x, but at least y and at most z; z where the bounds are crossed, NaN if
// any operand is. The operands are broadcast against each other.
func (x *Tensor) Clamp(y, z any) *Tensor { return apply(op.Clamp, x, y, z) }

// ClampInPlace is Clamp computed into x, which keeps its shape and dtype.
func (x *Tensor) ClampInPlace(y, z any) error { return applyInPlace(op.Clamp, x, y, z) }

// Cos returns the cosine of x radians, for every finite x. The error is at most 2.5
// units in the last place of float32.
func (x *Tensor) Cos() *Tensor { return apply(op.Cos, x) }

// CosInPlace is Cos computed into x, which keeps its shape and dtype.
func (x *Tensor) CosInPlace() error { return applyInPlace(op.Cos, x) }

// Div returns x / y, the true quotient; of integers and bools in float32. The operands
// are broadcast against each other.
func (x *Tensor) Div(y any) *Tensor { return apply(op.Div, x, y) }

// DivInPlace is Div computed into x, which keeps its shape and dtype.
func (x *Tensor) DivInPlace(y any) error { return applyInPlace(op.Div, x, y) }

// Eq returns whether x equals y; false if either is NaN. The operands are broadcast
// against each other. The result is bool.
func (x *Tensor) Eq(y any) *Tensor { return apply(op.Eq, x, y) }

// EqInPlace is Eq computed into x, which keeps its shape and dtype.
func (x *Tensor) EqInPlace(y any) error { return applyInPlace(op.Eq, x, y) }

// Exp returns e to the power x. The error is at most 2.5 units in the last place of
// float32.
func (x *Tensor) Exp() *Tensor { return apply(op.Exp, x) }

// ExpInPlace is Exp computed into x, which keeps its shape and dtype.
func (x *Tensor) ExpInPlace() error { return applyInPlace(op.Exp, x) }

// Floor returns the largest whole number not above x; integers stay.
func (x *Tensor) Floor() *Tensor { return apply(op.Floor, x) }

// FloorInPlace is Floor computed into x, which keeps its shape and dtype.
func (x *Tensor) FloorInPlace() error { return applyInPlace(op.Floor, x) }

// FloorDivide returns the quotient of x and y rounded towards minus infinity, as NumPy
// computes it; of integers 0 where y is 0. The operands are broadcast against each
// other.
func (x *Tensor) FloorDivide(y any) *Tensor { return apply(op.FloorDivide, x, y) }

// FloorDivideInPlace is FloorDivide computed into x, which keeps its shape and dtype.
func (x *Tensor) FloorDivideInPlace(y any) error { return applyInPlace(op.FloorDivide, x, y) }

// Fmod returns what truncating division of x by y leaves over, with the sign of x; of
// integers 0 where y is 0. The operands are broadcast against each other.
func (x *Tensor) Fmod(y any) *Tensor { return apply(op.Fmod, x, y) }

// FmodInPlace is Fmod computed into x, which keeps its shape and dtype.
func (x *Tensor) FmodInPlace(y any) error { return applyInPlace(op.Fmod, x, y) }

// Ge returns whether x is at least y; false if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Ge(y any) *Tensor { return apply(op.Ge, x, y) }

// GeInPlace is Ge computed into x, which keeps its shape and dtype.
func (x *Tensor) GeInPlace(y any) error { return applyInPlace(op.Ge, x, y) }

// Gt returns whether x is greater than y; false if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Gt(y any) *Tensor { return apply(op.Gt, x, y) }

// GtInPlace is Gt computed into x, which keeps its shape and dtype.
func (x *Tensor) GtInPlace(y any) error { return applyInPlace(op.Gt, x, y) }

// Isfinite returns whether x is neither NaN nor an infinity. The result is bool.
func (x *Tensor) Isfinite() *Tensor { return apply(op.Isfinite, x) }

// IsfiniteInPlace is Isfinite computed into x, which keeps its shape and dtype.
func (x *Tensor) IsfiniteInPlace() error { return applyInPlace(op.Isfinite, x) }

// Isinf returns whether x is an infinity. The result is bool.
func (x *Tensor) Isinf() *Tensor { return apply(op.Isinf, x) }

// IsinfInPlace is Isinf computed into x, which keeps its shape and dtype.
func (x *Tensor) IsinfInPlace() error { return applyInPlace(op.Isinf, x) }

// Isnan returns whether x is NaN. The result is bool.
func (x *Tensor) Isnan() *Tensor { return apply(op.Isnan, x) }

// IsnanInPlace is Isnan computed into x, which keeps its shape and dtype.
func (x *Tensor) IsnanInPlace() error { return applyInPlace(op.Isnan, x) }

// Le returns whether x is at most y; false if either is NaN. The operands are broadcast
// against each other. The result is bool.
func (x *Tensor) Le(y any) *Tensor { return apply(op.Le, x, y) }

// LeInPlace is Le computed into x, which keeps its shape and dtype.
func (x *Tensor) LeInPlace(y any) error { return applyInPlace(op.Le, x, y) }

// Log returns the natural logarithm of x; -Inf of 0, NaN below. The error is at most
// 2.5 units in the last place of float32.
func (x *Tensor) Log() *Tensor { return apply(op.Log, x) }

// LogInPlace is Log computed into x, which keeps its shape and dtype.
func (x *Tensor) LogInPlace() error { return applyInPlace(op.Log, x) }

// LogicalAnd returns whether x and y are both true; any number but 0 is true, NaN too.
// The operands are broadcast against each other. The result is bool.
func (x *Tensor) LogicalAnd(y any) *Tensor { return apply(op.LogicalAnd, x, y) }

// LogicalAndInPlace is LogicalAnd computed into x, which keeps its shape and dtype.
func (x *Tensor) LogicalAndInPlace(y any) error { return applyInPlace(op.LogicalAnd, x, y) }

// LogicalNot returns whether x is false, that is 0. The result is bool.
func (x *Tensor) LogicalNot() *Tensor { return apply(op.LogicalNot, x) }

// LogicalNotInPlace is LogicalNot computed into x, which keeps its shape and dtype.
func (x *Tensor) LogicalNotInPlace() error { return applyInPlace(op.LogicalNot, x) }

// LogicalOr returns whether x or y or both are true; any number but 0 is true, NaN too.
// The operands are broadcast against each other. The result is bool.
func (x *Tensor) LogicalOr(y any) *Tensor { return apply(op.LogicalOr, x, y) }

// LogicalOrInPlace is LogicalOr computed into x, which keeps its shape and dtype.
func (x *Tensor) LogicalOrInPlace(y any) error { return applyInPlace(op.LogicalOr, x, y) }

// LogicalXor returns whether just one of x and y is true; any number but 0 is true, NaN
// too. The operands are broadcast against each other. The result is bool.
func (x *Tensor) LogicalXor(y any) *Tensor { return apply(op.LogicalXor, x, y) }

// LogicalXorInPlace is LogicalXor computed into x, which keeps its shape and dtype.
func (x *Tensor) LogicalXorInPlace(y any) error { return applyInPlace(op.LogicalXor, x, y) }

// Lt returns whether x is less than y; false if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Lt(y any) *Tensor { return apply(op.Lt, x, y) }

// LtInPlace is Lt computed into x, which keeps its shape and dtype.
func (x *Tensor) LtInPlace(y any) error { return applyInPlace(op.Lt, x, y) }

// Maximum returns the larger of x and y; NaN if either is, and 0 is larger than -0
// (IEEE 754-2019 maximum). The operands are broadcast against each other.
func (x *Tensor) Maximum(y any) *Tensor { return apply(op.Maximum, x, y) }

// MaximumInPlace is Maximum computed into x, which keeps its shape and dtype.
func (x *Tensor) MaximumInPlace(y any) error { return applyInPlace(op.Maximum, x, y) }

// Minimum returns the smaller of x and y; NaN if either is, and -0 is smaller than 0
// (IEEE 754-2019 minimum). The operands are broadcast against each other.
func (x *Tensor) Minimum(y any) *Tensor { return apply(op.Minimum, x, y) }

// MinimumInPlace is Minimum computed into x, which keeps its shape and dtype.
func (x *Tensor) MinimumInPlace(y any) error { return applyInPlace(op.Minimum, x, y) }

// Mul returns x * y; of bools, x and y. The operands are broadcast against each other.
func (x *Tensor) Mul(y any) *Tensor { return apply(op.Mul, x, y) }

// MulInPlace is Mul computed into x, which keeps its shape and dtype.
func (x *Tensor) MulInPlace(y any) error { return applyInPlace(op.Mul, x, y) }

// Ne returns whether x differs from y; true if either is NaN. The operands are
// broadcast against each other. The result is bool.
func (x *Tensor) Ne(y any) *Tensor { return apply(op.Ne, x, y) }

// NeInPlace is Ne computed into x, which keeps its shape and dtype.
func (x *Tensor) NeInPlace(y any) error { return applyInPlace(op.Ne, x, y) }

// Neg returns -x.
func (x *Tensor) Neg() *Tensor { return apply(op.Neg, x) }

// NegInPlace is Neg computed into x, which keeps its shape and dtype.
func (x *Tensor) NegInPlace() error { return applyInPlace(op.Neg, x) }

// Pow returns x to the power y; of integers 0, 1 or -1 where y is negative. The
// operands are broadcast against each other. The error is at most 2.5 units in the last
// place of float32.
func (x *Tensor) Pow(y any) *Tensor { return apply(op.Pow, x, y) }

// PowInPlace is Pow computed into x, which keeps its shape and dtype.
func (x *Tensor) PowInPlace(y any) error { return applyInPlace(op.Pow, x, y) }

// Reciprocal returns 1 / x; of integers and bools in float32.
func (x *Tensor) Reciprocal() *Tensor { return apply(op.Reciprocal, x) }

// ReciprocalInPlace is Reciprocal computed into x, which keeps its shape and dtype.
func (x *Tensor) ReciprocalInPlace() error { return applyInPlace(op.Reciprocal, x) }

// Relu returns x where it is positive, else 0; NaN of NaN.
func (x *Tensor) Relu() *Tensor { return apply(op.Relu, x) }

// ReluInPlace is Relu computed into x, which keeps its shape and dtype.
func (x *Tensor) ReluInPlace() error { return applyInPlace(op.Relu, x) }

// Remainder returns what floor division of x by y leaves over, with the sign of y; of
// integers 0 where y is 0. The operands are broadcast against each other.
func (x *Tensor) Remainder(y any) *Tensor { return apply(op.Remainder, x, y) }

// RemainderInPlace is Remainder computed into x, which keeps its shape and dtype.
func (x *Tensor) RemainderInPlace(y any) error { return applyInPlace(op.Remainder, x, y) }

// Round returns the whole number nearest to x, halves to the even one; integers stay.
func (x *Tensor) Round() *Tensor { return apply(op.Round, x) }

// RoundInPlace is Round computed into x, which keeps its shape and dtype.
func (x *Tensor) RoundInPlace() error { return applyInPlace(op.Round, x) }

// Rsqrt returns 1 / sqrt(x). The error is at most 2.5 units in the last place of
// float32.
func (x *Tensor) Rsqrt() *Tensor { return apply(op.Rsqrt, x) }

// RsqrtInPlace is Rsqrt computed into x, which keeps its shape and dtype.
func (x *Tensor) RsqrtInPlace() error { return applyInPlace(op.Rsqrt, x) }

// Sigmoid returns 1 / (1 + exp(-x)). The error is at most 2.5 units in the last place
// of float32.
func (x *Tensor) Sigmoid() *Tensor { return apply(op.Sigmoid, x) }

// SigmoidInPlace is Sigmoid computed into x, which keeps its shape and dtype.
func (x *Tensor) SigmoidInPlace() error { return applyInPlace(op.Sigmoid, x) }

// Sign returns -1, 0 or 1 as x is negative, zero or positive; NaN of NaN.
func (x *Tensor) Sign() *Tensor { return apply(op.Sign, x) }

// SignInPlace is Sign computed into x, which keeps its shape and dtype.
func (x *Tensor) SignInPlace() error { return applyInPlace(op.Sign, x) }

// Sin returns the sine of x radians, for every finite x. The error is at most 2.5 units
// in the last place of float32.
func (x *Tensor) Sin() *Tensor { return apply(op.Sin, x) }

// SinInPlace is Sin computed into x, which keeps its shape and dtype.
func (x *Tensor) SinInPlace() error { return applyInPlace(op.Sin, x) }

// Sqrt returns the square root of x; NaN below 0.
func (x *Tensor) Sqrt() *Tensor { return apply(op.Sqrt, x) }

// SqrtInPlace is Sqrt computed into x, which keeps its shape and dtype.
func (x *Tensor) SqrtInPlace() error { return applyInPlace(op.Sqrt, x) }

// Square returns x * x; of bools in int64.
func (x *Tensor) Square() *Tensor { return apply(op.Square, x) }

// SquareInPlace is Square computed into x, which keeps its shape and dtype.
func (x *Tensor) SquareInPlace() error { return applyInPlace(op.Square, x) }

// Sub returns x - y. The operands are broadcast against each other.
func (x *Tensor) Sub(y any) *Tensor { return apply(op.Sub, x, y) }

// SubInPlace is Sub computed into x, which keeps its shape and dtype.
func (x *Tensor) SubInPlace(y any) error { return applyInPlace(op.Sub, x, y) }

// Tanh returns the hyperbolic tangent of x. The error is at most 2.5 units in the last
// place of float32.
func (x *Tensor) Tanh() *Tensor { return apply(op.Tanh, x) }

// TanhInPlace is Tanh computed into x, which keeps its shape and dtype.
func (x *Tensor) TanhInPlace() error { return applyInPlace(op.Tanh, x) }

// Trunc returns x without its fraction; integers stay.
func (x *Tensor) Trunc() *Tensor { return apply(op.Trunc, x) }

// TruncInPlace is Trunc computed into x, which keeps its shape and dtype.
func (x *Tensor) TruncInPlace() error { return applyInPlace(op.Trunc, x) }

// TruncDivide returns the quotient of x and y rounded towards zero; of integers 0 where
// y is 0. The operands are broadcast against each other.
func (x *Tensor) TruncDivide(y any) *Tensor { return apply(op.TruncDivide, x, y) }

// TruncDivideInPlace is TruncDivide computed into x, which keeps its shape and dtype.
func (x *Tensor) TruncDivideInPlace(y any) error { return applyInPlace(op.TruncDivide, x, y) }

// Where returns y where the condition x is true, else z. The operands are broadcast
// against each other.
func Where(x, y, z any) *Tensor { return apply(op.Where, x, y, z) }
