package gpu

import (
	"context"
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// runner records launches: it makes their kernels, waits for their pipelines and for the queue,
// and tells the recorder what to dispatch.
type runner struct {
	driver     *driver
	queue      *queue
	recorder   *recorder
	pipelines  *pipelines
	kernels    *kernels
	workgroups int // of a dispatch, along an axis
	alloc      func(bytes int) (device.Buffer, error)
	faults     *faultReports
}

// run runs a launch that has been checked. It takes the lock.
func (r *runner) run(ctx context.Context, l *device.Launch, e *device.LaunchEvent) error {
	p, err := r.prepare(l)
	if err != nil {
		return err
	}
	defer p.done(l)
	if err := p.allocate(); err != nil {
		return err
	}
	if l.Fault != nil && r.faults.full() {
		if err := r.faults.collect(ctx); err != nil {
			return err
		}
	}
	if len(p.Stages()) > 1 && l.InPlace() {
		ctx = context.WithoutCancel(ctx)
	}
	if err := r.enqueue(ctx, e, func() error { return r.record(ctx, e, p) }); err != nil {
		return err
	}
	r.faults.add(l.Fault, p)
	return nil
}

// errPanicked is the error of a launch while it has not returned one.
var errPanicked = errors.New("a panic")

// enqueue takes the lock and has a launch recorded. If only some of its dispatches were recorded,
// the outputs are neither old nor new. Then the device is lost, unless the context ended.
func (r *runner) enqueue(ctx context.Context, e *device.LaunchEvent, record func() error) error {
	return r.runCompiled(ctx, e, func() (err error) {
		before := r.recorder.dispatched
		defer func() {
			if err != nil && r.recorder.dispatched != before && r.driver.usable() == nil && !(ctx.Err() != nil && errors.Is(err, ctx.Err())) {
				err = r.driver.lose(fmt.Sprintf("a launch failed after %d dispatches", r.recorder.dispatched-before), err)
			}
		}()
		err = errPanicked
		err = record()
		return err
	})
}

// record records the stages of a launch, one after the other. It checks all before it records the
// first. It releases the lock between stages while the driver has enough work. If the context ends
// meanwhile, the other stages are not recorded.
func (r *runner) record(ctx context.Context, e *device.LaunchEvent, p *preparation) error {
	if err := p.compile(); err != nil {
		return err
	}
	if err := p.hold(); err != nil {
		return err
	}
	defer p.release()
	for i := range p.Stages() {
		if i > 0 {
			if err := r.queue.yield(ctx, e); err != nil {
				return err
			}
		}
		if err := r.dispatch(e, p, i); err != nil {
			return err
		}
	}
	return nil
}

// dispatch records a stage.
func (r *runner) dispatch(e *device.LaunchEvent, p *preparation, stage int) error {
	k, pipe := &p.Stages()[stage], p.pipelines[stage]
	w, err := p.dispatchOf(k, pipe)
	if err != nil || pipe == nil {
		return err
	}
	if r.kernels.software {
		r.recorder.batch.work += k.Work()
	}
	uniform, err := r.recorder.reserve(pipe.params)
	if err != nil {
		return err
	}
	r.recorder.batch.params = k.Params(r.recorder.batch.params)
	return r.recorder.dispatch(e, w.key, uniform, w.x, w.y, w.z)
}

func owner(b device.Buffer) string {
	if b, ok := b.(*buffer); ok {
		return "another device, " + b.device.String()
	}
	return fmt.Sprintf("another kind of device (%T)", b)
}

func unsupportedError(reason error) error {
	return &device.UnsupportedError{Device: name, Detail: reason.Error()}
}

// runCompiled takes the lock and calls f, again and again until every pipeline that f needs is
// compiled. While one compiles, it waits without the lock.
func (r *runner) runCompiled(ctx context.Context, e *device.LaunchEvent, f func() error) error {
	var held []*compilation
	for {
		job, err := r.try(ctx, e, f, held)
		if job == nil {
			return err
		}
		if err := job.wait(ctx, e); err != nil {
			r.pipelines.letGo(append(held, job))
			return err
		}
		held = append(held, job)
	}
}

// try takes the lock and calls f. If f needs a pipeline that is not compiled, try returns its
// compilation. Otherwise it lets those go that were held for f.
func (r *runner) try(ctx context.Context, e *device.LaunchEvent, f func() error, held []*compilation) (*compilation, error) {
	if err := r.driver.enter(); err != nil {
		return nil, err
	}
	defer r.driver.Unlock()
	err := r.queue.yield(ctx, e)
	if err == nil {
		err = f()
	}
	if job, ok := err.(*compilation); ok {
		job.waiting++
		return job, nil
	}
	for _, job := range held {
		job.p.held--
	}
	return nil, err
}

// warm compiles the kernels of a launch that are not yet compiled. It takes the lock. The event only
// reports a long wait.
func (r *runner) warm(l *device.Launch, e *device.LaunchEvent) error {
	p := preparation{runner: r}
	if err := r.kernels.lower(&p.Lowering, l); err != nil {
		return err
	}
	return r.runCompiled(context.Background(), e, p.compile)
}
