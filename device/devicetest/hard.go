package devicetest

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// hard are operands at which a device was once further off than the row allows, where
// special and random values do not find it.
var hard = map[*op.Op][][]float64{
	op.Celu: {{-1.1483912, 3.8881083}}, // if the quotient, the exponential and the product are rounded in turn

	// Of all pairs of float32, and of some 10^10 of float64, these have the sums closest to 1.
	op.Logaddexp: append(sumsOfOne(1),
		[]float64{-0.63457745, -0.7553619}, []float64{-0.69220006, -0.6940952},
		[]float64{-0x1.358a39df664adp-03, -0x1.f6d2a14520e29p+00}),
	op.Logaddexp2: append(sumsOfOne(math.Ln2),
		[]float64{-0.8063834, -1.2236888}, []float64{-0.48479226, -1.8089426}, []float64{-2.8443756e-05, -15.630309},
		[]float64{-0x1.5504c4cf5c918p-02, -0x1.23a1a8d7f8f41p+01}),
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

// hardTuples adds those of o to tuples of floats.
func hardTuples(o *op.Op, types []op.DType, tuples [][]op.Scalar) [][]op.Scalar {
	for _, operands := range hard[o] {
		for k, x := range operands {
			tuples[k] = append(tuples[k], types[k].FromFloat(x))
		}
	}
	return tuples
}
