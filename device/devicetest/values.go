package devicetest

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// specials lists the values at which arithmetic goes wrong first.
func specials(dt op.DType) []op.Scalar {
	var list []op.Scalar
	switch {
	case dt == op.Bool:
		list = []op.Scalar{0, 1}
	case dt.IsFloat():
		list = append(floatBits(dt), convert(dt, floats)...)
	default:
		list = integers(dt)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// floats are special to functions: both signs, halves for rounding, and numbers near multiples of
// pi. exp and related functions overflow or underflow at some. Others are the limits of integer
// types and of exactness, and large ones. A number beyond the type becomes infinite.
var floats = []float64{
	0, 1, 2, 3, 0.1, 0.25, 0.5, 0.75, 1.5, 2.5, 3.5, -1.5, -2.5, 0.49999997, 10, 100, -7.25,
	math.Pi, -math.Pi, math.Pi / 2, math.Pi / 4, 22, 355, math.E, math.Ln2,
	1e-3, 1e-5, 4e-8, -1e-20, 1e-30,
	5.5, 9, 15, -15, 17.3, 88.72284, -87.33655, -103.97, 127, 128, -149, 709.78, -745.13,
	255, 256, 32768, 65504, 65520, 1 << 24, 1<<24 + 1, -(1 << 31), 1 << 31, 1 << 32, 1 << 53, 1 << 63, 1 << 64,
	1e10, 1e22, -1e30, 1e30, 8.7e37, 1e300,
	// Just beyond ties of float16 and bfloat16; as float32 they are the ties.
	1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-8 + 0x1p-40,
}

// floatBits are the corners of the format. They are zeros, ones and their neighbours, the ends of
// the normal and subnormal numbers, infinities, and NaNs with payloads and signs.
func floatBits(dt op.DType) []op.Scalar {
	sign := op.Scalar(1) << (8*dt.Size() - 1)
	inf := dt.FromFloat(math.Inf(1))
	minNormal := inf & -inf    // its lowest exponent bit
	quiet := inf | minNormal/2 // and the highest bit of the mantissa
	one := dt.FromFloat(1)
	list := []op.Scalar{
		0, 1, 2, minNormal / 2, minNormal - 1, minNormal, minNormal + 1,
		one - 1, one, one + 1, inf - 1, inf - 2, inf, inf + 1, quiet, quiet | 5, sign - 1,
	}
	for _, v := range slices.Clone(list) {
		list = append(list, v|sign)
	}
	return list
}

// extreme reports whether a special value is 0, 1, or an end of its type.
func extreme(dt op.DType, v op.Scalar) bool {
	sign := op.Scalar(1) << (8*dt.Size() - 1)
	if dt.IsFloat() {
		return slices.Contains([]op.Scalar{0, dt.FromFloat(1), dt.FromFloat(math.Inf(1))}, v&^sign)
	}
	return slices.Contains([]op.Scalar{0, 1, sign - 1, sign, 2*sign - 1}, v)
}

// neighbours adds the bit patterns next to every element: functions change there.
func neighbours(list []op.Scalar) []op.Scalar {
	all := make([]op.Scalar, 0, 3*len(list))
	for _, v := range list {
		all = append(all, v-1, v, v+1)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(v op.Scalar) bool { return v > list[len(list)-1] }) // 0-1 wraps
}

func convert(dt op.DType, xs []float64) []op.Scalar {
	list := make([]op.Scalar, len(xs))
	for i, x := range xs {
		list[i] = dt.FromFloat(x)
	}
	return list
}

// integers are the ends of the type, small numbers, and shift counts around widths. Others lie a
// little above the middle between two bfloat16 numbers, and would round wrong by way of float32.
func integers(dt op.DType) []op.Scalar {
	var list []op.Scalar
	top := int64(1) << (8*dt.Size() - 1)
	for _, x := range []int64{
		0, 1, 2, 3, 5, 7, 8, 10, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 0x55, 1 << 12, 46341, 1 << 24, 1<<24 + 1,
		// Just beyond ties of bfloat16; as float32 or float64 they are the ties.
		1<<24 + 1<<16 + 1, 1<<30 + 1<<22 + 1, 1<<40 + 1<<32 + 1, 1<<60 + 1<<52 + 1,
		top, top - 1, top + 1, top - 2, top >> 1, 2*top - 1, 2*top - 2, -1000, -1 << 31, 1<<32 - 1,
	} {
		list = append(list, dt.FromInt(x), dt.FromInt(-x))
	}
	return list
}

// source makes random elements, and arrays of random elements.
type source struct{ rng *rand.Rand }

// newSource returns a source whose values depend on the seed and the name alone.
func newSource(seed uint64, name string) *source {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	return &source{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// value draws a random element: half of the time any bits, else a moderate number.
func (s *source) value(dt op.DType) op.Scalar {
	bits := op.Scalar(s.rng.Uint64() >> (64 - 8*dt.Size()))
	switch {
	case dt == op.Bool:
		return bits & 1
	case s.rng.IntN(2) == 0:
		return bits
	}
	return s.moderate(dt)
}

// moderate draws a number of moderate size, at which most functions neither overflow nor saturate.
func (s *source) moderate(dt op.DType) op.Scalar {
	switch {
	case dt == op.Bool:
		return op.Scalar(s.rng.IntN(2))
	case dt.IsFloat():
		return dt.FromFloat(s.rng.NormFloat64() * math.Ldexp(1, s.rng.IntN(12)-4))
	}
	return dt.FromInt(int64(s.rng.IntN(41) - 20))
}

// plain draws a small whole number, so that arithmetic is exact.
func (s *source) plain(dt op.DType) op.Scalar {
	if dt == op.Bool {
		return op.Scalar(s.rng.IntN(2))
	}
	return dt.FromInt(int64(s.rng.IntN(100)))
}

// pick returns one of the list.
func pick[T any](s *source, list []T) T { return list[s.rng.IntN(len(list))] }
