package gpu

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// pipeline is a compiled kernel.
type pipeline struct {
	*webgpu.Pipeline
	params int // bytes of its uniform
	used   int // the number of the last lookup that found it
	held   int // by launches that waited for it, and are not recorded yet
	gone   bool
}

// pipelines keeps compiled kernels for later launches.
type pipelines struct {
	driver    *driver
	groups    *bindGroups
	rehearser *rehearser
	edit      func(wgsl string) string // of kernels, in tests; or nil

	most      int
	uniforms  int // bytes of a launch, at most
	byKey     map[string]*pipeline
	compiling map[string]*compilation
	key       []byte // reused for every key
	lookups   int    // calls of get so far
	compiled  int    // those given up since included
}

// defaultPipelines is several times what programs have been seen to need.
const defaultPipelines = 512

// compilation is a pipeline that is being compiled. A launch that needs it gets it as an error,
// waits for it without the lock, and begins again.
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

// get finds the kernel's pipeline. If it is not compiled yet, get returns its compilation as the
// error.
func (c *pipelines) get(k *shaders.Kernel) (*pipeline, error) {
	c.key = k.AppendKey(c.key[:0])
	if p := c.byKey[string(c.key)]; p != nil { // makes no string
		c.use(p)
		return p, nil
	}
	if job := c.compiling[string(c.key)]; job != nil {
		return nil, job
	}
	n := k.ParamBytes()
	if n > c.uniforms {
		return nil, unsupportedError(fmt.Errorf("a launch with %d bytes of scalars, sizes, strides and code; %d is the most", n, c.uniforms))
	}
	job := &compilation{key: string(c.key), wgsl: k.WGSL(), params: n, done: make(chan struct{})}
	job.kinds = append(make([]webgpu.Binding, 0, maxBuffers+1), webgpu.UniformAt)
	for _, b := range k.Bindings() {
		job.kinds = append(job.kinds, access(b.ReadWrite))
	}
	c.compiling[job.key] = job
	go c.finish(job)
	return nil, job
}

// use notes that a pipeline was found.
func (c *pipelines) use(p *pipeline) {
	c.lookups++
	p.used = c.lookups
}

// finish compiles a pipeline, even if no launch waits for it any more. It takes the lock.
func (c *pipelines) finish(job *compilation) {
	wgsl := job.wgsl
	if c.edit != nil {
		wgsl = c.edit(wgsl)
	}
	c.rehearser.rehearse(job, wgsl)
	c.driver.Lock()
	defer c.driver.Unlock()
	defer close(job.done)
	p, err := c.compile("kernel", wgsl, job.params, job.kinds)
	delete(c.compiling, job.key)
	switch {
	case err != nil:
		job.err = fmt.Errorf("%w\nin the kernel of\n%s", err, job.key)
	case c.driver.closed.Load():
		job.err = device.ErrClosed
	default:
		c.trim()
		p.used, p.held = c.lookups, job.waiting
		job.p, c.byKey[job.key] = p, p
	}
}

func (job *compilation) wait(ctx context.Context, e *device.LaunchEvent) error {
	if e != nil {
		e.Compiled++
	}
	if err := mayWait(); err != nil {
		return err
	}
	defer e.Wait("the compiler:\n" + job.key)()
	select {
	case <-job.done:
		return job.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// letGo takes the lock and notes that a launch neither needs nor waits for these any more.
func (c *pipelines) letGo(held []*compilation) {
	c.driver.Lock()
	defer c.driver.Unlock()
	for _, job := range held {
		if job.p != nil {
			job.p.held--
		} else {
			job.waiting--
		}
	}
}

// trim makes room for one more pipeline. It drops many at once, because each time it has to search
// all bind groups.
func (c *pipelines) trim() {
	if len(c.byKey) < c.most {
		return
	}
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(c.byKey)), func(key string) bool { return c.byKey[key].held > 0 })
	slices.SortFunc(keys, func(a, b string) int { return cmp.Compare(c.byKey[a].used, c.byKey[b].used) })
	c.drop(keys[:max(len(keys)-c.most*3/4, 0)])
}

// drop gives pipelines up, and their bind groups. The driver keeps those that the
// batch uses until it is submitted.
func (c *pipelines) drop(keys []string) {
	for _, key := range keys {
		c.byKey[key].gone = true
	}
	c.groups.drop(func(key bindGroupKey) bool { return key.pipeline.gone })
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
func (c *pipelines) compile(label, wgsl string, params int, kinds []webgpu.Binding) (*pipeline, error) {
	p, err := c.driver.NewPipeline(label, wgsl, kinds)
	if err != nil {
		return nil, translate(err)
	}
	c.compiled++
	return &pipeline{Pipeline: p, params: params}, nil
}
