package devicetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// optionalSection checks launch events, and the methods that devices and buffers may have besides
// the ten.
type optionalSection struct{ *trials }

func (s optionalSection) optionalChecks() []check {
	return []check{
		{"optional/observe", "a launch is observed exactly once, before Run returns; with an error if Run fails", s.checkObserve},
		{"optional/view", "View calls f once with exactly the bytes asked for, and returns f's error; it refuses what Read refuses, without a call; f may use the device, and its bytes do not change", s.checkView},
		{"optional/fill", "Fill calls f once with exactly the bytes asked for, and returns f's error; what f leaves in them is in the buffer; it refuses what Write refuses, without a call", s.checkFill},
		{"optional/collected", "Collected always says the same, and if it is true the device lets Go collect the buffer", s.checkCollected},
		{"optional/warm", "Warm runs nothing, changes no buffer and looks at none, and returns the error that Run would return", s.checkWarm},
		{"optional/describe", "Describe is a line about what Run takes, and an error for what Run refuses; it runs nothing and looks at no buffer", s.checkDescribe},
		{"optional/weight", "Weight is not negative", s.checkWeight},
		{"optional/times", "Times returns before its context ends, with the clock's name and the times of launches, or with an error", s.checkTimes},
		{"optional/explain", "Info().Why is what Explain was given, and nothing else changes", s.checkExplain},
	}
}

// offered runs f if x has the methods of T. Otherwise it notes that they are not offered.
func offered[T any](s *trials, name string, x any, f func(T) error) error {
	if t, ok := x.(T); ok {
		return f(t)
	}
	return s.without(name + ": not offered")
}

// sighting is what the observer of a launch was told.
type sighting struct {
	device   device.Device
	err      error
	selfTest bool
	line     string
	work     *device.Work
}

// observed runs f and returns the events of launches of a program. If the device has events of its
// own, events of a device inside it are left out.
func (s target) observed(p *device.Program, f func() error) ([]sighting, error) {
	var mu sync.Mutex
	var all []sighting
	stop := device.OnLaunch(func(e *device.LaunchEvent) {
		if e.Launch.Program == p {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, sighting{e.Device, e.Err, e.SelfTest, e.String(), e.Work})
		}
	})
	defer stop()
	err := f()
	mu.Lock()
	defer mu.Unlock()
	inside := func(e sighting) bool { return e.device != s.device }
	if slices.ContainsFunc(all, func(e sighting) bool { return !inside(e) }) {
		all = slices.DeleteFunc(all, inside)
	}
	return all, err
}

