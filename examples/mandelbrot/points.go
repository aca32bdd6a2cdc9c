package main

import (
	"context"

	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	"github.com/wgtensor/wgtensor/tensor"
)

// view is the part of the plane that is drawn.
type view struct {
	width, height, iterations int
	x, y, across              float64
}

// points is the state of each point c = x+iy of a grid.
type points struct {
	re, im *tensor.Tensor // of z, which no longer changes once it has left
	count  *tensor.Tensor // the steps that z has stayed, float32
}

// radius2 is the square of the distance from 0 at which z has left. Beyond 2 it never comes back;
// the further, the smoother are the colours.
const radius2 = 256

// iterate repeats z = z² + c. The first step makes grids of a row and a column.
func (v view) iterate(width, height int, line *progress.Line) (p points, err error) {
	half := v.across / 2
	x := tensor.Linspace(v.x-half, v.x+half, width).AsType(tensor.Float32)
	half *= float64(height) / float64(width)
	y := tensor.Linspace(v.y+half, v.y-half, height).AsType(tensor.Float32).Unsqueeze(1)
	p = points{x, y, tensor.Zeros(tensor.Float32, height, width)}
	for i := range v.iterations {
		re2, im2 := p.re.Square(), p.im.Square()
		stays := re2.Add(im2).Le(radius2)
		p = points{
			re:    tensor.Where(stays, re2.Sub(im2).Add(x), p.re),
			im:    tensor.Where(stays, p.re.Mul(p.im).Mul(2).Add(y), p.im),
			count: p.count.Add(stays),
		}
		if i%4 == 3 || i == v.iterations-1 { // some steps a launch
			if err := tensor.Eval(context.Background(), p.re, p.im, p.count); err != nil {
				return p, err
			}
		}
		line.Steps(i, v.iterations)
	}
	return p, nil
}

// draw is the picture, whose pixels are the means of four points.
func (v view) draw(line *progress.Line) (*tensor.Tensor, error) {
	p, err := v.iterate(2*v.width, 2*v.height, line)
	if err != nil {
		return nil, err
	}
	// How long z has stayed, in fractions of a step: of the last, by how far away it is now.
	distance2 := p.re.Square().Add(p.im.Square())
	time := p.count.Sub(distance2.Log2().Div(8).Log2())
	phase := time.Sqrt().Mul(.11).Frac()
	colour := picture.Gradient(phase, 0x0b1033, 0x1b4f9c, 0x7cc6e8, 0xfdf6e3, 0xf6ae2d, 0x9b2f3c, 0x0b1033)
	outside := distance2.Gt(radius2).Unsqueeze(-1)
	return picture.Halve(tensor.Where(outside, colour, tensor.Zeros(tensor.Float32, 3))), nil
}
