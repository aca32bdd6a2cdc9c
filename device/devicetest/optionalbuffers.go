package devicetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
	"weak"

	"github.com/wgtensor/wgtensor/device"
)

// eachOffering runs f on buffers of random bytes, short and long, that have the methods of T. It
// releases them. If no buffer has the methods, it notes that they are not offered.
func eachOffering[T any](s *trials, name string, f func(m *memory, t T) error) error {
	offers := false
	for _, n := range []int{61, 1031, 100_003} {
		m := s.garbage(n)
		err := s.upload(m)
		if t, ok := m.buf.(T); ok && err == nil {
			offers = true
			err = f(m, t)
		}
		if m.buf != nil {
			m.buf.Release()
		}
		if err != nil {
			return fmt.Errorf("a buffer of %d bytes: %w", n, err)
		}
	}
	if !offers {
		return s.without(name + ": not offered")
	}
	return nil
}

// access is View or Fill of a buffer.
type access func(offset, n int, f func(bytes []byte) error) error

// once calls it with a function that has to get n bytes, once. It returns the error of use first.
func (a access) once(offset, n int, use func(bytes []byte) error) error {
	calls, got := 0, n
	var answer error
	err := a(offset, n, func(bytes []byte) error {
		calls++
		if got = len(bytes); got == n {
			answer = use(bytes)
		}
		return answer
	})
	switch {
	case got != n:
		err = fmt.Errorf("f gets %d bytes", got)
	case answer != nil:
		err = answer
	case err == nil && calls != 1:
		err = fmt.Errorf("f is called %d times", calls)
	}
	if err != nil {
		err = fmt.Errorf("%d bytes at %d: %w", n, offset, err)
	}
	return err
}

// passesOn checks that the error of f comes back.
func (a access) passesOn() error {
	want := errors.New("of a test")
	if err := a(1, 3, func([]byte) error { return want }); !errors.Is(err, want) {
		return fmt.Errorf("if f returns an error, the error is %v", err)
	}
	return nil
}

// refuses checks that a range is an error, and that f is not called.
func (a access) refuses(offset, n int) error {
	called := false
	err := a(offset, n, func([]byte) error {
		called = true
		return nil
	})
	if err == nil || called {
		return fmt.Errorf("%d bytes at %d: error %v, f called: %v", n, offset, err, called)
	}
	return nil
}

// refusesRanges tries ranges that a buffer does not have.
func (a access) refusesRanges(bytes int) error {
	for _, r := range [][2]int{{-1, 2}, {bytes - 1, 2}, {bytes, 1}, {bytes + 1, 0}, {0, bytes + 1}, {0, -1}, {2, -1}, {1, math.MaxInt},
		{math.MaxInt, 2}, {math.MaxInt, math.MaxInt}, {math.MinInt, 2}, {math.MinInt, math.MaxInt}} {
		if err := a.refuses(r[0], r[1]); err != nil {
			return fmt.Errorf("of a buffer of %d bytes, %w", bytes, err)
		}
	}
	return nil
}

// span draws bytes of a buffer: sometimes none, sometimes all.
func (s *source) span(bytes int) (offset, n int) {
	switch s.rng.IntN(8) {
	case 0:
		return s.rng.IntN(bytes + 1), 0
	case 1:
		return 0, bytes
	}
	offset = s.rng.IntN(bytes)
	return offset, 1 + s.rng.IntN(bytes-offset)
}

func viewOf(ctx context.Context, v device.Viewer) access {
	return func(offset, n int, f func([]byte) error) error { return v.View(ctx, offset, n, f) }
}

func (s optionalSection) checkView() error {
	return eachOffering(s.trials, "optional/view", func(m *memory, v device.Viewer) error {
		view := viewOf(context.Background(), v)
		shows := func(offset, n int) error {
			return view.once(offset, n, func(shown []byte) error { return equalBytes(shown, m.host[offset:][:n]) })
		}
		for range max(12, s.more(200)) {
			if err := shows(s.span(len(m.host))); err != nil {
				return err
			}
		}
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		return first(
			view.passesOn,
			func() error { return view.refusesRanges(len(m.host)) },
			func() error { return viewOf(ended, v).refuses(0, 5) },
			func() error { return wantCanceled(v.View(ended, 0, 5, func([]byte) error { return nil })) },
			func() error { return s.checkViewOfResults(len(m.host) / 8) },
			func() error { return errors.Join(s.download(m), equalBytes(m.after, m.host)) },
			func() error { m.buf.Release(); return view.refuses(0, 5) },
		)
	})
}

func wantCanceled(err error) error {
	if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("with a context that has ended: %v, want %w", err, context.Canceled)
	}
	return nil
}

