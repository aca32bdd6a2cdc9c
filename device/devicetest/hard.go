package devicetest

import "github.com/wgtensor/wgtensor/device/op"

// hard are operands at which a device was once further off than the row allows, where
// special and random values do not find it.
var hard = map[*op.Op][][]float64{
	op.Celu: {{-1.1483912, 3.8881083}}, // if the quotient, the exponential and the product are rounded in turn
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
