package images

import (
	"encoding/binary"
	"image"
	"image/color"
)

const opaqueBits = 0xff000000_ff000000

// opaque reports whether all pixels of 4 bytes have alpha 255.
func opaque(r rows, b image.Rectangle) bool {
	if b.Empty() {
		return true
	}
	for y := range b.Dy() {
		row, all := r.at(y, 4*b.Dx()), uint64(opaqueBits)
		for ; len(row) >= 32; row = row[32:] {
			all &= binary.LittleEndian.Uint64(row) & binary.LittleEndian.Uint64(row[8:]) &
				binary.LittleEndian.Uint64(row[16:]) & binary.LittleEndian.Uint64(row[24:])
		}
		for ; len(row) >= 4; row = row[4:] {
			all &= uint64(binary.LittleEndian.Uint32(row)) | 0xffffffff<<32
		}
		if all&opaqueBits != opaqueBits {
			return false
		}
	}
	return true
}

// reciprocals are 2^40/a, rounded up. n*reciprocals[a]>>40 is n/a for n below 2^24.
var reciprocals = func() (m [256]uint64) {
	for a := 1; a < len(m); a++ {
		m[a] = (1<<40-1)/uint64(a) + 1
	}
	return m
}()

// unmultiply8 divides by alpha, as color.NRGBAModel does.
func unmultiply8(dst, src []byte) {
	for ; len(dst) >= 4 && len(src) >= 4; dst, src = dst[4:], src[4:] {
		switch a := src[3]; a {
		case 0:
			*(*[4]byte)(dst) = [4]byte{}
		case 255:
			*(*[4]byte)(dst) = *(*[4]byte)(src)
		default:
			m := reciprocals[a]
			dst[0] = uint8(uint64(src[0]) * 0xffff * m >> 48)
			dst[1] = uint8(uint64(src[1]) * 0xffff * m >> 48)
			dst[2] = uint8(uint64(src[2]) * 0xffff * m >> 48)
			dst[3] = a
		}
	}
}

// multiply8 multiplies by alpha, as color.RGBAModel does.
func multiply8(dst, src []byte) {
	for ; len(dst) >= 4 && len(src) >= 4; dst, src = dst[4:], src[4:] {
		a := uint32(src[3]) * 0x101
		dst[0] = uint8(uint32(src[0]) * a / 0xff >> 8)
		dst[1] = uint8(uint32(src[1]) * a / 0xff >> 8)
		dst[2] = uint8(uint32(src[2]) * a / 0xff >> 8)
		dst[3] = src[3]
	}
}

// swapped copies rows of big-endian numbers, and converts them.
func (r rows) swapped(convert func([]byte)) func(y int, dst []byte) {
	return func(y int, dst []byte) {
		for src := r.at(y, len(dst)); len(src) >= 2; src = src[2:] {
			binary.LittleEndian.PutUint16(dst[len(dst)-len(src):], binary.BigEndian.Uint16(src))
		}
		if convert != nil {
			convert(dst)
		}
	}
}

// pixel16 reads a pixel of 4 numbers.
func pixel16(p []byte) (r, g, b, a uint32) {
	return uint32(binary.LittleEndian.Uint16(p)), uint32(binary.LittleEndian.Uint16(p[2:])),
		uint32(binary.LittleEndian.Uint16(p[4:])), uint32(binary.LittleEndian.Uint16(p[6:]))
}

func setPixel16(p []byte, r, g, b, a uint32) {
	binary.LittleEndian.PutUint16(p, uint16(r))
	binary.LittleEndian.PutUint16(p[2:], uint16(g))
	binary.LittleEndian.PutUint16(p[4:], uint16(b))
	binary.LittleEndian.PutUint16(p[6:], uint16(a))
}

func unmultiply16(row []byte) {
	for ; len(row) >= 8; row = row[8:] {
		r, g, b, a := unmultiplied(pixel16(row))
		setPixel16(row, r, g, b, a)
	}
}

func multiply16(row []byte) {
	for ; len(row) >= 8; row = row[8:] {
		r, g, b, a := pixel16(row)
		setPixel16(row, r*a/0xffff, g*a/0xffff, b*a/0xffff, a)
	}
}

// unmultiplied divides by alpha, as color.NRGBA64Model does.
func unmultiplied(r, g, b, a uint32) (uint32, uint32, uint32, uint32) {
	switch a {
	case 0:
		return 0, 0, 0, 0
	case 0xffff:
		return r, g, b, a
	}
	return r * 0xffff / a, g * 0xffff / a, b * 0xffff / a, a
}

// fill8 reads a row of 8 bits a channel.
func fill8(img image.RGBA64Image, y int, dst []byte, want alpha) {
	for x := img.Bounds().Min.X; len(dst) >= 4; x, dst = x+1, dst[4:] {
		r, g, b, a := img.RGBA64At(x, y).RGBA()
		if want == straight {
			r, g, b, a = unmultiplied(r, g, b, a)
		}
		*(*[4]byte)(dst) = [4]byte{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
	}
}

// fill16 reads a row of any image.
func fill16(img image.Image, y int, dst []byte, want alpha) {
	for x := img.Bounds().Min.X; len(dst) >= 8; x, dst = x+1, dst[8:] {
		c := img.At(x, y)
		r, g, b, a := c.RGBA()
		if want == straight {
			c := color.NRGBA64Model.Convert(c).(color.NRGBA64)
			r, g, b, a = uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A)
		}
		setPixel16(dst, r, g, b, a)
	}
}
