package cpu

import (
	"context"
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

var (
	_ device.Viewer = (*buffer)(nil)
	_ device.Filler = (*buffer)(nil)
)

// buffer is memory of one device. The caller orders writes against all other uses, so there is no
// lock.
type buffer struct {
	device *Device
	at     unsafe.Pointer // nil once released
	len    int
	room   int // bytes of its block
}

// smallBytes is the largest size of a buffer that is one Go allocation together with its header.
// Buffers up to it are neither pooled nor counted.
const smallBytes = 1 << 10

// Alloc returns a buffer; its content is unspecified.
func (d *Device) Alloc(bytes int) (device.Buffer, error) {
	if err := d.usable(); err != nil {
		return nil, err
	}
	switch {
	case bytes < 0:
		return nil, fmt.Errorf("cpu: alloc of %d bytes", bytes)
	case bytes <= min(smallBytes, d.pool.limit):
		return smalls[bits.Len(uint(max(bytes, 1)-1)/32)](d, bytes), nil
	}
	at, room, err := d.pool.take(bytes)
	if err != nil {
		return nil, err
	}
	return &buffer{d, at, bytes, room}, nil
}

// smalls make the small buffers, each of up to twice the bytes of the one before, from 32 on.
var smalls = [...]func(d *Device, bytes int) *buffer{small[[4]uint64], small[[8]uint64], small[[16]uint64],
	small[[32]uint64], small[[64]uint64], small[[smallBytes / 8]uint64]}

// small is a buffer with a block of its own behind it.
func small[Block any](d *Device, bytes int) *buffer {
	b := new(struct {
		buffer
		block Block
	})
	b.buffer = buffer{d, unsafe.Pointer(&b.block), bytes, int(unsafe.Sizeof(b.block))}
	return &b.buffer
}

// Collected reports whether the buffer is only Go memory: see device.Collected.
func (b *buffer) Collected() bool { return b.room <= smallBytes }

func (b *buffer) Len() int { return b.len }

func (b *buffer) Write(offset int, src []byte) error {
	return b.use(context.Background(), "write", offset, len(src), func(bytes []byte) error {
		copy(bytes, src)
		return nil
	})
}

func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	return b.use(ctx, "read", offset, len(dst), func(bytes []byte) error {
		copy(dst, bytes)
		return nil
	})
}

// View passes the buffer's own memory to f.
func (b *buffer) View(ctx context.Context, offset, n int, f func(bytes []byte) error) error {
	return b.use(ctx, "view", offset, n, f)
}

// Fill passes the buffer's own memory to f.
func (b *buffer) Fill(offset, n int, f func(bytes []byte) error) error {
	return b.use(context.Background(), "fill", offset, n, f)
}

// Release gives the memory to the pool, or leaves it to the garbage collector.
func (b *buffer) Release() {
	if at := b.at; at != nil {
		b.at = nil
		if !b.Collected() {
			b.device.pool.give(at, b.room)
		}
	}
}

// use passes the memory of n bytes at an offset to f.
func (b *buffer) use(ctx context.Context, verb string, offset, n int, f func(bytes []byte) error) error {
	if err := b.device.usable(); err != nil {
		return err
	}
	switch {
	case b.at == nil:
		return fmt.Errorf("cpu: %s: %w", verb, device.ErrReleased)
	case offset < 0 || n < 0 || offset > b.len || n > b.len-offset:
		return fmt.Errorf("cpu: %s of %d bytes at offset %d of a buffer of %d bytes", verb, n, offset, b.len)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f(b.bytes()[offset:][:n:n])
}

func (b *buffer) bytes() []byte { return unsafe.Slice((*byte)(b.at), b.len) }
