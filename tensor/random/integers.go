package random

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// Integer is a Go integer.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Integers returns integers from lo up to but without hi, of an integer dtype. Each is as likely as the
// others, to within 2^-64.
func Integers[T Integer](key Key, lo, hi T, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("integers", &result)
	size := uint64(hi) - uint64(lo)
	switch {
	case !dt.IsInteger():
		return tensor.FromError(fmt.Errorf("elements of %v; they are of an integer dtype", dt))
	case lo >= hi:
		return tensor.FromError(fmt.Errorf("from %d up to but without %d; there are none", lo, hi))
	}
	for _, bound := range [...]T{lo, hi - 1} {
		if err := tensor.FullOf(dt, bound).Err(); err != nil {
			return tensor.FromError(fmt.Errorf("%d is no element of %v", bound, dt))
		}
	}
	var s steps
	defer s.release()
	at := s.keep(below(key, size, shape))
	if lo != 0 {
		at = s.keep(at.Add(uint64(lo))) // both wrap, so that negative ones come out right
	}
	return at.AsType(dt)
}

// below returns uint64 below n: random bits, as digits behind the point, times n. There are 64 bits, or
// 128 where n has more than 32.
func below(key Key, n uint64, shape []int) *tensor.Tensor {
	var s steps
	defer s.release()
	bits := s.keep(key.Bits(tensor.Uint64, shape...))
	if n <= 1<<32 {
		high := s.keep(s.keep(bits.BitwiseRightShift(32)).Mul(n))
		low := s.keep(s.keep(s.keep(bits.BitwiseAnd(uint64(math.MaxUint32))).Mul(n)).BitwiseRightShift(32))
		return s.keep(high.Add(low)).BitwiseRightShift(32)
	}
	more := s.keep(key.FoldIn(math.MaxUint32).Bits(tensor.Uint64, shape...))
	carried, low := s.keep(upper(more, n>>32, n&math.MaxUint32)), s.keep(bits.Mul(n))
	carry := s.keep(s.keep(s.keep(low.Add(carried)).Lt(carried)).AsType(tensor.Uint64))
	return s.keep(upper(bits, n>>32, n&math.MaxUint32)).Add(carry)
}

// upper returns the upper 64 bits of x times a number, which is given by its halves: uint64 or tensors.
func upper(x *tensor.Tensor, highN, lowN any) *tensor.Tensor {
	var s steps
	defer s.release()
	high, low := s.halves(x)
	least := s.keep(s.keep(low.Mul(lowN)).BitwiseRightShift(32))
	middle, carried := s.halves(s.keep(s.keep(high.Mul(lowN)).Add(least)))
	other := s.keep(s.keep(s.keep(low.Mul(highN)).Add(carried)).BitwiseRightShift(32))
	return s.keep(s.keep(high.Mul(highN)).Add(middle)).Add(other)
}

// halves are the upper and the lower 32 bits of x.
func (s *steps) halves(x *tensor.Tensor) (high, low *tensor.Tensor) {
	return s.keep(x.BitwiseRightShift(32)), s.keep(x.BitwiseAnd(uint64(math.MaxUint32)))
}
