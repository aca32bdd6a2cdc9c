package gpu

import (
	"context"
	"runtime"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// A read copies in stretches, and each stretch in parts, so that the device copies one part while
// the host copies another. Only a few reads of more than one part run at once. Both limits bound
// the memory for staging.
const (
	partBytes     = 1 << 24
	stretchBytes  = 4 * partBytes
	maxLargeReads = 2
)

// Read copies from offset to dst. A read of up to 64 MiB sees one state of the buffer. A longer
// read has rounds of 64 MiB, and launches of other goroutines may come between.
func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	var to receiver
	err := device.Until(ctx, func() error { return b.read(ctx, &to, offset, dst) })
	to.leave()
	return err
}

// receiver guards the caller's memory. After the caller has left, bytes that arrive from the driver
// are not copied.
type receiver struct {
	mu   sync.Mutex
	left bool
}

// leave waits until no bytes are being received.
func (to *receiver) leave() {
	to.mu.Lock()
	defer to.mu.Unlock()
	to.left = true
}

// copy copies bytes unless the caller has left.
func (to *receiver) copy(dst []byte, m webgpu.Mapped) error {
	to.mu.Lock()
	defer to.mu.Unlock()
	if to.left {
		return context.Canceled // no caller sees this error
	}
	copyShared(dst, m)
	return nil
}

// minShare is the least number of bytes for each processor that copies.
const minShare = 1 << 20

// copyShared copies with several processors. Into memory that was not touched yet, one processor
// copies half as fast as two.
func copyShared(dst []byte, m webgpu.Mapped) {
	n := min(len(dst)/minShare, runtime.GOMAXPROCS(0), 4)
	var wg sync.WaitGroup
	for i := range max(n-1, 0) {
		from, to := len(dst)*i/n, len(dst)*(i+1)/n
		wg.Go(func() { m.Copy(dst[from:to], from) })
	}
	last := 0
	if n > 1 {
		last = len(dst) * (n - 1) / n
	}
	m.Copy(dst[last:], last)
	wg.Wait()
}

func (b *buffer) read(ctx context.Context, to *receiver, offset int, dst []byte) error {
	if err := b.check("read", offset, len(dst)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := b.device.faults.collect(ctx); err != nil {
		return err
	}
	if len(dst) > partBytes {
		select {
		case b.device.staging.large <- struct{}{}:
			defer func() { <-b.device.staging.large }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for first := true; first || len(dst) > 0; first = false {
		n := min(len(dst), stretchBytes-offset%word)
		if err := b.device.tryTwice("read", n, func() error { return b.get(ctx, to, offset, dst[:n]) }); err != nil {
			return err
		}
		offset, dst = offset+n, dst[n:]
	}
	return nil
}

// part of a read is copied to a staging buffer of its own.
type part struct {
	staging *webgpu.Buffer
	from    int    // the offset in the buffer
	skip    int    // bytes of staging before those that are wanted
	n       int    // those
	dst     []byte // for them
}

// get reads one stretch.
func (b *buffer) get(ctx context.Context, to *receiver, offset int, dst []byte) error {
	parts := b.parts(offset, dst)
	err := b.stage(parts)
	if err == nil {
		err = b.request(parts)
	}
	return b.device.receive(ctx, to, parts, err)
}

// receive receives parts that were requested, unless there was an error. It gives their staging buffers
// back.
func (d *Device) receive(ctx context.Context, to *receiver, parts []part, err error) error {
	for _, p := range parts {
		if err == nil {
			err = translate(d.driver.Read(ctx, p.staging, p.skip, len(p.dst), func(m webgpu.Mapped) error { return to.copy(p.dst, m) }))
		}
	}
	return d.giveBack(parts, err)
}

// giveBack takes the lock and keeps the staging buffers of parts for later. It returns the error.
func (d *Device) giveBack(parts []part, err error) error {
	d.driver.Lock()
	defer d.driver.Unlock()
	for _, p := range parts {
		if p.staging != nil {
			d.staging.give(p.staging)
		}
	}
	return err
}

// parts are the parts of a stretch.
func (b *buffer) parts(offset int, dst []byte) (all []part) {
	for len(dst) > 0 {
		p := part{from: offset, skip: offset % word}
		p.n = min(len(dst), partBytes-p.skip, b.ahead(offset))
		p.dst = dst[:p.n]
		all = append(all, p)
		offset, dst = offset+p.n, dst[p.n:]
	}
	return all
}

// stage takes the lock, and staging buffers for parts. It waits until the driver has said that there
// is memory for them. With an error some parts may have one.
func (b *buffer) stage(parts []part) error {
	if err := b.takeStaging(parts); err != nil {
		return err
	}
	for _, p := range parts {
		if err := b.device.driver.Granted(p.staging); err != nil {
			return translate(err)
		}
	}
	return nil
}

func (b *buffer) takeStaging(parts []part) (err error) {
	if err := b.enter("read"); err != nil {
		return err
	}
	defer b.device.driver.Unlock()
	for i := range parts {
		p := &parts[i]
		if p.staging, err = b.device.staging.take(padToVectors(p.skip + p.n)); err != nil {
			return err
		}
	}
	return nil
}

// request takes the lock and submits the copies of a stretch.
func (b *buffer) request(parts []part) error {
	if err := b.enter("read"); err != nil {
		return err
	}
	d := b.device
	defer d.driver.Unlock()
	for _, p := range parts {
		from := b.at(p.from - p.skip)
		if err := d.recorder.copy(p.staging, 0, from.memory, from.offset, (p.skip+p.n+word-1)&^(word-1)); err != nil {
			return err
		}
		if err := d.recorder.flush(); err != nil {
			return err
		}
	}
	return nil
}
