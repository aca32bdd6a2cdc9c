package devicetest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/device"
)

// closeChecks close devices, so each opens its own.
func (s lifecycleSection) closeChecks() []check {
	return []check{
		{"close/errors", "after Close everything answers ErrClosed, and a second Close does nothing", s.onOther("close/errors", s.checkClosed)},
		{"close/queued", "Close waits for queued work", s.onOther("close/queued", s.checkCloseQueued)},
		{"close/concurrent", "Close may come at any time: calls under way succeed or answer ErrClosed", s.onOther("close/concurrent", s.checkCloseUnderLoad)},
		{"close/others", "closing one device leaves others alone", s.onOther("close/others", func(d device.Device) error {
			return errors.Join(s.alive(d), d.Close(), s.alive(s.device))
		})},
	}
}

// onOther runs a check on another device of the kind.
func (s lifecycleSection) onOther(name string, f func(device.Device) error) func() error {
	return func() error {
		if s.open == nil {
			return s.without(name + ": option Open says no way to open a device " + s.info.Name)
		}
		d, err := s.open()
		if err != nil {
			return fmt.Errorf("opening another device: %w", err)
		}
		return errors.Join(f(d), d.Close())
	}
}

func (s lifecycleSection) checkClosed(d device.Device) error {
	w := s.worker(d, 8)
	x, err := w.buffer(1)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := errors.Join(w.run(x, x, x), d.Close(), d.Close()); err != nil {
		return err
	}
	_, allocErr := d.Alloc(4)
	type answer struct {
		name string
		err  error
	}
	answers := []answer{
		{"Alloc", allocErr},
		{"Run", w.run(x, x, x)},
		{"Sync", d.Sync(ctx)},
		{"Write", x.Write(0, []byte{1})},
		{"Read", x.Read(ctx, 0, make([]byte, 1))},
	}
	nothing := func([]byte) error { return nil }
	if v, ok := x.(device.Viewer); ok {
		answers = append(answers, answer{"View", v.View(ctx, 0, 1, nothing)})
	}
	if v, ok := x.(device.Filler); ok {
		answers = append(answers, answer{"Fill", v.Fill(0, 1, nothing)})
	}
	if o, ok := d.(device.Warmer); ok {
		answers = append(answers, answer{"Warm", o.Warm(w.launch(x, x, x))})
	}
	if o, ok := d.(device.Timer); ok {
		_, err := o.Times(ctx)
		answers = append(answers, answer{"Times", err})
	}
	var all faults
	for _, call := range answers {
		if !errors.Is(call.err, device.ErrClosed) {
			all.add(fmt.Errorf("%s after Close: %v, want ErrClosed", call.name, call.err))
		}
	}
	x.Release()
	if d.String() == "" || d.Info().Name != s.info.Name {
		all.add(errors.New("String or Info says nothing after Close"))
	}
	return all.join()
}

func (s lifecycleSection) checkCloseQueued(d device.Device) error {
	w := s.worker(d, 100_000)
	x, err := w.buffer(1)
	if err != nil {
		return err
	}
	for range 20 {
		if err := w.run(x, x, x); err != nil {
			return err
		}
	}
	return d.Close()
}

// checkCloseUnderLoad closes a device while goroutines use it. One goroutine for each call repeats
// it, so that every call comes first after some Close. One more goroutine makes all the calls.
func (s lifecycleSection) checkCloseUnderLoad(d device.Device) error {
	w := s.worker(d, 300)
	var held [4]device.Buffer
	for i := range held {
		b, err := w.buffer(1)
		if err != nil {
			return err
		}
		defer b.Release()
		held[i] = b
	}
	calls := []func() error{
		w.callEach,
		func() error { return w.run(held[0], held[1], held[1]) },
		func() error { return w.write(held[2], 2) },
		func() error { return w.holds(held[3], 1) },
	}
	var all faults
	var mu sync.Mutex
	var wg sync.WaitGroup
	started := make(chan bool, len(calls))
	for _, call := range calls {
		wg.Go(func() {
			err := guarded(call)
			started <- true
			for err == nil {
				err = guarded(call)
			}
			mu.Lock()
			defer mu.Unlock()
			if !errors.Is(err, device.ErrClosed) {
				all.add(fmt.Errorf("a call while the device closes: %w, want ErrClosed", err))
			}
		})
	}
	for range calls {
		<-started
	}
	closed := d.Close()
	wg.Wait()
	return errors.Join(closed, all.join())
}

// callEach makes all calls on a buffer of its own.
func (w *worker) callEach() error {
	x, err := w.buffer(1)
	if err != nil {
		return err
	}
	defer x.Release()
	return first(
		func() error { return w.run(x, x, x) },
		func() error { return w.holds(x, 2) },
	)
}
