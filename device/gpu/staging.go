package gpu

import (
	"math/bits"
	"slices"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// minStaging is the shortest staging buffer.
const minStaging = 1 << 12

// staging keeps the buffers that reads go through: to make one costs more than a short read,
// and several times a long one.
type staging struct {
	free  []*webgpu.Buffer // the one used last is the last
	bytes int
}

// stage returns a staging buffer of at least n bytes.
func (d *Device) stage(n int) (*webgpu.Buffer, error) {
	size := stagingSize(n)
	for i, b := range slices.Backward(d.staging.free) {
		if b.Len() == size {
			d.staging.free = slices.Delete(d.staging.free, i, i+1)
			d.staging.bytes -= size
			return b, nil
		}
	}
	b, err := d.driver.NewBuffer(size, webgpu.Staging)
	return b, translate(err)
}

// unstage keeps the buffer for later. Those that nobody has used for longest make room for it:
// kept instead, they would have reads of another size make a buffer each time.
func (d *Device) unstage(b *webgpu.Buffer) {
	if d.driver.closed.Load() {
		return
	}
	s := &d.staging
	s.free, s.bytes = append(s.free, b), s.bytes+b.Len()
	gone := 0
	for ; s.bytes > windowBytes; gone++ {
		s.bytes -= s.free[gone].Len()
		s.free[gone].Release()
	}
	s.free = slices.Delete(s.free, 0, gone)
}

// trimStaging releases what no read uses.
func (d *Device) trimStaging() {
	for _, b := range d.staging.free {
		b.Release()
	}
	d.staging = staging{}
}

// stagingSize is the power of two that holds n bytes.
func stagingSize(n int) int { return 1 << bits.Len(uint(max(n, minStaging)-1)) }
