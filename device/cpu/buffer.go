package cpu

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// buffer is memory of one device. Its lock orders those who use it: readers share it.
type buffer struct {
	device *Device
	id     uint64 // the order in which a launch locks its buffers
	len    int

	sync.RWMutex
	block []uint64 // nil once released
}

var ids atomic.Uint64

// Alloc returns a buffer; its content is unspecified.
func (d *Device) Alloc(bytes int) (device.Buffer, error) {
	if bytes < 0 {
		return nil, fmt.Errorf("cpu: alloc of %d bytes", bytes)
	}
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer d.leave()
	block, err := d.pool.take(bytes)
	if err != nil {
		return nil, err
	}
	return &buffer{device: d, id: ids.Add(1), len: bytes, block: block}, nil
}

func (b *buffer) Len() int { return b.len }

func (b *buffer) Write(offset int, src []byte) error {
	if err := b.device.enter(); err != nil {
		return err
	}
	defer b.device.leave()
	b.Lock()
	defer b.Unlock()
	if err := b.check("write", offset, len(src)); err != nil {
		return err
	}
	copy(b.bytes()[offset:], src)
	return nil
}

func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	if err := b.device.enter(); err != nil {
		return err
	}
	defer b.device.leave()
	if err := b.share(ctx); err != nil {
		return err
	}
	defer b.RUnlock()
	if err := b.check("read", offset, len(dst)); err != nil {
		return err
	}
	copy(dst, b.bytes()[offset:])
	return nil
}

// share locks the buffer for reading, unless ctx ends before a launch that writes it does.
func (b *buffer) share(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if b.TryRLock() {
		return nil
	}
	if ctx.Done() == nil {
		b.RLock()
		return nil
	}
	locked := make(chan struct{})
	go func() { b.RLock(); close(locked) }()
	select {
	case <-locked:
		return nil
	case <-ctx.Done():
		go func() { <-locked; b.RUnlock() }()
		return ctx.Err()
	}
}

// Release gives the memory to the pool once nobody uses it any more.
func (b *buffer) Release() {
	b.Lock()
	defer b.Unlock()
	if b.block == nil {
		return
	}
	b.device.pool.give(b.block)
	b.block = nil
}

// check is called with the lock held.
func (b *buffer) check(verb string, offset, n int) error {
	switch {
	case b.block == nil:
		return fmt.Errorf("cpu: %s: %w", verb, device.ErrReleased)
	case offset < 0 || offset > b.len || n > b.len-offset:
		return fmt.Errorf("cpu: %s of %d bytes at offset %d of a buffer of %d bytes", verb, n, offset, b.len)
	}
	return nil
}

func (b *buffer) base() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b.block)) }

func (b *buffer) bytes() []byte { return unsafe.Slice((*byte)(b.base()), b.len) }
