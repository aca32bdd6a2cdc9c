// Package plane iterates z = z² + c for the points c of a part of the plane.
package plane

import (
	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// View is the part of the plane that is drawn, and the pixels of the picture.
type View struct {
	Width, Height int
	X, Y          float64 // the middle
	Across        float64 // from the left edge to the right one
}

// Points is the state of each point c = x+iy of a grid.
type Points struct {
	Re, Im *tensor.Tensor // of z, which no longer changes once it has left
	Count  *tensor.Tensor // the steps that z has stayed, float32
	x, y   *tensor.Tensor // a row and a column
}

// radius2 is the square of the distance from 0 at which z has left. Beyond 2 it never comes back;
// the further, the smoother are the colours.
const radius2 = 256

// Points is the state before the first step: z is c.
func (v View) Points() Points {
	half := v.Across / 2
	x := tensor.Linspace(v.X-half, v.X+half, v.Width).AsType(tensor.Float32)
	half *= float64(v.Height) / float64(v.Width)
	y := tensor.Linspace(v.Y+half, v.Y-half, v.Height).AsType(tensor.Float32).Unsqueeze(1)
	return Points{x, y, tensor.Zeros(tensor.Float32, v.Height, v.Width), x, y}
}

// Step is z² + c. The first step makes grids of a row and a column.
func (p Points) Step() Points {
	re2, im2 := p.Re.Square(), p.Im.Square()
	stays := re2.Add(im2).Le(radius2)
	p.Re, p.Im = tensor.Where(stays, re2.Sub(im2).Add(p.x), p.Re), tensor.Where(stays, p.Re.Mul(p.Im).Mul(2).Add(p.y), p.Im)
	p.Count = p.Count.Add(stays)
	return p
}

// Colours is the picture, [height, width, 3]: black in the set.
func (p Points) Colours() *tensor.Tensor {
	// How long z has stayed, in fractions of a step: of the last, by how far away it is now.
	distance2 := p.Re.Square().Add(p.Im.Square())
	time := p.Count.Sub(distance2.Log2().Div(8).Log2())
	phase := time.Sqrt().Mul(.11).Frac()
	colour := shade.Gradient(phase, 0x0b1033, 0x1b4f9c, 0x7cc6e8, 0xfdf6e3, 0xf6ae2d, 0x9b2f3c, 0x0b1033)
	outside := distance2.Gt(radius2).Unsqueeze(-1)
	return tensor.Where(outside, colour, tensor.Zeros(tensor.Float32, 3))
}
