package picture

import (
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/images"
)

// Save writes x to a file. x has the shape [height, width, 3]: red, green and blue from 0 to 1. The
// file is a JPEG if its name ends in .jpg, else a PNG.
func Save(name string, x *tensor.Tensor) error {
	img, err := images.To(x.Clamp(0, 1).Mul(255).Round().AsType(tensor.Uint8))
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if filepath.Ext(name) == ".jpg" {
		err = jpeg.Encode(f, img, &jpeg.Options{Quality: 85})
	} else {
		err = png.Encode(f, img)
	}
	if err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// Load reads [height, width, channels] of a PNG's or JPEG's bytes.
func Load(name string) (*tensor.Tensor, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s is no PNG or JPEG, or not a whole one: %w", name, err)
	}
	x := images.From(img)
	return x, x.Err()
}
