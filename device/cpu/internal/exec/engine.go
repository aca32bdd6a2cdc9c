package exec

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/broadcast"
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
	Mark     *Mark
}

// Mark identifies an engine. A kept launch refers to the mark, so it does not keep the engine
// alive.
type Mark struct{ _ byte }

// Where finds the memory of a buffer. It returns an error if the buffer belongs to another device,
// or is released.
type Where = func(device.Buffer) (Memory, error)

// Run runs an inspected launch, and reports whether it ran inline. A reused launch keeps a worker
// that is laid out for it.
func (e *Engine) Run(ctx context.Context, l *device.Launch, found device.Inspection) (inline bool, err error) {
	if found.Note != nil {
		if w, ok := (*found.Note).(*Worker); ok && w.nest.of == e.Mark {
			return true, w.runNest(l, e.Where)
		}
	}
	w := workers.Get().(*Worker)
	p := e.Programs.Of(l.Program, e.Set)
	var plan broadcast.Plan
	if !found.Dense {
		plan = l.PlanWith(&w.planner)
	}
	if found.Len > 0 && !e.Swapped && p.Short(found.Len, e.Alone()) && w.lay(e, p, l, found.Len, plan) {
		err = w.runNest(l, e.Where)
		if found.Note != nil {
			*found.Note = w
		} else {
			workers.Put(w)
		}
		return true, err
	}
	if found.Dense {
		plan = l.PlanWith(&w.planner)
	}
	err = e.runTiles(ctx, l, w, p, plan)
	w.done()
	return false, err
}

// runTiles runs a launch in tiles. The worker has its plan.
func (e *Engine) runTiles(ctx context.Context, l *device.Launch, w *Worker, p *compiled, plan broadcast.Plan) error {
	if err := w.locate(l, e.Where); err != nil || plan.Len == 0 {
		return err
	}
	if e.Working.Add(1); e.Closed.Load() {
		e.Working.Add(-1)
		return device.ErrClosed
	}
	defer e.Working.Add(-1)
	t := tasks.Get().(*task)
	defer t.recycle()
	t.memory, t.plan = w.memory, plan
	if !l.InPlace() {
		t.ended = ctx.Done()
	}
	t.resolve(l, e, p)
	t.runAll()
	if t.ended != nil {
		return ctx.Err()
	}
	return nil
}

// Alone returns the most work that runs inline.
func (e *Engine) Alone() int {
	if e.Threads == 1 {
		return e.Wake
	}
	return e.Parallel
}

// locate finds where the launch's operands lie.
func (w *Worker) locate(l *device.Launch, where Where) (err error) {
	w.memory = grow(w.memory, len(l.Out)+len(l.In))
	for k := range w.memory {
		o := l.Operand(k)
		if w.memory[k], err = where(o.Buffer); err != nil {
			return operandError(l, k, err)
		}
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
