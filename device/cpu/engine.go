package cpu

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
)

// engine runs launches by a kernel set.
type engine struct {
	sizes
	threads  int
	set      *tier
	swapped  bool // the host is big endian: elements are turned round on their way
	crew     crew
	programs programs
	closed   atomic.Bool
	working  atomic.Int64 // launches under way that Close waits for
	where    func(device.Buffer) (memory, error)
}

// run runs a launch that has been checked, over n elements.
func (e *engine) run(ctx context.Context, l *device.Launch, n int, dense bool) error {
	w := workers.Get().(*worker)
	err := w.locate(l, e.where)
	if err != nil || n == 0 {
		w.done()
		return err
	}
	p := e.programs.of(l.Program, e.set, l.Scalars, n)
	short := !e.swapped && p.short(n, e.alone())
	if short && dense && w.runInline(p, l, w.loop(p, l, n)) {
		workers.Put(w)
		return nil
	}
	plan := l.PlanWith(&w.planner)
	if short && !dense {
		if loops, ok := w.loops(p, &plan); ok && w.runInline(p, l, loops) {
			workers.Put(w)
			return nil
		}
	}
	if e.working.Add(1); e.closed.Load() {
		e.working.Add(-1)
		w.done()
		return device.ErrClosed
	}
	defer e.working.Add(-1)
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

// alone is the most work that is done inline.
func (e *engine) alone() int {
	if e.threads == 1 {
		return e.wake
	}
	return e.parallel
}

// locate finds where the launch's operands lie.
func (w *worker) locate(l *device.Launch, where func(device.Buffer) (memory, error)) (err error) {
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
