package exec

import (
	"context"
	"fmt"
	"sync/atomic"
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
	Where    Where
}

// Where finds the memory of a buffer. It returns an error if the buffer belongs to another device,
// or is released.
type Where = func(device.Buffer) (unsafe.Pointer, error)

// Run runs a launch, and reports whether other goroutines may have shared it. The launch was
// inspected, with this note. A reused launch keeps the task that is laid out for it in the note.
func (e *Engine) Run(ctx context.Context, l *device.Launch, note *any) (shared bool, err error) {
	t := e.task(l, note)
	if err = t.bind(l, e.Where); err == nil {
		err = e.run(ctx, l, t)
	}
	shared = min(t.threads, e.Threads) > 1
	t.unbind()
	if note == nil {
		tasks.Put(t)
	}
	return shared, err
}

// task returns a task that is laid out for the launch. Engines of one kernel set may share tasks.
func (e *Engine) task(l *device.Launch, note *any) *task {
	if note != nil {
		if t, ok := (*note).(*task); ok && t.program.set == e.Set {
			return t
		}
	}
	t := tasks.Get().(*task)
	t.lay(e, l)
	if note != nil {
		*note = t
	}
	return t
}

// run runs a task that is bound to the launch. Close waits for tasks of several tiles, and the end
// of the context stops them.
func (e *Engine) run(ctx context.Context, l *device.Launch, t *task) error {
	if t.count > 1 {
		if e.Working.Add(1); e.Closed.Load() {
			e.Working.Add(-1)
			return device.ErrClosed
		}
		defer e.Working.Add(-1)
		if !l.InPlace() {
			t.ended = ctx.Done()
		}
	}
	t.own.begin(t)
	if min(t.threads, e.Threads) > 1 {
		e.share(t)
	} else {
		t.runTiles(&t.own, 0, t.count)
	}
	t.own.end(t)
	if t.ended != nil {
		return ctx.Err()
	}
	return nil
}

// operandError says which operand an error is about.
func operandError(l *device.Launch, k int, err error) error {
	if k < len(l.Out) {
		return fmt.Errorf("cpu: output %d: %w", k, err)
	}
	return fmt.Errorf("cpu: input %d: %w", k-len(l.Out), err)
}
