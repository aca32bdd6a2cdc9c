package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// buffer holds len bytes. They lie in blocks; every block but the last has the size of a segment.
// Bytes of the last block beyond len are unused.
type buffer struct {
	device *Device
	len    int
	blocks []*block // at least one, nil once released; the device's lock guards it
}

// at is where a byte of the buffer lies.
func (b *buffer) at(offset int) position {
	s := b.device.sizes.segment
	return position{b.blocks[offset/s], offset % s}
}

// ahead returns the number of bytes from an offset to the end of its segment.
func (b *buffer) ahead(offset int) int {
	s := b.device.sizes.segment
	return s - offset%s
}

func (b *buffer) Len() int { return b.len }

// Release gives the memory to the pool, for the next Alloc: see Why the order is right.
func (b *buffer) Release() {
	d := b.device
	d.driver.Lock()
	defer d.driver.Unlock()
	if !d.driver.closed.Load() {
		d.pool.give(b.blocks)
	}
	b.blocks = nil
}

// check needs no lock.
func (b *buffer) check(verb string, offset, n int) error {
	if b.device.driver.closed.Load() {
		return device.ErrClosed
	}
	if offset < 0 || offset > b.len || n > b.len-offset {
		return fmt.Errorf("gpu: %s of %d bytes at offset %d of a buffer of %d bytes", verb, n, offset, b.len)
	}
	return nil
}

// enter takes the device's lock, if the buffer can be used.
func (b *buffer) enter(verb string) error {
	if err := b.device.driver.enter(); err != nil {
		return err
	}
	if b.blocks == nil {
		b.device.driver.Unlock()
		return fmt.Errorf("gpu: %s: %w", verb, device.ErrReleased)
	}
	return nil
}

// Write copies src to offset, in parts of 4 MiB. Other calls may come between the parts.
func (b *buffer) Write(offset int, src []byte) error {
	if err := b.check("write", offset, len(src)); err != nil {
		return err
	}
	for first := true; first || len(src) > 0; first = false {
		// The next part begins at a word.
		n := min(len(src), maxWriteBytes-offset%word, b.ahead(offset))
		if err := b.device.tryTwice("write", n, func() error { return b.write(offset, src[:n]) }); err != nil {
			return err
		}
		offset, src = offset+n, src[n:]
	}
	return nil
}

// write is Write of one part.
func (b *buffer) write(offset int, src []byte) error {
	if err := b.enter("write"); err != nil {
		return err
	}
	defer b.device.driver.Unlock()
	if err := b.put(offset, src); err != nil {
		return err
	}
	return b.device.queue.makeRoom()
}

// put writes whole words of one block directly. In a word at the edge some bytes must stay. A
// dispatch writes such a word, so that no call waits and no other work comes between.
func (b *buffer) put(offset int, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	d := b.device
	first := b.at(offset)
	head := min(-offset&(word-1), len(src))
	body := (len(src) - head) &^ (word - 1)
	from, end := position{first.block, first.offset + head}, position{first.block, first.offset + head + body}
	tail := src[head+body:]
	if err := d.recorder.write(from, src[head:head+body]); err != nil {
		return err
	}
	if len(tail) > 0 && offset+len(src) == b.len { // the rest of the word is unused
		var whole [word]byte
		copy(whole[:], tail)
		if err := d.recorder.write(end, whole[:]); err != nil {
			return err
		}
		tail = nil
	}
	if err := d.masked.write(end, tail); err != nil {
		return err
	}
	return d.masked.write(first, src[:head])
}
