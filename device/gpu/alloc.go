package gpu

import (
	"context"
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// Alloc returns a buffer; its content is unspecified.
func (d *Device) Alloc(bytes int) (device.Buffer, error) {
	if d.closed.Load() {
		return nil, device.ErrClosed
	}
	if most := d.Info().Limits.BufferBytes; bytes > most {
		return nil, fmt.Errorf("gpu: alloc of %d bytes; one buffer has at most %d bytes on %s: %w",
			bytes, most, d.Info().Adapter, device.ErrOutOfMemory)
	}
	if bytes < 0 {
		return nil, fmt.Errorf("gpu: alloc of %d bytes", bytes)
	}
	b, err := d.alloc(bytes)
	if errors.Is(err, webgpu.ErrOutOfMemory) {
		if err := d.reclaim(); err != nil {
			return nil, err
		}
		b, err = d.alloc(bytes)
	}
	if errors.Is(err, webgpu.ErrOutOfMemory) {
		s := d.Stats()
		return nil, fmt.Errorf("gpu: alloc of %d bytes, with %d bytes in %d buffers: %w: %w",
			bytes, s.LiveBytes, s.LiveBuffers, device.ErrOutOfMemory, err)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// alloc leaves the seam's ErrOutOfMemory as it is.
func (d *Device) alloc(bytes int) (*buffer, error) {
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer d.seam.Unlock()
	if padded(bytes) > d.pool.limit-d.stats.LiveBytes {
		return nil, fmt.Errorf("gpu: alloc of %d bytes, with %d of %d bytes in use: %w",
			bytes, d.stats.LiveBytes, d.pool.limit, device.ErrOutOfMemory)
	}
	b, err := d.take(bytes)
	if errors.Is(err, webgpu.ErrOutOfMemory) {
		return nil, err
	}
	if err != nil {
		return nil, translate(err)
	}
	return &buffer{device: d, len: bytes, block: b}, nil
}

// reclaim gives the pool back to the driver. Queued work has to end before the memory
// that it uses is free.
func (d *Device) reclaim() error {
	if err := d.enter(); err != nil {
		return err
	}
	d.trim(0)
	if err := d.flush(); err != nil {
		d.seam.Unlock()
		return err
	}
	return d.wait(context.Background())
}
