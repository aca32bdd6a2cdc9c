package cpu

import (
	"context"
	"errors"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

var (
	_ device.Describer  = (*Device)(nil)
	_ device.Multiplier = (*Device)(nil)
)

// Run runs the launch, and returns when it is done. When ctx ends, no goroutine begins another
// tile, unless the launch is in place.
func (d *Device) Run(ctx context.Context, l *device.Launch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := d.usable(); err != nil {
		return err
	}
	t, err := d.engine.Bind(l, d.info.Load())
	if err != nil {
		return err
	}
	e := device.Observe(d, l)
	if e != nil {
		e.Variant = t.Manner()
	}
	err = d.engine.Run(ctx, l, t)
	if e != nil {
		e.End(err)
	}
	return err
}

// locate finds a buffer, which has to be the device's, and live.
func (d *Device) locate(of device.Buffer) (at unsafe.Pointer, bytes int, err error) {
	b, ok := of.(*buffer)
	switch {
	case !ok || b.device != d:
		return nil, 0, errors.New("the buffer belongs to another device")
	case b.at == nil:
		return nil, 0, device.ErrReleased
	}
	return b.at, b.len, nil
}

// Describe names the kernels that the launch takes: the assembly of a kernel set, or Go. It says how
// groups lie in tiles.
func (d *Device) Describe(l *device.Launch) (string, error) {
	if err := l.Check(d.Info()); err != nil {
		return "", err
	}
	return d.engine.Describe(l), nil
}

// ProductTile is how many rows or columns of a product of matrices share what maps before it compute.
func (d *Device) ProductTile(op.DType, int) int { return kernel.ProductTile }
