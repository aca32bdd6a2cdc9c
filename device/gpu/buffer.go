package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// buffer is a block's first len bytes. What follows belongs to nobody.
type buffer struct {
	device *Device
	len    int
	block  *block // nil once released; the device's lock guards it
}

func (b *buffer) Len() int { return b.len }

// Release gives the memory to the pool, for the next Alloc: see Why the order is right.
func (b *buffer) Release() {
	d := b.device
	d.seam.Lock()
	defer d.seam.Unlock()
	if b.block != nil && !d.closed.Load() {
		d.give(b.block)
	}
	b.block = nil
}

// check needs no lock.
func (b *buffer) check(verb string, offset, n int) error {
	if b.device.closed.Load() {
		return device.ErrClosed
	}
	if offset < 0 || offset > b.len || n > b.len-offset {
		return fmt.Errorf("gpu: %s of %d bytes at offset %d of a buffer of %d bytes", verb, n, offset, b.len)
	}
	return nil
}

// enter takes the device's lock, if the buffer can be used.
func (b *buffer) enter(verb string) error {
	if err := b.device.enter(); err != nil {
		return err
	}
	if b.block == nil {
		b.device.seam.Unlock()
		return fmt.Errorf("gpu: %s: %w", verb, device.ErrReleased)
	}
	return nil
}

// pieceBytes is how much one transfer carries at most.
const pieceBytes = 1 << 24

// Write copies src to offset. Other calls may come between pieces of 16 MiB.
func (b *buffer) Write(offset int, src []byte) error {
	if err := b.check("write", offset, len(src)); err != nil {
		return err
	}
	for first := true; first || len(src) > 0; first = false {
		n := min(len(src), pieceBytes-offset%word) // so that the next piece begins at a word
		if err := b.enter("write"); err != nil {
			return err
		}
		if err := b.put(offset, src[:n]); err != nil {
			b.device.seam.Unlock()
			return err
		}
		if err := b.device.leave(); err != nil {
			return err
		}
		offset, src = offset+n, src[n:]
	}
	return nil
}

// put writes whole words directly. Of a word at the edge some bytes must stay as they
// are: those are left to a dispatch, so that nobody waits and nothing comes between.
func (b *buffer) put(offset int, src []byte) error {
	d := b.device
	head := min(-offset&(word-1), len(src))
	body := (len(src) - head) &^ (word - 1)
	end := offset + head + body
	tail := src[head+body:]
	if err := d.write(b.block, offset+head, src[head:head+body]); err != nil {
		return err
	}
	if len(tail) > 0 && end+len(tail) == b.len { // the rest of the word is nobody's
		var whole [word]byte
		copy(whole[:], tail)
		if err := d.write(b.block, end, whole[:]); err != nil {
			return err
		}
		tail = nil
	}
	if err := d.patch(b.block, end, tail); err != nil {
		return err
	}
	return d.patch(b.block, offset, src[:head])
}
