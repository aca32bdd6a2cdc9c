package gpu

import (
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

// preparation is a launch that is ready to be recorded: its stages, the pipeline of each, and
// scratch. A reused launch keeps it. Others share its memory, one after the other.
type preparation struct {
	*runner
	shaders.Lowering
	pipelines []*pipeline // of the stages, nil where a stage has no threads
	held      bool        // the pipelines are
	scratch   []*buffer
}

var preparations = sync.Pool{New: func() any { return new(preparation) }}

// prepare makes the stages of a launch. For a reused launch it renews what depends on buffers,
// offsets and scalars.
func (r *runner) prepare(l *device.Launch) (*preparation, error) {
	note := l.Note()
	if note != nil {
		if p, ok := (*note).(*preparation); ok && p.runner == r && p.Rebind(l) {
			return p, nil
		}
	}
	p := preparations.Get().(*preparation)
	p.runner = r
	if err := r.kernels.lower(&p.Lowering, l); err != nil {
		p.Forget()
		preparations.Put(p)
		return nil, err
	}
	if note != nil {
		*note = p
	}
	return p, nil
}

// done ends the run of a launch. It keeps no buffer alive. Scratch may have another owner from now on:
// see Why the order is right.
func (p *preparation) done(l *device.Launch) {
	for _, b := range p.scratch {
		if b != nil { // else an error may still come
			b.Release()
		}
	}
	p.scratch = p.scratch[:0]
	if l.Note() != nil {
		p.Unbind()
		return
	}
	clear(p.pipelines)
	p.pipelines = p.pipelines[:0]
	p.Forget()
	preparations.Put(p)
}

// allocate takes the scratch from the pool. It takes the lock.
func (p *preparation) allocate() error {
	for _, s := range p.Scratch() {
		b, err := p.alloc(s.Bytes)
		if err != nil {
			return fmt.Errorf("gpu: run: %s: %w", s.Use, err)
		}
		p.scratch = append(p.scratch, b.(*buffer))
	}
	return nil
}

// compile finds the pipelines of all stages. While one is compiled, it returns the compilation as the
// error.
func (p *preparation) compile() error {
	stages := p.Stages()
	if len(p.pipelines) != len(stages) {
		p.pipelines = append(p.pipelines[:0], make([]*pipeline, len(stages))...)
	}
	for i := range stages {
		if err := p.find(&p.pipelines[i], &stages[i]); err != nil {
			return err
		}
	}
	return nil
}

// hold checks that all stages can be recorded, if there are several, and holds their pipelines until
// release.
func (p *preparation) hold() error {
	if len(p.pipelines) < 2 {
		return nil
	}
	for i, pipe := range p.pipelines {
		if _, err := p.dispatchOf(&p.Stages()[i], pipe); err != nil {
			return err
		}
	}
	p.held = true
	for _, pipe := range p.pipelines {
		if pipe != nil {
			pipe.held++
		}
	}
	return nil
}

// find finds the pipeline of a kernel, which may be known from an earlier run.
func (p *preparation) find(known **pipeline, k *shaders.Kernel) (err error) {
	switch {
	case k.Threads() == 0:
	case *known != nil && !(*known).gone:
		p.runner.pipelines.use(*known)
	default:
		*known, err = p.runner.pipelines.get(k)
	}
	return err
}

// dispatch has the arguments of a kernel's dispatch, except the uniform.
type dispatch struct {
	key     bindGroupKey
	x, y, z int
}

// dispatchOf finds a kernel's buffers and its grid.
func (p *preparation) dispatchOf(k *shaders.Kernel, pipe *pipeline) (w dispatch, err error) {
	w.key.pipeline = pipe
	for i, binding := range k.Bindings() {
		b, err := p.buffer(binding.Buffer)
		if err != nil {
			return w, err
		}
		w.key.set(i, b.at(binding.Offset), *p.kernels.sizes)
	}
	if w.x, w.y, w.z, err = shaders.Grid(k.Threads(), k.Workgroup(), p.workgroups); err != nil {
		return w, unsupportedError(err)
	}
	return w, nil
}

// release lets the pipelines go.
func (p *preparation) release() {
	for _, pipe := range p.pipelines {
		if p.held && pipe != nil {
			pipe.held--
		}
	}
	p.held = false
}

// buffer is the buffer of this device that a binding names.
func (p *preparation) buffer(of device.Buffer) (*buffer, error) {
	if s, ok := of.(*shaders.Scratch); ok {
		return p.scratch[s.Number], nil
	}
	b, ok := of.(*buffer)
	switch {
	case !ok || b.device.driver != p.driver:
		return nil, fmt.Errorf("gpu: run: a buffer of %s; move it to this device with To", owner(of))
	case b.blocks == nil:
		return nil, fmt.Errorf("gpu: run: %w", device.ErrReleased)
	}
	return b, nil
}
