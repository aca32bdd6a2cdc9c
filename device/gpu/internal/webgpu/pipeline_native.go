//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"unsafe"
)

// Pipeline is a compiled shader.
type Pipeline struct {
	resource
	pipeline unsafe.Pointer
	layout   unsafe.Pointer // of groups
	bindings []Binding
}

// BindGroup is buffers bound to a pipeline.
type BindGroup struct {
	resource
	group    unsafe.Pointer
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
	box := C.shim_box_new()
	if box == nil {
		return nil, fmt.Errorf("webgpu: %s: %w", what, ErrOutOfMemory)
	}
	defer C.free(unsafe.Pointer(box))
	d.pending++
	d.mu.Unlock()
	p.compile(box, d.dev, label, wgsl)
	d.mu.Lock()
	d.pending--
	d.answers.Add(1)
	if err := d.checkBox(box, what, nil); err != nil {
		return nil, err
	}
	d.own(&p.resource, object{C.SHIM_PIPELINE, p.pipeline}, object{C.SHIM_GROUP_LAYOUT, p.layout})
	if d.closed {
		p.Release()
		return nil, ErrClosed
	}
	return p, nil
}

// compile leaves errors in the box.
func (p *Pipeline) compile(box *C.shim_box, dev unsafe.Pointer, label, wgsl string) {
	name, text := C.CString(label), C.CString(wgsl)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(text))
	kinds := make([]C.uint32_t, len(p.bindings))
	for i, b := range p.bindings {
		kinds[i] = [...]C.uint32_t{ReadOnly: C.SHIM_READ_ONLY, ReadWrite: C.SHIM_READ_WRITE, UniformAt: C.SHIM_UNIFORM_AT}[b]
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(&kinds[0])
	p.pipeline = C.shim_pipeline(box, dev, name, text, &C.shim_bindings{&kinds[0], C.size_t(len(kinds))}, &p.layout)
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
	ranges := make([]C.shim_range, len(r))
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
		ranges[i] = C.shim_range{x.Buffer.buf, C.uint64_t(x.Offset), C.uint64_t(n)}
	}
	if err := checkAlias(p.bindings, r, sizes); err != nil {
		return nil, err
	}
	if err := d.ready("group", "group"); err != nil {
		return nil, err
	}
	g.group = C.shim_group(d.box, d.dev, p.layout, &ranges[0], C.size_t(len(ranges)))
	if err := d.check("group", nil); err != nil {
		return nil, err
	}
	d.own(&g.resource, object{C.SHIM_GROUP, g.group})
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
