package devicetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// lifecycleSection checks what a device says of itself, and what it does after Release, Close and
// the end of a context.
type lifecycleSection struct{ *trials }

// infoChecks are about what a device says of itself.
func (s lifecycleSection) infoChecks() []check {
	return []check{{"info", "Info names the device, its kind and its types, its limits leave room to work, and it does not change; String is for people", s.checkInfo}}
}

func (s lifecycleSection) checkInfo() error {
	i, text := s.info, s.device.String()
	var all faults
	expect := func(ok bool, format string, args ...any) {
		if !ok {
			all.add(fmt.Errorf(format, args...))
		}
	}
	expect(i.Name != "", "Info().Name is empty")
	expect(i.Kind >= device.CPU && i.Kind <= device.Other, "Info().Kind is %d", i.Kind)
	expect(i.DTypes&^op.SetOf(op.DTypes()...) == 0, "Info().DTypes has types that do not exist: %b", i.DTypes)
	expect(i.Forms&^device.AllForms == 0, "Info().Forms has bits of no form: %b", i.Forms)
	expect(i.DTypes.Has(op.Bool) && i.DTypes.Has(op.Float32), "Info().DTypes is %v, without bool and float32", i.DTypes.List())
	expect(i.Limits.Buffers == 0 || i.Limits.Buffers >= 4, "Info().Limits.Buffers is %d; where takes 4", i.Limits.Buffers)
	expect(i.Limits.BufferBytes == 0 || i.Limits.BufferBytes >= 1<<20, "Info().Limits.BufferBytes is %d", i.Limits.BufferBytes)
	expect(text != "" && !strings.Contains(text, "\n"), "String() is %q", text)
	expect(s.device.Info() == i, "Info() changed from %+v to %+v", i, s.device.Info())
	return all.join()
}

// lifecycleChecks leave the device open.
func (s lifecycleSection) lifecycleChecks() []check {
	return []check{
		{"lifecycle/interrupt", interruptRule, s.checkInterrupt},
		{"lifecycle/release", "a second Release does nothing; a released buffer answers errors, and a launch with it is one", s.checkReleased},
		{"lifecycle/sync", "Sync waits for queued work, also where there is none", s.checkSync},
		{"lifecycle/cancel", "Sync and Read return the error of a cancelled context, and the device goes on", s.checkCancel},
		{"lifecycle/launch", "a launch is its caller's again when Run returns: whatever becomes of it, what was asked for is computed", s.checkReuse},
	}
}

func (s lifecycleSection) checkReleased() error {
	w := s.worker(s.device, 4)
	x, err := w.buffer(1)
	if err != nil {
		return err
	}
	y, err := w.buffer(1)
	if err != nil {
		return err
	}
	defer y.Release()
	x.Release()
	x.Release()
	switch {
	case x.Write(0, []byte{1}) == nil:
		return errors.New("writing to a released buffer is no error")
	case x.Read(context.Background(), 0, make([]byte, 1)) == nil:
		return errors.New("reading a released buffer is no error")
	case w.run(y, x, y) == nil:
		return errors.New("running with a released input is no error")
	case w.run(x, y, y) == nil:
		return errors.New("running with a released output is no error")
	}
	return errors.Join(w.holds(y, 1), s.alive(s.device))
}

func (s lifecycleSection) checkSync() error {
	ctx := context.Background()
	w := s.worker(s.device, 100_000)
	x, err := w.buffer(3)
	if err != nil {
		return err
	}
	defer x.Release()
	return first(
		func() error { return s.device.Sync(ctx) },
		func() error { return w.run(x, x, x) },
		func() error { return s.device.Sync(ctx) },
		func() error { return s.device.Sync(ctx) },
		func() error { return w.holds(x, 6) },
	)
}

func (s lifecycleSection) checkCancel() error {
	w := s.worker(s.device, 1000)
	x, err := w.buffer(5)
	if err != nil {
		return err
	}
	defer x.Release()
	if err := w.run(x, x, x); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.device.Sync(ctx); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("calling Sync with a cancelled context: %v, want %w", err, context.Canceled)
	}
	if err := x.Read(ctx, 0, make([]byte, 8)); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("calling Read with a cancelled context: %v, want %w", err, context.Canceled)
	}
	return errors.Join(w.holds(x, 10), s.alive(s.device))
}

// without notes a check that could not run.
func (s *trials) without(what string) error {
	s.report.NotRun = append(s.report.NotRun, what)
	return nil
}
