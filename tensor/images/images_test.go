package images_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/images"
)

// bounds do not begin at 0.
var bounds = image.Rect(-3, 5, 200, 105)

// random fills memory with random bytes. Two thirds are 0 or 255.
func random(pix []byte) {
	r := rand.New(rand.NewPCG(1, uint64(len(pix))))
	for i := range pix {
		pix[i] = [...]byte{0, 255, byte(r.UintN(256))}[r.IntN(3)]
	}
}

// premultiply limits the colors of an RGBA image to alpha, as premultiplied colors must be.
func premultiply(pix []byte, size int) {
	for ; len(pix) >= 4*size; pix = pix[4*size:] {
		a := pix[3*size : 4*size]
		for c := range 3 {
			if channel := pix[c*size : (c+1)*size]; bytes.Compare(channel, a) > 0 {
				copy(channel, a)
			}
		}
	}
}

// custom is an image that this package does not know.
type custom struct{ image.Image }

// all returns an image of every type of the standard library, and others.
func all() map[string]image.Image {
	gray, gray16 := image.NewGray(bounds), image.NewGray16(bounds)
	nrgba, nrgba64 := image.NewNRGBA(bounds), image.NewNRGBA64(bounds)
	rgba, rgba64, solid := image.NewRGBA(bounds), image.NewRGBA64(bounds), image.NewRGBA(bounds)
	alpha, alpha16, cmyk := image.NewAlpha(bounds), image.NewAlpha16(bounds), image.NewCMYK(bounds)
	jpegs := image.NewYCbCr(bounds, image.YCbCrSubsampleRatio420)
	webp := image.NewNYCbCrA(bounds, image.YCbCrSubsampleRatio422)
	colors := color.Palette{color.NRGBA{200, 100, 50, 3}, color.Gray{7}, color.RGBA64{1, 2, 3, 4}, color.White}
	paletted := image.NewPaletted(bounds, colors)
	for _, pix := range [][]byte{gray.Pix, gray16.Pix, nrgba.Pix, nrgba64.Pix, rgba.Pix, rgba64.Pix, solid.Pix, alpha.Pix, alpha16.Pix, cmyk.Pix,
		jpegs.Y, jpegs.Cb, jpegs.Cr, webp.Y, webp.Cb, webp.Cr, webp.A, paletted.Pix} {
		random(pix)
	}
	premultiply(rgba.Pix, 1)
	premultiply(rgba64.Pix, 2)
	for i := range paletted.Pix {
		paletted.Pix[i] %= 4
	}
	for i := 3; i < len(solid.Pix); i += 4 {
		solid.Pix[i] = 255
	}
	return map[string]image.Image{"gray": gray, "gray16": gray16, "nrgba": nrgba, "nrgba64": nrgba64, "rgba": rgba, "rgba64": rgba64, "opaque rgba": solid,
		"alpha": alpha, "alpha16": alpha16, "cmyk": cmyk, "ycbcr": jpegs, "nycbcra": webp, "paletted": paletted,
		"custom": custom{nrgba}, "uniform": image.NewUniform(color.NRGBA{1, 2, 3, 4})}
}

// part returns a part of an image, whose rows have gaps.
func part(img image.Image, r image.Rectangle) image.Image {
	if s, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	}); ok {
		return s.SubImage(r)
	}
	return custom{cut{img, r}}
}

type cut struct {
	image.Image
	r image.Rectangle
}

func (c cut) Bounds() image.Rectangle { return c.r }

func TestEveryImageIsWhatTheStandardLibrarySays(t *testing.T) {
	for name, img := range all() {
		for _, r := range []image.Rectangle{bounds, image.Rect(-1, 50, 60, 90), image.Rect(4, 6, 5, 7), image.Rect(0, 9, 0, 20)} {
			t.Run(name+r.String(), func(t *testing.T) {
				if r != bounds || name == "uniform" {
					img = part(img, r)
				}
				compare(t, img, images.From(img), false)
				compare(t, img, images.FromPremultiplied(img), true)
			})
		}
	}
}

