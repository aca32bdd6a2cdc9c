package gpu

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

// preparation is the memory in which a launch becomes a kernel, again and again.
type preparation struct {
	planner broadcast.Planner
	kernel  shaders.Kernel
}

var preparations = sync.Pool{New: func() any { return new(preparation) }}

func (p *preparation) recycle() {
	p.kernel.Forget()
	preparations.Put(p)
}

// Run records the launch, which is submitted together with others. It waits for a kernel that is
// being compiled, and while a software driver has enough work. If the context ends, dispatches that
// are not recorded do not run, and the outputs are unspecified. Recorded dispatches still run.
func (d *Device) Run(ctx context.Context, l *device.Launch) error {
	if d.driver.closed.Load() {
		return device.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := l.Check(d.Info()); err != nil {
		return err
	}
	e := device.Observe(d, l)
	var err error
	if e != nil && e.Work != nil {
		err = d.timer.start(ctx)
	}
	if err == nil {
		err = d.run(ctx, l, e)
	}
	d.end(e, err)
	return err
}

// run runs a launch that has been checked.
func (d *Device) run(ctx context.Context, l *device.Launch, e *device.LaunchEvent) error {
	if err := d.trace.failure(); err != nil {
		return err
	}
	p := preparations.Get().(*preparation)
	defer p.recycle()
	kernels := 0
	err := d.pieces(&p.kernel, l, l.PlanWith(&p.planner), func(*shaders.Kernel) error {
		kernels++
		return nil
	})
	switch {
	case errors.Is(err, shaders.ErrApart):
		return d.runApart(ctx, l, e)
	case err != nil:
		return err
	case kernels > 1:
		return d.queued(ctx, e, func() error { return d.recordAll(ctx, e, l) })
	}
	return d.queued(ctx, e, func() error { return d.record(e, &p.kernel) })
}

// runApart runs a launch whose outputs no kernel computes together.
func (d *Device) runApart(ctx context.Context, l *device.Launch, e *device.LaunchEvent) error {
	launches, temporaries, err := apart(l, d.Alloc)
	if err == nil {
		err = d.queued(ctx, e, func() error { return d.recordAll(ctx, e, launches...) })
	}
	for _, b := range temporaries {
		b.Release()
	}
	return err
}

// queued has a launch recorded. If only some of its dispatches were, what they wrote is neither from
// before nor the result: then the device ends, unless it is the context that ended.
func (d *Device) queued(ctx context.Context, e *device.LaunchEvent, record func() error) error {
	err := d.holding(ctx, e, func() error {
		before := d.recorder.dispatched
		err := record()
		if err != nil && d.recorder.dispatched != before && d.driver.usable() == nil && !(ctx.Err() != nil && errors.Is(err, ctx.Err())) {
			err = d.driver.lose(fmt.Sprintf("a launch failed after %d dispatches", d.recorder.dispatched-before), err)
		}
		return err
	})
	if err != nil {
		return err
	}
	d.stats.Launches++
	d.driver.Unlock()
	return nil
}

// recordAll records launches, piece by piece. What may be wrong with a piece is found before the
// first is recorded. The lock is open where the driver has enough to do; when the context
// ends then, what is left is not recorded, unless an output takes the place of an input.
func (d *Device) recordAll(ctx context.Context, e *device.LaunchEvent, launches ...*device.Launch) error {
	if slices.ContainsFunc(launches, inPlace) {
		ctx = context.WithoutCancel(ctx)
	}
	var held []*pipeline
	defer func() {
		for _, p := range held {
			p.held--
		}
	}()
	ready := func(k *shaders.Kernel) error {
		w, err := d.ready(k)
		if err == nil && w.key.pipeline != nil {
			w.key.pipeline.held++
			held = append(held, w.key.pipeline)
		}
		return err
	}
	record := func(k *shaders.Kernel) error {
		if err := d.queue.yield(ctx, e); err != nil {
			return err
		}
		return d.record(e, k)
	}
	var k shaders.Kernel
	for _, step := range [...]func(*shaders.Kernel) error{ready, record} {
		for _, l := range launches {
			if err := d.pieces(&k, l, l.Plan(), step); err != nil {
				return err
			}
		}
	}
	return nil
}

// inPlace reports whether the launch writes to a buffer that it reads.
func inPlace(l *device.Launch) bool {
	return slices.ContainsFunc(l.In, func(in device.Operand) bool {
		return slices.ContainsFunc(l.Out, func(out device.Operand) bool { return out.Buffer == in.Buffer })
	})
}

// work is a dispatch but for its uniform.
type work struct {
	key     groupKey
	x, y, z int // 0 if there is nothing to do
}

// ready finds what the kernel is dispatched with.
func (d *Device) ready(k *shaders.Kernel) (w work, err error) {
	if err = d.bind(&w.key, k); err != nil || k.Threads() == 0 {
		return w, err
	}
	if w.x, w.y, w.z, err = shaders.Grid(k.Threads(), shaders.Workgroup, d.limits.Workgroups); err != nil {
		return w, unsupported(err)
	}
	w.key.pipeline, err = d.pipelines.get(k)
	return w, err
}

// record answers an error without a dispatch, unless the device is dead then or it is not
// the kernel's first.
func (d *Device) record(e *device.LaunchEvent, k *shaders.Kernel) error {
	w, err := d.ready(k)
	if err != nil {
		return err
	}
	if w.x == 0 {
		return nil
	}
	if d.software {
		d.recorder.batch.work += k.Work()
	}
	for turn := range k.Turns() {
		uniform, err := d.recorder.reserve(w.key.pipeline.params)
		if err != nil {
			return err
		}
		if turn > 0 {
			k = k.Turn(turn)
		}
		d.recorder.batch.params = k.Params(d.recorder.batch.params)
		if err := d.recorder.dispatch(e, w.key, uniform, w.x, w.y, w.z); err != nil {
			return err
		}
	}
	return nil
}

// bind finds the windows of the kernel's buffers.
func (d *Device) bind(key *groupKey, k *shaders.Kernel) error {
	for i, binding := range k.Bindings() {
		b, ok := binding.Buffer.(*buffer)
		switch {
		case !ok || b.device != d:
			return fmt.Errorf("gpu: run: a buffer of %s; move it to this device with To", owner(binding.Buffer))
		case b.blocks == nil:
			return fmt.Errorf("gpu: run: %w", device.ErrReleased)
		}
		key.set(i, b.at(binding.Offset), d.reach)
	}
	return nil
}

func owner(b device.Buffer) string {
	if b, ok := b.(*buffer); ok {
		return "another device, " + b.device.String()
	}
	return fmt.Sprintf("another kind of device (%T)", b)
}

func unsupported(reason error) error {
	return &device.UnsupportedError{Device: name, Detail: reason.Error()}
}

// holding calls f with the lock held, until it needs no pipeline that is not compiled: meanwhile
// it waits without the lock. With an error of f the lock is open afterwards.
func (d *Device) holding(ctx context.Context, e *device.LaunchEvent, f func() error) error {
	var held []*compilation
	for {
		if err := d.driver.enter(); err != nil {
			return err
		}
		err := d.queue.yield(ctx, e)
		if err == nil {
			err = f()
		}
		job, ok := err.(*compilation)
		if !ok {
			for _, job := range held {
				job.p.held--
			}
			if err != nil {
				d.driver.Unlock()
			}
			return err
		}
		job.waiting++
		d.driver.Unlock()
		if err := job.wait(ctx, e); err != nil {
			d.pipelines.letGo(append(held, job))
			return err
		}
		held = append(held, job)
	}
}
