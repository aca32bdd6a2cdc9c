// Package random makes random numbers of keys.
//
// A number is a function of its key and its index alone. It has the same bits for every number of threads,
// whether it is computed by itself or in a larger expression. On every device and in every kernel set it
// has them too, but for those distributions that take rows such as log: see Bits below. A tensor of random
// numbers has no memory before it is asked for, and none if one expression reads it: the mean of a function
// of 10^8 numbers is one launch.
//
//	keys := random.NewKey(42).Split(2)
//	x := random.Normal(keys[0], tensor.Float32, 1000).Mul(2).Add(1)
//	y := random.Integers(keys[1], 0, 6, tensor.Int32, 1000)
//
// [Permutation] and [Choice] take numbers, or the slices of a tensor. The order of a permutation, and of a
// choice without replacement, is that of a sort, which stores random bits.
//
// # Keys
//
// Equal keys give equal numbers, so each use needs a key of its own. [Key.Split] and [Key.FoldIn] make new
// keys. Use a key once, or split it, and never both. A [Source] does so by itself: each call takes the
// next key.
//
// A Key as an argument of a compiled function may have another value in each call. See [tensor.Key].
//
// # Bits
//
// Bits are those of JAX: Threefry-2x32 of 20 rounds, of the key and the index. [Uniform], and the
// arguments of [Normal], are JAX's too. The normal numbers of JAX differ from the real ones by up to
// 91 ULP, and those here by up to 2.24.
//
// Numbers of these distributions have the same bits everywhere: [Bits], [Uniform], [Integers], [Bernoulli],
// [Permutation], [Choice], [Normal] and [Exponential] but for float64, and [Poisson] of a rate that is a number
// below 10. All others take rows such as log, which may differ between devices in the last bits. Gamma, Beta,
// Poisson and Binomial try numbers until one is accepted, so a few numbers may be others on another device.
// They compute a fixed number of tries in several launches, which store numbers in between.
package random

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// Key is a key of random numbers.
type Key = tensor.Key

// NewKey returns the key of a seed.
func NewKey(seed uint64) Key { return tensor.NewKey(seed) }

// Bits returns random bits, as elements of an unsigned integer dtype.
func Bits(key Key, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("bits", &result)
	return key.Bits(dt, shape...)
}

// called gives an error of a distribution's steps, and of its arguments, the name of its function.
func called(name string, result **tensor.Tensor) {
	if err := (*result).Err(); err != nil {
		*result = tensor.FromError(named.Step("random", name, err))
	}
}

// Bernoulli returns bools that are true with probability p: a number or a tensor, which is broadcast
// to the shape. A Go number outside 0 to 1 is an error. Elements of a tensor below 0 count as 0, and
// those above 1 as 1.
func Bernoulli(key Key, p any, shape ...int) (result *tensor.Tensor) {
	defer called("bernoulli", &result)
	if v, ok := number(p); ok && !(v >= 0 && v <= 1) {
		return tensor.FromError(fmt.Errorf("a probability of %v; it is 0 to 1", v))
	}
	var s steps
	defer s.release()
	switch x := p.(type) {
	case *tensor.Tensor:
		if err := x.Err(); err != nil {
			return tensor.FromError(named.Operand(err))
		}
		if err := s.fits("p", x, shape); err != nil {
			return tensor.FromError(err)
		}
	case tensor.Number:
	default:
		if err := s.keep(tensor.FullOf(tensor.Float32, p)).Err(); err != nil {
			return tensor.FromError(fmt.Errorf("p: %w", errors.Unwrap(err)))
		}
	}
	return s.keep(Uniform(key, tensor.Float32, shape...)).Lt(p)
}

// steps are tensors that only a composition reads.
type steps []*tensor.Tensor

func (s *steps) keep(t *tensor.Tensor) *tensor.Tensor {
	*s = append(*s, t)
	return t
}

func (s *steps) release() {
	for _, t := range *s {
		t.Release()
	}
}
