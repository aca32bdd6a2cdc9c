package devicetest

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// hard has operands at which a device, or a mutant of its shaders, was once further off than the
// row allows. Special and random values do not find these.
var hard = map[*op.Op][][]float64{
	// Wrong if the quotient, the exponential and the product are each rounded.
	op.Celu:        {{-1.1483912, 3.8881083}, {-0.03195768, 0.44057962}},
	op.Cbrt:        {{1.0103359}},
	op.Cos:         {{-3.4840256e+12}},
	op.FloorDivide: {{-4.5918724e+22, -6.326553e+15}},
	op.Gelu:        {{-12.827242}},
	op.Lgamma:      append(around(1, 2), []float64{-4.039301}),
	op.Silu:        {{-9.288599}, {-3.4567387}, {-5.2591257}},
	op.Mish:        {{-2.3910077}, {-0.043331996}},
	op.Pow:         {{0.7092785, -118.86362}, {0.10356233, 36.25789}},
	op.Sigmoid:     {{-1.9791104}, {-5.5694113}},
	op.Sin:         {{2.059571e+17}},
	op.Sinc:        {{-10429.481}, {-10.543376}, {-5399.457}},
	op.Tan:         {{6.9157535e+12}},
	op.Softplus:    slices.Concat([][]float64{{0.16002809, -3.7606702, -1.2324375e-10}, {127, 0.1282129, 20}}, atThreshold),

	// Of all pairs of float32, and of some 10^10 of float64, these have the sums closest to 1.
	op.Logaddexp: append(sumsOfOne(1),
		[]float64{-0.45806438, -1.0000001}, []float64{-0.2587185, -1.4747295}, []float64{-0.33841127, -1.272938}, []float64{-11.152167, 2.0155659e-07},
		[]float64{-0.63457745, -0.7553619}, []float64{-0.69220006, -0.6940952},
		[]float64{-0x1.358a39df664adp-03, -0x1.f6d2a14520e29p+00}),
	op.Logaddexp2: append(sumsOfOne(math.Ln2),
		[]float64{-3.8247144, -0.10396196},
		[]float64{-0.8063834, -1.2236888}, []float64{-0.48479226, -1.8089426}, []float64{-2.8443756e-05, -15.630309},
		[]float64{-0x1.5504c4cf5c918p-02, -0x1.23a1a8d7f8f41p+01}),
}

// around returns the zeros of a function and numbers on both sides of each. The distances go down
// to the last digit of float64.
func around(zeros ...float64) (arguments [][]float64) {
	for _, zero := range zeros {
		arguments = append(arguments, []float64{zero})
		for k := range 156 {
			off := math.Ldexp(1+0.006*float64(k), -k/3-1)
			arguments = append(arguments, []float64{zero + off}, []float64{zero - off})
		}
	}
	return arguments
}

// sumsOfOne are pairs for which e^(x*log) + e^(y*log) is 1, but for rounding y, and then a
// little larger or smaller.
func sumsOfOne(log float64) (pairs [][]float64) {
	for k := range 148 {
		x := -math.Ldexp(1, -k) * (0.3 + 0.003*float64(k%100)) // exponents and digits of all kinds
		y := math.Log(-math.Expm1(x*log)) / log
		pairs = append(pairs, []float64{x, y}, []float64{y * (1 + math.Ldexp(1, -k%50)), x})
	}
	return pairs
}

// atThreshold has triples. The product of the first two numbers rounds to the third: from below,
// from above, or is exact. The products have either sign. Some are subnormal, zero or infinite, and
// some operands too.
var atThreshold = [][]float64{
	{1.1700968, 1.9157883, 2.2416577}, {0.796875, 2.15625, 1.7182617}, {1.7070944, 0.99563855, 1.699649},
	{-1.2343093, -0.34685048, 0.4281208}, {-1.828125, -1.46875, 2.6850586}, {-1.1248246, -1.9672532, 2.2128148},
	{1.9348172, -1.5321429, -2.9644163}, {1.46875, -1.015625, -1.4916992}, {0.57310843, -1.9488732, -1.1169157},
	{-1.3599325, 1.6203613, -2.203582}, {-1.59375, 2.109375, -3.3618164}, {-1.3902578, 1.7494758, -2.4322226},
	{1.1e-20, 1.3e-20, 1.43e-40}, {-1.1e-20, 1.7e-20, -1.87e-40}, {1.9e-20, -1.3e-20, -2.47e-40}, {-2.3e-20, -1.3e-20, 2.99e-40},
	{0.99999994, -1e-45, -1e-45}, {-1e-45, 0.5409699, -1e-45}, {1.1920929e-07, -1, -1.1920929e-07},
	{1e-30, 1e-30, 0}, {-1e-30, 1e-30, 0}, {-1e-30, -1e-30, 0}, {0, -46.75, 0}, {-745, 0, 0}, {0.0005, 0, 0},
	{-1e30, 1e30, math.Inf(-1)}, {1e22, -1.7e28, math.Inf(-1)}, {math.Inf(1), -87.3125, math.Inf(-1)}, {-1e30, math.Inf(1), math.Inf(-1)},
}

// longDivision has dividends and divisors of 64 bits. Their first guess of a 16-bit digit is too
// large by 2, or by 1 with a remainder of 2^16 after the correction.
var longDivision = [][]op.Scalar{{0x8000fffe00000000, 0x8000ffff}, {0x8000fffe00000000, 0x8001ffff}}

// hardTuples adds the hard operands of o to tuples.
func hardTuples(o *op.Op, types []op.DType, tuples [][]op.Scalar) [][]op.Scalar {
	if len(types) == 2 && types[0] == op.Uint64 {
		for _, operands := range longDivision {
			tuples[0], tuples[1] = append(tuples[0], operands[0]), append(tuples[1], operands[1])
		}
	}
	for _, operands := range hard[o] {
		for k, x := range operands {
			tuples[k] = append(tuples[k], types[k].FromFloat(x))
		}
	}
	return tuples
}
