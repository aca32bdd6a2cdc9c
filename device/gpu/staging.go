package gpu

import (
	"math/bits"
	"slices"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// minStaging is the shortest staging buffer.
const minStaging = 1 << 12

// staging keeps the buffers that reads go through: to make one takes longer than a read, several
// times as long for a long read.
type staging struct {
	driver *driver
	large  chan struct{}    // reads of more than one part: maxLargeReads
	free   []*webgpu.Buffer // the one used last is the last
	bytes  int
}

// take returns a staging buffer of at least n bytes.
func (s *staging) take(n int) (*webgpu.Buffer, error) {
	size := stagingSize(n)
	for i, b := range slices.Backward(s.free) {
		if b.Len() == size {
			s.free = slices.Delete(s.free, i, i+1)
			s.bytes -= size
			return b, nil
		}
	}
	b, err := s.driver.NewBuffer(size, webgpu.Staging)
	return b, translate(err)
}

// give keeps the buffer for later. Those that were unused for longest make room for it: if they were
// kept, reads of another size would make a buffer each time.
func (s *staging) give(b *webgpu.Buffer) {
	if s.driver.closed.Load() {
		return
	}
	s.free, s.bytes = append(s.free, b), s.bytes+b.Len()
	gone := 0
	for ; s.bytes > stretchBytes; gone++ {
		s.bytes -= s.free[gone].Len()
		s.free[gone].Release()
	}
	s.free = slices.Delete(s.free, 0, gone)
}

// trim releases the buffers that no read uses.
func (s *staging) trim() {
	for _, b := range s.free {
		b.Release()
	}
	s.free, s.bytes = nil, 0
}

// stagingSize is the power of two that holds n bytes.
func stagingSize(n int) int { return 1 << bits.Len(uint(max(n, minStaging)-1)) }
