//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"errors"
	"fmt"
)

// Dispatch records into the open pass, and opens one if need be.
func (d *Device) Dispatch(p *Pipeline, g *Group, uniformOffset, x, y, z int) error {
	if err := d.checkDispatch(p, g, uniformOffset, x, y, z); err != nil {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	if d.pass == nil {
		d.pass = d.enc.BeginComputePass(nil)
	}
	if d.bound != p {
		d.pass.SetPipeline(p.pipeline)
		d.bound = p
	}
	var offset []uint32
	if g.room >= 0 {
		offset = d.offset
		offset[0] = uint32(uniformOffset)
	}
	d.pass.SetBindGroup(0, g.group, offset)
	d.pass.DispatchWorkgroups(uint32(x), uint32(y), uint32(z))
	return nil
}

func (d *Device) checkDispatch(p *Pipeline, g *Group, uniformOffset, x, y, z int) error {
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
	if err := d.endPass(); err != nil {
		return d.fail("copy", err)
	}
	if err := d.fault("copy"); err != nil {
		return d.fail("copy", err)
	}
	dst.epoch = d.epoch
	err := d.enc.CopyBufferToBuffer(src.buf, uint64(srcOff), dst.buf, uint64(dstOff), uint64(n))
	return d.fail("copy", err)
}

func (d *Device) checkCopy(dst *Buffer, dstOff int, src *Buffer, srcOff, n int) error {
	if err := d.Usable(); err != nil {
		return err
	}
	if err := errors.Join(dst.check(d, "copy to"), src.check(d, "copy from")); err != nil {
		return err
	}
	if src.usage != Storage {
		return fmt.Errorf("webgpu: copy from a %v buffer", src.usage)
	}
	if dst == src {
		return errors.New("webgpu: copy within one buffer")
	}
	return errors.Join(checkSpan("copy to", dstOff, n, dst.size), checkSpan("copy from", srcOff, n, src.size))
}

// Submit hands over what is recorded.
func (d *Device) Submit() error {
	if err := d.Usable(); err != nil {
		return err
	}
	if d.enc == nil {
		if d.wrote { // frees what carried the writes
			d.queue.Submit()
			d.answers.Add(1)
			d.wrote = false
		}
		return d.check("submit", nil)
	}
	if err := d.endPass(); err != nil {
		return d.fail("submit", err)
	}
	if err := d.fault("submit"); err != nil {
		return d.fail("submit", err)
	}
	cmd, err := d.enc.Finish(nil)
	if err = d.fail("submit", err); err != nil {
		return err
	}
	d.queue.Submit(cmd)
	d.answers.Add(1)
	d.wrote = false
	cmd.Release()
	d.drop()
	return d.check("submit", nil)
}

// begin opens an encoder if there is none.
func (d *Device) begin() error {
	if d.enc != nil {
		return nil
	}
	if err := d.fault("record"); err != nil {
		return d.check("record", err)
	}
	enc, err := d.dev.CreateCommandEncoder(nil)
	if err := d.check("record", err); err != nil {
		return err
	}
	d.enc = enc
	d.epoch++
	return nil
}

func (d *Device) endPass() error {
	if d.pass == nil {
		return nil
	}
	err := d.pass.End()
	d.pass.Release() // newer libraries refuse to submit while it lives
	d.pass, d.bound = nil, nil
	return err
}

// fail drops the recording if there is an error: what an encoder does after one is anybody's guess.
func (d *Device) fail(what string, err error) error {
	err = d.check(what, err)
	if err != nil {
		d.drop()
	}
	return err
}

// drop ends the recording, submitted or not, and releases what was waiting for that.
func (d *Device) drop() {
	if d.enc == nil {
		return
	}
	_ = d.endPass()
	d.enc.Release()
	d.enc = nil
	for _, r := range d.late {
		r.Release()
	}
	clear(d.late)
	d.late = d.late[:0]
}
