package gpu

import (
	"context"
	"errors"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

var _ device.Warmer = (*Device)(nil)

// Warm compiles the kernels of the launch that are not yet compiled.
func (d *Device) Warm(l *device.Launch) error {
	if d.driver.closed.Load() {
		return device.ErrClosed
	}
	if err := l.Check(d.Info()); err != nil {
		return err
	}
	var kernel shaders.Kernel
	err := d.holding(context.Background(), nil, func() error {
		return d.pieces(&kernel, l, l.Plan(), func(k *shaders.Kernel) error {
			if k.Threads() == 0 {
				return nil
			}
			_, err := d.pipelines.get(k)
			return err
		})
	})
	switch {
	case errors.Is(err, shaders.ErrApart):
		return nil // it copies operands first: what it compiles depends on where they lie
	case err == nil:
		d.driver.Unlock()
	}
	return err
}
