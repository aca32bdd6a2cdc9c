package devicetest

import (
	"context"
	"errors"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// seeing replaces how a launch is observed.
func seeing(begin func(d device.Device, l *device.Launch) *device.LaunchEvent) func(r *reference) {
	return func(r *reference) { r.sees = begin }
}

// warming replaces Warm.
func warming(warm func(r *reference, l *device.Launch) error) func(r *reference) {
	return func(r *reference) { r.extra.warm = warm }
}

func describing(describe func(r *reference, l *device.Launch) (string, error)) func(r *reference) {
	return func(r *reference) { r.extra.describe = describe }
}

func timing(times func(ctx context.Context, r *reference) (string, error)) func(r *reference) {
	return func(r *reference) { r.extra.times = times }
}

// warmed is what the reference answers.
func warmed(r *reference, l *device.Launch) error { return newExtra().warm(r, l) }

var wrongOptions = []broken{
	{fault: "is not observed", check: "optional/observe",
		spoil: seeing(func(device.Device, *device.Launch) *device.LaunchEvent { return nil })},
	{fault: "is observed twice", check: "optional/observe",
		spoil: seeing(func(d device.Device, l *device.Launch) *device.LaunchEvent {
			device.Observe(d, l).End(nil)
			return device.Observe(d, l)
		})},
	{fault: "takes every launch for its own test", check: "optional/observe",
		spoil: seeing(func(d device.Device, l *device.Launch) *device.LaunchEvent {
			e := device.Observe(d, l)
			if e != nil {
				e.SelfTest = true
			}
			return e
		})},
	{fault: "observes the first launch alone", check: "optional/observe", spoil: func(r *reference) {
		last := (*device.Program)(nil)
		r.sees = func(d device.Device, l *device.Launch) *device.LaunchEvent {
			if l.Program == last {
				return nil
			}
			last = l.Program
			return device.Observe(d, l)
		}
	}},
	{fault: "hides errors from observers", check: "optional/observe",
		wrap: func(r *reference) device.Device { return optimist{r} }},
	{fault: "tells observers of errors that Run does not have", check: "optional/observe",
		wrap: func(r *reference) device.Device { return pessimist{r} }},
	{fault: "is observed again when a launch fails", check: "optional/observe",
		wrap: func(r *reference) device.Device { return repeater{r} }},

	{fault: "keeps buffers that Go should collect", check: "optional/collected", spoil: func(r *reference) {
		var all []*refBuffer
		r.extra.collected = func(b *refBuffer) bool { all = append(all, b); return len(all) > 0 }
	}},
	{fault: "cannot decide who collects", check: "optional/collected", spoil: func(r *reference) {
		said := false
		r.extra.collected = func(*refBuffer) bool { said = !said; return said }
	}},

	{fault: "runs what it should warm", check: "optional/warm",
		spoil: warming(func(r *reference, l *device.Launch) error {
			if _, ok := l.Out[0].Buffer.(*refBuffer); ok {
				return r.Run(context.Background(), l)
			}
			return warmed(r, l)
		})},
	{fault: "tries what it warms", check: "optional/warm", // without an event
		spoil: warming(func(r *reference, l *device.Launch) error {
			err := warmed(r, l)
			if _, ok := l.Out[0].Buffer.(*refBuffer); ok && err == nil {
				r.walk(l)
			}
			return err
		})},
	{fault: "is observed when it warms", check: "optional/warm",
		spoil: warming(func(r *reference, l *device.Launch) error {
			device.Observe(r, l).End(nil)
			return warmed(r, l)
		})},
	{fault: "cannot warm", check: "optional/warm", spoil: warming(func(*reference, *device.Launch) error { return errors.New("cold") })},
	{fault: "warms its own buffers only", check: "optional/warm",
		spoil: warming(func(r *reference, l *device.Launch) error { return r.checkLaunch(l) })},
	{fault: "looks at the bytes when it warms", check: "optional/warm",
		spoil: warming(func(r *reference, l *device.Launch) error {
			if err := warmed(r, l); err != nil {
				return err
			}
			for _, o := range l.In {
				if err := o.Buffer.Read(context.Background(), 0, nil); err != nil {
					return err
				}
			}
			return nil
		})},
	{fault: "warms whatever comes", check: "optional/warm", spoil: warming(func(*reference, *device.Launch) error { return nil })},
	{fault: "warms types that it does not list", check: "optional/warm",
		spoil: warming(func(r *reference, l *device.Launch) error {
			if err := warmed(r, l); !errors.Is(err, errors.ErrUnsupported) {
				return err
			}
			return nil
		})},
	{fault: "has its own words for types that it cannot warm", check: "optional/warm",
		spoil: warming(func(r *reference, l *device.Launch) error {
			if warmed(r, l) != nil {
				return errors.New("cannot")
			}
			return nil
		})},
	{fault: "takes what it has warmed for done", check: "optional/warm", spoil: func(r *reference) {
		done := map[string]bool{}
		r.extra.warm = func(r *reference, l *device.Launch) error {
			err := warmed(r, l)
			if err == nil {
				done[l.Program.String()] = true
			}
			return err
		}
		r.run = func(r *reference, l *device.Launch) {
			if !done[l.Program.String()] {
				r.walk(l)
			}
		}
	}},
	{fault: "warms when closed", check: "close/errors",
		spoil: warming(func(r *reference, l *device.Launch) error { return l.Check(r.info) })},

	{fault: "describes nothing", check: "optional/describe",
		spoil: describing(func(r *reference, l *device.Launch) (string, error) { return "", l.Check(r.info) })},
	{fault: "describes at length", check: "optional/describe",
		spoil: describing(func(r *reference, l *device.Launch) (string, error) { return "one\ntwo", l.Check(r.info) })},
	{fault: "cannot describe", check: "optional/describe",
		spoil: describing(func(*reference, *device.Launch) (string, error) { return "", errors.New("no words") })},
	{fault: "describes whatever comes", check: "optional/describe",
		spoil: describing(func(*reference, *device.Launch) (string, error) { return "loops", nil })},
	{fault: "describes its own buffers only", check: "optional/describe",
		spoil: describing(func(r *reference, l *device.Launch) (string, error) { return "loops", r.checkLaunch(l) })},
	{fault: "describes other kernels for buffers that exist", check: "optional/describe",
		spoil: describing(func(r *reference, l *device.Launch) (string, error) {
			if err := l.Check(r.info); err != nil {
				return "", err
			}
			if _, ok := l.Out[0].Buffer.(*refBuffer); ok {
				return "loops", nil
			}
			return "assembly", nil
		})},
	{fault: "runs what it describes", check: "optional/describe",
		spoil: describing(func(r *reference, l *device.Launch) (string, error) {
			err := l.Check(r.info)
			if _, ok := l.Out[0].Buffer.(*refBuffer); ok && err == nil {
				err = r.Run(context.Background(), l)
			}
			return "loops", err
		})},

	{fault: "weighs less than nothing", check: "optional/weight", spoil: func(r *reference) {
		r.extra.weight = func(o *op.Op, in, _ op.DType) int {
			if o == op.Exp && in == op.Float16 {
				return -1
			}
			return 1
		}
	}},
	{fault: "weighs reductions less than nothing", check: "optional/weight", spoil: func(r *reference) {
		r.extra.weight = func(o *op.Op, _, _ op.DType) int {
			if o == op.Sum {
				return -1
			}
			return 0
		}
	}},
	{fault: "does not weigh conversions", check: "optional/weight", spoil: func(r *reference) {
		r.extra.weight = func(o *op.Op, _, _ op.DType) int { return len(o.Name) / (len(o.Name) - len(op.Cast.Name)) }
	}},

	{fault: "times for ever", check: "optional/times",
		spoil: timing(func(ctx context.Context, r *reference) (string, error) {
			<-ctx.Done()
			return r.fillIn(context.Background())
		})},
	{fault: "has a clock without a name", check: "optional/times",
		spoil: timing(func(ctx context.Context, r *reference) (string, error) {
			_, err := r.fillIn(ctx)
			return "", err
		})},
	{fault: "forgets its clock", check: "optional/times",
		spoil: timing(func(ctx context.Context, r *reference) (string, error) {
			r.extra.clock = ""
			return r.fillIn(ctx)
		})},
	{fault: "fills no times in", check: "optional/times",
		spoil: timing(func(context.Context, *reference) (string, error) { return "a clock", nil })},
	{fault: "fills in the times of the last launch alone", check: "optional/times",
		spoil: timing(func(ctx context.Context, r *reference) (string, error) {
			if n := len(r.extra.works); n > 0 {
				r.extra.works = r.extra.works[n-1:]
			}
			return r.fillIn(ctx)
		})},
	{fault: "ends before it begins", check: "optional/times",
		spoil: timing(func(ctx context.Context, r *reference) (string, error) {
			for _, w := range r.extra.works {
				w.Time = -time.Second
			}
			return r.fillIn(ctx)
		})},
	{fault: "has no times twice", check: "optional/times",
		spoil: timing(func(ctx context.Context, r *reference) (string, error) {
			if len(r.extra.works) == 0 && !r.closed {
				return "", errors.New("no launches were timed")
			}
			return r.fillIn(ctx)
		})},
	{fault: "times when closed", check: "close/errors",
		spoil: timing(func(context.Context, *reference) (string, error) { return "a clock", nil })},

	{fault: "does not keep the reason", check: "optional/explain", spoil: func(r *reference) { r.extra.explain = func(*reference, string) {} }},
	{fault: "takes the reason for a name", check: "optional/explain",
		spoil: func(r *reference) {
			r.extra.explain = func(r *reference, why string) { r.info.Why, r.info.Name = why, why }
		}},
}

// optimist observes its launches, and no errors.
type optimist struct{ *reference }

func (d optimist) Run(ctx context.Context, l *device.Launch) error {
	e := device.Observe(d, l)
	defer e.End(nil)
	return d.reference.Run(ctx, l)
}

type pessimist struct{ *reference }

func (d pessimist) Run(ctx context.Context, l *device.Launch) error {
	e := device.Observe(d, l)
	defer e.End(errors.New("who knows"))
	return d.reference.Run(ctx, l)
}

// repeater tries a second time what has failed.
type repeater struct{ *reference }

func (d repeater) Run(ctx context.Context, l *device.Launch) error {
	e := device.Observe(d, l)
	err := d.reference.Run(ctx, l)
	e.End(err)
	if err != nil {
		e = device.Observe(d, l)
		err = d.reference.Run(ctx, l)
		e.End(err)
	}
	return err
}
