package picture

import "github.com/wgtensor/wgtensor/tensor"

// Halve is a picture of half the height and width: each pixel is the mean of four.
func Halve(x *tensor.Tensor) *tensor.Tensor {
	part := func(row, column int) *tensor.Tensor {
		return x.At(tensor.S(row, tensor.End, 2), tensor.S(column, tensor.End, 2))
	}
	return part(0, 0).Add(part(0, 1)).Add(part(1, 0)).Add(part(1, 1)).Mul(.25)
}
