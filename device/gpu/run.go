package gpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
)

// Run records the launch, which is submitted together with others. It waits for a kernel that is
// being compiled, and while a software driver has enough work. If the context ends, dispatches that
// are not recorded do not run, and the outputs are unspecified. Recorded dispatches still run.
func (d *Device) Run(ctx context.Context, l *device.Launch) error {
	if err := d.driver.opened(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := l.Check(d.Info()); err != nil {
		return err
	}
	e := device.Observe(d, l)
	err := d.run(ctx, l, e)
	d.end(e, err)
	return err
}

func (d *Device) run(ctx context.Context, l *device.Launch, e *device.LaunchEvent) error {
	if e != nil && e.Work != nil {
		d.timer.use.RLock()
		defer d.timer.use.RUnlock()
		if err := d.timer.start(ctx); err != nil {
			return err
		}
	}
	if err := d.trace.failure(); err != nil {
		return err
	}
	return d.runner.run(ctx, l, e)
}

var _ device.Warmer = (*Device)(nil)

// Warm compiles the kernels of the launch that are not yet compiled.
func (d *Device) Warm(l *device.Launch) error {
	if err := d.driver.opened(); err != nil {
		return err
	}
	if err := l.Check(d.Info()); err != nil {
		return err
	}
	return d.runner.warm(l, &device.LaunchEvent{Device: d, Launch: l})
}
