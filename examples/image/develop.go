package main

import "github.com/wgtensor/wgtensor/tensor"

// How a picture is developed.
const (
	gamma      = 2.2  // of the bytes
	black      = .012 // light that becomes black
	exposure   = 2.6
	saturation = 1.25
	contrast   = 1.15
	darkening  = .5 // of the corners
)

var (
	balance = [3]float32{1.12, 1, .84}           // gains of red, green and blue: warmer
	weights = [3]float32{0.2126, 0.7152, 0.0722} // of ITU-R BT.709's luma
)

// develop makes bytes from bytes, [height, width, 3] each. Nothing is computed before the result is
// needed. Then all steps are one launch, after launches that store the tensors that are broadcast
// or read through a view.
func develop(pixels *tensor.Tensor) *tensor.Tensor {
	light := pixels.AsType(tensor.Float32).Div(255).Pow(gamma).Sub(black).Maximum(0).Mul(exposure)
	light = light.Mul(tensor.FromSlice(balance[:])) // [h, w, 3] * [3]

	channel := func(i int) *tensor.Tensor { return light.Slice(2, i, i+1, 1) } // [h, w, 1]
	luma := channel(0).Mul(weights[0]).Add(channel(1).Mul(weights[1])).Add(channel(2).Mul(weights[2]))
	light = luma.Lerp(light, saturation) // between [h, w, 1] and [h, w, 3], and beyond

	shape := pixels.Shape()
	light = light.Mul(vignette(shape[0], shape[1])).Clamp(0, 1)
	shown := light.Pow(1 / gamma).Sub(0.5).Mul(contrast).Add(0.5)
	return shown.Clamp(0, 1).Mul(255).Round().AsType(tensor.Uint8)
}

// vignette is [h, w, 1]: 1 in the middle, 1-darkening in the corners.
func vignette(height, width int) *tensor.Tensor {
	y := tensor.Linspace[float32](-1, 1, height).Reshape(height, 1, 1)
	x := tensor.Linspace[float32](-1, 1, width).Reshape(width, 1)
	return tensor.Scalar[float32](1).Sub(x.Square().Add(y.Square()).Mul(darkening / 2)) // [h, 1, 1] + [w, 1]
}