func TestRowsGoOnFromChunkToChunk(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 701, 400))
	random(img.Pix)
	x := images.From(img.SubImage(image.Rect(1, 0, 701, 400)))
	require.Greater(t, x.Len(), 1<<20)
	got, err := tensor.Data[uint8](x)
	require.NoError(t, err)
	for y := range 400 {
		require.Equal(t, img.Pix[y*img.Stride+4:][:2800], got[y*2800:][:2800], "row %d", y)
	}
}

// compare compares pixels with those of the standard library's color models.
func compare(t *testing.T, img image.Image, x *tensor.Tensor, premultiplied bool) {
	require.NoError(t, x.Err())
	b := img.Bounds()
	channels := x.Shape()[2]
	require.Equal(t, []int{b.Dy(), b.Dx(), channels}, x.Shape())
	var got []uint16
	var err error
	shift := 8
	if x.DType() == tensor.Uint16 {
		got, err = tensor.Data[uint16](x)
		shift = 0
	} else {
		require.Equal(t, tensor.Uint8, x.DType())
		got, err = tensor.Data[uint16](x.AsType(tensor.Uint16))
	}
	require.NoError(t, err)
	want := make([]uint16, 0, len(got))
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := pixel(img.At(x, y), shift, premultiplied)
			want = append(want, c[:channels]...)
		}
	}
	require.Equal(t, want, got)
}

func pixel(c color.Color, shift int, premultiplied bool) [4]uint16 {
	switch {
	case premultiplied && shift == 8:
		p := color.RGBAModel.Convert(c).(color.RGBA)
		return [4]uint16{uint16(p.R), uint16(p.G), uint16(p.B), uint16(p.A)}
	case premultiplied:
		p := color.RGBA64Model.Convert(c).(color.RGBA64)
		return [4]uint16{p.R, p.G, p.B, p.A}
	case shift == 8:
		p := color.NRGBAModel.Convert(c).(color.NRGBA)
		return [4]uint16{uint16(p.R), uint16(p.G), uint16(p.B), uint16(p.A)}
	}
	p := color.NRGBA64Model.Convert(c).(color.NRGBA64)
	return [4]uint16{p.R, p.G, p.B, p.A}
}

func TestEveryColorIsDividedAndMultipliedByEveryAlphaAsTheStandardLibraryDoes(t *testing.T) {
	divided, multiplied := image.NewRGBA(image.Rect(0, 0, 256, 256)), image.NewNRGBA(image.Rect(0, 0, 256, 256))
	for c := range 256 {
		for a := range 256 {
			divided.SetRGBA(c, a, color.RGBA{uint8(c), uint8(c), uint8(c), uint8(a)})
			multiplied.SetNRGBA(c, a, color.NRGBA{uint8(c), uint8(c), uint8(c), uint8(a)})
		}
	}
	compare(t, divided, images.From(divided), false)
	compare(t, multiplied, images.FromPremultiplied(multiplied), true)
}

func TestImagesComeBackAsTheyWent(t *testing.T) {
	for _, c := range []struct {
		name          string
		premultiplied bool
	}{{"gray", false}, {"gray16", false}, {"nrgba", false}, {"nrgba64", false}, {"rgba", true}, {"rgba64", true}, {"opaque rgba", true}} {
		t.Run(c.name, func(t *testing.T) {
			img := all()[c.name]
			from, to := images.From, images.To
			if c.premultiplied {
				from, to = images.FromPremultiplied, images.ToPremultiplied
			}
			back, err := to(from(img))
			require.NoError(t, err)
			assert.Equal(t, image.Rect(0, 0, bounds.Dx(), bounds.Dy()), back.Bounds())
			assert.IsType(t, img, back)
			same(t, img, back)
		})
	}
}

