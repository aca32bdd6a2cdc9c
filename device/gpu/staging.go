package gpu

import (
	"math/bits"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// minStaging is the shortest staging buffer.
const minStaging = 1 << 12

// staging keeps the buffers that reads go through, by the logarithm of their size:
// making one costs more than a short read.
type staging struct {
	free  map[int][]*webgpu.Buffer
	bytes int
}

// stage returns a staging buffer of at least n bytes.
func (d *Device) stage(n int) (*webgpu.Buffer, error) {
	class := stagingClass(n)
	if list := d.staging.free[class]; len(list) > 0 {
		last := len(list) - 1
		b := list[last]
		d.staging.free[class] = list[:last]
		d.staging.bytes -= b.Len()
		return b, nil
	}
	b, err := d.seam.NewBuffer(1<<class, webgpu.Staging)
	return b, translate(err)
}

// unstage keeps the buffer for later, or releases it.
func (d *Device) unstage(b *webgpu.Buffer) {
	if d.closed.Load() {
		return
	}
	if d.staging.bytes+b.Len() > windowBytes {
		b.Release()
		return
	}
	if d.staging.free == nil {
		d.staging.free = map[int][]*webgpu.Buffer{}
	}
	class := stagingClass(b.Len())
	d.staging.free[class] = append(d.staging.free[class], b)
	d.staging.bytes += b.Len()
}

// trimStaging releases what no read uses.
func (d *Device) trimStaging() {
	for _, list := range d.staging.free {
		for _, b := range list {
			b.Release()
		}
	}
	d.staging = staging{}
}

func stagingClass(n int) int { return bits.Len(uint(max(n, minStaging) - 1)) }
