package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// recorder records dispatches and copies in a batch, and submits one batch after the other.
// An error may drop a whole batch, and then the device is lost: see drop.
type recorder struct {
	driver   *driver
	queue    *queue
	groups   *bindGroups
	sizes    *sizes
	align    int // of uniforms
	uniforms *webgpu.Buffer
	clock    *clock // while launches are timed
	batch    batch

	dispatched, submitted int // since Open
}

// newRecorder makes a recorder and its buffer of uniforms.
func newRecorder(d *driver, q *queue, g *bindGroups, r *sizes) (*recorder, error) {
	d.Lock()
	defer d.Unlock()
	uniforms, err := d.NewBuffer(uniformBytes, webgpu.Uniform)
	if err != nil {
		return nil, translate(err)
	}
	return &recorder{
		driver: d, queue: q, groups: g, sizes: r,
		align: d.Limits().UniformAlign, uniforms: uniforms, batch: batch{serial: 1},
	}, nil
}

// reserve returns the offset of the next n bytes of uniforms, and pads the bytes before it. It
// submits the batch if the bytes have no room in it.
func (r *recorder) reserve(n int) (int, error) {
	align := r.align
	offset := (len(r.batch.params) + align - 1) / align * align
	if offset+n > uniformBytes {
		if err := r.flush(); err != nil {
			return 0, err
		}
		offset = 0
	}
	for len(r.batch.params) < offset {
		r.batch.params = append(r.batch.params, 0)
	}
	return offset, nil
}

// dispatch records workgroups of a pipeline over blocks. The uniform is an offset in the batch, and
// e may be nil.
func (r *recorder) dispatch(e *device.LaunchEvent, key bindGroupKey, uniform, x, y, z int) error {
	g, err := r.groups.get(key, r.uniforms, *r.sizes)
	if err != nil {
		return err
	}
	err = r.recordTimed(e, func() error { return translate(r.driver.Dispatch(key.pipeline.Pipeline, g, uniform, x, y, z)) })
	if err != nil {
		return err
	}
	for i, b := range key.blocks {
		if b == nil {
			break
		}
		b.batch = r.batch.serial
		r.batch.boundBytes += key.window(i, *r.sizes).Size
	}
	r.batch.launches++
	r.dispatched++
	if e != nil {
		e.Dispatches++
	}
	if r.batch.launches >= maxDispatches || r.batch.boundBytes >= maxBatchBytes || r.batch.work >= maxWork/2 {
		return r.flush()
	}
	return nil
}

// write queues src ahead of the batch. If the batch uses the block, it is submitted first.
func (r *recorder) write(to position, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	if err := r.flushUses(to.block); err != nil {
		return err
	}
	if err := r.driver.Write(to.memory, to.offset, src); err != nil {
		return translate(err)
	}
	r.batch.written += max(len(src), minWriteBytes)
	if r.batch.written >= maxWriteBytes {
		return r.flush()
	}
	return nil
}

// flushUses submits the batch if it uses the block.
func (r *recorder) flushUses(b *block) error {
	if b.batch == r.batch.serial {
		return r.flush()
	}
	return nil
}

// copy records a copy of n bytes from an offset in src to one in dst.
func (r *recorder) copy(dst *webgpu.Buffer, to int, src *webgpu.Buffer, from, n int) error {
	if err := r.driver.Copy(dst, to, src, from, n); err != nil {
		return r.drop(err) // a failed copy drops the whole recording
	}
	r.batch.copies++
	return nil
}

// flush submits the batch.
func (r *recorder) flush() error {
	if r.driver.lost != nil || r.batch.launches+r.batch.copies+r.batch.written == 0 {
		return r.driver.lost
	}
	err := r.driver.Write(r.uniforms, 0, r.batch.params)
	if err == nil {
		err = r.keepTimes()
	}
	if err == nil { // else the batch would run with the uniforms of an earlier one
		err = r.driver.Submit()
	}
	if err != nil {
		return r.drop(err)
	}
	r.submitted++
	r.queue.submit(r.batch.written, r.batch.work)
	r.next()
	return translate(r.queue.mark())
}

// drop replaces a batch that failed by an empty one. A batch of copies serves one reader, and that
// reader gets the error. If the batch had launches or writes, later reads would return old numbers.
// Then the device is lost, and every later call fails.
func (r *recorder) drop(err error) error {
	launches, written := r.batch.launches, r.batch.written
	r.next()
	if launches == 0 && written == 0 {
		return translate(err)
	}
	return r.driver.lose(fmt.Sprintf("a batch of %d launches was dropped", launches), err)
}

// next begins a batch.
func (r *recorder) next() {
	r.batch = batch{serial: r.batch.serial + 1, params: r.batch.params[:0]}
	if r.clock != nil {
		r.clock.queried, r.clock.works = 0, nil
	}
}
