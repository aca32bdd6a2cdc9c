package studio

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/web/formula"
	"github.com/wgtensor/wgtensor/shaders"
	"github.com/wgtensor/wgtensor/tensor"
)

// typed is a formula that a visitor typed.
type typed struct {
	size
	Formula string
	Time    float64 // in seconds
	Apart   bool    // every operation is a launch of its own
	Explain bool    // tell about the launches, too
}

// told is what the page tells about the launches of a formula.
type told struct {
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Moves    bool    `json:"moves"` // the formula uses the time
	Launches int     `json:"launches"`
	Bytes    int     `json:"bytes"`
	Micros   float64 `json:"micros,omitempty"` // of all launches
	Rate     float64 `json:"rate,omitempty"`   // GB/s
	Copy     float64 `json:"copy,omitempty"`   // GB/s of a copy
	Explain  string  `json:"explain,omitempty"`
	WGSL     string  `json:"wgsl,omitempty"`
}

// formula draws a formula.
func (t *task) formula() (a Answer, err error) {
	var r typed
	if err := t.read(&r); err != nil {
		return a, err
	}
	if err := r.check(); err != nil {
		return a, err
	}
	f, err := formula.Parse(r.Formula)
	if err != nil {
		return a, err
	}
	info := told{Width: r.Width, Height: r.Height, Moves: f.Uses("t")}
	err = t.onDevice(func() error {
		c := formula.Coordinates(r.Height, r.Width, r.Time)
		for _, v := range c {
			if v, ok := v.(*tensor.Tensor); ok {
				if err := tensor.Eval(t.ctx, v); err != nil {
					return err
				}
			}
		}
		m := meter{}
		var v *tensor.Tensor
		if err := m.time(t.device, func() error { v, err = r.eval(t.ctx, f, c); return err }); err != nil {
			return err
		}
		info.Launches, info.Bytes = m.stats.Launches, m.stats.Read+m.stats.Written
		colours, err := formula.Colours(v, r.Height, r.Width)
		if err != nil {
			return err
		}
		if a.Pixels, err = pixels(colours); err != nil || !r.Explain {
			return err
		}
		return t.explain(&r, f, c, &info)
	})
	a.Info = info
	return a, err
}

// eval computes the formula: in few launches, or every operation by itself.
func (r *typed) eval(ctx context.Context, f *formula.Formula, c map[string]any) (*tensor.Tensor, error) {
	var each func(*tensor.Tensor) error
	if r.Apart {
		each = func(v *tensor.Tensor) error { return tensor.Eval(ctx, v) }
	}
	v, err := f.Eval(c, each)
	if err != nil {
		return nil, err
	}
	return v, tensor.Eval(ctx, v)
}

// measured is how long a formula is run again and again, to find its time by the best of them.
const measured = 40 * time.Millisecond

// explain finds the time of the formula, its share of a copy, and the text of its kernels.
func (t *task) explain(r *typed, f *formula.Formula, c map[string]any, info *told) error {
	var texts []string
	stop := device.OnLaunch(func(e *device.LaunchEvent) {
		if e.Device == t.device && !e.SelfTest {
			texts = append(texts, kernels(e))
		}
	})
	explained, err := r.explained(t.ctx, f, c)
	stop()
	if err != nil {
		return err
	}
	info.Explain, info.WGSL = explained, strings.Join(texts, "\n")
	best, runs, ends := time.Duration(math.MaxInt64), 1, time.Now().Add(measured)
	for ; time.Now().Before(ends); runs *= 2 {
		began := time.Now()
		for range runs {
			if _, err := r.eval(t.ctx, f, c); err != nil {
				return err
			}
		}
		if err := t.device.Sync(t.ctx); err != nil {
			return err
		}
		best = min(best, time.Since(began)/time.Duration(runs))
	}
	info.Micros = float64(best.Nanoseconds()) / 1e3
	info.Rate = float64(info.Bytes) / info.Micros / 1e3
	info.Copy, err = t.copyRate()
	return err
}

// explained is what the library says about the launches, and makes them.
func (r *typed) explained(ctx context.Context, f *formula.Formula, c map[string]any) (string, error) {
	var pages []string
	say := func(v *tensor.Tensor) error {
		text, err := tensor.Explain(v)
		if err != nil {
			return err
		}
		pages = append(pages, text)
		return tensor.Eval(ctx, v)
	}
	var each func(*tensor.Tensor) error
	if r.Apart {
		each = say
	}
	v, err := f.Eval(c, each)
	if err == nil && !r.Apart {
		err = say(v)
	}
	return strings.Join(pages, "\n"), err
}

// kernels is a page about each kernel of a launch, with its WGSL. For a device without kernels it is
// what a GPU would run.
func kernels(e *device.LaunchEvent) string {
	if e.Kernels != nil {
		text, err := e.Kernels()
		if err != nil {
			return err.Error()
		}
		return text
	}
	limits := shaders.Limits{Window: 128 << 20, Bindings: 8, Elements: shaders.MaxLen, Work: 1 << 62}
	w, err := shaders.Lower(e.Launch, limits, shaders.Repair{})
	if err != nil {
		return err.Error()
	}
	var texts []string
	for i := range w.Stages() {
		texts = append(texts, w.Stages()[i].Describe())
	}
	return strings.Join(texts, "\n")
}

// operation is what the page says about a row.
type operation struct {
	Name     string   `json:"name"`
	Operands []string `json:"operands"`
	Doc      string   `json:"doc"`
}

// operations lists what a formula can call.
func (t *task) operations() (Answer, error) {
	var all []operation
	for _, o := range formula.Operations() {
		names := o.Operands[:len(o.Operands):len(o.Operands)]
		if o.Role != nil {
			names = []string{"x", "axes"}
		}
		for _, p := range o.Params {
			names = append(names, p.Name)
		}
		all = append(all, operation{o.Name, names, o.Doc})
	}
	return Answer{Info: all}, nil
}
