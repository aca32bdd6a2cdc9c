package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// A batch is submitted when it has this many dispatches, when they bind this many bytes, when its
// uniforms are this long, or when a call needs its results. The limit of bytes lets hardware begin
// while the host still records.
const (
	maxDispatches = 64
	maxBatchBytes = 1 << 28
	uniformBytes  = 1 << 16
)

// The driver keeps uploads in its own memory until they are submitted. They are submitted after
// maxWriteBytes, and longer uploads are split (DESIGN.md, Uploads are short writes). A caller
// blocks while more than maxQueuedBytes, or maxQueuedBatches, may be unfinished on the GPU.
const (
	maxWriteBytes    = 1 << 22
	maxQueuedBytes   = 1 << 26
	maxQueuedBatches = 256
)

// maxWork bounds what is submitted to a software driver at a time: see shaders.Cost. llvmpipe takes
// from 1 to 40 ms for it on two processors; a launch of more is cut into pieces. Before it is done,
// launches wait, so that what a context ends is on the way for no longer. Cards take
// microseconds, and have no such bound.
const maxWork int64 = 1 << 33

// batch is what is recorded, or written, and not yet submitted.
type batch struct {
	serial   uint64 // tells batches apart; blocks note the last one that used them
	launches int    // dispatches, those of masked writes too
	copies   int    // to staging buffers
	bound    int    // bytes bound by the dispatches
	written  int    // bytes
	work     int64  // of a software driver
	params   []byte // uniforms of the dispatches, each aligned
}

// reserve returns where the next n bytes of uniforms go, and pads what lies before. It
// submits the batch if it has no room for them.
func (d *Device) reserve(n int) (int, error) {
	align := d.limits.UniformAlign
	offset := (len(d.batch.params) + align - 1) / align * align
	if offset+n > uniformBytes {
		if err := d.flush(); err != nil {
			return 0, err
		}
		offset = 0
	}
	for len(d.batch.params) < offset {
		d.batch.params = append(d.batch.params, 0)
	}
	return offset, nil
}

// dispatch records workgroups of a pipeline over blocks, for a launch or none. The uniform is in the batch.
func (d *Device) dispatch(e *device.LaunchEvent, key groupKey, uniform, x, y, z int) error {
	g, err := d.groups.get(key, d.uniforms, d.reach)
	if err != nil {
		return err
	}
	err = d.timed(e, func() error { return translate(d.driver.Dispatch(key.pipeline.Pipeline, g, uniform, x, y, z)) })
	if err != nil {
		return err
	}
	for i, b := range key.blocks {
		if b == nil {
			break
		}
		b.batch = d.batch.serial
		d.batch.bound += key.window(i, d.reach).Size
	}
	d.batch.launches++
	d.dispatched++
	if d.batch.launches >= maxDispatches || d.batch.bound >= maxBatchBytes || d.batch.work >= maxWork {
		return d.flush()
	}
	return nil
}

// write hands src over ahead of the batch, which must not use the block: see settle.
func (d *Device) write(to place, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	if err := d.settle(to.block); err != nil {
		return err
	}
	if err := d.driver.Write(to.memory, to.offset, src); err != nil {
		return translate(err)
	}
	d.batch.written += max(len(src), minWriteBytes)
	if d.batch.written >= maxWriteBytes {
		return d.flush()
	}
	return nil
}

// minWriteBytes is about what the driver keeps for the shortest write.
const minWriteBytes = 1 << 12

// settle submits the batch if it uses the block.
func (d *Device) settle(b *block) error {
	if b.batch == d.batch.serial {
		return d.flush()
	}
	return nil
}

// copyOut records a copy to a staging buffer.
func (d *Device) copyOut(dst *webgpu.Buffer, from place, n int) error {
	if err := d.driver.Copy(dst, 0, from.memory, from.offset, n); err != nil {
		return d.dropped(err) // a failed copy takes the whole recording with it
	}
	d.batch.copies++
	return nil
}

// flush submits the batch.
func (d *Device) flush() error {
	if d.driver.lost != nil || d.batch.launches+d.batch.copies+d.batch.written == 0 {
		return d.driver.lost
	}
	err := d.driver.Write(d.uniforms, 0, d.batch.params)
	if err == nil {
		err = d.logClock()
	}
	if err == nil { // else it would run with the uniforms of another
		err = d.driver.Submit()
	}
	if err != nil {
		return d.dropped(err)
	}
	d.stats.Submissions++
	d.queue.submit(d.batch.written, d.batch.work)
	d.next()
	return nil
}

// dropped begins another batch where one failed. Copies alone are missed by nobody but
// their reader, who gets the error. But of what was promised to others the results
// would be numbers from before: no call may succeed any more.
func (d *Device) dropped(err error) error {
	launches, written := d.batch.launches, d.batch.written
	d.next()
	if launches == 0 && written == 0 {
		return translate(err)
	}
	return d.driver.lose(fmt.Sprintf("a batch of %d launches was dropped", launches), err)
}

// next begins a batch.
func (d *Device) next() {
	d.batch = batch{serial: d.batch.serial + 1, params: d.batch.params[:0]}
	if d.clock != nil {
		d.clock.queried, d.clock.works = 0, nil
	}
}
