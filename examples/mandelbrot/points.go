package main

import (
	"context"

	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	"github.com/wgtensor/wgtensor/examples/mandelbrot/plane"
	"github.com/wgtensor/wgtensor/tensor"
)

// view is the part of the plane that is drawn, and how often its points are iterated.
type view struct {
	plane.View
	iterations int
}

// iterate repeats z = z² + c.
func (v view) iterate(width, height int, line *progress.Line) (p plane.Points, err error) {
	v.Width, v.Height = width, height
	p = v.Points()
	for i := range v.iterations {
		p = p.Step()
		if i%4 == 3 || i == v.iterations-1 { // some steps a launch
			if err := tensor.Eval(context.Background(), p.Re, p.Im, p.Count); err != nil {
				return p, err
			}
		}
		line.Steps(i, v.iterations)
	}
	return p, nil
}

// draw is the picture, whose pixels are the means of four points.
func (v view) draw(line *progress.Line) (*tensor.Tensor, error) {
	p, err := v.iterate(2*v.Width, 2*v.Height, line)
	if err != nil {
		return nil, err
	}
	return picture.Halve(p.Colours()), nil
}
