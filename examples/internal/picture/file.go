// Package picture reads pictures from files, draws one, and writes them.
package picture

import (
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/images"
)

// Check reports before a long computation whether Save could write a file of this name. It makes
// the file.
func Check(name string) error {
	if _, err := encoder(name); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// encoder returns what writes the format that a file's name ends in.
func encoder(name string) (func(io.Writer, image.Image) error, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png":
		return png.Encode, nil
	case ".jpg", ".jpeg":
		return func(w io.Writer, img image.Image) error { return jpeg.Encode(w, img, &jpeg.Options{Quality: 85}) }, nil
	}
	return nil, fmt.Errorf("the picture's name %q ends in none of .png, .jpg and .jpeg", name)
}

// Save writes x to a file. x has the shape [height, width, 3]: red, green and blue from 0 to 1. The
// file is a PNG or a JPEG, as its name ends.
func Save(name string, x *tensor.Tensor) error {
	encode, err := encoder(name)
	if err != nil {
		return err
	}
	img, err := images.To(x.Clamp(0, 1).Mul(255).Round().AsType(tensor.Uint8))
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := encode(f, img); err != nil {
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