// same compares all colors of two images of the same size.
func same(t *testing.T, want, got image.Image) {
	w, g := want.Bounds(), got.Bounds()
	require.Equal(t, w.Size(), g.Size())
	for y := range w.Dy() {
		for x := range w.Dx() {
			require.Equal(t, want.At(w.Min.X+x, w.Min.Y+y), got.At(g.Min.X+x, g.Min.Y+y))
		}
	}
}

func TestThreeChannelsAreOpaque(t *testing.T) {
	x := tensor.FromSlice([]uint8{1, 2, 3, 4, 5, 6}, 1, 2, 3)
	img, err := images.To(x)
	require.NoError(t, err)
	assert.Equal(t, &image.RGBA{Pix: []byte{1, 2, 3, 255, 4, 5, 6, 255}, Stride: 8, Rect: image.Rect(0, 0, 2, 1)}, img)
	wide, err := images.To(x.AsType(tensor.Uint16).Flip(1))
	require.NoError(t, err)
	assert.Equal(t, &image.RGBA64{Pix: []byte{0, 4, 0, 5, 0, 6, 255, 255, 0, 1, 0, 2, 0, 3, 255, 255}, Stride: 16, Rect: image.Rect(0, 0, 2, 1)}, wide)
	gray, err := images.To(tensor.FromSlice([]uint8{1, 2, 3, 4}, 2, 2).T())
	require.NoError(t, err)
	assert.Equal(t, &image.Gray{Pix: []byte{1, 3, 2, 4}, Stride: 2, Rect: image.Rect(0, 0, 2, 2)}, gray)
}

func TestFilesOfTheStandardLibraryGoBothWays(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, all()["nrgba"]))
	img, err := png.Decode(&file)
	require.NoError(t, err)
	x := images.From(img)
	require.Equal(t, []int{100, 203, 4}, x.Shape())
	back, err := images.To(x)
	require.NoError(t, err)
	same(t, img, back)

	picture := image.NewRGBA(image.Rect(0, 0, 40, 30))
	draw.Draw(picture, picture.Rect, image.NewUniform(color.RGBA{200, 100, 50, 255}), image.Point{}, draw.Src)
	require.NoError(t, jpeg.Encode(&file, picture, nil))
	img, err = jpeg.Decode(&file)
	require.NoError(t, err)
	compare(t, img, images.From(img), false)
}

func TestWhatIsNoImageIsRefused(t *testing.T) {
	u8 := tensor.Zeros(tensor.Uint8, 2, 3)
	released := tensor.Zeros(tensor.Uint8, 2, 3)
	released.Release()
	for _, c := range []struct {
		name string
		t    *tensor.Tensor
		want string
	}{
		{"a released tensor", released, "use of a tensor after Release"},
		{"floats", tensor.Zeros(tensor.Float32, 2, 3), "float32; an image has uint8 or uint16: scale and round the values, then use AsType"},
		{"one axis", u8.Reshape(6), "shape [6]; an image has [height, width] or [height, width, channels] of 1, 3 or 4 channels"},
		{"two channels", u8.Reshape(1, 3, 2), "shape [1 3 2]; an image has [height, width] or [height, width, channels] of 1, 3 or 4 channels"},
		{"nothing", nil, "nil tensor"},
		{"more than there is memory for", tensor.Zeros(tensor.Uint8, 1, 1).BroadcastTo(1<<15, math.MaxInt>>16), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			img, err := images.To(c.t)
			require.Error(t, err)
			assert.Nil(t, img)
			if c.want != "" {
				assert.EqualError(t, err, "images: to: "+c.want)
			}
			_, err = images.ToPremultiplied(c.t)
			assert.ErrorContains(t, err, "images: to premultiplied: "+c.want)
		})
	}
	mistake := u8.Reshape(5)
	_, err := images.To(mistake)
	assert.Equal(t, mistake.Err(), err, "a tensor keeps the error that it carries")
}

