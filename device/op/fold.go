package op

import "math"

// Folds of reductions and their scans. Floats are summed and multiplied otherwise.

func foldSum(result DType) (*Op, Scalar) {
	if result.IsFloat() {
		return nil, 0
	}
	return Add, 0
}

func foldProduct(result DType) (*Op, Scalar) {
	if result.IsFloat() {
		return nil, 0
	}
	return Mul, 1
}

func foldMin(result DType) (*Op, Scalar) { return Minimum, result.most() }
func foldMax(result DType) (*Op, Scalar) { return Maximum, result.least() }

func foldNanmin(result DType) (*Op, Scalar) {
	if result.IsFloat() {
		return Fmin, result.FromFloat(math.NaN())
	}
	return foldMin(result)
}

func foldNanmax(result DType) (*Op, Scalar) {
	if result.IsFloat() {
		return Fmax, result.FromFloat(math.NaN())
	}
	return foldMax(result)
}

func foldAny(DType) (*Op, Scalar) { return LogicalOr, 0 }
func foldAll(DType) (*Op, Scalar) { return LogicalAnd, 1 }

// least is the least element of a type, NaN aside.
func (dt DType) least() Scalar {
	switch dt.Kind() {
	case Floating:
		return dt.FromFloat(math.Inf(-1))
	case Signed:
		return 1 << (8*dt.Size() - 1)
	}
	return 0
}

// most is the greatest element of a type, NaN aside.
func (dt DType) most() Scalar {
	switch dt.Kind() {
	case Floating:
		return dt.FromFloat(math.Inf(1))
	case Signed:
		return dt.least() - 1
	case Boolean:
		return 1
	}
	return ^Scalar(0) >> (64 - 8*dt.Size())
}
