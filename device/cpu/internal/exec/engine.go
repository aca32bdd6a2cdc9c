package exec

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// Engine runs launches by a kernel set.
type Engine struct {
	Sizes
	Threads  int
	Set      *kernel.Set
	Swapped  bool // the host is big endian: elements are turned round on their way
	Helpers  helpers
	Programs programs
	Closed   atomic.Bool
	Working  atomic.Int64 // launches under way that Close waits for
	Where    func(device.Buffer) (Memory, error)
}

// Run runs a launch that has been checked, over n elements.
func (e *Engine) Run(ctx context.Context, l *device.Launch, n int, dense bool) error {
	w := workers.Get().(*Worker)
	err := w.Locate(l, e.Where)
	if err != nil || n == 0 {
		w.done()
		return err
	}
	p := e.Programs.Of(l.Program, e.Set, l.Scalars, n)
	short := !e.Swapped && p.Short(n, e.Alone())
	if short && dense && w.RunInline(p, l, w.Loop(p, l, n)) {
		workers.Put(w)
		return nil
	}
	plan := l.PlanWith(&w.planner)
	if short && !dense {
		if loops, ok := w.Loops(p, &plan); ok && w.RunInline(p, l, loops) {
			workers.Put(w)
			return nil
		}
	}
	if e.Working.Add(1); e.Closed.Load() {
		e.Working.Add(-1)
		w.done()
		return device.ErrClosed
	}
	defer e.Working.Add(-1)
	t := tasks.Get().(*task)
	t.memory, t.plan = w.memory, plan
	if !l.InPlace() {
		t.ended = ctx.Done()
	}
	t.resolve(l, e, p)
	t.runAll()
	if t.ended != nil {
		err = ctx.Err()
	}
	t.recycle()
	w.done()
	return err
}

// Alone is the most work that is done inline.
func (e *Engine) Alone() int {
	if e.Threads == 1 {
		return e.Wake
	}
	return e.Parallel
}

// Locate finds where the launch's operands lie.
func (w *Worker) Locate(l *device.Launch, where func(device.Buffer) (Memory, error)) (err error) {
	w.memory = grow(w.memory, len(l.Out)+len(l.In))
	for i := range l.Out {
		if w.memory[i], err = where(l.Out[i].Buffer); err != nil {
			return fmt.Errorf("cpu: output %d: %w", i, err)
		}
	}
	for i := range l.In {
		if w.memory[len(l.Out)+i], err = where(l.In[i].Buffer); err != nil {
			return fmt.Errorf("cpu: input %d: %w", i, err)
		}
	}
	return nil
}
