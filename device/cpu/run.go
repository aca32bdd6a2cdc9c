package cpu

import (
	"context"
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

var tasks = sync.Pool{New: func() any { return new(task) }}

// Run runs the launch, and returns when it is done. When ctx ends, no goroutine begins another
// tile of a launch that is not in place.
func (d *Device) Run(ctx context.Context, l *device.Launch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.leave()
	if err := l.Check(*d.info.Load()); err != nil {
		return err
	}
	t := tasks.Get().(*task)
	defer tasks.Put(t)
	if err := t.hold(d, l); err != nil {
		return err
	}
	defer t.release()
	if t.short(l, d) {
		return nil
	}
	if l.InPlace() {
		t.runLong(l, d)
		return nil
	}
	t.ended = ctx.Done()
	t.runLong(l, d)
	return ctx.Err()
}

func (t *task) runLong(l *device.Launch, d *Device) {
	defer t.recycle()
	t.planLaunch(l)
	if t.plan.Len > 0 {
		t.resolve(l, d)
		t.runAll(d.threads, &d.crew)
	}
}

// held is a buffer that a launch has locked.
type held struct {
	*buffer
	write bool
}

// hold locks the launch's buffers in one order, so that two launches never
// wait for each other.
func (t *task) hold(d *Device, l *device.Launch) error {
	for i := range l.Out {
		if err := t.list(d, &l.Out[i], true); err != nil {
			t.held = t.held[:0]
			return fmt.Errorf("cpu: output %d: %w", i, err)
		}
	}
	for i := range l.In {
		if err := t.list(d, &l.In[i], false); err != nil {
			t.held = t.held[:0]
			return fmt.Errorf("cpu: input %d: %w", i, err)
		}
	}
	sort(t.held)
	released := false
	for _, h := range t.held {
		if h.write {
			h.Lock()
		} else {
			h.RLock()
		}
		released = released || h.block == nil
	}
	if released {
		t.release()
		return fmt.Errorf("cpu: an operand's %w", device.ErrReleased)
	}
	return nil
}

// list enters an operand's buffer in t.held, which holds each buffer once.
func (t *task) list(d *Device, o *device.Operand, write bool) error {
	b, ok := o.Buffer.(*buffer)
	if !ok || b.device != d {
		return fmt.Errorf("the buffer belongs to another device")
	}
	for i := range t.held {
		if t.held[i].buffer == b {
			return nil // outputs are listed first
		}
	}
	t.held = append(t.held, held{b, write})
	return nil
}

// sort is an insertion sort: there are few buffers.
func sort(list []held) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].before(list[j-1].buffer); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

func (t *task) release() {
	for _, h := range t.held {
		if h.write {
			h.Unlock()
		} else {
			h.RUnlock()
		}
	}
	clear(t.held)
	t.held = t.held[:0]
}

// planLaunch is Launch.Plan, without its allocations where nothing needs planning.
func (t *task) planLaunch(l *device.Launch) {
	if !allContiguous(l.Out) || !allContiguous(l.In) {
		t.plan = l.PlanWith(&t.planner)
		return
	}
	t.flat = [2]int{l.Out[0].Layout.Len(), 1}
	t.accesses = t.accesses[:0]
	for _, operands := range [2][]device.Operand{l.Out, l.In} {
		for i := range operands {
			t.accesses = append(t.accesses, broadcast.Access{Offset: operands[i].Layout.Offset, Strides: t.flat[1:]})
		}
	}
	t.plan = broadcast.Plan{Shape: t.flat[:1], Len: t.flat[0], Operands: t.accesses}
}

func allContiguous(operands []device.Operand) bool {
	for i := range operands {
		if !operands[i].Layout.Contiguous() {
			return false
		}
	}
	return true
}