// checkViewOfResults shows what launches computed, while the device works on another buffer.
func (s optionalSection) checkViewOfResults(n int) error {
	w := s.worker(s.device, n)
	x, y, release, err := w.buffers(3, 1)
	if err != nil {
		return err
	}
	defer release()
	views := func(b device.Buffer, f func(shown []byte) error) error {
		return offered(s.trials, "optional/view of a result", b, func(v device.Viewer) error {
			return viewOf(context.Background(), v).once(0, b.Len(), f)
		})
	}
	if err := views(x, func(shown []byte) error { return w.equal(shown, 3) }); err != nil {
		return err
	}
	if err := w.run(x, x, x); err != nil {
		return err
	}
	return views(x, func(shown []byte) error {
		before := bytes.Clone(shown)
		return first(
			func() error { return w.equal(shown, 6) },
			func() error { return w.run(y, x, x) },
			func() error { return views(y, func(other []byte) error { return w.equal(other, 12) }) },
			func() error { return w.write(y, 9) },
			func() error { return w.run(y, y, y) },
			func() error { return w.holds(y, 18) },
			func() error { return s.device.Sync(context.Background()) },
			func() error {
				if err := equalBytes(shown, before); err != nil {
					return fmt.Errorf("while f used another buffer: %w", err)
				}
				return nil
			},
		)
	})
}

func (s optionalSection) checkFill() error {
	return eachOffering(s.trials, "optional/fill", func(m *memory, b device.Filler) error {
		fill := access(b.Fill)
		for range max(12, s.more(200)) {
			offset, n := s.span(len(m.host))
			err := first(
				func() error { return fill.once(offset, n, s.changeSome(m.host[offset:][:n])) },
				func() error { return errors.Join(s.download(m), equalBytes(m.after, m.host)) },
			)
			if err != nil {
				return fmt.Errorf("%d bytes from %d on: %w", n, offset, err)
			}
		}
		return first(
			func() error { return fill.refusesRanges(len(m.host)) },
			func() error { return errors.Join(s.download(m), equalBytes(m.after, m.host)) },
			fill.passesOn,
			func() error { return s.checkFillBetweenLaunches(len(m.host) / 8) },
			func() error { m.buf.Release(); return fill.refuses(0, 5) },
		)
	})
}

// changeSome changes the first and every third byte of the memory that it is given, and of host.
// The others must be those of the buffer.
func (s *source) changeSome(host []byte) func(filled []byte) error {
	return func(filled []byte) error {
		err := equalBytes(filled, host)
		for i := 0; i < len(host); i += 3 {
			host[i] = byte(s.rng.Uint32())
			filled[i] = host[i]
		}
		return err
	}
}

// checkFillBetweenLaunches fills the input of a launch before it and after it.
func (s optionalSection) checkFillBetweenLaunches(n int) error {
	w := s.worker(s.device, n)
	x, y, release, err := w.buffers(1, 1)
	if err != nil {
		return err
	}
	defer release()
	fill := func(v int) error {
		return offered(s.trials, "optional/fill of an operand", x, func(b device.Filler) error {
			return access(b.Fill).once(0, x.Len(), func(filled []byte) error {
				copy(filled, w.elements(v))
				return nil
			})
		})
	}
	return first(
		func() error { return fill(20) },
		func() error { return w.run(y, x, x) },
		func() error { return fill(30) },
		func() error { return w.holds(y, 40) },
		func() error { return w.holds(x, 30) },
	)
}

// checkCollected drops buffers that say that Go collects them.
func (s optionalSection) checkCollected() error {
	return eachOffering(s.trials, "optional/collected", func(m *memory, b device.Collected) error {
		dropped, collected, err := s.dropped(len(m.host))
		if err != nil || !collected {
			return err
		}
		for range 100 {
			device.Collect()
			if dropped.Value() == nil {
				return nil
			}
			time.Sleep(time.Millisecond) // a goroutine of the device may be about to forget it
		}
		return errors.New("the device holds on to a buffer that was dropped")
	})
}

// dropped uses a buffer and does not release it. It reports whether Go is to collect the buffer.
//
//go:noinline
func (s optionalSection) dropped(n int) (at weak.Pointer[byte], collected bool, err error) {
	m := s.garbage(n)
	if err := s.upload(m); err != nil {
		return at, false, err
	}
	collected = m.buf.(device.Collected).Collected()
	err = errors.Join(s.download(m), equalBytes(m.after, m.host))
	if again := m.buf.(device.Collected).Collected(); again != collected {
		err = fmt.Errorf("it says %v, and then %v", collected, again)
	}
	v := reflect.ValueOf(m.buf)
	if err != nil || !collected || v.Kind() != reflect.Pointer {
		m.buf.Release()
		return at, false, err
	}
	return weak.Make((*byte)(v.UnsafePointer())), true, nil
}
