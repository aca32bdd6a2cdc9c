package cpu

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// Stats counts a device's memory in bytes of blocks; a block may be longer than its buffer. Live
// buffers are allocated and not yet released. Pooled buffers are released and kept for the next
// Alloc of their size. Buffers of up to 1 KiB are ordinary Go memory, and not counted.
type Stats struct {
	LiveBytes, LiveBuffers     int
	PooledBytes, PooledBuffers int
}

// Stats returns the current counts.
func (d *Device) Stats() Stats { return d.pool.stats() }

// mostLive bounds the live bytes beside memoryLimit's answer: an eighth of the address space, as Go's
// heap needs a share too. Go ends the program when the system refuses memory, so the device refuses
// requests before.
const mostLive = 1 << (bits.UintSize - 3)

// mostRequest bounds the bytes of one buffer by what Go can address, whatever the limit: 1 GiB on 32
// bits, 128 TiB on 64.
const mostRequest = 1 << min(bits.UintSize-2, 47)

// maxPooled bounds the bytes that are kept for later.
const maxPooled = 1 << 29

// pool hands out blocks, and keeps the blocks that come back. Blocks are of whole words, so that
// every element type is aligned, in sizes that many requests share. The free blocks lie in shards.
// A goroutine uses the shard of its processor, so that two goroutines do not wait for each other.
type pool struct {
	limit  int           // of the bytes of all blocks; beyond it free blocks are dropped
	bytes  atomic.Int64  // of all blocks, live and pooled
	blocks atomic.Int64  // how many there are
	closed atomic.Bool   // nothing is pooled any more
	shards []shard       // one for each processor, at most mostShards
	near   sync.Pool     // of *shard, one for each processor
	opened atomic.Uint32 // how many were put there
}

const mostShards = 16

// shard is a part of a pool.
type shard struct {
	sync.Mutex
	free  [][]unsafe.Pointer // by class, up to the largest that was given back
	bytes int                // of the free blocks
	_     [88]byte           // others lie in other cache lines
}

// own returns the processor's shard, locked. Give it back with done.
func (p *pool) own() *shard {
	s, _ := p.near.Get().(*shard)
	if s == nil {
		s = &p.shards[p.opened.Add(1)%uint32(len(p.shards))]
	}
	s.Lock()
	return s
}

func (p *pool) done(s *shard) {
	s.Unlock()
	p.near.Put(s)
}

// take returns a block for a request, and its size in bytes.
func (p *pool) take(bytes int) (at unsafe.Pointer, size int, err error) {
	if bytes <= min(p.limit, mostRequest) {
		c := classOf(bytes)
		if at := p.reuse(c); at != nil {
			return at, c.size(), nil
		}
		for _, size := range [...]int{c.size(), wholeWords(bytes)} {
			if p.reserve(size) {
				return newBlock(size), size, nil
			}
		}
	}
	return nil, 0, fmt.Errorf("cpu: alloc of %d bytes, with %d of %d bytes in use: %w",
		bytes, p.stats().LiveBytes, p.limit, device.ErrOutOfMemory)
}

// lend counts memory that a launch needs while it runs, if the limit has room for it.
func (p *pool) lend(bytes int) (done func(), err error) {
	if size := wholeWords(bytes); bytes <= mostRequest && p.reserve(size) {
		return func() { p.drop(size) }, nil
	}
	return nil, fmt.Errorf("cpu: a launch needs %d bytes beside its operands, with %d of %d bytes in use: %w",
		bytes, p.stats().LiveBytes, p.limit, device.ErrOutOfMemory)
}

// reuse returns a free block of the processor's shard, or else of another, or nil.
func (p *pool) reuse(c class) unsafe.Pointer {
	s := p.own()
	at := s.take(c)
	p.done(s)
	for i := 0; at == nil && i < len(p.shards); i++ {
		s := &p.shards[i]
		s.Lock()
		at = s.take(c)
		s.Unlock()
	}
	return at
}

// reserve counts a new block, if the limit has room for it. Free blocks may have to go.
func (p *pool) reserve(size int) bool {
	for trimmed := false; ; trimmed = true {
		for n := p.bytes.Load(); size <= p.limit-int(n); n = p.bytes.Load() {
			if p.bytes.CompareAndSwap(n, n+int64(size)) {
				p.blocks.Add(1)
				return true
			}
		}
		room := p.limit - p.stats().LiveBytes - size
		if trimmed || room < 0 {
			return false
		}
		p.trim(room)
	}
}

// newBlock makes a block with unspecified content: a strings.Builder does not clear its memory.
func newBlock(size int) unsafe.Pointer {
	var b strings.Builder
	b.Grow(size)
	b.WriteByte(0)
	at := unsafe.Pointer(unsafe.StringData(b.String()))
	adviseHuge(at, size)
	return at
}

// drop leaves a block to the garbage collector.
func (p *pool) drop(size int) {
	p.bytes.Add(-int64(size))
	p.blocks.Add(-1)
}

// give keeps a block that is no longer used. It drops blocks of odd sizes, which are the last bytes of
// the limit.
func (p *pool) give(at unsafe.Pointer, size int) {
	c := classOf(size)
	if c.size() != size {
		p.drop(size)
		return
	}
	s := p.own()
	for int(c) >= len(s.free) {
		s.free = append(s.free, nil)
	}
	s.free[c] = append(s.free[c], at)
	s.bytes += size
	crowded := s.bytes > maxPooled/len(p.shards)
	p.done(s)
	if p.closed.Load() {
		p.trim(0)
	} else if crowded {
		p.trim(maxPooled)
	}
}

// trim drops free blocks until at most that many bytes are pooled.
func (p *pool) trim(most int) {
	pooled := p.stats().PooledBytes
	for i := range p.shards {
		s := &p.shards[i]
		s.Lock()
		for c := range s.free {
			for c := class(c); pooled > most && s.take(c) != nil; pooled -= c.size() {
				p.drop(c.size())
			}
		}
		s.Unlock()
	}
}

func (p *pool) stats() (all Stats) {
	for i := range p.shards {
		s := &p.shards[i]
		s.Lock()
		for _, free := range s.free {
			all.PooledBuffers += len(free)
		}
		all.PooledBytes += s.bytes
		s.Unlock()
	}
	all.LiveBuffers = int(p.blocks.Load()) - all.PooledBuffers
	all.LiveBytes = int(p.bytes.Load()) - all.PooledBytes
	return all
}

// take returns a free block, which is live from then on, or nil.
func (s *shard) take(c class) unsafe.Pointer {
	if int(c) >= len(s.free) || len(s.free[c]) == 0 {
		return nil
	}
	last := len(s.free[c]) - 1
	at := s.free[c][last]
	s.free[c][last] = nil
	s.free[c] = s.free[c][:last]
	s.bytes -= c.size()
	return at
}

// class numbers the sizes of blocks. A size is a power of two of words, at least 8, or one of the
// three quarters between two powers.
type class int

// classOf is the smallest class for a request.
func classOf(bytes int) class {
	last := max(wholeWords(bytes)/8, 8) - 1
	n := bits.Len(uint(last))
	return class(4*(n-3) + last>>(n-3)&3) // the shift gives 4 to 7 eighths of a power of two
}

// size is the bytes of the class's blocks.
func (c class) size() int { return 8 * (int(c&3) + 5) << (c / 4) }

// wholeWords rounds the bytes of a request up to words.
func wholeWords(bytes int) int { return (bytes + 7) &^ 7 }
