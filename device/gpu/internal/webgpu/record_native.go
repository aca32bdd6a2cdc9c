//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// Dispatch records into the open pass, and opens one if need be.
func (d *Device) Dispatch(p *Pipeline, g *BindGroup, uniformOffset, x, y, z int) error {
	if err := d.checkDispatch(p, g, uniformOffset, x, y, z); err != nil {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	if d.pass == nil {
		if d.pass = C.shim_pass(d.box, d.enc); d.pass == nil {
			return d.fail("dispatch")
		}
	}
	var changed unsafe.Pointer
	if d.bound != p {
		changed, d.bound = p.pipeline, p
	}
	var offset *C.uint32_t
	if g.room >= 0 {
		offset = &d.counts[3]
		*offset = C.uint32_t(uniformOffset)
	}
	d.counts[0], d.counts[1], d.counts[2] = C.uint32_t(x), C.uint32_t(y), C.uint32_t(z)
	C.shim_dispatch(d.box, d.pass, changed, g.group, offset, &d.counts[0])
	return d.fail("dispatch")
}

func (d *Device) checkDispatch(p *Pipeline, g *BindGroup, uniformOffset, x, y, z int) error {
	if err := d.Usable(); err != nil {
		return err
	}
	if err := p.check(d, "dispatch"); err != nil {
		return err
	}
	if err := g.check(p); err != nil {
		return err
	}
	if room := max(g.room, 0); uniformOffset < 0 || uniformOffset > room || uniformOffset%d.limits.UniformAlign != 0 {
		return fmt.Errorf("webgpu: dispatch: uniform offset %d: must be a multiple of %d and at most %d", uniformOffset, d.limits.UniformAlign, room)
	}
	return d.limits.checkGrid(x, y, z)
}

// Copy ends the open pass and records a copy.
func (d *Device) Copy(dst *Buffer, dstOff int, src *Buffer, srcOff, n int) error {
	if err := d.checkCopy(dst, dstOff, src, srcOff, n); err != nil || n == 0 {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	if err := d.endPass("copy"); err != nil {
		return err
	}
	if err := d.ready("copy", "copy"); err != nil {
		d.drop()
		return err
	}
	dst.epoch = d.epoch
	C.shim_copy(d.box, d.enc, &C.shim_range{dst.buf, C.uint64_t(dstOff), C.uint64_t(n)}, &C.shim_range{src.buf, C.uint64_t(srcOff), C.uint64_t(n)})
	return d.fail("copy")
}

func (d *Device) checkCopy(dst *Buffer, dstOff int, src *Buffer, srcOff, n int) error {
	if err := d.Usable(); err != nil {
		return err
	}
	if err := errors.Join(dst.check(d, "copy to"), src.check(d, "copy from")); err != nil {
		return err
	}
	if src.usage != Storage && src.usage != Times {
		return fmt.Errorf("webgpu: copy from a %v buffer", src.usage)
	}
	if dst == src {
		return errors.New("webgpu: copy within one buffer")
	}
	return errors.Join(checkSpan("copy to", dstOff, n, dst.size), checkSpan("copy from", srcOff, n, src.size))
}

// Submit submits the recording.
func (d *Device) Submit() error {
	if err := d.Usable(); err != nil {
		return err
	}
	if d.enc == nil {
		if d.wrote { // frees the driver's copies of written bytes
			C.shim_submit(d.box, d.queue, nil)
			d.answers.Add(1)
			d.wrote = false
		}
		return d.check("submit", nil)
	}
	if err := d.endPass("submit"); err != nil {
		return err
	}
	if err := d.ready("submit", "submit"); err != nil {
		d.drop()
		return err
	}
	commands := C.shim_finish(d.box, d.enc)
	if err := d.fail("submit"); err != nil {
		return err
	}
	C.shim_submit(d.box, d.queue, commands)
	d.answers.Add(1)
	d.wrote = false
	d.release(object{C.SHIM_COMMANDS, commands})
	d.drop()
	return d.check("submit", nil)
}

// begin opens an encoder if there is none.
func (d *Device) begin() error {
	if d.enc != nil {
		return nil
	}
	if err := d.ready("record", "record"); err != nil {
		return err
	}
	enc := C.shim_encoder(d.box, d.dev)
	if err := d.check("record", nil); err != nil {
		return err
	}
	d.enc = enc
	d.epoch++
	return nil
}

// endPass drops the recording if there is an error.
func (d *Device) endPass(what string) error {
	if d.pass == nil {
		return nil
	}
	pass := d.pass
	d.pass, d.bound = nil, nil
	if !d.isLost() {
		C.shim_end(d.box, pass)
	}
	d.release(object{C.SHIM_PASS, pass}) // newer libraries refuse to submit while it lives
	return d.fail(what)
}

// fail drops the recording if there is an error: an encoder's behaviour after one is undefined.
func (d *Device) fail(what string) error {
	err := d.check(what, nil)
	if err != nil {
		d.drop()
	}
	return err
}

// drop ends the recording, submitted or not. It releases the objects that waited for the end.
func (d *Device) drop() {
	if d.enc == nil {
		return
	}
	enc := d.enc
	d.enc = nil
	_ = d.endPass("drop")
	d.release(object{C.SHIM_ENCODER, enc})
	d.release(d.late...)
	d.late = d.late[:0]
}
