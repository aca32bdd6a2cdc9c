package op

import "math"

// The rows of pairs are variables of other files, which may be initialised later: so folds get
// their addresses.

// foldIntegers folds integers by a row of pairs. Floats are summed and multiplied otherwise.
func foldIntegers(pair **Op, identity Scalar) func(DType) (*Op, Scalar) {
	return func(result DType) (*Op, Scalar) {
		if result.IsFloat() {
			return nil, 0
		}
		return *pair, identity
	}
}

func foldExtremes(pair **Op, identity func(DType) Scalar) func(DType) (*Op, Scalar) {
	return func(result DType) (*Op, Scalar) { return *pair, identity(result) }
}

func foldTruth(pair **Op, identity Scalar) func(DType) (*Op, Scalar) {
	return func(DType) (*Op, Scalar) { return *pair, identity }
}

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
