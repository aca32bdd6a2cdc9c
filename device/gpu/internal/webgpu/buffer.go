package webgpu

import (
	"context"
	"errors"
	"fmt"
)

// Buffer is memory of a device.
type Buffer struct {
	resource
	buf   handle
	size  int
	usage Usage
	made  *request // the driver's answer to NewBuffer, until Granted has it; or nil
	epoch uint64   // the last recording that copies to it
	stale bool     // a read was cancelled: wgpu 0.19 answers the next map when the old one's work is done
}

// NewBuffer makes a zeroed buffer.
func (d *Device) NewBuffer(bytes int, u Usage) (*Buffer, error) {
	if err := d.Usable(); err != nil {
		return nil, err
	}
	if err := d.limits.checkBuffer(bytes, u); err != nil {
		return nil, err
	}
	what := fmt.Sprintf("new buffer of %d bytes", bytes)
	if err := d.ready("new buffer", what); err != nil {
		return nil, err
	}
	buf, made := d.impl.buffer(bytes, u)
	if err := d.check(what, nil); err != nil {
		return nil, err
	}
	b := &Buffer{buf: buf, size: bytes, usage: u, made: made}
	d.own(&b.resource, object{bufferKind, buf})
	return b, nil
}

// Granted waits until the driver has said whether there is memory for the buffer. It returns
// ErrOutOfMemory if there is none. A browser says it after NewBuffer has returned.
func (d *Device) Granted(b *Buffer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if b.made == nil {
		return nil
	}
	d.pending++
	defer func() { d.pending-- }()
	if err := d.await(context.Background(), "grant", func() *request { return b.made }); err != nil {
		return err
	}
	b.made = nil
	return nil
}

// Len is the size in bytes.
func (b *Buffer) Len() int { return b.size }

// check refuses buffers that must not be touched.
func (b *Buffer) check(d *Device, what string) error {
	switch {
	case b == nil:
		return fmt.Errorf("webgpu: %s: no buffer", what)
	case b.dev != d:
		return fmt.Errorf("webgpu: %s: a buffer of another device", what)
	case b.released:
		return fmt.Errorf("webgpu: %s: the buffer is released", what)
	case b.busy:
		return fmt.Errorf("webgpu: %s: the buffer is being read", what)
	}
	return nil
}

// Write takes effect before all later submissions.
func (d *Device) Write(b *Buffer, offset int, src []byte) error {
	if err := d.Usable(); err != nil {
		return err
	}
	if err := b.check(d, "write"); err != nil {
		return err
	}
	if err := checkSpan("write", offset, len(src), b.size); err != nil || len(src) == 0 {
		return err
	}
	if b.usage == Staging {
		return errors.New("webgpu: write to a staging buffer")
	}
	if err := d.ready("write", "write"); err != nil {
		return err
	}
	d.wrote = true
	d.impl.write(b.buf, offset, src)
	return d.check("write", nil)
}
