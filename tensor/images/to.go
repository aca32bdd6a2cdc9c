package images

import (
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// To returns an image of a tensor of uint8 or uint16, with straight alpha:
//
//	[height, width], [height, width, 1]   *image.Gray, *image.Gray16
//	[height, width, 3]                    *image.RGBA, *image.RGBA64, opaque
//	[height, width, 4]                    *image.NRGBA, *image.NRGBA64
//
// Floats are scaled and rounded first: x.Mul(255).Round().Clamp(0, 255).AsType(tensor.Uint8).
// It can wait, as [tensor.Tensor.Bytes].
func To(t *tensor.Tensor) (image.Image, error) { return to(t, straight) }

// ToPremultiplied is To for pixels multiplied by their alpha: 4 channels give an *image.RGBA or
// *image.RGBA64. It can wait, as [To].
func ToPremultiplied(t *tensor.Tensor) (image.Image, error) { return to(t, premultiplied) }

func to(t *tensor.Tensor, a alpha) (image.Image, error) {
	if err := t.Err(); err != nil {
		return nil, err
	}
	shape := t.Shape()
	if len(shape) == 2 {
		shape = append(shape, 1)
	}
	if len(shape) != 3 || !slices.Contains([]int{1, 3, 4}, shape[2]) {
		return nil, fmt.Errorf("images: to: shape %v; an image has [height, width] or [height, width, channels] of 1, 3 or 4 channels", t.Shape())
	}
	if dt := t.DType(); dt != tensor.Uint8 && dt != tensor.Uint16 {
		return nil, fmt.Errorf("images: to: %v; an image has uint8 or uint16: scale and round the values, then use AsType", dt)
	}
	packed := t.Contiguous()
	defer packed.Release()
	if err := tensor.Eval(context.Background(), packed); err != nil { // before memory is made for the pixels
		return nil, err
	}
	img, pix := blank(shape, t.DType(), a)
	read := readBytes
	if t.DType() == tensor.Uint16 {
		read = readWords
	}
	if err := read(packed, pix, shape[2]); err != nil {
		return nil, err
	}
	return img, nil
}

// blank returns an image for a shape, and its pixels.
func blank(shape []int, dt tensor.DType, a alpha) (image.Image, []byte) {
	bounds := image.Rect(0, 0, shape[1], shape[0])
	straight := shape[2] == 4 && a == straight
	switch {
	case shape[2] == 1 && dt == tensor.Uint8:
		img := image.NewGray(bounds)
		return img, img.Pix
	case shape[2] == 1:
		img := image.NewGray16(bounds)
		return img, img.Pix
	case straight && dt == tensor.Uint8:
		img := image.NewNRGBA(bounds)
		return img, img.Pix
	case straight:
		img := image.NewNRGBA64(bounds)
		return img, img.Pix
	case dt == tensor.Uint8:
		img := image.NewRGBA(bounds)
		return img, img.Pix
	}
	img := image.NewRGBA64(bounds)
	return img, img.Pix
}

// readBytes reads pixels of 8 bits a channel. Three channels get a fourth, opaque.
func readBytes(t *tensor.Tensor, pix []byte, channels int) error {
	if channels != 3 {
		return tensor.ReadInto(context.Background(), t, pix)
	}
	rgb := make([]uint8, t.Len())
	if err := tensor.ReadInto(context.Background(), t, rgb); err != nil {
		return err
	}
	for ; len(rgb) >= 4; rgb, pix = rgb[3:], pix[4:] { // with a byte of the next pixel, which alpha replaces
		binary.LittleEndian.PutUint32(pix, binary.LittleEndian.Uint32(rgb)|0xff000000)
	}
	if len(rgb) == 3 {
		*(*[4]byte)(pix) = [4]byte{rgb[0], rgb[1], rgb[2], 255}
	}
	return nil
}

// readWords reads pixels of 16 bits a channel, which images have big endian.
func readWords(t *tensor.Tensor, pix []byte, channels int) error {
	words := make([]uint16, t.Len())
	if err := tensor.ReadInto(context.Background(), t, words); err != nil {
		return err
	}
	for i, word := range words {
		binary.BigEndian.PutUint16(pix, word)
		if pix = pix[2:]; channels == 3 && i%3 == 2 {
			pix[0], pix[1], pix = 0xff, 0xff, pix[2:]
		}
	}
	return nil
}