// checkObserve lets launches succeed and fail. Whether a launch that fails is observed is up to the
// device, which may find the error before.
func (s optionalSection) checkObserve() error {
	w := s.worker(s.device, 100)
	x, err := w.buffer(1)
	if err != nil {
		return err
	}
	defer x.Release()
	for n := range 3 {
		seen, err := s.observed(w.add, func() error {
			for range n {
				if err := w.run(x, x, x); err != nil {
					return err
				}
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case len(seen) != n:
			return fmt.Errorf("of %d launches, %d were observed", n, len(seen))
		}
		for _, e := range seen {
			if e.err != nil || e.selfTest || strings.Contains(e.line, "\n") {
				return fmt.Errorf("a launch that went well was observed as %s", e.line)
			}
			if e.device != s.device {
				return s.without(fmt.Sprintf("optional/observe: launches are those of a device inside, %v", e.device))
			}
		}
	}
	return s.checkObserveErrors(w, x)
}

func (s optionalSection) checkObserveErrors(w *worker, x device.Buffer) error {
	gone, err := w.buffer(1)
	if err != nil {
		return err
	}
	gone.Release()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		in   device.Buffer
		n    int
	}{
		{"a released input", context.Background(), gone, w.n},
		{"a context that has ended", ended, x, w.n},
		{"layouts of another shape", context.Background(), x, w.n + 1},
	} {
		l := w.launch(x, c.in, c.in)
		l.Shape[0] = c.n
		seen, err := s.observed(w.add, func() error { return s.device.Run(c.ctx, l) })
		switch {
		case err == nil:
			return fmt.Errorf("running with %s is no error", c.name)
		case len(seen) > 1:
			return fmt.Errorf("a launch with %s was observed %d times", c.name, len(seen))
		case len(seen) == 1 && seen[0].err == nil:
			return fmt.Errorf("a launch with %s fails, and was observed without an error", c.name)
		}
	}
	return nil
}

// samples are launches of different kernels: sums, a copy, scalars, in place, and without elements.
func (s optionalSection) samples() []*trial {
	dt := s.counting()
	add := func(mask int) *device.Program { return single(device.Instr{Op: op.Add}, repeat(dt, 2), mask) }
	if dt == op.Bool {
		add = func(mask int) *device.Program { return single(device.Instr{Op: op.LogicalOr}, repeat(dt, 2), mask) }
	}
	copies := mustProgram(repeat(dt, 1), nil, nil, 0)
	x, y := s.plainArray(dt, 15), s.plainArray(dt, 15)
	turned := func() array { return s.random(dt, transpose([]int{3, 5})) }
	return []*trial{
		{program: add(0), out: []array{s.plainArray(dt, 15)}, in: []array{x, y}},
		{program: add(0), out: []array{s.random(dt, dense([]int{3, 5}))}, in: []array{turned(), turned()}},
		{program: add(0), out: []array{x}, in: []array{x, y}},
		{program: add(2), out: []array{s.plainArray(dt, 15)}, in: []array{x}, scalars: []op.Scalar{dt.FromInt(1)}},
		{program: copies, out: []array{s.plainArray(dt, 15)}, in: []array{y}},
		{program: copies, out: []array{s.plainArray(dt, 0)}, in: []array{s.plainArray(dt, 0)}},
	}
}

// standIn is a buffer that does not exist yet. Only its length and its identity may be asked for.
type standIn struct {
	device.Buffer
	bytes int
}

func (b *standIn) Len() int { return b.bytes }

// preview is a method that looks at a launch, and does not run it: Warm or Describe.
type preview func(l *device.Launch) (string, error)

// checkPreview passes launches to a method that must not run them, with buffers that exist and with
// stand-ins.
func (s optionalSection) checkPreview(look preview) error {
	for _, t := range s.samples() {
		seen, err := s.observed(t.program, func() error { return s.lookAt(t, look) })
		if err == nil && len(seen) > 0 {
			err = errors.New("the launch was run")
		}
		if err != nil {
			return t.explain(err)
		}
	}
	return errors.Join(s.refusesAlike(look), s.judge(s.samples()[0]))
}

func (s optionalSection) lookAt(t *trial, look preview) error {
	for _, m := range t.memories() {
		m.buf = &standIn{bytes: len(m.host)}
	}
	text, err := look(t.launch())
	if err != nil {
		return fmt.Errorf("with buffers that do not exist yet: %w", err)
	}
	for _, m := range t.memories() {
		if err := s.upload(m); err != nil {
			return err
		}
		defer m.buf.Release()
	}
	again, err := look(t.launch())
	switch {
	case err != nil:
		return err
	case again != text:
		return fmt.Errorf("it says %q, and with buffers that do not exist yet %q", again, text)
	}
	for _, m := range t.memories() {
		if err := s.download(m); err != nil {
			return err
		}
		if !slices.Equal(m.host, m.after) {
			return fmt.Errorf("the memory of %s changed", t.users(m))
		}
	}
	return nil
}

// refusesAlike compares the errors for wrong launches, and for types that the device does not list,
// with those of Run.
func (s optionalSection) refusesAlike(look preview) error {
	for _, b := range spoilings {
		t := s.spoilable()
		if err := s.refusalsOf(t, b.spoil, look); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
	}
	for _, dt := range op.DTypes() {
		if s.info.DTypes.Has(dt) {
			continue
		}
		t := &trial{program: mustProgram(repeat(dt, 1), nil, nil, 0), in: []array{s.plainArray(dt, 6)}, out: []array{s.plainArray(dt, 6)}}
		if err := s.refusalsOf(t, func(*device.Launch) {}, look); err != nil {
			return fmt.Errorf("a copy of %v: %w", dt, err)
		}
	}
	return nil
}

func (s optionalSection) refusalsOf(t *trial, spoil func(*device.Launch), look preview) error {
	for _, m := range t.memories() {
		if err := s.upload(m); err != nil {
			return err
		}
		defer m.buf.Release()
	}
	l := t.launch()
	spoil(l)
	_, got := look(l)
	want := s.device.Run(context.Background(), l)
	if got == nil || errors.Is(got, errors.ErrUnsupported) != errors.Is(want, errors.ErrUnsupported) {
		return fmt.Errorf("the error is %v, and that of Run %v", got, want)
	}
	return nil
}

func (s optionalSection) checkWarm() error {
	return offered(s.trials, "optional/warm", s.device, func(d device.Warmer) error {
		return s.checkPreview(func(l *device.Launch) (string, error) { return "", d.Warm(l) })
	})
}

func (s optionalSection) checkDescribe() error {
	return offered(s.trials, "optional/describe", s.device, func(d device.Describer) error {
		return s.checkPreview(func(l *device.Launch) (string, error) {
			text, err := d.Describe(l)
			if err == nil && (strings.Contains(text, "\n") || text == "" && l.Shape[0] > 0) {
				err = fmt.Errorf("it says %q", text)
			}
			return text, err
		})
	})
}

// checkWeight asks for the weight of every row that the device runs, in all its types.
func (s optionalSection) checkWeight() error {
	return offered(s.trials, "optional/weight", s.device, func(d device.Weigher) error {
		for _, o := range op.Instructions() {
			for _, dt := range s.info.DTypes.List() {
				types, ok := operandTypes(o, dt)
				if !ok {
					continue
				}
				result, _ := o.Check(types)
				if o.Rule == op.Retype {
					result = pick(s.source, s.info.DTypes.List())
				}
				if w := d.Weight(o, o.Computes(types), result); w < 0 {
					return fmt.Errorf("%v of %v weighs %d %%", o, dt, w)
				}
			}
		}
		for _, row := range op.Groups() {
			for _, dt := range s.info.DTypes.List() {
				if f := forms(s); !f.runs(f.single(row, dt)) {
					continue
				}
				if w := d.Weight(row, dt, resultOf(row, dt)); w < 0 {
					return fmt.Errorf("%v of %v weighs %d %%", row, dt, w)
				}
			}
		}
		return nil
	})
}

func (s optionalSection) checkTimes() error {
	return offered(s.trials, "optional/times", s.device, func(d device.Timer) error {
		w := s.worker(s.device, 1000)
		x, err := w.buffer(1)
		if err != nil {
			return err
		}
		defer x.Release()
		if err := w.run(x, x, x); err != nil { // the kernel is then compiled: TimeWork is for the whole process
			return err
		}
		stop := device.TimeWork()
		defer stop()
		seen, err := s.observed(w.add, func() error { return errors.Join(w.run(x, x, x), w.run(x, x, x)) })
		stop()
		if err != nil {
			return err
		}
		clock, err, late := s.times(d)
		switch {
		case late != nil:
			return late
		case err != nil:
			return s.without(fmt.Sprintf("optional/times: %v", err))
		case clock == "" || strings.Contains(clock, "\n"):
			return fmt.Errorf("the clock is %q", clock)
		}
		for i, e := range seen {
			if e.work == nil || e.work.Start.IsZero() || e.work.Time < 0 {
				return fmt.Errorf("launch %d has the Work %+v", i, e.work)
			}
		}
		again, err, late := s.times(d)
		if err != nil || late != nil || again != clock {
			return fmt.Errorf("a second call says %q, error %v; the first said %q", again, errors.Join(err, late), clock)
		}
		return w.holds(x, 8)
	})
}

// times calls Times. Late is an error if it does not return before its context ends.
func (s optionalSection) times(d device.Timer) (clock string, err, late error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	if clock, err = d.Times(ctx); ctx.Err() != nil {
		late = fmt.Errorf("it has not returned after %v", s.patience)
	}
	return clock, err, late
}

// checkExplain explains another device: the one that is tested keeps its reason.
func (s optionalSection) checkExplain() error {
	const name = "optional/explain"
	return offered(s.trials, name, s.device, func(device.Explainer) error {
		return lifecycleSection(s).onOther(name, func(d device.Device) error {
			want := d.Info()
			want.Why = "chosen by a test"
			d.(device.Explainer).Explain(want.Why)
			if got := d.Info(); got != want {
				return fmt.Errorf("Info() is %+v, want %+v", got, want)
			}
			return nil
		})()
	})
}
