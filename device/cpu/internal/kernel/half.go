package kernel

import (
	"math"
	"sync"

	"github.com/wgtensor/wgtensor/device/op"
)

// Half is a float of 16 bits: how its elements become float32, and back.
type Half struct {
	DType  op.DType
	Widen  func(to []float32, x []uint16)
	Narrow func(to []uint16, x []float32) // to nearest even
}

// Halves lists them all. Their kernels and casts follow from the list.
var Halves = [...]Half{{op.Float16, fromFloat16, toFloat16}, {op.BFloat16, fromBFloat16, toBFloat16}}

// halfOf returns the half that a type is.
func halfOf(dt op.DType) (Half, bool) {
	for _, h := range Halves {
		if h.DType == dt {
			return h, true
		}
	}
	return Half{}, false
}

// quiet32 is the float32 NaN without a payload. float16 and bfloat16 keep the upper bits of any
// other payload, as processors do, so a NaN's bits do not depend on where a kernel ends.
const quiet32 = 0x7fc00000

// float16s holds the values of all float16, made at the first use. To look one up takes a third of
// the time of computing it.
var float16s = sync.OnceValue(func() *[1 << 16]float32 {
	values := new([1 << 16]float32)
	for h := range values {
		values[h] = float32(op.Float16.Float(op.Scalar(h)))
		if values[h] != values[h] {
			values[h] = math.Float32frombits(uint32(h)<<16&(1<<31) | quiet32 | uint32(h)<<13&(1<<23-1))
		}
	}
	return values
})

func fromFloat16(to []float32, x []uint16) {
	values := float16s()
	each1(to, x, func(x uint16) float32 { return values[x] })
}

// toFloat16 adds a power of two whose float32 neighbours are as far apart as the float16 neighbours
// of x. The sum is rounded as x has to be. Its low bits count how many such steps x is from 0.
func toFloat16(to []uint16, x []float32) {
	const (
		smallest = (127 - 14) << 23 // exponent of the smallest normal float16
		shift    = 13 << 23         // from the exponent of a number to that of its power
		overflow = 0x477ff000       // 65520, halfway from the largest float16 to the next
		inf      = 0x7f800000
	)
	each1(to, x, func(x float32) uint16 {
		b := math.Float32bits(x)
		a := b &^ (1 << 31)
		exponent := max(a&inf, smallest)
		power := exponent + shift
		ulps := math.Float32bits(math.Float32frombits(a)+math.Float32frombits(power)) - power
		h := ulps + (exponent-smallest)>>13
		if a >= overflow {
			h = 0x7c00
			if a > inf {
				h |= 0x200 | a>>13&0x3ff
			}
		}
		return uint16(b>>16&0x8000 | h)
	})
}

func fromBFloat16(to []float32, x []uint16) {
	each1(to, x, func(x uint16) float32 { return math.Float32frombits(uint32(x) << 16) })
}

func toBFloat16(to []uint16, x []float32) {
	each1(to, x, func(x float32) uint16 {
		b := math.Float32bits(x)
		if x != x {
			b = (b | quiet32) &^ 0xffff // rounding could carry into the sign
		}
		return uint16((b + 0x7fff + b>>16&1) >> 16)
	})
}

// toOdd truncates float64s to float32, and sets the last bit if digits were lost. Rounding that to
// float16 or bfloat16 gives the same result as one rounding of the float64.
func toOdd(to []float32, x []float64) {
	each1(to, x, func(x float64) float32 {
		f := float32(x)
		back, b := float64(f), math.Float32bits(f)
		switch {
		case back == x:
			return f
		case math.Abs(back) > math.Abs(x):
			b--
		}
		return math.Float32frombits(b | 1)
	})
}

// toOdd64 is toOdd for integers that float64 does not hold.
func toOdd64[T int64 | uint64](to []float64, x []T) {
	const low = 1<<12 - 1
	each1(to, x, func(v T) float64 {
		if large := uint64(v)+1<<52 >= 1<<53; large && v&low != 0 {
			v = v&^low | (low+1)/2
		}
		return float64(v)
	})
}
