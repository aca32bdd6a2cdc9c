package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// A batch is submitted when it has this many dispatches, when they bind this many
// bytes (so that hardware begins while the host still records), when its uniforms are
// this long, or when somebody needs its results.
const (
	maxDispatches = 64
	maxBatchBytes = 1 << 28
	uniformBytes  = 1 << 16
)

// Writes wait in the driver's memory: they are submitted when they are this many
// bytes. Beyond so much that is submitted and perhaps not done, somebody waits.
const (
	maxWriteBytes    = 1 << 24
	maxQueuedBytes   = 1 << 26
	maxQueuedBatches = 256
)

// batch is what is recorded, or written, and not yet submitted.
type batch struct {
	serial   uint64 // tells batches apart; blocks note the last one that used them
	recorded int    // dispatches and copies
	bound    int    // bytes bound by the dispatches
	written  int    // bytes
	params   []byte // uniforms of the dispatches, each aligned
}

// load is what was submitted.
type load struct{ batches, bytes int }

// reserve returns where the next n bytes of uniforms go, and pads what lies before. It
// submits the batch if it has no room for them.
func (d *Device) reserve(n int) int {
	align := d.limits.UniformAlign
	offset := (len(d.batch.params) + align - 1) / align * align
	if offset+n > uniformBytes {
		d.flush()
		offset = 0
	}
	for len(d.batch.params) < offset {
		d.batch.params = append(d.batch.params, 0)
	}
	return offset
}

// dispatch records workgroups of a pipeline over blocks. The uniform is in the batch.
func (d *Device) dispatch(key groupKey, uniform, x, y, z int) error {
	g, err := d.group(key)
	if err != nil {
		return err
	}
	if err := d.seam.Dispatch(key.pipeline.Pipeline, g, uniform, x, y, z); err != nil {
		return translate(err)
	}
	for _, b := range key.blocks {
		if b == nil {
			break
		}
		b.batch = d.batch.serial
		d.batch.bound += b.memory.Len()
	}
	d.batch.recorded++
	if d.batch.recorded >= maxDispatches || d.batch.bound >= maxBatchBytes {
		d.flush()
	}
	return nil
}

// write hands src over ahead of the batch, which must not use the block: see settle.
func (d *Device) write(b *block, offset int, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	d.settle(b)
	if err := d.seam.Write(b.memory, offset, src); err != nil {
		return translate(err)
	}
	d.batch.written += max(len(src), minWriteBytes)
	if d.batch.written >= maxWriteBytes {
		d.flush()
	}
	return nil
}

// minWriteBytes is about what the driver keeps for the shortest write.
const minWriteBytes = 1 << 12

// settle submits the batch if it uses the block.
func (d *Device) settle(b *block) {
	if b.batch == d.batch.serial {
		d.flush()
	}
}

// copyOut records a copy to a staging buffer.
func (d *Device) copyOut(dst *webgpu.Buffer, b *block, offset, n int) error {
	if err := d.seam.Copy(dst, 0, b.memory, offset, n); err != nil {
		d.next() // a failed copy takes the whole recording with it
		return translate(err)
	}
	d.batch.recorded++
	return nil
}

// flush submits the batch. What goes wrong is for the next report.
func (d *Device) flush() {
	if d.dead != nil || d.batch.recorded == 0 && d.batch.written == 0 {
		return
	}
	if err := d.seam.Write(d.uniforms, 0, d.batch.params); err != nil {
		// The batch cannot be taken back, and must not run with other uniforms.
		d.dead = fmt.Errorf("gpu: %w: no memory for the uniforms of a batch: %w", device.ErrLost, err)
		d.late = d.dead
		return
	}
	if err := d.seam.Submit(); err != nil && d.late == nil {
		d.late = translate(err)
	}
	d.stats.Submissions++
	d.queued.batches++
	d.queued.bytes += d.batch.written
	d.next()
}

// next begins a batch.
func (d *Device) next() { d.batch = batch{serial: d.batch.serial + 1, params: d.batch.params[:0]} }
