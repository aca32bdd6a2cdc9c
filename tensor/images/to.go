package images

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// To returns an image of a tensor of uint8 or uint16, with straight alpha:
//
//	[height, width], [height, width, 1]   *image.Gray, *image.Gray16
//	[height, width, 3]                    *image.RGBA, *image.RGBA64, opaque
//	[height, width, 4]                    *image.NRGBA, *image.NRGBA64
//
// Floats are scaled and rounded first: x.Mul(255).Round().Clamp(0, 255).AsType(tensor.Uint8).
// It waits as [tensor.Tensor.Bytes] does.
func To(t *tensor.Tensor) (image.Image, error) { return to(t, straight) }

// ToPremultiplied is To for pixels multiplied by their alpha: 4 channels give an *image.RGBA or
// *image.RGBA64. It waits as [To] does.
func ToPremultiplied(t *tensor.Tensor) (image.Image, error) { return to(t, premultiplied) }

func to(t *tensor.Tensor, a alpha) (image.Image, error) {
	img, err := convert(t, a)
	if err != nil {
		return nil, named.Step("images", a.name("to"), err)
	}
	return img, nil
}

func convert(t *tensor.Tensor, a alpha) (image.Image, error) {
	if err := t.Err(); err != nil {
		return nil, named.Operand(err)
	}
	shape := t.Shape()
	if len(shape) == 2 {
		shape = append(shape, 1)
	}
	if len(shape) != 3 || !slices.Contains([]int{1, 3, 4}, shape[2]) {
		return nil, fmt.Errorf("shape %v; an image has [height, width] or [height, width, channels] of 1, 3 or 4 channels", t.Shape())
	}
	pix, err := pixels(t, shape[2])
	if err != nil {
		return nil, err
	}
	return imageOf(pix, shape, t.DType(), a), nil
}

func pixels(t *tensor.Tensor, channels int) (pix []byte, err error) {
	switch t.DType() {
	case tensor.Uint8:
		err = tensor.WithData(context.Background(), t, func(data []uint8) error {
			pix = bytePixels(data, channels)
			return nil
		})
	case tensor.Uint16:
		err = tensor.WithData(context.Background(), t, func(data []uint16) error {
			pix = wordPixels(data, channels)
			return nil
		})
	default:
		err = fmt.Errorf("%v; an image has uint8 or uint16: scale and round the values, then use AsType", t.DType())
	}
	return pix, err
}

// imageOf returns an image of a shape with these pixels.
func imageOf(pix []byte, shape []int, dt tensor.DType, a alpha) image.Image {
	bounds := image.Rect(0, 0, shape[1], shape[0])
	row := len(pix) / max(shape[0], 1)
	straight := shape[2] == 4 && a == straight
	switch {
	case shape[2] == 1 && dt == tensor.Uint8:
		return &image.Gray{Pix: pix, Stride: row, Rect: bounds}
	case shape[2] == 1:
		return &image.Gray16{Pix: pix, Stride: row, Rect: bounds}
	case straight && dt == tensor.Uint8:
		return &image.NRGBA{Pix: pix, Stride: row, Rect: bounds}
	case straight:
		return &image.NRGBA64{Pix: pix, Stride: row, Rect: bounds}
	case dt == tensor.Uint8:
		return &image.RGBA{Pix: pix, Stride: row, Rect: bounds}
	}
	return &image.RGBA64{Pix: pix, Stride: row, Rect: bounds}
}

// bytePixels returns pixels of 8 bits a channel. Three channels get a fourth, opaque.
func bytePixels(data []uint8, channels int) []byte {
	if channels != 3 {
		return bytes.Clone(data)
	}
	all := make([]byte, len(data)/3*4)
	pix := all
	for ; len(data) >= 4; data, pix = data[3:], pix[4:] { // with a byte of the next pixel, which alpha replaces
		binary.LittleEndian.PutUint32(pix, binary.LittleEndian.Uint32(data)|0xff000000)
	}
	if len(data) == 3 {
		*(*[4]byte)(pix) = [4]byte{data[0], data[1], data[2], 255}
	}
	return all
}

// wordPixels returns pixels of 16 bits a channel, which images have big endian.
func wordPixels(data []uint16, channels int) []byte {
	n := len(data)
	if channels == 3 {
		n = n / 3 * 4
	}
	all := make([]byte, 2*n)
	pix := all
	for i, word := range data {
		binary.BigEndian.PutUint16(pix, word)
		if pix = pix[2:]; channels == 3 && i%3 == 2 {
			pix[0], pix[1], pix = 0xff, 0xff, pix[2:]
		}
	}
	return all
}
