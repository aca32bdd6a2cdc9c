package gpu

import (
	"math/bits"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// What is kept for later: so many bytes, and so many buffers, because the driver looks at each
// of them with every submission (13 ns).
const (
	maxPooled        = 1 << 29
	maxPooledBuffers = 1 << 12
)

// block is memory of the device, of one buffer at a time.
type block struct {
	memory *webgpu.Buffer
	batch  uint64 // the serial of the last batch that uses it
	groups int    // cached bind groups that name it
	dead   bool
}

// pool keeps released blocks. Its bytes are those of blocks, not of requests.
type pool struct {
	limit int // for live bytes; with pooled ones on top, those are given up first
	free  map[int][]*block
}

// take returns a block of at least bytes bytes, which fit into the limit and a segment.
func (d *Device) take(bytes int) (*block, error) {
	room := d.pool.limit - d.stats.LiveBytes
	size := min(sizeClass(bytes), d.reach.segment)
	if size > room {
		size = padded(bytes)
	}
	b := d.unpool(size)
	if b == nil {
		d.trim(room - size)
		memory, err := d.driver.NewBuffer(size, webgpu.Storage)
		if err != nil {
			return nil, err
		}
		b = &block{memory: memory}
	}
	d.stats.LiveBytes += size
	d.stats.LiveBuffers++
	return b, nil
}

// giveAll gives what a buffer consisted of.
func (d *Device) giveAll(blocks []*block) {
	for _, b := range blocks {
		d.give(b)
	}
}

// give keeps the block for later, or releases it.
func (d *Device) give(b *block) {
	size := b.memory.Len()
	d.stats.LiveBytes -= size
	d.stats.LiveBuffers--
	room := min(maxPooled, d.pool.limit-d.stats.LiveBytes)
	if size > room || d.stats.PooledBuffers >= maxPooledBuffers {
		d.destroy([]*block{b})
		return
	}
	d.trim(room - size)
	if d.pool.free == nil {
		d.pool.free = map[int][]*block{}
	}
	d.pool.free[size] = append(d.pool.free[size], b)
	d.stats.PooledBytes += size
	d.stats.PooledBuffers++
}

// unpool returns a pooled block of just this size, or nil.
func (d *Device) unpool(size int) *block {
	list := d.pool.free[size]
	if len(list) == 0 {
		return nil
	}
	last := len(list) - 1
	b := list[last] // the one released last: its bind groups are the likeliest to be cached
	list[last] = nil
	d.pool.free[size] = list[:last]
	d.stats.PooledBytes -= size
	d.stats.PooledBuffers--
	return b
}

// trim releases pooled blocks until at most bytes are left.
func (d *Device) trim(bytes int) {
	var gone []*block
	for size := range d.pool.free {
		for d.stats.PooledBytes > bytes {
			b := d.unpool(size)
			if b == nil {
				delete(d.pool.free, size)
				break
			}
			gone = append(gone, b)
		}
	}
	d.destroy(gone)
}

// destroy releases memory. Bind groups go first: they would keep it.
func (d *Device) destroy(blocks []*block) {
	bound := false
	for _, b := range blocks {
		b.dead = true
		bound = bound || b.groups > 0
	}
	if bound {
		d.dropGroups(func(key groupKey) bool {
			for _, b := range key.blocks {
				if b != nil && b.dead {
					return true
				}
			}
			return false
		})
	}
	for _, b := range blocks {
		b.memory.Release()
	}
}

// word is what offsets into a device's memory are multiples of, vector what its sizes are:
// kernels bind it as an array of vectors.
const (
	word   = 4
	vector = 16
)

// padded is bytes rounded up to whole vectors, and at least one.
func padded(bytes int) int { return (max(bytes, 1) + vector - 1) &^ (vector - 1) }

// sizeClass is the size of the block for a request: one of four between two powers of
// two, so that at most a fifth is wasted, and at least 256.
func sizeClass(bytes int) int {
	bytes = max(bytes, 256)
	step := 1 << (bits.Len(uint(bytes-1)) - 3)
	return (bytes + step - 1) / step * step
}
