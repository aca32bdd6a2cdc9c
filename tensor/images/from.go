package images

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// From returns the pixels of an image, with straight alpha, as a tensor on the default device.
func From(img image.Image) *tensor.Tensor { return from(img, straight) }

// FromPremultiplied returns the pixels of an image, red, green and blue multiplied by alpha, as a
// tensor on the default device.
func FromPremultiplied(img image.Image) *tensor.Tensor { return from(img, premultiplied) }

// alpha says whether the other channels are multiplied by alpha.
type alpha bool

const (
	straight      alpha = false
	premultiplied alpha = true
)

// name is the name of a function in errors.
func (a alpha) name(function string) string {
	if a == premultiplied {
		return function + " premultiplied"
	}
	return function
}

func from(img image.Image, a alpha) (t *tensor.Tensor) {
	defer func() {
		err := t.Err()
		if p := recover(); p != nil { // a nil pointer, or Pix is shorter than the bounds require
			err = fmt.Errorf("%T: %w", img, panicked(p))
		}
		if err != nil {
			t = tensor.FromError(fmt.Errorf("images: %s: %w", a.name("from"), err))
		}
	}()
	if img == nil {
		return tensor.FromError(errors.New("nil image"))
	}
	b := img.Bounds()
	width, height := b.Dx(), b.Dy()
	if b.Empty() {
		width, height = max(width, 0), max(height, 0)
	} else if width < 0 || height < 0 {
		return tensor.FromError(fmt.Errorf("bounds %v are more pixels than an int counts", b))
	}
	s := sourceOf(img, a)
	size := width * s.channels * s.dtype.Size()
	if s.rows.stride == size && size > 0 && s.fill == nil { // contiguous
		return tensor.FromBytes(s.dtype, s.rows.pix[:height*size], height, width, s.channels)
	}
	if s.fill == nil {
		s.fill = s.rows.copy
	}
	return tensor.FromReader(s.dtype, &reader{fill: s.fill, size: size, height: height}, height, width, s.channels)
}

// source reads an image's pixels in the form that tensors have.
type source struct {
	dtype    tensor.DType
	channels int
	rows     rows                    // the pixels, if they are copied without conversion
	fill     func(y int, dst []byte) // else: writes the row y
}

// rows is memory of an image, from its first pixel.
type rows struct {
	pix    []byte
	stride int
}

func (r rows) at(y, n int) []byte { return r.pix[y*r.stride:][:n] }

func (r rows) copy(y int, dst []byte) { copy(dst, r.at(y, len(dst))) }

// sourceOf chooses the way to read an image.
func sourceOf(img image.Image, a alpha) source {
	b := img.Bounds()
	at := func(pix []byte, offset func(x, y int) int, stride int) rows {
		if b.Empty() {
			return rows{}
		}
		return rows{slices.Clip(pix[offset(b.Min.X, b.Min.Y):]), stride}
	}
	switch img := img.(type) {
	case *image.Gray:
		return source{dtype: tensor.Uint8, channels: 1, rows: at(img.Pix, img.PixOffset, img.Stride)}
	case *image.NRGBA:
		return bytes4(at(img.Pix, img.PixOffset, img.Stride), a == premultiplied, &multiplying)
	case *image.RGBA:
		return bytes4(at(img.Pix, img.PixOffset, img.Stride), a == straight, &dividing)
	case *image.Gray16:
		return source{dtype: tensor.Uint16, channels: 1, fill: at(img.Pix, img.PixOffset, img.Stride).swap(nil)}
	case *image.NRGBA64:
		return words4(at(img.Pix, img.PixOffset, img.Stride), a == premultiplied, multiply16)
	case *image.RGBA64:
		return words4(at(img.Pix, img.PixOffset, img.Stride), a == straight, unmultiply16)
	case *image.YCbCr:
		return source{dtype: tensor.Uint8, channels: 3, fill: func(y int, dst []byte) { fillYCbCr(img, b.Min.Y+y, dst) }}
	case *image.CMYK:
		return source{dtype: tensor.Uint8, channels: 3, fill: func(y int, dst []byte) { fillCMYK(img, b.Min.Y+y, dst) }}
	case *image.Paletted:
		return source{dtype: tensor.Uint8, channels: 4, fill: palette(img, a)}
	case *image.Alpha, *image.NYCbCrA:
		return source{dtype: tensor.Uint8, channels: 4, fill: func(y int, dst []byte) { fill8(img.(image.RGBA64Image), b.Min.Y+y, dst, a) }}
	}
	return source{dtype: tensor.Uint16, channels: 4, fill: func(y int, dst []byte) { fill16(img, b.Min.Y+y, dst, a) }}
}

// bytes4 returns a source of pixels of 4 bytes. It converts them by the factors if convert is true.
// Opaque rows need no conversion.
func bytes4(r rows, convert bool, by *factors) source {
	s := source{dtype: tensor.Uint8, channels: 4, rows: r}
	if convert {
		s.fill = func(y int, dst []byte) {
			if src := r.at(y, len(dst)); opaque(src) {
				copy(dst, src)
			} else {
				scale(dst, src, by)
			}
		}
	}
	return s
}

// words4 returns a source of pixels of 8 bytes. It converts them by a function if convert is true.
func words4(r rows, convert bool, by func([]byte)) source {
	if !convert {
		by = nil
	}
	return source{dtype: tensor.Uint16, channels: 4, fill: r.swap(by)}
}

func fillYCbCr(img *image.YCbCr, y int, dst []byte) {
	for x := img.Rect.Min.X; len(dst) >= 3; x, dst = x+1, dst[3:] {
		yi, ci := img.YOffset(x, y), img.COffset(x, y)
		dst[0], dst[1], dst[2] = color.YCbCrToRGB(img.Y[yi], img.Cb[ci], img.Cr[ci])
	}
}

func fillCMYK(img *image.CMYK, y int, dst []byte) {
	for x := img.Rect.Min.X; len(dst) >= 3; x, dst = x+1, dst[3:] {
		c := img.CMYKAt(x, y)
		dst[0], dst[1], dst[2] = color.CMYKToRGB(c.C, c.M, c.Y, c.K)
	}
}

// palette converts each color once.
func palette(img *image.Paletted, a alpha) func(y int, dst []byte) {
	colors := make([][4]byte, len(img.Palette))
	for i, c := range img.Palette {
		if a == premultiplied {
			p := color.RGBAModel.Convert(c).(color.RGBA)
			colors[i] = [4]byte{p.R, p.G, p.B, p.A}
		} else {
			s := color.NRGBAModel.Convert(c).(color.NRGBA)
			colors[i] = [4]byte{s.R, s.G, s.B, s.A}
		}
	}
	return func(y int, dst []byte) {
		row := img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+y):]
		for x := 0; len(dst) >= 4; x, dst = x+1, dst[4:] {
			*(*[4]byte)(dst) = colors[row[x]]
		}
	}
}
