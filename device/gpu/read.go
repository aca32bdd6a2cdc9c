package gpu

import (
	"context"
	"runtime"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// A read copies a window at a time, in several pieces, so that the device copies one while the host
// copies another. Only a few reads of more than one piece run at once. Both limits bound the memory
// for staging.
const (
	pieceBytes    = 1 << 24
	windowBytes   = 4 * pieceBytes
	maxLargeReads = 2
)

// Read copies from offset to dst. Up to 64 MiB are copied from one moment. In a longer read,
// launches of other goroutines may come between windows of that size.
func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	var to receiver
	err := device.Until(ctx, func() error { return b.read(ctx, &to, offset, dst) })
	to.leave()
	return err
}

// receiver has the caller's memory until it leaves: what goes on in the driver then is not copied.
type receiver struct {
	mu   sync.Mutex
	left bool
}

// leave waits for what is being received.
func (to *receiver) leave() {
	to.mu.Lock()
	defer to.mu.Unlock()
	to.left = true
}

func (to *receiver) copy(dst, mapped []byte) error {
	return to.receive(func() { copyShared(dst, mapped) })
}

// receive calls f unless the caller has left.
func (to *receiver) receive(f func()) error {
	to.mu.Lock()
	defer to.mu.Unlock()
	if to.left {
		return context.Canceled // told to no one
	}
	f()
	return nil
}

// minShare is what a processor copies at least where several do.
const minShare = 1 << 20

// copyShared copies by several processors: to memory that was not touched yet one gets half as
// many bytes as the machine gives two.
func copyShared(dst, src []byte) {
	n := min(len(src)/minShare, runtime.GOMAXPROCS(0), 4)
	var wg sync.WaitGroup
	for i := range max(n-1, 0) {
		from, to := len(src)*i/n, len(src)*(i+1)/n
		wg.Go(func() { copy(dst[from:to], src[from:to]) })
	}
	last := 0
	if n > 1 {
		last = len(src) * (n - 1) / n
	}
	copy(dst[last:], src[last:])
	wg.Wait()
}

func (b *buffer) read(ctx context.Context, to *receiver, offset int, dst []byte) error {
	if err := b.check("read", offset, len(dst)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(dst) > pieceBytes {
		select {
		case b.device.largeReads <- struct{}{}:
			defer func() { <-b.device.largeReads }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for first := true; first || len(dst) > 0; first = false {
		n := min(len(dst), windowBytes-offset%word)
		if err := b.device.tryTwice("read", n, func() error { return b.get(ctx, to, offset, dst[:n]) }); err != nil {
			return err
		}
		offset, dst = offset+n, dst[n:]
	}
	return nil
}

// piece is a part of a read on its way.
type piece struct {
	staging *webgpu.Buffer
	skip    int // bytes of staging before those that are wanted
	dst     []byte
}

// get reads one window.
func (b *buffer) get(ctx context.Context, to *receiver, offset int, dst []byte) error {
	if err := b.enter("read"); err != nil {
		return err
	}
	d := b.device
	pieces, err := b.request(offset, dst)
	d.driver.Unlock()
	for _, p := range pieces {
		if err == nil {
			err = translate(d.driver.Read(ctx, p.staging, p.skip, len(p.dst), func(mapped []byte) error { return to.copy(p.dst, mapped) }))
		}
	}
	d.driver.Lock()
	for _, p := range pieces {
		d.staging.give(p.staging)
	}
	d.driver.Unlock()
	return err
}

// request submits the copies of a window. With an error come those under way.
func (b *buffer) request(offset int, dst []byte) (pieces []piece, err error) {
	d := b.device
	for len(dst) > 0 {
		skip := offset % word
		n := min(len(dst), pieceBytes-skip, b.ahead(offset))
		p := piece{skip: skip, dst: dst[:n]}
		if p.staging, err = d.staging.take(padded(skip + n)); err != nil {
			return pieces, err
		}
		pieces = append(pieces, p)
		if err = d.recorder.copy(p.staging, b.at(offset-skip), (skip+n+word-1)&^(word-1)); err != nil {
			return pieces, err
		}
		if err = d.recorder.flush(); err != nil {
			return pieces, err
		}
		offset, dst = offset+n, dst[n:]
	}
	return pieces, nil
}
