package main

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// naive is a whole device: it does what a launch says, word by word, slowly and
// exactly. One mutex makes it safe for concurrent use and keeps launches in order.
type naive struct {
	mu     sync.Mutex
	closed bool
}

// maxBytes bounds one buffer. Without a bound, make would panic on absurd sizes.
const maxBytes = 1 << 30

// do runs f with the mutex held, unless the device is closed.
func (d *naive) do(f func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return device.ErrClosed
	}
	return f()
}

// Info tells tensors, and Launch.Check, what to expect of this device. Types that it
// does not list are refused; the meanings in package op are exact for all of them.
func (d *naive) Info() device.Info {
	return device.Info{Name: "naive", Kind: device.CPU, Adapter: "one goroutine", Backend: "go",
		DTypes: op.SetOf(op.DTypes()...), Subnormals: true, Limits: device.Limits{BufferBytes: maxBytes}}
}

// String names the device for people.
func (d *naive) String() string { return "naive (one goroutine)" }

// Alloc makes a buffer. Its content may be anything; Go's happens to be zero.
func (d *naive) Alloc(bytes int) (b device.Buffer, err error) {
	err = d.do(func() error {
		if bytes < 0 || bytes > maxBytes {
			return fmt.Errorf("naive: alloc of %d bytes, not 0 to %d: %w", bytes, maxBytes, device.ErrOutOfMemory)
		}
		b = &buffer{device: d, len: bytes, data: make([]byte, bytes)}
		return nil
	})
	return b, err
}

// Run is where the work is done. A device may queue it; naive does it at once. So a launch may
// take long, and Run returns early when its context ends. Check
// finds everything that would be wrong on any device. That the buffers are its own, and
// alive, only the device knows.
func (d *naive) Run(ctx context.Context, l *device.Launch) error {
	return d.do(func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.Check(d.Info()); err != nil {
			return err
		}
		for _, o := range slices.Concat(l.In, l.Out) {
			if b, ok := o.Buffer.(*buffer); !ok || b.device != d {
				return fmt.Errorf("naive: a buffer of another device")
			} else if b.data == nil {
				return fmt.Errorf("naive: run: %w", device.ErrReleased)
			}
		}
		if l.InPlace() { // a launch in place is finished, or not begun
			ctx = context.WithoutCancel(ctx)
		}
		return compute(ctx, l)
	})
}

// Sync has nothing to wait for, but whoever has given up waiting is told so.
func (d *naive) Sync(ctx context.Context) error { return d.do(ctx.Err) }

// Close waits for a running launch, by the mutex. Go collects the memory.
func (d *naive) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	return nil
}

// buffer is memory of a naive device: bytes, guarded by the device's mutex.
type buffer struct {
	device *naive
	len    int    // does not change, so that Len needs no lock
	data   []byte // nil once released
}

func (b *buffer) Len() int { return b.len }

func (b *buffer) Write(offset int, src []byte) error {
	return b.use(context.Background(), offset, len(src), func(data []byte) { copy(data, src) })
}

func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	return b.use(ctx, offset, len(dst), func(data []byte) { copy(dst, data) })
}

func (b *buffer) Release() {
	b.device.mu.Lock()
	defer b.device.mu.Unlock()
	b.data = nil
}

// use hands f the n bytes from offset on, if there are such and they may be used.
func (b *buffer) use(ctx context.Context, offset, n int, f func(data []byte)) error {
	return b.device.do(func() error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case b.data == nil:
			return device.ErrReleased
		case offset < 0 || offset > b.len || n > b.len-offset:
			return fmt.Errorf("naive: %d bytes at %d of a buffer of %d", n, offset, b.len)
		}
		f(b.data[offset : offset+n])
		return nil
	})
}
