// Package images makes tensors of images and back: [height, width, channels] of uint8, or of
// uint16 where the image has more than 8 bits. The files' formats are those of image/png,
// image/jpeg and others that image.Decode knows.
//
//	img, _, err := image.Decode(file)
//	x := images.From(img).AsType(tensor.Float32).Div(255)
//	out, err := images.To(x.Mul(255).Round().Clamp(0, 255).AsType(tensor.Uint8))
//	err = png.Encode(file, out)
//
// The channels depend on the image's type:
//
//	*image.Gray, *image.Gray16                   1: gray
//	*image.YCbCr (of a JPEG), *image.CMYK        3: red, green, blue
//	all others                                   4: red, green, blue, alpha
//
// Alpha is straight: red, green and blue are not multiplied by it. FromPremultiplied and
// ToPremultiplied use premultiplied alpha, as *image.RGBA stores it.
package images
