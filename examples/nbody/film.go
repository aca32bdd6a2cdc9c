package main

import (
	"context"

	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// film gathers the light of two groups of bodies, [height, width] of each. Older light is darker.
type film struct {
	light [2]*tensor.Tensor
	x, y  *tensor.Tensor // of the pixels: [width] and [height]
}

// Sizes on the film.
const (
	upright = 2.4 // how much of the plane a picture's height shows
	spot    = .6  // the radius of a body's light, in pixels
	fading  = .995
)

func newFilm(height, width int) *film {
	f := &film{y: tensor.Linspace[float32](upright/2, -upright/2, height)}
	wide := upright / 2 * float32(width) / float32(height)
	f.x = tensor.Linspace(-wide, wide, width)
	for i := range f.light {
		f.light[i] = tensor.Zeros(tensor.Float32, height, width)
	}
	return f
}

// expose adds the light of bodies at some positions. A body's is a column times a row.
func (f *film) expose(position *tensor.Tensor) error {
	n, height := position.Shape()[0], f.y.Len()
	bell := func(at, position *tensor.Tensor) *tensor.Tensor { // [n, pixels]
		far := at.Sub(position.Unsqueeze(1)).Mul(float32(height) / upright / spot)
		return far.Square().Mul(-.5).Exp()
	}
	across, up := bell(f.x, position.Index(1, 0)), bell(f.y, position.Index(1, 1)).Unsqueeze(2)
	for i := range f.light {
		f.light[i] = f.light[i].Mul(fading)
	}
	for i := range n {
		group := i / ((n + 1) / 2)
		f.light[group] = f.light[group].Add(up.Index(0, i).Mul(across.Index(0, i))) // [height, 1] * [width]
	}
	return tensor.Eval(context.Background(), f.light[0], f.light[1])
}

// develop gives the groups colours; the most light is white.
func (f *film) develop() *tensor.Tensor {
	colour := tensor.Scalar[float32](0)
	for i, c := range []uint32{0xff9a3c, 0x4d9dff} {
		colour = colour.Add(f.light[i].Unsqueeze(-1).Mul(shade.RGB(c).Square()).Mul(.9))
	}
	colour = colour.Neg().Exp().Neg().Add(1) // as film does: the more there is, the less it adds
	return colour.Sqrt().Maximum(shade.RGB(0x070912))
}
