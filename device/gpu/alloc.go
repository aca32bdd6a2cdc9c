package gpu

import (
	"context"
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// Alloc returns a buffer; its content is unspecified.
func (d *Device) Alloc(bytes int) (device.Buffer, error) {
	if err := d.driver.opened(); err != nil {
		return nil, err
	}
	if err := d.holds("alloc", bytes); err != nil {
		return nil, err
	}
	if bytes < 0 {
		return nil, fmt.Errorf("gpu: alloc of %d bytes", bytes)
	}
	b := &buffer{device: d, len: bytes}
	if err := d.tryTwice("alloc", bytes, b.alloc); err != nil {
		return nil, err
	}
	return b, nil
}

// holds returns an error if no buffer has so many bytes.
func (d *Device) holds(what string, bytes int) error {
	if most := d.Info().Limits.BufferBytes; bytes > most {
		return fmt.Errorf("gpu: %s of %d bytes; one buffer has at most %d bytes on %s: %w",
			what, bytes, most, d.Info().Adapter, device.ErrOutOfMemory)
	}
	return nil
}

// tryTwice calls do, which needs memory. If there is no memory, it collects dropped buffers and
// calls do once more.
func (d *Device) tryTwice(what string, bytes int, do func() error) error {
	err := do()
	if !errors.Is(err, device.ErrOutOfMemory) {
		return err
	}
	device.Collect()
	if err := d.reclaim(); err != nil {
		return err
	}
	if err = do(); errors.Is(err, device.ErrOutOfMemory) {
		d.driver.Lock()
		defer d.driver.Unlock()
		return fmt.Errorf("gpu: %s of %d bytes, with %v in use: %w", what, bytes, &d.pool, err)
	}
	return err
}

// alloc takes all of the buffer's memory from the pool, or none.
func (b *buffer) alloc() error {
	d := b.device
	blocks, err := d.takeBlocks(b.len)
	if err != nil {
		return err
	}
	if err := d.driver.grant(blocks); err != nil {
		d.driver.Lock()
		defer d.driver.Unlock()
		if !d.driver.closed.Load() {
			d.pool.refuse(blocks)
		}
		return err
	}
	b.blocks = blocks
	return nil
}

// takeBlocks takes the lock, and blocks from the pool.
func (d *Device) takeBlocks(bytes int) ([]*block, error) {
	if err := d.driver.enter(); err != nil {
		return nil, err
	}
	defer d.driver.Unlock()
	return d.pool.take(bytes, d.sizes.segment)
}

// grant waits until the driver has said that there is memory for the blocks.
func (d *driver) grant(blocks []*block) error {
	for _, b := range blocks {
		if b.granted {
			continue
		}
		if err := d.Granted(b.memory); err != nil {
			return translate(err)
		}
		b.granted = true
	}
	return nil
}

// reclaim gives the pool and idle staging back to the driver. Queued work has to end before
// the memory that it uses is free.
func (d *Device) reclaim() error {
	if err := d.driver.enter(); err != nil {
		return err
	}
	defer d.driver.Unlock()
	d.pool.trim(0)
	d.staging.trim()
	if err := d.recorder.flush(); err != nil {
		return err
	}
	return d.queue.wait(context.Background())
}
