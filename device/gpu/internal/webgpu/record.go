package webgpu

import (
	"errors"
	"fmt"
)

// Dispatch records into the open pass, and opens one if need be.
func (d *Device) Dispatch(p *Pipeline, g *BindGroup, uniformOffset, x, y, z int) error {
	if err := d.checkDispatch(p, g, uniformOffset, x, y, z); err != nil {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	if !d.inPass {
		d.impl.beginPass()
		if err := d.fail("dispatch"); err != nil {
			return err
		}
		d.inPass = true
	}
	if d.bound != p {
		d.impl.setPipeline(p.pipeline)
		d.bound = p
	}
	if g.room < 0 {
		uniformOffset = -1
	}
	d.impl.dispatch(g.group, uniformOffset, x, y, z)
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
	d.impl.copy(dst.buf, dstOff, src.buf, srcOff, n)
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
	if !d.recording {
		if d.wrote {
			d.impl.flush()
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
	d.impl.finish()
	if err := d.fail("submit"); err != nil {
		return err
	}
	d.impl.submit()
	d.answers.Add(1)
	d.wrote = false
	d.drop()
	return d.check("submit", nil)
}

// begin opens an encoder if there is none.
func (d *Device) begin() error {
	if d.recording {
		return nil
	}
	if err := d.ready("record", "record"); err != nil {
		return err
	}
	d.impl.encode()
	if err := d.check("record", nil); err != nil {
		return err
	}
	d.recording = true
	d.epoch++
	return nil
}

// endPass drops the recording if there is an error.
func (d *Device) endPass(what string) error {
	if !d.inPass {
		return nil
	}
	d.inPass, d.bound = false, nil
	d.impl.endPass(d)
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
	if !d.recording {
		return
	}
	d.recording = false
	_ = d.endPass("drop")
	d.impl.abandon(d)
	d.release(d.late...)
	d.late = d.late[:0]
}
