package studio

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/examples/mandelbrot/plane"
	"github.com/wgtensor/wgtensor/tensor"
)

// mostSteps bounds the time of a picture.
const mostSteps = 4000

// set draws a part of the Mandelbrot set: coarse first, so that there is a picture soon.
func (t *task) set() (a Answer, err error) {
	var r struct {
		size
		X, Y, Across float64
		Steps        int
		Coarse       []int // sizes, as parts of the whole: 4 is a quarter of width and height
	}
	if err := t.read(&r); err != nil {
		return a, err
	}
	if err := r.check(); err != nil {
		return a, err
	}
	if far := math.Abs(r.X) + math.Abs(r.Y) + r.Across; !(r.Across > 0 && far < 1e6) || r.Steps < 1 || r.Steps > mostSteps {
		return a, fmt.Errorf("%v across at %v, %v, %d steps; numbers are below a million, steps from 1 to %d", r.Across, r.X, r.Y, r.Steps, mostSteps)
	}
	for i, part := range r.Coarse {
		v := plane.View{Width: max(r.Width/max(part, 1), 1), Height: max(r.Height/max(part, 1), 1), X: r.X, Y: r.Y, Across: r.Across}
		if a, err = t.draw(v, r.Steps); err != nil {
			return a, err
		}
		if i < len(r.Coarse)-1 {
			t.more(a)
		}
	}
	return a, nil
}

// draw iterates in short launches, so that a newer request need not wait.
func (t *task) draw(v plane.View, steps int) (a Answer, err error) {
	var p plane.Points
	m := meter{}
	for i := 0; i < steps; {
		err = t.onDevice(func() error {
			if i == 0 {
				p = v.Points()
			}
			return m.time(t.device, func() error {
				for range min(stepsALaunch, steps-i) {
					p = p.Step()
					i++
				}
				return tensor.Eval(t.ctx, p.Re, p.Im, p.Count)
			})
		})
		if err != nil {
			return a, err
		}
	}
	err = t.onDevice(func() error {
		a.Pixels, err = pixels(p.Colours())
		return err
	})
	a.Info = map[string]any{"width": v.Width, "height": v.Height, "launches": m.stats.Launches, "ms": m.milliseconds()}
	return a, err
}

// stepsALaunch are some, so that z is read and written seldom. Longer programs are cut.
const stepsALaunch = 4
