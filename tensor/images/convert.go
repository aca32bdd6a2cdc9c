package images

import (
	"encoding/binary"
	"image"
	"image/color"
)

// opaque reports whether all pixels of a row, of 4 bytes each, have alpha 255.
func opaque(row []byte) bool {
	const bits = 0xff000000_ff000000
	all := uint64(bits)
	for ; len(row) >= 32; row = row[32:] {
		all &= binary.LittleEndian.Uint64(row) & binary.LittleEndian.Uint64(row[8:]) &
			binary.LittleEndian.Uint64(row[16:]) & binary.LittleEndian.Uint64(row[24:])
	}
	for ; len(row) >= 4; row = row[4:] {
		all &= uint64(binary.LittleEndian.Uint32(row)) | 0xffffffff<<32
	}
	return all&bits == bits
}

// factors has for each alpha a number by which a color is multiplied. The result is the byte of the
// product from bit 48 on.
type factors [256]uint64

// dividing divides by alpha, as color.NRGBAModel does: c*0xffff/a is c*0xffff*(2^40/a)>>40 if
// 2^40/a is rounded up. multiplying multiplies by alpha, as color.RGBAModel does.
var dividing, multiplying = func() (d, m factors) {
	for a := 1; a < len(d); a++ {
		d[a] = 0xffff * ((1<<40-1)/uint64(a) + 1)
		m[a] = (uint64(a)*0x101<<40-1)/0xff + 1
	}
	return d, m
}()

// scale multiplies the colors of pixels of 4 bytes each, and keeps alpha.
func scale(dst, src []byte, by *factors) {
	for i := 0; i+4 <= len(src); i += 4 { // with slices that shrink the compiled code is slower
		p := binary.LittleEndian.Uint32(src[i : i+4 : i+4])
		f := by[p>>24]
		r := uint64(p&0xff) * f >> 48 & 0xff
		g := uint64(p>>8&0xff) * f >> 40 & 0xff00
		b := uint64(p>>16&0xff) * f >> 32 & 0xff0000
		binary.LittleEndian.PutUint32(dst[i:i+4:i+4], uint32(r|g|b)|p&0xff000000)
	}
}

// swap returns a function that copies a row of big-endian numbers as little-endian ones, and then
// converts the row, unless convert is nil.
func (r rows) swap(convert func([]byte)) func(y int, dst []byte) {
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
		r, g, b, a := unmultiply(pixel16(row))
		setPixel16(row, r, g, b, a)
	}
}

func multiply16(row []byte) {
	for ; len(row) >= 8; row = row[8:] {
		r, g, b, a := pixel16(row)
		setPixel16(row, r*a/0xffff, g*a/0xffff, b*a/0xffff, a)
	}
}

// unmultiply divides by alpha, as color.NRGBA64Model does.
func unmultiply(r, g, b, a uint32) (uint32, uint32, uint32, uint32) {
	switch a {
	case 0:
		return 0, 0, 0, 0
	case 0xffff:
		return r, g, b, a
	}
	return r * 0xffff / a, g * 0xffff / a, b * 0xffff / a, a
}

// fill8 reads a row of an image with 8 bits a channel.
func fill8(img image.RGBA64Image, y int, dst []byte, want alpha) {
	for x := img.Bounds().Min.X; len(dst) >= 4; x, dst = x+1, dst[4:] {
		r, g, b, a := img.RGBA64At(x, y).RGBA()
		if want == straight {
			r, g, b, a = unmultiply(r, g, b, a)
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
