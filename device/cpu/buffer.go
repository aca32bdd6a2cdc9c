package cpu

import (
	"context"
	"fmt"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// buffer is memory of one device. Its lock orders those who use it: readers share it.
type buffer struct {
	device *Device
	len    int

	sync.RWMutex
	block []uint64 // nil once released; changed with the device's mu locked, and this if somebody is working
}

// Alloc returns a buffer; its content is unspecified.
func (d *Device) Alloc(bytes int) (device.Buffer, error) {
	if bytes < 0 {
		return nil, fmt.Errorf("cpu: alloc of %d bytes", bytes)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.usable(); err != nil {
		return nil, err
	}
	return d.alloc(bytes)
}

// alloc is called with mu locked.
func (d *Device) alloc(bytes int) (*buffer, error) {
	b, err := d.pool.take(bytes)
	if err != nil {
		return nil, err
	}
	b.device, b.len = d, bytes
	return b, nil
}

// Reclaim gives the buffer to the pool as it is.
func (d *Device) Reclaim(r device.Buffer) bool {
	b, ok := r.(*buffer)
	if !ok || b.device != d {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if b.block != nil {
		d.pool.give(b)
	}
	return true
}

func (b *buffer) Len() int { return b.len }

// quickBytes are copied with the device's mu locked, which takes less than to lock a buffer
// would.
const quickBytes = 1 << 14

// quick locks the device's mu where it is enough to copy so few bytes, and reports whether it is.
// Mistakes are none.
func (b *buffer) quick(offset, n int) bool {
	if n > quickBytes {
		return false
	}
	d := b.device
	d.mu.Lock()
	if d.working > 0 || d.usable() != nil || b.check("", offset, n) != nil {
		d.mu.Unlock()
		return false
	}
	return true
}

func (b *buffer) Write(offset int, src []byte) error {
	if b.quick(offset, len(src)) {
		copy(b.bytes()[offset:], src)
		b.device.mu.Unlock()
		return nil
	}
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
	if ctx.Err() == nil && b.quick(offset, len(dst)) {
		copy(dst, b.bytes()[offset:])
		b.device.mu.Unlock()
		return nil
	}
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
	b.device.mu.Lock()
	if b.device.working == 0 {
		b.giveBack()
		b.device.mu.Unlock()
		return
	}
	b.device.mu.Unlock() // launches lock their buffers before
	b.Lock()
	b.device.mu.Lock()
	b.giveBack()
	b.device.mu.Unlock()
	b.Unlock()
}

// giveBack gives the memory to the pool: the buffer itself others may know.
func (b *buffer) giveBack() {
	if b.block != nil {
		b.device.pool.give(&buffer{block: b.block})
		b.block = nil
	}
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

// before is the order in which a launch locks its buffers, any that does not change.
func (b *buffer) before(c *buffer) bool {
	return uintptr(unsafe.Pointer(b)) < uintptr(unsafe.Pointer(c))
}

func (b *buffer) base() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b.block)) }

func (b *buffer) bytes() []byte { return unsafe.Slice((*byte)(b.base()), b.len) }
