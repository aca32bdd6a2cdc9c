package exec

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// Engine runs launches by a kernel set.
type Engine struct {
	Sizes
	Threads  int
	Set      *kernel.Set
	Swapped  bool // the host is big endian: the bytes of elements are swapped on their way
	Helpers  helpers
	Programs programs
	Closed   atomic.Bool
	Working  atomic.Int64 // launches under way that Close waits for
	// Where finds the memory of a buffer, and its bytes. It returns an error if the buffer belongs to
	// another device, or is released.
	Where func(device.Buffer) (at unsafe.Pointer, bytes int, err error)
	// Take gives memory and its size, and counts it, until Give takes it back.
	Take func(bytes int) (at unsafe.Pointer, size int, err error)
	Give func(at unsafe.Pointer, size int)
	// Lend counts memory as the device's, or returns an error if there is no more.
	Lend func(bytes int) (done func(), err error)
}

// uncounted is how many bytes of tiles are not counted as the device's memory.
const uncounted = 1 << 20

// Bind checks a launch, and returns a task for one Run. A reused launch keeps the task that is laid
// out for it.
func (e *Engine) Bind(l *device.Launch, info *device.Info) (*task, error) {
	var t *task
	note := l.Note()
	if note != nil {
		t, _ = (*note).(*task)
	}
	if t != nil && t.laidFor(l, e) && t.bind(l, e) == nil && t.holds() {
		return t, nil
	}
	if t == nil {
		t = tasks.Get().(*task)
	}
	err := l.Check(*info)
	if err == nil {
		t.lay(e, l)
		err = t.bind(l, e)
	}
	if err != nil {
		t.unbind(l)
		return nil, err
	}
	if note != nil {
		*note = t
	}
	return t, nil
}

// Run runs the launch of a task that Bind has returned. Close waits for tasks of several tiles, and the
// end of the context stops them.
func (e *Engine) Run(ctx context.Context, l *device.Launch, t *task) (err error) {
	if t.several {
		e.Working.Add(1)
		defer e.Working.Add(-1)
		if e.Closed.Load() {
			t.unbind(l)
			return device.ErrClosed
		}
		if !l.InPlace() {
			t.ended = ctx.Done()
		}
	}
	if !t.program.plain {
		if err := e.lend(t); err != nil {
			t.unbind(l)
			return err
		}
	}
	t.own.begin(t)
	if t.groups.parts > 1 {
		e.runPasses(t)
	} else {
		e.share(t, t.count, t.threads)
	}
	t.own.end(t)
	if t.left.Load() {
		t.left.Store(false)
		err = ctx.Err()
	}
	if !t.program.plain {
		e.finish(t, err == nil)
	}
	t.unbind(l)
	return err
}

// lend gives the memory that stores need for elements that are kept. It counts that which kernels of
// stores and goroutines with groups need beside it, if it is much.
func (e *Engine) lend(t *task) (err error) {
	if t.overlong() {
		return fmt.Errorf("cpu: a row takes the %d elements of a group at once, which are more bytes than an int counts: %w", t.groups.elements.most, device.ErrOutOfMemory)
	}
	t.located.Store(false)
	bytes := t.storeScratch()
	if t.grouped() {
		bytes += t.scratch() * t.threads
	}
	if err = t.takeMemory(e); err == nil && bytes > uncounted {
		t.lent, err = e.Lend(bytes)
	}
	if err != nil {
		t.giveBack(e)
	}
	return err
}

// finish stores what was kept until all places were known, gives the memory back, and reports an index
// error. If the launch was left, it only gives back.
func (e *Engine) finish(t *task, done bool) {
	if done && t.first.err == nil {
		e.runStores(t)
	}
	t.giveBack(e)
	if t.program.faulty {
		t.report(t.launch.Fault, done)
	}
}

// Close refuses launches from now on. It waits for launches of several tiles that are under way, and for
// helpers.
func (e *Engine) Close() error {
	if e.Working.Load() > 0 {
		if err := device.MayWait(); err != nil {
			return err
		}
	}
	e.Closed.Store(true)
	for e.Working.Load() > 0 || e.Helpers.Alive.Load() > 0 {
		time.Sleep(time.Millisecond / 10)
	}
	return nil
}

// giveBack gives back the memory of elements that were kept, and that which groups needed.
func (t *task) giveBack(e *Engine) {
	for _, b := range t.taken {
		e.Give(b.at, b.size)
	}
	clear(t.taken)
	if t.taken = t.taken[:0]; t.lent != nil {
		t.lent()
		t.lent = nil
	}
}
