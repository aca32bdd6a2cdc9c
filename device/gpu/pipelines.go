package gpu

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// pipeline is a compiled kernel.
type pipeline struct {
	*webgpu.Pipeline
	params int // bytes of its uniform
	used   int // by the cache's clock
	held   int // by launches that waited for it, and are not recorded yet
	gone   bool
}

// pipelines are kept for launches to come.
type pipelines struct {
	most      int
	byKey     map[string]*pipeline
	compiling map[string]*compilation
	key       []byte // room for one
	clock     int    // counts what was asked for
}

// defaultPipelines is several times what programs have been seen to need.
const defaultPipelines = 512

// compilation is a pipeline that is being compiled: the error of a launch that needs it. The
// launch waits for it without the lock, and begins again.
type compilation struct {
	key, wgsl string
	params    int
	kinds     []webgpu.Binding
	done      chan struct{} // closed once p and err are set
	waiting   int           // launches
	p         *pipeline
	err       error
}

func (*compilation) Error() string { return "gpu: a pipeline is being compiled" }

// pipeline finds the kernel's pipeline, or has one compiled, which is its error then.
func (d *Device) pipeline(k *shaders.Kernel) (*pipeline, error) {
	c := &d.pipelines
	c.key = k.AppendKey(c.key[:0])
	c.clock++
	if p := c.byKey[string(c.key)]; p != nil { // makes no string
		p.used = c.clock
		return p, nil
	}
	if job := c.compiling[string(c.key)]; job != nil {
		return nil, job
	}
	n := k.ParamBytes()
	if most := min(uniformBytes, d.limits.UniformBytes); n > most {
		return nil, d.unsupported(fmt.Errorf("a launch with %d bytes of scalars, sizes, strides and code; %d is the most", n, most))
	}
	job := &compilation{key: string(c.key), wgsl: k.WGSL(), params: n, done: make(chan struct{})}
	job.kinds = append(make([]webgpu.Binding, 0, maxBuffers+1), webgpu.UniformAt)
	for _, b := range k.Bindings() {
		job.kinds = append(job.kinds, access(b.ReadWrite))
	}
	c.compiling[job.key] = job
	go d.finish(job)
	return nil, job
}

// finish compiles what launches wait for, and goes on if none of them does any more.
func (d *Device) finish(job *compilation) {
	wgsl := job.wgsl
	if d.edit != nil {
		wgsl = d.edit(wgsl)
	}
	late := time.AfterFunc(time.Second, func() { device.Debugf("gpu: a second ago a kernel began to be compiled:\n%s", job.key) })
	defer late.Stop()
	d.rehearse(job, wgsl)
	d.driver.Lock()
	defer d.driver.Unlock()
	defer close(job.done)
	p, err := d.compile("kernel", wgsl, job.params, job.kinds)
	c := &d.pipelines
	delete(c.compiling, job.key)
	switch {
	case err != nil:
		job.err = fmt.Errorf("%w\nin the kernel of\n%s", err, job.key)
	case d.driver.closed.Load():
		job.err = device.ErrClosed
	default:
		d.trimPipelines()
		p.used, p.held = c.clock, job.waiting
		job.p, c.byKey[job.key] = p, p
	}
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
			d.letGo(append(held, job))
			return err
		}
		held = append(held, job)
	}
}

func (job *compilation) wait(ctx context.Context, e *device.LaunchEvent) error {
	if e != nil {
		e.Compiled++
	}
	defer e.Wait()()
	select {
	case <-job.done:
		return job.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// letGo notes that a launch neither needs nor waits for these any more.
func (d *Device) letGo(held []*compilation) {
	d.driver.Lock()
	defer d.driver.Unlock()
	for _, job := range held {
		if job.p != nil {
			job.p.held--
		} else {
			job.waiting--
		}
	}
}

// trimPipelines makes room for one more, and for others: all bind groups are looked
// through for those of what is given up.
func (d *Device) trimPipelines() {
	c := &d.pipelines
	if len(c.byKey) < c.most {
		return
	}
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(c.byKey)), func(key string) bool { return c.byKey[key].held > 0 })
	slices.SortFunc(keys, func(a, b string) int { return cmp.Compare(c.byKey[a].used, c.byKey[b].used) })
	d.dropPipelines(keys[:max(len(keys)-c.most*3/4, 0)])
}

// dropPipelines gives pipelines up, and their bind groups. The driver keeps those that the
// batch uses until it is submitted.
func (d *Device) dropPipelines(keys []string) {
	c := &d.pipelines
	for _, key := range keys {
		c.byKey[key].gone = true
	}
	d.groups.drop(func(key groupKey) bool { return key.pipeline.gone })
	for _, key := range keys {
		c.byKey[key].Release()
		delete(c.byKey, key)
	}
}

func access(readWrite bool) webgpu.Binding {
	if readWrite {
		return webgpu.ReadWrite
	}
	return webgpu.ReadOnly
}

// compile opens the lock while the driver compiles.
func (d *Device) compile(label, wgsl string, params int, kinds []webgpu.Binding) (*pipeline, error) {
	p, err := d.driver.NewPipeline(label, wgsl, kinds)
	if err != nil {
		return nil, translate(err)
	}
	d.stats.Pipelines++
	return &pipeline{Pipeline: p, params: params}, nil
}
