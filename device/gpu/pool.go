package gpu

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// Limits of the released memory that the pool keeps. The number of buffers is limited because the
// driver visits each buffer at every submission (13 ns).
const (
	maxPooled        = 1 << 29
	maxPooledBuffers = 1 << 12
)

// block is a part of the device's memory. It belongs to one buffer at a time.
type block struct {
	memory     *webgpu.Buffer
	size       int    // bytes
	batch      uint64 // the serial of the last batch that uses it
	bindGroups int    // cached bind groups that name it
	granted    bool   // the driver has said that there is memory for it
	dead       bool
}

// pool makes the memory of buffers, counts it, and keeps released blocks for later.
type pool struct {
	limit   int // of live and pooled bytes together; pooled blocks are destroyed first
	create  func(bytes int) (*webgpu.Buffer, error)
	destroy func([]*block)
	free    map[int][]*block // by size

	live, pooled usage
}

// usage counts blocks. Its bytes are the sizes of blocks, not of requests.
type usage struct{ bytes, buffers int }

func (u *usage) add(size int)    { u.bytes, u.buffers = u.bytes+size, u.buffers+1 }
func (u *usage) remove(size int) { u.bytes, u.buffers = u.bytes-size, u.buffers-1 }

// String is "12 of 64 bytes", or "12 bytes" without a limit. It counts the bytes in use.
func (p *pool) String() string {
	if p.limit == math.MaxInt {
		return fmt.Sprintf("%d bytes", p.live.bytes)
	}
	return fmt.Sprintf("%d of %d bytes", p.live.bytes, p.limit)
}

// take returns blocks of at least bytes bytes together, all or none. All but the last have the
// size of a segment.
func (p *pool) take(bytes, segment int) ([]*block, error) {
	if padToVectors(bytes) > p.limit-p.live.bytes {
		return nil, device.ErrOutOfMemory
	}
	blocks := make([]*block, (max(bytes, 1)-1)/segment+1)
	for i := range blocks {
		var err error
		if blocks[i], err = p.takeBlock(min(bytes-i*segment, segment), segment); err != nil {
			p.give(blocks[:i])
			return nil, translate(err)
		}
	}
	return blocks, nil
}

// takeBlock returns a block of at least bytes bytes, which fit into the limit and a segment.
func (p *pool) takeBlock(bytes, segment int) (*block, error) {
	room := p.limit - p.live.bytes
	size := min(sizeClass(bytes), segment)
	if size > room {
		size = padToVectors(bytes)
	}
	b := p.reuse(size)
	if b == nil {
		p.trim(room - size)
		memory, err := p.create(size)
		if err != nil {
			return nil, err
		}
		b = &block{memory: memory, size: size}
	}
	p.live.add(size)
	return b, nil
}

// refuse destroys blocks that were taken, for which there is no memory.
func (p *pool) refuse(blocks []*block) {
	for _, b := range blocks {
		p.live.remove(b.size)
	}
	p.destroy(blocks)
}

// give keeps blocks for later, or destroys them.
func (p *pool) give(blocks []*block) {
	for _, b := range blocks {
		p.giveBlock(b)
	}
}

func (p *pool) giveBlock(b *block) {
	p.live.remove(b.size)
	room := min(maxPooled, p.limit-p.live.bytes)
	if b.size > room || p.pooled.buffers >= maxPooledBuffers {
		p.destroy([]*block{b})
		return
	}
	p.trim(room - b.size)
	if p.free == nil {
		p.free = map[int][]*block{}
	}
	p.free[b.size] = append(p.free[b.size], b)
	p.pooled.add(b.size)
}

// reuse returns a pooled block of just this size, or nil.
func (p *pool) reuse(size int) *block {
	list := p.free[size]
	if len(list) == 0 {
		return nil
	}
	last := len(list) - 1
	b := list[last] // the one released last: its bind groups are the likeliest to be cached
	list[last] = nil
	p.free[size] = list[:last]
	p.pooled.remove(size)
	return b
}

// trim destroys pooled blocks until at most bytes are left.
func (p *pool) trim(bytes int) {
	var gone []*block
	for size := range p.free {
		for p.pooled.bytes > bytes {
			b := p.reuse(size)
			if b == nil {
				delete(p.free, size)
				break
			}
			gone = append(gone, b)
		}
	}
	p.destroy(gone)
}

// Offsets into a device's memory are multiples of word, and sizes are multiples of vector, because
// kernels bind memory as an array of vectors.
const (
	word   = 4
	vector = 16
)

// padToVectors rounds bytes up to whole vectors, at least one.
func padToVectors(bytes int) int { return (max(bytes, 1) + vector - 1) &^ (vector - 1) }

// sizeClass is the size of the block for a request, at least 256 bytes. There are four sizes
// between two powers of two, so at most a fifth is wasted.
func sizeClass(bytes int) int {
	bytes = max(bytes, 256)
	granule := 1 << (bits.Len(uint(bytes-1)) - 3)
	return (bytes + granule - 1) / granule * granule
}
