package images_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/images"
)

// A picture is read, made brighter, and written.
func Example() {
	var file bytes.Buffer
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	picture.SetNRGBA(0, 0, color.NRGBA{100, 150, 200, 255})
	if err := png.Encode(&file, picture); err != nil {
		panic(err)
	}

	img, err := png.Decode(&file)
	if err != nil {
		panic(err)
	}
	x := images.From(img)
	fmt.Println(x.Shape(), x.DType())

	gain := tensor.FromSlice([]float32{1.5, 1.5, 1.5, 1}) // alpha stays
	bright := x.Mul(gain).Round().Clamp(0, 255).AsType(tensor.Uint8)
	out, err := images.To(bright)
	if err != nil {
		panic(err)
	}
	fmt.Println(out.At(0, 0))
	if err := png.Encode(&file, out); err != nil {
		panic(err)
	}
	// Output:
	// [1 2 4] uint8
	// {150 225 255 255}
}
