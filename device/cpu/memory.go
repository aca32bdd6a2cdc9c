package cpu

import (
	"fmt"
	"math"
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// Stats counts a device's memory, in the bytes of blocks, which may be more than were
// asked for. Live buffers are allocated and not yet released; pooled ones are released
// and kept for the next Alloc of their size.
type Stats struct {
	LiveBytes, LiveBuffers     int
	PooledBytes, PooledBuffers int
}

// Stats counts the device's memory as it is now.
func (d *Device) Stats() Stats {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pool.Stats
}

// mostLive bounds the live bytes on top of what the machine has: with 32 bits to an
// eighth of the address space, of which Go's heap wants a share too.
const mostLive = math.MaxInt >> (2 * (1 - ^uint(0)>>63))

// maxPooled bounds the bytes that are kept for later.
const maxPooled = 1 << 29

// pool hands out memory and keeps what comes back. Blocks are of whole words, so that
// every element type is aligned, in sizes that many requests share. The device's mu guards it.
type pool struct {
	Stats
	limit int                          // for live bytes; with pooled ones on top, those are given up first
	free  [4 * bits.UintSize][]*buffer // by class
}

func (p *pool) take(bytes int) (*buffer, error) {
	room := (p.limit - p.LiveBytes) / 8
	words, at := sizeClass(bytes)
	if words > room {
		words = wholeWords(bytes)
	}
	if words > room {
		return nil, fmt.Errorf("cpu: alloc of %d bytes, with %d of %d bytes in use: %w",
			bytes, p.LiveBytes, p.limit, device.ErrOutOfMemory)
	}
	p.LiveBytes += 8 * words
	p.LiveBuffers++
	if len(p.free[at]) > 0 && len(p.free[at][0].block) == words {
		return p.unpool(at), nil
	}
	p.trim(p.limit - p.LiveBytes)
	b := &buffer{block: make([]uint64, words)}
	adviseHuge(b.block)
	return b, nil
}

// give keeps a buffer that nobody knows.
func (p *pool) give(b *buffer) {
	bytes := 8 * len(b.block)
	p.LiveBytes -= bytes
	p.LiveBuffers--
	room := min(maxPooled, p.limit-p.LiveBytes)
	words, at := sizeClass(bytes)
	if bytes > room || len(b.block) != words {
		return // the last bytes of the limit are of other sizes
	}
	p.trim(room - bytes)
	p.free[at] = append(p.free[at], b)
	p.PooledBytes += bytes
	p.PooledBuffers++
}

// trim gives pooled blocks to the garbage collector until at most bytes are left.
func (p *pool) trim(bytes int) {
	if p.PooledBytes <= bytes {
		return
	}
	for at := range p.free {
		for len(p.free[at]) > 0 && p.PooledBytes > bytes {
			p.unpool(at)
		}
		if len(p.free[at]) == 0 {
			p.free[at] = nil
		}
	}
}

func (p *pool) unpool(at int) *buffer {
	list := p.free[at]
	last := len(list) - 1
	b := list[last]
	list[last] = nil
	p.free[at] = list[:last]
	p.PooledBytes -= 8 * len(b.block)
	p.PooledBuffers--
	return b
}

// drain forgets the pooled blocks, for good: nothing is pooled afterwards.
func (p *pool) drain() {
	p.trim(0)
	p.limit = 0
}

// sizeClass is the number of words of the block for a request, a power of two or one
// of the three quarters between two of them, and the number of the class.
func sizeClass(bytes int) (words, class int) {
	last := max(wholeWords(bytes), 8) - 1
	n := bits.Len(uint(last))
	eighths := last >> (n - 3) // of the power of two above, from 4 to 7 of them
	return (eighths + 1) << (n - 3), 4*n + eighths&3
}

// wholeWords is the least number of words for a request, and at least one.
func wholeWords(bytes int) int { return max(bytes/8+min(bytes%8, 1), 1) }

const maxInt = math.MaxInt &^ 7

// bigEndian tells hosts apart: elements in buffers are little endian everywhere.
var bigEndian = func() bool {
	one := uint16(1)
	return *(*byte)(unsafe.Pointer(&one)) == 0
}()
