//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"errors"
	"fmt"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"
)

// Pipeline is a compiled shader.
type Pipeline struct {
	resource
	pipeline *wgpu.ComputePipeline
	layout   *wgpu.BindGroupLayout
	bindings []Binding
}

// Group is buffers bound to a pipeline.
type Group struct {
	resource
	group    *wgpu.BindGroup
	pipeline *Pipeline
	room     int // for the uniform's offset; -1 without a uniform
}

// releases are released in order.
type releases []releaser

func (r releases) Release() {
	for _, x := range r {
		x.Release()
	}
}

// NewPipeline compiles wgsl. Implementations keep memory of pipelines: cache them.
func (d *Device) NewPipeline(label, wgsl string, bindings []Binding) (*Pipeline, error) {
	if err := d.Usable(); err != nil {
		return nil, err
	}
	if err := d.limits.checkPipeline(wgsl, bindings); err != nil {
		return nil, fmt.Errorf("webgpu: pipeline %s: %w", label, err)
	}
	p := &Pipeline{bindings: slices.Clone(bindings)}
	err := d.fault("pipeline")
	if err == nil {
		err = d.compile(p, label, wgsl)
	}
	if err := d.check("pipeline "+label, err); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

func (d *Device) compile(p *Pipeline, label, wgsl string) (err error) {
	module, err := d.dev.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label: label, WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: wgsl}})
	if err != nil {
		return err
	}
	defer module.Release()
	p.layout, err = d.dev.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Entries: entries(p.bindings)})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			p.layout.Release()
		}
	}()
	layout, err := d.dev.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{BindGroupLayouts: []*wgpu.BindGroupLayout{p.layout}})
	if err != nil {
		return err
	}
	defer layout.Release()
	p.pipeline, err = d.dev.CreateComputePipeline(&wgpu.ComputePipelineDescriptor{
		Label: label, Layout: layout, Compute: wgpu.ProgrammableStageDescriptor{Module: module, EntryPoint: "main"}})
	if err != nil {
		return err
	}
	d.own(&p.resource, releases{p.pipeline, p.layout})
	return nil
}

func entries(bindings []Binding) []wgpu.BindGroupLayoutEntry {
	out := make([]wgpu.BindGroupLayoutEntry, len(bindings))
	for i, b := range bindings {
		layout := wgpu.BufferBindingLayout{Type: wgpu.BufferBindingTypeStorage}
		switch b {
		case ReadOnly:
			layout.Type = wgpu.BufferBindingTypeReadOnlyStorage
		case UniformAt:
			layout.Type, layout.HasDynamicOffset = wgpu.BufferBindingTypeUniform, true
		}
		out[i] = wgpu.BindGroupLayoutEntry{Binding: uint32(i), Visibility: wgpu.ShaderStageCompute, Buffer: layout}
	}
	return out
}

// NewGroup binds buffers to p.
func (d *Device) NewGroup(p *Pipeline, r []Range) (*Group, error) {
	if err := d.Usable(); err != nil {
		return nil, err
	}
	if err := p.check(d, "group"); err != nil {
		return nil, err
	}
	if len(r) != len(p.bindings) {
		return nil, fmt.Errorf("webgpu: group of %d buffers: the pipeline has %d bindings", len(r), len(p.bindings))
	}
	g := &Group{pipeline: p, room: -1}
	desc := wgpu.BindGroupDescriptor{Layout: p.layout, Entries: make([]wgpu.BindGroupEntry, len(r))}
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
		desc.Entries[i] = wgpu.BindGroupEntry{Binding: uint32(i), Buffer: x.Buffer.buf, Offset: uint64(x.Offset), Size: uint64(n)}
	}
	if err := checkAlias(p.bindings, r, sizes); err != nil {
		return nil, err
	}
	if err := d.fault("group"); err != nil {
		return nil, d.check("group", err)
	}
	group, err := d.dev.CreateBindGroup(&desc)
	if err := d.check("group", err); err != nil {
		return nil, err
	}
	g.group = group
	d.own(&g.resource, group)
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

func (g *Group) check(p *Pipeline) error {
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
