//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"runtime"
	"unsafe"

	"github.com/cogentcore/webgpu/wgpu"
)

// handle is an object of wgpu-native.
type handle = unsafe.Pointer

// implementation calls wgpu-native.
type implementation struct {
	box        *C.shim_box
	inst       *wgpu.Instance
	dev, queue handle

	enc, pass, commands handle
	pipeline            handle       // for the next dispatch of the pass to set, or nil
	counts              []C.uint32_t // of a dispatch, in memory that lives as long as the device
}

func (c *implementation) buffer(bytes int, u Usage) (handle, *request) {
	usage := wgpu.BufferUsageCopyDst
	switch u {
	case Storage:
		usage |= wgpu.BufferUsageStorage | wgpu.BufferUsageCopySrc
	case Uniform:
		usage |= wgpu.BufferUsageUniform
	case Staging:
		usage |= wgpu.BufferUsageMapRead
	case Times:
		usage |= wgpu.BufferUsageQueryResolve | wgpu.BufferUsageCopySrc
	}
	return C.shim_buffer(c.box, c.dev, C.uint32_t(usage), C.uint64_t(bytes)), nil
}

func (c *implementation) write(b handle, offset int, src []byte) {
	C.shim_write(c.box, c.queue, shimRange(b, offset, len(src)), unsafe.Pointer(unsafe.SliceData(src)))
}

func shimRange(b handle, offset, n int) *C.shim_range {
	return &C.shim_range{b, C.uint64_t(offset), C.uint64_t(n)}
}

func (c *implementation) compile(b *box, label, wgsl string, bindings []Binding) (pipeline, layout handle) {
	name, text := C.CString(label), C.CString(wgsl)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(text))
	kinds := make([]C.uint32_t, len(bindings))
	for i, b := range bindings {
		kinds[i] = [...]C.uint32_t{ReadOnly: C.SHIM_READ_ONLY, ReadWrite: C.SHIM_READ_WRITE, UniformAt: C.SHIM_UNIFORM_AT}[b]
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(&kinds[0])
	pipeline = C.shim_pipeline(b.c, c.dev, name, text, &C.shim_bindings{&kinds[0], C.size_t(len(kinds))}, &layout)
	return pipeline, layout
}

func (c *implementation) group(layout handle, ranges []boundRange) handle {
	all := make([]C.shim_range, len(ranges))
	for i, r := range ranges {
		all[i] = *shimRange(r.buffer, r.offset, r.size)
	}
	return C.shim_group(c.box, c.dev, layout, &all[0], C.size_t(len(all)))
}

func (c *implementation) querySet(n int) handle {
	return C.shim_queries(c.box, c.dev, C.uint32_t(n))
}

func (c *implementation) encode()              { c.enc = C.shim_encoder(c.box, c.dev) }
func (c *implementation) beginPass()           { c.pass = C.shim_pass(c.box, c.enc) }
func (c *implementation) setPipeline(p handle) { c.pipeline = p }

func (c *implementation) dispatch(g handle, uniformOffset, x, y, z int) {
	var offset *C.uint32_t
	if uniformOffset >= 0 {
		offset = &c.counts[3]
		*offset = C.uint32_t(uniformOffset)
	}
	c.counts[0], c.counts[1], c.counts[2] = C.uint32_t(x), C.uint32_t(y), C.uint32_t(z)
	C.shim_dispatch(c.box, c.pass, c.pipeline, g, offset, &c.counts[0])
	c.pipeline = nil
}

func (c *implementation) endPass(d *Device) {
	if !d.isLost() {
		C.shim_end(c.box, c.pass)
	}
	c.free(d, C.SHIM_PASS, &c.pass) // newer libraries refuse to submit while it lives
}

func (c *implementation) copy(dst handle, to int, src handle, from, n int) {
	C.shim_copy(c.box, c.enc, shimRange(dst, to, n), shimRange(src, from, n))
}

func (c *implementation) timestamp(q handle, i int) {
	C.shim_timestamp(c.box, c.enc, q, C.uint32_t(i))
}

func (c *implementation) resolve(q handle, n int, dst handle, offset int) {
	C.shim_resolve(c.box, c.enc, q, C.uint32_t(n), dst, C.uint64_t(offset))
}

func (c *implementation) finish() { c.commands = C.shim_finish(c.box, c.enc) }
func (c *implementation) submit() { C.shim_submit(c.box, c.queue, c.commands) }
func (c *implementation) flush()  { C.shim_submit(c.box, c.queue, nil) } // frees the driver's copies of written bytes

func (c *implementation) abandon(d *Device) {
	c.free(d, C.SHIM_COMMANDS, &c.commands)
	c.free(d, C.SHIM_ENCODER, &c.enc)
}

func (c *implementation) done() *request  { return (*request)(C.shim_done(c.box, c.queue)) }
func (c *implementation) never() *request { return (*request)(C.shim_never()) }
func (c *implementation) mapping(b handle, at, n int) *request {
	return (*request)(C.shim_map(c.box, b, C.size_t(at), C.size_t(n)))
}

func (c *implementation) mapped(b handle, at, size, skip, n int) Mapped {
	if p := C.shim_mapped(c.box, b, C.size_t(at), C.size_t(size)); p != nil {
		return Memory(unsafe.Slice((*byte)(p), size)[skip:][:n:n])
	}
	return nil
}

func (c *implementation) unmap(b handle) { C.shim_unmap(c.box, b) }

// release frees an object. Of a lost device it frees only buffers, because a panic may have left
// the state of other objects undefined. It frees buffers only if the driver says that the device is
// lost. If the driver is silent, or out of memory, work may still be under way.
func (c *implementation) release(d *Device, o object) {
	switch {
	case !d.isLost():
		C.shim_release(c.box, kinds[o.kind], o.of)
	case o.kind == bufferKind && lostIn.MatchString(d.check("release", nil).Error()):
		C.shim_destroy(c.box, o.of)
	}
}

var kinds = [...]C.shim_kind{
	bufferKind: C.SHIM_BUFFER, layoutKind: C.SHIM_GROUP_LAYOUT, pipelineKind: C.SHIM_PIPELINE,
	groupKind: C.SHIM_GROUP, queriesKind: C.SHIM_QUERIES,
}

// free frees an object that only this file knows, unless the device is lost.
func (c *implementation) free(d *Device, kind C.shim_kind, h *handle) {
	if !d.isLost() {
		C.shim_release(c.box, kind, *h)
	}
	*h = nil
}

func (c *implementation) close(d *Device) {
	c.free(d, C.SHIM_QUEUE, &c.queue)
	c.free(d, C.SHIM_DEVICE, &c.dev)
	if !d.isLost() {
		c.inst.Release()
	}
}
