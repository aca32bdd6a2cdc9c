package random

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// Permutation returns x in random order. If x is an int, these are the numbers from 0 up to but without
// it, as int64. If x is a *tensor.Tensor, these are its slices along axis 0. Each order is as likely as
// the others, to within the chance n²/2^65 that two of n numbers of 64 bits are equal.
func Permutation(key Key, x any) (result *tensor.Tensor) {
	defer called("permutation", &result)
	n, err := length(x)
	if err != nil {
		return tensor.FromError(err)
	}
	var s steps
	defer s.release()
	return of(x, s.keep(key.Bits(tensor.Uint64, n)).Argsort(0), &s)
}

// ChoiceOptions are the options of [ChoiceBy]. Without any of them it is [Choice].
type ChoiceOptions struct {
	// Weights say how likely each element is beside the others, in a tensor of one axis. A weight is finite,
	// and 0 or more. If one is not, or if too few are above 0, the result has the error of an index out of
	// bounds. With replacement, a weight below 2^-61 n of the greatest of n counts as 0, and without, one below
	// 2^-1018 of it.
	Weights *tensor.Tensor
	// Distinct says that no element is chosen twice: a choice without replacement.
	Distinct bool
}

// Choice returns random elements of x, in a tensor of a shape. If x is an int, they are numbers from 0 up
// to but without it, as int64. If x is a *tensor.Tensor, they are slices along axis 0, whose other axes
// come last. Each is as likely as the others, and may come several times.
func Choice(key Key, x any, shape ...int) *tensor.Tensor {
	return ChoiceBy(key, x, ChoiceOptions{}, shape...)
}

// ChoiceBy is [Choice] with options.
func ChoiceBy(key Key, x any, how ChoiceOptions, shape ...int) (result *tensor.Tensor) {
	defer called("choice", &result)
	n, err := length(x)
	if err != nil {
		return tensor.FromError(err)
	}
	if n == 0 {
		return tensor.FromError(errors.New("of no elements"))
	}
	var s steps
	defer s.release()
	var weights *tensor.Tensor
	if how.Weights != nil {
		if err := how.Weights.Err(); err != nil {
			return tensor.FromError(named.Operand(err))
		}
		weights = s.keep(how.Weights.AsType(tensor.Float64))
		if weights.Rank() != 1 || weights.Len() != n {
			return tensor.FromError(fmt.Errorf("the weights have shape %v, and are those of %d elements; they have to have one axis of this size", weights.Shape(), n))
		}
	}
	switch {
	case how.Distinct:
		return of(x, distinct(key, n, weights, shape), &s)
	case weights == nil:
		return of(x, Integers(key, 0, n, tensor.Int64, shape...), &s)
	}
	return of(x, weighted(key, weights, shape), &s)
}

// length is the number of elements to choose from.
func length(x any) (int, error) {
	switch x := x.(type) {
	case int:
		if x < 0 {
			return 0, fmt.Errorf("of %d elements; it is 0 or more", x)
		}
		return x, nil
	case *tensor.Tensor:
		if err := x.Err(); err != nil {
			return 0, named.Operand(err)
		}
		if x.Rank() == 0 {
			return 0, errors.New("the tensor has no axes; reshape it with Reshape(1)")
		}
		return x.Size(0), nil
	}
	return 0, fmt.Errorf("of a %T; it is an int, or a *tensor.Tensor", x)
}

// of returns the elements of x at indices, or the indices themselves if x is a number.
func of(x any, indices *tensor.Tensor, s *steps) *tensor.Tensor {
	if t, ok := x.(*tensor.Tensor); ok {
		return t.Take(0, s.keep(indices))
	}
	return indices
}

