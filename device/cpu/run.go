package cpu

import (
	"context"
	"errors"
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
	if err := d.own(l); err != nil {
		return err
	}
	t := tasks.Get().(*task)
	defer tasks.Put(t)
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

// own reports what is wrong with the launch's buffers: they are the device's, and live.
func (d *Device) own(l *device.Launch) error {
	for i := range l.Out {
		if err := d.owns(&l.Out[i]); err != nil {
			return fmt.Errorf("cpu: output %d: %w", i, err)
		}
	}
	for i := range l.In {
		if err := d.owns(&l.In[i]); err != nil {
			return fmt.Errorf("cpu: input %d: %w", i, err)
		}
	}
	return nil
}

func (d *Device) owns(o *device.Operand) error {
	b, ok := o.Buffer.(*buffer)
	switch {
	case !ok || b.device != d:
		return errors.New("the buffer belongs to another device")
	case b.at == nil:
		return device.ErrReleased
	}
	return nil
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
