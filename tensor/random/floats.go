package random

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// digits says how a uniform number of a dtype is made of random bits: the highest digits of an integer
// of so many bits.
var digits = map[tensor.DType]struct {
	of         tensor.DType
	bits, most int
}{
	tensor.BFloat16: {tensor.Uint8, 8, 7},
	tensor.Float16:  {tensor.Uint16, 16, 10},
	tensor.Float32:  {tensor.Uint32, 32, 23},
	tensor.Float64:  {tensor.Uint64, 64, 52},
}

// Uniform returns numbers of a floating dtype from 0 up to but without 1. They are the multiples of 2^-23
// in float32, of 2^-52 in float64, of 2^-10 in float16 and of 2^-7 in bfloat16.
func Uniform(key Key, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("uniform", &result)
	d, ok := digits[dt]
	if !ok {
		return noFloat(dt)
	}
	var s steps
	defer s.release()
	whole := s.keep(s.keep(key.Bits(d.of, shape...)).BitwiseRightShift(d.bits - d.most))
	return s.keep(whole.AsType(dt)).Mul(math.Ldexp(1, -d.most))
}

// Normal returns numbers of the standard normal distribution, of a floating dtype. For another mean and
// deviation multiply and add: random.Normal(key, dt, n).Mul(deviation).Add(mean).
func Normal(key Key, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("normal", &result)
	if dt != tensor.Float64 {
		return ofBits("random_normal", "normal", key, dt, shape)
	}
	// By Box and Muller: two uniform numbers are the radius and the angle of a point.
	var s steps
	defer s.release()
	u := s.keep(Uniform(key, dt, shape...))
	angle := s.keep(s.keep(Uniform(key.FoldIn(math.MaxUint32), dt, shape...)).Mul(2 * math.Pi))
	radius := s.keep(s.keep(s.keep(s.keep(u.Neg()).Log1p()).Mul(-2)).Sqrt())
	return radius.Mul(s.keep(angle.Cos()))
}

// Exponential returns numbers of the exponential distribution with mean 1, of a floating dtype. They are
// finite, and 0 or more.
func Exponential(key Key, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("exponential", &result)
	if dt != tensor.Float64 {
		return ofBits("random_exponential", "exponential", key, dt, shape)
	}
	var s steps
	defer s.release()
	return s.keep(s.keep(s.keep(Uniform(key, dt, shape...)).Neg()).Log1p()).Mul(-1)
}

// ofBits makes numbers by a row, in float32.
func ofBits(row, name string, key Key, dt tensor.DType, shape []int) *tensor.Tensor {
	if _, ok := digits[dt]; !ok {
		return noFloat(dt)
	}
	var s steps
	defer s.release()
	x := tensor.Apply(row, s.keep(key.Bits(tensor.Uint32, shape...)))
	if dt == tensor.Float32 {
		return x
	}
	return s.keep(x).AsType(dt)
}

func noFloat(dt tensor.DType) *tensor.Tensor {
	return tensor.FromError(fmt.Errorf("numbers of %v; they are of a floating dtype", dt))
}