func TestBrokenImagesAreErrors(t *testing.T) {
	short := image.NewNRGBA(image.Rect(0, 0, 10, 10))
	short.Pix = short.Pix[:100]
	gaps := image.NewRGBA(image.Rect(0, 0, 10, 10))
	gaps.Stride = 1 << 30
	color5 := image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{color.Black})
	color5.Pix[3] = 5
	jpegs := image.NewYCbCr(image.Rect(0, 0, 8, 8), image.YCbCrSubsampleRatio420)
	jpegs.Cb = nil
	for _, c := range []struct {
		name string
		img  image.Image
	}{
		{"nil", nil},
		{"a nil pointer", (*image.NRGBA)(nil)},
		{"less Pix than bounds", short},
		{"a great stride", gaps},
		{"a color beyond the palette", color5},
		{"a plane missing", jpegs},
		{"without end", image.NewUniform(color.White)},
		{"bounds that overflow", cut{short, image.Rect(math.MinInt, math.MinInt, math.MaxInt, math.MaxInt)}},
		{"bounds of 2^60 pixels", cut{short, image.Rect(0, 0, 1<<30, 1<<30)}},
		{"no image inside", custom{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Regexp(t, "^images: from: ", images.From(c.img).Err())
			assert.Regexp(t, "^images: from premultiplied: ", images.FromPremultiplied(c.img).Err())
		})
	}
	assert.ErrorContains(t, images.From(short).Err(), "*image.NRGBA: the image is nil, damaged, or has less memory than its bounds")
}

var fresh []byte

// BenchmarkImages measures conversions of images in one goroutine. Beside them it measures copies
// of as many bytes, to memory that was written before and to new memory.
func BenchmarkImages(b *testing.B) {
	r := image.Rect(0, 0, 4096, 2048)
	gray, nrgba, rgba, seen := image.NewGray(r), image.NewNRGBA(r), image.NewRGBA(r), image.NewRGBA(r)
	random(gray.Pix)
	random(nrgba.Pix)
	draw.Draw(rgba, r, image.White, image.Point{}, draw.Src)
	draw.Draw(seen, r, image.NewUniform(color.RGBA{10, 20, 30, 40}), image.Point{}, draw.Src)
	b.Run("copy", func(b *testing.B) {
		dst := make([]byte, len(nrgba.Pix))
		b.SetBytes(int64(len(dst)))
		for b.Loop() {
			copy(dst, nrgba.Pix)
		}
	})
	b.Run("copy to new memory", func(b *testing.B) {
		b.SetBytes(int64(len(nrgba.Pix)))
		for b.Loop() {
			fresh = bytes.Clone(nrgba.Pix)
		}
	})
	for _, c := range []struct {
		name string
		img  image.Image
		pix  []byte
		from func(image.Image) *tensor.Tensor
	}{
		{"gray", gray, gray.Pix, images.From}, {"nrgba", nrgba, nrgba.Pix, images.From}, {"opaque rgba", rgba, rgba.Pix, images.From},
		{"premultiplied rgba", seen, seen.Pix, images.FromPremultiplied}, {"rgba", seen, seen.Pix, images.From},
		{"part of opaque rgba", rgba.SubImage(image.Rect(1, 0, 4095, 2048)), rgba.Pix, images.From},
		{"part of nrgba", nrgba.SubImage(image.Rect(1, 0, 4095, 2048)), nrgba.Pix, images.From},
	} {
		b.Run("from/"+c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.pix)))
			for b.Loop() {
				x := c.from(c.img)
				require.NoError(b, x.Err())
				x.Release()
			}
		})
	}
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
	}{{"gray", images.From(gray)}, {"nrgba", images.From(nrgba)}, {"rgb", images.From(nrgba).Slice(2, 0, 3, 1).Contiguous()}} {
		require.NoError(b, tensor.Eval(context.Background(), c.x))
		b.Run("to/"+c.name, func(b *testing.B) {
			b.SetBytes(int64(c.x.Len()))
			for b.Loop() {
				_, err := images.To(c.x)
				require.NoError(b, err)
			}
		})
	}
}
