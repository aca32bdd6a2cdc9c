package devicetest

import (
	"context"
	"fmt"
	"sync"
)

// orderSection checks that calls take effect in their order, from one goroutine and from several.
type orderSection struct{ *trials }

// orderChecks are about the order in which calls take effect.
func (s orderSection) orderChecks() []check {
	return []check{
		{"order/writes", "launches see the writes before them and not those after", s.checkWrites},
		{"order/queue", "launches take effect in the order of their Run calls, however many are queued", s.checkQueue},
		{"order/release", "a buffer may be released while launches that use it are queued", s.checkRelease},
		{"order/concurrent", "all methods may be called from several goroutines", s.checkConcurrent},
	}
}

func (s orderSection) checkWrites() error {
	w := s.worker(s.device, 1000)
	x, y, release, err := w.buffers(1, 0)
	if err != nil {
		return err
	}
	defer release()
	for v := range s.more(40) {
		if err := first(
			func() error { return w.write(x, v) },
			func() error { return w.run(y, x, x) },
			func() error { return w.write(x, 100) },
			func() error { return w.holds(y, 2*v) },
			func() error { return w.holds(x, 100) },
		); err != nil {
			return err
		}
	}
	return nil
}

// checkQueue counts to 100, one launch for each step, again and again, with few reads.
func (s orderSection) checkQueue() error {
	w := s.worker(s.device, 257)
	x, one, release, err := w.buffers(0, 1)
	if err != nil {
		return err
	}
	defer release()
	for iteration := range 20 {
		for range 100 {
			if err := w.run(x, x, one); err != nil {
				return err
			}
		}
		if iteration%2 == 1 {
			if err := w.holds(x, 100); err != nil {
				return fmt.Errorf("after 100 launches x = x + 1: %w", err)
			}
		}
		if err := w.write(x, 0); err != nil {
			return err
		}
	}
	return s.device.Sync(context.Background())
}

// checkRelease releases the operands of queued launches, and fills new buffers, which
// may get the same memory, with other values.
func (s orderSection) checkRelease() error {
	w := s.worker(s.device, 5000)
	sum, err := w.buffer(0)
	if err != nil {
		return err
	}
	defer sum.Release()
	for range 50 {
		x, err := w.buffer(2)
		if err != nil {
			return err
		}
		if err := w.run(sum, sum, x); err != nil {
			return err
		}
		x.Release()
		y, err := w.buffer(77)
		if err != nil {
			return err
		}
		y.Release()
	}
	return w.holds(sum, 100)
}

func (s orderSection) checkConcurrent() error {
	var all faults
	var mu sync.Mutex
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			err := guarded(func() error { return s.hammer(g, s.more(40)) })
			mu.Lock()
			defer mu.Unlock()
			all.add(err)
		})
	}
	wg.Wait()
	return all.join()
}

// hammer is one goroutine's work, on buffers of its own.
func (s orderSection) hammer(g, iterations int) error {
	w := s.worker(s.device, 100+g*301)
	for i := range iterations {
		x, err := w.buffer(g)
		if err != nil {
			return err
		}
		y, err := w.buffer(i)
		if err != nil {
			return err
		}
		err = first(
			func() error { return w.run(y, y, x) },
			func() error { return w.run(x, y, y) },
			func() error { return w.holds(x, 2*(g+i)) },
			func() error { return s.device.Sync(context.Background()) },
		)
		if err != nil {
			return fmt.Errorf("goroutine %d, iteration %d: %w", g, i, err)
		}
		if s.device.Info() != s.info || s.device.String() == "" {
			return fmt.Errorf("what Info or String say changed under load")
		}
		x.Release()
		y.Release()
	}
	return nil
}
