package gpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
)

var _ device.Viewer = (*buffer)(nil)

// View passes memory that the driver maps, for up to 64 MiB, and else a copy.
func (b *buffer) View(ctx context.Context, offset, n int, f func(bytes []byte) error) error {
	if err := b.check("view", offset, n); err != nil {
		return err
	}
	if n == 0 || offset%word+n > min(stretchBytes, b.ahead(offset)) {
		bytes := make([]byte, n)
		if err := b.Read(ctx, offset, bytes); err != nil {
			return err
		}
		return f(bytes)
	}
	var to receiver
	var answer error
	show := func(mapped []byte) error {
		return to.receive(func() { answer = f(mapped) })
	}
	err := device.Until(ctx, func() error {
		return b.device.tryTwice("view", n, func() error { return b.show(ctx, offset, n, show) })
	})
	to.leave()
	if answer != nil {
		return answer
	}
	return err
}

// show maps a copy that the device makes.
func (b *buffer) show(ctx context.Context, offset, n int, f func(mapped []byte) error) error {
	if err := b.enter("view"); err != nil {
		return err
	}
	d := b.device
	p, err := b.stage(offset, n)
	d.driver.Unlock()
	if err == nil {
		err = translate(d.driver.Read(ctx, p.staging, p.skip, n, f))
	}
	d.driver.Lock()
	defer d.driver.Unlock()
	if p.staging != nil {
		d.staging.give(p.staging)
	}
	return err
}
