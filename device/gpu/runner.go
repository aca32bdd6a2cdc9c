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

// preparation is memory that launches share, one after the other, to make their kernels.
type preparation struct {
	planner broadcast.Planner
	kernel  shaders.Kernel
}

var preparations = sync.Pool{New: func() any { return new(preparation) }}

func (p *preparation) recycle() {
	p.kernel.Forget()
	preparations.Put(p)
}

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
}

// run runs a launch that has been checked. It takes the lock.
func (r *runner) run(ctx context.Context, l *device.Launch, e *device.LaunchEvent) error {
	p := preparations.Get().(*preparation)
	defer p.recycle()
	count := 0
	err := r.kernels.visit(&p.kernel, l, l.Nest(&p.planner), func(*shaders.Kernel) error {
		count++
		return nil
	})
	switch {
	case errors.Is(err, shaders.ErrSharedWords):
		return r.runSplit(ctx, l, e)
	case err != nil:
		return err
	case count > 1:
		return r.enqueue(ctx, e, func() error { return r.recordAll(ctx, e, l) })
	}
	return r.enqueue(ctx, e, func() error { return r.record(e, &p.kernel) })
}

// runSplit runs a launch whose outputs no single kernel can compute.
func (r *runner) runSplit(ctx context.Context, l *device.Launch, e *device.LaunchEvent) error {
	launches, temporaries, err := splitOutputs(l, r.alloc)
	if err == nil {
		err = r.enqueue(ctx, e, func() error { return r.recordAll(ctx, e, launches...) })
	}
	for _, b := range temporaries {
		b.Release()
	}
	return err
}

// enqueue takes the lock and has a launch recorded. If only some of its dispatches were recorded,
// the outputs are neither old nor new. Then the device is lost, unless the context ended.
func (r *runner) enqueue(ctx context.Context, e *device.LaunchEvent, record func() error) error {
	err := r.runCompiled(ctx, e, func() error {
		before := r.recorder.dispatched
		err := record()
		if err != nil && r.recorder.dispatched != before && r.driver.usable() == nil && !(ctx.Err() != nil && errors.Is(err, ctx.Err())) {
			err = r.driver.lose(fmt.Sprintf("a launch failed after %d dispatches", r.recorder.dispatched-before), err)
		}
		return err
	})
	if err == nil {
		r.driver.Unlock()
	}
	return err
}

// recordAll records launches, piece by piece. It checks all pieces before it records the first. It
// releases the lock while the driver has enough work. If the context ends meanwhile, the other
// pieces are not recorded, unless the launch is in place.
func (r *runner) recordAll(ctx context.Context, e *device.LaunchEvent, launches ...*device.Launch) error {
	if slices.ContainsFunc(launches, (*device.Launch).InPlace) {
		ctx = context.WithoutCancel(ctx)
	}
	var held []*pipeline
	defer func() {
		for _, p := range held {
			p.held--
		}
	}()
	prepare := func(k *shaders.Kernel) error {
		w, err := r.prepare(k)
		if err == nil && w.key.pipeline != nil {
			w.key.pipeline.held++
			held = append(held, w.key.pipeline)
		}
		return err
	}
	record := func(k *shaders.Kernel) error {
		if err := r.queue.yield(ctx, e); err != nil {
			return err
		}
		return r.record(e, k)
	}
	var k shaders.Kernel
	for _, do := range [...]func(*shaders.Kernel) error{prepare, record} {
		for _, l := range launches {
			if err := r.kernels.visit(&k, l, l.Nest(nil), do); err != nil {
				return err
			}
		}
	}
	return nil
}

// dispatch has the arguments of a kernel's dispatches, except the uniform.
type dispatch struct {
	key     bindGroupKey
	x, y, z int // 0 if there is nothing to do
}

// prepare finds the kernel's pipeline, its buffers and its grid.
func (r *runner) prepare(k *shaders.Kernel) (w dispatch, err error) {
	if err = r.bind(&w.key, k); err != nil || k.Threads() == 0 {
		return w, err
	}
	if w.x, w.y, w.z, err = shaders.Grid(k.Threads(), shaders.Workgroup, r.workgroups); err != nil {
		return w, unsupportedError(err)
	}
	w.key.pipeline, err = r.pipelines.get(k)
	return w, err
}

// record records the kernel's dispatches, one a pass. If the first pass fails, either nothing is
// recorded or the device is lost.
func (r *runner) record(e *device.LaunchEvent, k *shaders.Kernel) error {
	w, err := r.prepare(k)
	if err != nil {
		return err
	}
	if w.x == 0 {
		return nil
	}
	if r.kernels.software {
		r.recorder.batch.work += k.Work()
	}
	for pass := range k.Passes() {
		uniform, err := r.recorder.reserve(w.key.pipeline.params)
		if err != nil {
			return err
		}
		if pass > 0 {
			k = k.Pass(pass)
		}
		r.recorder.batch.params = k.Params(r.recorder.batch.params)
		if err := r.recorder.dispatch(e, w.key, uniform, w.x, w.y, w.z); err != nil {
			return err
		}
	}
	return nil
}

// bind finds the windows of the kernel's buffers.
func (r *runner) bind(key *bindGroupKey, k *shaders.Kernel) error {
	for i, binding := range k.Bindings() {
		b, ok := binding.Buffer.(*buffer)
		switch {
		case !ok || b.device.driver != r.driver:
			return fmt.Errorf("gpu: run: a buffer of %s; move it to this device with To", owner(binding.Buffer))
		case b.blocks == nil:
			return fmt.Errorf("gpu: run: %w", device.ErrReleased)
		}
		key.set(i, b.at(binding.Offset), *r.kernels.sizes)
	}
	return nil
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
// compiled. While one compiles, it waits without the lock. After an error the lock is open,
// otherwise it is held.
func (r *runner) runCompiled(ctx context.Context, e *device.LaunchEvent, f func() error) error {
	var held []*compilation
	for {
		if err := r.driver.enter(); err != nil {
			return err
		}
		err := r.queue.yield(ctx, e)
		if err == nil {
			err = f()
		}
		job, ok := err.(*compilation)
		if !ok {
			for _, job := range held {
				job.p.held--
			}
			if err != nil {
				r.driver.Unlock()
			}
			return err
		}
		job.waiting++
		r.driver.Unlock()
		if err := job.wait(ctx, e); err != nil {
			r.pipelines.letGo(append(held, job))
			return err
		}
		held = append(held, job)
	}
}

// warm compiles the kernels of a launch that are not yet compiled. It takes the lock. The event only
// reports a long wait.
func (r *runner) warm(l *device.Launch, e *device.LaunchEvent) error {
	var kernel shaders.Kernel
	err := r.runCompiled(context.Background(), e, func() error {
		return r.kernels.visit(&kernel, l, l.Nest(nil), func(k *shaders.Kernel) error {
			if k.Threads() == 0 {
				return nil
			}
			_, err := r.pipelines.get(k)
			return err
		})
	})
	switch {
	case errors.Is(err, shaders.ErrSharedWords):
		return nil // such a launch copies operands first, and its kernels depend on where the copies lie
	case err == nil:
		r.driver.Unlock()
	}
	return err
}