// weighted chooses with replacement: a number that is uniform from 0 to the sum of the weights lies in the
// interval of one element. Zero has no interval. The weights become integers, whose sum has 62 bits: it
// is exact, and quick on every device.
func weighted(key Key, weights *tensor.Tensor, shape []int) *tensor.Tensor {
	var s steps
	defer s.release()
	n := weights.Len()
	scaled := s.keep(s.keep(shares(weights, &s)).Mul(math.Ldexp(1, 62-bits.Len(uint(n)))))
	upTo := s.keep(s.keep(scaled.AsType(tensor.Uint64)).Cumsum(0))
	high, low := s.halves(s.keep(upTo.Index(0, -1)))
	at := s.keep(upper(s.keep(key.Bits(tensor.Uint64, shape...)), high, low))
	return checked(s.keep(upTo.Searchsorted(at, tensor.Right)), n, &s)
}

// shares are weights as parts of the greatest. They are NaN or 0 if one is negative, NaN or infinite.
func shares(weights *tensor.Tensor, s *steps) *tensor.Tensor {
	greatest, positive := s.keep(weights.Max()), s.keep(s.keep(weights.Min()).Ge(0))
	return s.keep(weights.Div(s.keep(tensor.Where(positive, greatest, math.NaN()))))
}

// distinct chooses without replacement: the elements that come first in a race. Without weights their
// times are of 64 bits. Otherwise they are exponential by weight, so a heavy one comes early.
func distinct(key Key, n int, weights *tensor.Tensor, shape []int) *tensor.Tensor {
	var s steps
	defer s.release()
	room := s.keep(tensor.Zeros(tensor.Bool, shape...))
	if err := room.Err(); err != nil {
		return tensor.FromError(err)
	}
	k := room.Len()
	if k > n {
		return tensor.FromError(fmt.Errorf("%d of %d elements (shape %v), and none may come twice; leave out Distinct", k, n, shape))
	}
	times := s.keep(key.Bits(tensor.Uint64, n))
	if weights != nil {
		times = s.keep(s.keep(finely(times)).Div(shares(weights, &s)))
	}
	times, at := times.Topk(0, k, tensor.Ascending)
	s.keep(times)
	s.keep(at)
	if weights != nil {
		ends := s.keep(times.Isfinite()) // without a weight an element has no time
		at = s.keep(checked(s.keep(tensor.Where(ends, at, n)), n, &s))
	}
	return at.Reshape(shape...)
}

// finely makes exponential numbers of 64 bits, in float64. Beside those of [Exponential], which are of 23
// bits u, small ones are not rounded: the other bits v are between u and the next. They are products and
// sums, so they have the same bits everywhere. Only the largest, one in 2^20, are not exact to 1 %.
func finely(random *tensor.Tensor) *tensor.Tensor {
	var s steps
	defer s.release()
	u, v := s.keep(random.BitwiseRightShift(64-23)), s.keep(random.BitwiseAnd(uint64(1<<(64-23)-1)))
	high := s.keep(s.keep(random.BitwiseRightShift(32)).AsType(tensor.Uint32))
	coarse := s.keep(s.keep(tensor.Apply("random_exponential", high)).AsType(tensor.Float64))
	part := s.keep(s.keep(v.AsType(tensor.Float64)).Mul(0x1p-41))
	left := s.keep(tensor.Apply("sub", 1<<23, s.keep(u.AsType(tensor.Float64))))
	t := s.keep(part.Div(left)) // -log(1-u-v) is -log(1-u) - log(1-t)
	return coarse.Add(s.keep(t.Add(s.keep(s.keep(t.Square()).Mul(.5)))))
}

// checked returns indices of n elements. Another index comes of wrong weights, and is an error of the result: a
// load finds it.
func checked(indices *tensor.Tensor, n int, s *steps) *tensor.Tensor {
	zeros := s.keep(s.keep(tensor.Zeros(tensor.Int64, 1)).BroadcastTo(n))
	return s.keep(zeros.Take(0, named.Index{Call: "choice: the weights", Of: s.keep(indices)})).Add(indices)
}
