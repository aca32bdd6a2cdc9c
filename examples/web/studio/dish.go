package studio

import (
	"fmt"

	"github.com/wgtensor/wgtensor/examples/reaction/dish"
	"github.com/wgtensor/wgtensor/tensor"
)

// reaction is a dish that is stirred by the pointer.
type reaction struct {
	now, next dish.Dish
	step      *tensor.Compiled[dish.Dish, dish.Amounts]
	size      size
}

// touch is where the pointer adds the second substance: the middle and the radius, in pixels.
type touch struct{ X, Y, Radius int }

// dishFrame goes some steps on, and draws.
func (t *task) dishFrame() (a Answer, err error) {
	var r struct {
		size
		Steps   int
		Touch   *touch
		Restart bool
	}
	if err := t.read(&r); err != nil {
		return a, err
	}
	if err := r.check(); err != nil {
		return a, err
	}
	if r.Steps < 0 || r.Steps > 1000 {
		return a, fmt.Errorf("%d steps; a frame has from 0 to 1000", r.Steps)
	}
	m := meter{}
	err = t.onDevice(func() error {
		if t.dish == nil || t.dish.size != r.size || r.Restart {
			now := dish.New(r.Height, r.Width)
			t.dish = &reaction{now, now.Clone(), tensor.Compile(dish.Dish.Step), r.size}
		}
		d := t.dish
		if r.Touch != nil {
			if err := d.drop(*r.Touch); err != nil {
				return err
			}
		}
		err := m.time(t.device, func() error {
			for range r.Steps {
				if err := d.step.Into(d.next.Inner(), d.now); err != nil {
					return err
				}
				d.now, d.next = d.next, d.now
			}
			return nil
		})
		if err != nil {
			return err
		}
		a.Pixels, err = pixels(d.now.Draw())
		return err
	})
	a.Info = map[string]any{"width": r.Width, "height": r.Height, "launches": m.stats.Launches, "ms": m.milliseconds()}
	return a, err
}

// drop adds some of the second substance in a square, which is a view.
func (d *reaction) drop(at touch) error {
	v := d.now.Inner().V
	clip := func(x, size int) (from, to int) {
		return min(max(x-at.Radius, 0), size), min(max(x+at.Radius, 0), size)
	}
	top, bottom := clip(at.Y, d.size.Height)
	left, right := clip(at.X, d.size.Width)
	if top >= bottom || left >= right {
		return nil
	}
	return v.Slice(0, top, bottom, 1).Slice(1, left, right, 1).Fill(.5)
}
