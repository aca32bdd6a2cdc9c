package gpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

var _ device.Viewer = (*buffer)(nil)

// View passes memory that the driver maps, for up to 64 MiB, and else a copy. The driver is waited for
// on another goroutine, and f runs on that of the caller, where it may panic. When ctx ends before f is
// called, View returns at once.
func (b *buffer) View(ctx context.Context, offset, n int, f func(bytes []byte) error) error {
	if err := b.check("view", offset, n); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := b.device.faults.collect(ctx); err != nil {
		return err
	}
	if n == 0 || offset%word+n > min(stretchBytes, b.ahead(offset)) {
		bytes := make([]byte, n)
		if err := b.Read(ctx, offset, bytes); err != nil {
			return err
		}
		return f(bytes)
	}
	shown, over := make(chan []byte), make(chan struct{})
	show := func(m webgpu.Mapped) error {
		select {
		case shown <- m.Bytes():
			<-over
		case <-over: // f has returned, or is not called any more
		}
		return nil
	}
	ended := make(chan error, 1)
	go func() { ended <- b.device.tryTwice("view", n, func() error { return b.show(ctx, offset, n, show) }) }()
	select {
	case mapped := <-shown:
		if err := whileShown(mapped, over, f); err != nil {
			return err
		}
		return <-ended
	case err := <-ended:
		return err
	case <-ctx.Done():
		close(over)
		return ctx.Err()
	}
}

// whileShown calls f, and then closes over, also if f panics.
func whileShown(mapped []byte, over chan struct{}, f func(bytes []byte) error) error {
	defer close(over)
	return f(mapped)
}

// show maps a copy that the device makes.
func (b *buffer) show(ctx context.Context, offset, n int, use func(m webgpu.Mapped) error) error {
	p := []part{{from: offset, skip: offset % word, n: n}}
	err := b.stage(p)
	if err == nil {
		err = b.request(p)
	}
	if err == nil {
		err = translate(b.device.driver.Read(ctx, p[0].staging, p[0].skip, n, use))
	}
	return b.device.giveBack(p, err)
}
