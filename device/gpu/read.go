package gpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// A read takes a window at a time: several pieces, so that the device copies one
// while the host copies another. Of the reads that need more than one piece only a
// few run at once; both bound the memory for staging.
const (
	pieceBytes    = 1 << 24
	windowBytes   = 4 * pieceBytes
	maxLargeReads = 2
)

// Read copies from offset to dst. Up to 64 MiB are copied as they are at one moment;
// launches that other goroutines queue meanwhile may come between windows of that size.
// With a context that can end, it takes memory for another copy.
func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	if ctx.Done() == nil {
		return b.read(ctx, offset, dst)
	}
	if err := b.check("read", offset, len(dst)); err != nil {
		return err
	}
	own := make([]byte, len(dst)) // dst is the caller's again when Read returns, whatever goes on
	err := until(ctx, func() error { return b.read(ctx, offset, own) })
	if err == nil {
		copy(dst, own)
	}
	return err
}

func (b *buffer) read(ctx context.Context, offset int, dst []byte) error {
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
		if err := b.device.twice("read", n, func() error { return b.get(ctx, offset, dst[:n]) }); err != nil {
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
func (b *buffer) get(ctx context.Context, offset int, dst []byte) error {
	if err := b.enter("read"); err != nil {
		return err
	}
	d := b.device
	pieces, err := b.request(offset, dst)
	d.seam.Unlock()
	for _, p := range pieces {
		if err == nil {
			err = translate(d.seam.Read(ctx, p.staging, p.skip, p.dst))
		}
	}
	d.seam.Lock()
	for _, p := range pieces {
		d.unstage(p.staging)
	}
	d.seam.Unlock()
	return err
}

// request submits the copies of a window. With an error come those under way.
func (b *buffer) request(offset int, dst []byte) (pieces []piece, err error) {
	d := b.device
	for len(dst) > 0 {
		skip := offset % word
		n := min(len(dst), pieceBytes-skip, b.ahead(offset))
		p := piece{skip: skip, dst: dst[:n]}
		if p.staging, err = d.stage(padded(skip + n)); err != nil {
			return pieces, err
		}
		pieces = append(pieces, p)
		if err = d.copyOut(p.staging, b.at(offset-skip), (skip+n+word-1)&^(word-1)); err != nil {
			return pieces, err
		}
		if err = d.flush(); err != nil {
			return pieces, err
		}
		offset, dst = offset+n, dst[n:]
	}
	return pieces, nil
}
