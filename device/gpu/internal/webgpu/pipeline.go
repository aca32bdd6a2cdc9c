package webgpu

import (
	"errors"
	"fmt"
	"slices"
)

// Pipeline is a compiled shader.
type Pipeline struct {
	resource
	pipeline handle
	layout   handle // of groups
	bindings []Binding
}

// BindGroup is buffers bound to a pipeline.
type BindGroup struct {
	resource
	group    handle
	pipeline *Pipeline
	room     int // the largest offset of the uniform; -1 without a uniform
}

// NewPipeline compiles wgsl. The lock is open meanwhile: that takes from a millisecond to minutes.
// Implementations keep memory of pipelines: cache them.
func (d *Device) NewPipeline(label, wgsl string, bindings []Binding) (*Pipeline, error) {
	if err := d.Usable(); err != nil {
		return nil, err
	}
	if err := d.limits.checkPipeline(wgsl, bindings); err != nil {
		return nil, fmt.Errorf("webgpu: pipeline %s: %w", label, err)
	}
	p := &Pipeline{bindings: slices.Clone(bindings)}
	what := "pipeline " + label
	if err := d.ready("pipeline", what); err != nil {
		return nil, err
	}
	if err := mayWait(what); err != nil {
		return nil, err
	}
	own := newBox()
	if own == nil {
		return nil, fmt.Errorf("webgpu: %s: %w", what, ErrOutOfMemory)
	}
	defer own.free()
	d.pending++
	d.mu.Unlock()
	p.pipeline, p.layout = d.impl.compile(own, label, wgsl, bindings)
	d.mu.Lock()
	d.pending--
	d.answers.Add(1)
	if err := d.checkBox(own, what, nil); err != nil {
		return nil, err
	}
	d.own(&p.resource, object{pipelineKind, p.pipeline}, object{layoutKind, p.layout})
	if d.closed {
		p.Release()
		return nil, ErrClosed
	}
	return p, nil
}

// NewBindGroup binds buffers to p.
func (d *Device) NewBindGroup(p *Pipeline, r []Range) (*BindGroup, error) {
	if err := d.Usable(); err != nil {
		return nil, err
	}
	if err := p.check(d, "group"); err != nil {
		return nil, err
	}
	if len(r) != len(p.bindings) {
		return nil, fmt.Errorf("webgpu: group of %d buffers: the pipeline has %d bindings", len(r), len(p.bindings))
	}
	g := &BindGroup{pipeline: p, room: -1}
	ranges := make([]boundRange, len(r))
	sizes := make([]int, len(r))
	for i, x := range r {
		if err := x.Buffer.check(d, "group"); err != nil {
			return nil, err
		}
		n, err := d.limits.checkRange(p.bindings[i], x.Offset, x.Size, x.Buffer.size, x.Buffer.usage)
		if err != nil {
			return nil, fmt.Errorf("%w (binding %d)", err, i)
		}
		if p.bindings[i] == UniformAt {
			g.room = x.Buffer.size - x.Offset - n
		}
		sizes[i] = n
		ranges[i] = boundRange{x.Buffer.buf, x.Offset, n}
	}
	if err := checkAlias(p.bindings, r, sizes); err != nil {
		return nil, err
	}
	if err := d.ready("group", "group"); err != nil {
		return nil, err
	}
	g.group = d.impl.group(p.layout, ranges)
	if err := d.check("group", nil); err != nil {
		return nil, err
	}
	d.own(&g.resource, object{groupKind, g.group})
	return g, nil
}

func (p *Pipeline) check(d *Device, what string) error {
	switch {
	case p == nil:
		return fmt.Errorf("webgpu: %s: no pipeline", what)
	case p.dev != d:
		return fmt.Errorf("webgpu: %s: a pipeline of another device", what)
	case p.released:
		return fmt.Errorf("webgpu: %s: the pipeline is released", what)
	}
	return nil
}

func (g *BindGroup) check(p *Pipeline) error {
	switch {
	case g == nil:
		return errors.New("webgpu: dispatch: no group")
	case g.pipeline != p:
		return errors.New("webgpu: dispatch: a group of another pipeline")
	case g.released:
		return errors.New("webgpu: dispatch: the group is released")
	}
	return nil
}
