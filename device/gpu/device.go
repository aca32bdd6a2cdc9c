package gpu

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// Device is an open adapter. Only Close gives its memory back.
type Device struct {
	driver      *driver
	sizes       sizes
	kernels     *kernels
	info        atomic.Pointer[device.Info]
	trace       *trace // or nil
	selfTesting bool   // launches are those of the self-test

	// The driver's lock guards the rest.
	queue     *queue
	recorder  *recorder
	timer     timer
	pipelines *pipelines
	groups    *bindGroups
	masked    maskedWriter
	pool      pool
	staging   *staging
	runner    *runner
	faults    *faultReports
}

var _ device.Device = (*Device)(nil)

// Stats counts the memory and the work of a device; device.CountLaunches counts its launches. Live
// buffers are allocated and not yet released; pooled buffers are released and kept for later. A
// buffer that is larger than the adapter's buffers counts as several.
type Stats struct {
	LiveBytes, LiveBuffers     int
	PooledBytes, PooledBuffers int
	Pipelines                  int // compiled since Open, also those dropped since
	Submissions                int
}

// Stats returns the counts up to now. They include the launches of Open's self-test.
func (d *Device) Stats() Stats {
	if d.driver == nil {
		return Stats{}
	}
	d.driver.Lock()
	defer d.driver.Unlock()
	live, pooled := d.pool.live, d.pool.pooled
	return Stats{
		LiveBytes: live.bytes, LiveBuffers: live.buffers, PooledBytes: pooled.bytes, PooledBuffers: pooled.buffers,
		Pipelines: d.pipelines.compiled, Submissions: d.recorder.submitted,
	}
}

// Info describes the device.
func (d *Device) Info() device.Info {
	if info := d.info.Load(); info != nil {
		return *info
	}
	return device.Info{Name: "gpu (a zero Device; use Open)", Kind: device.GPU}
}

// Explain notes why the device was chosen, for Info and String.
func (d *Device) Explain(why string) {
	info := d.Info()
	info.Why = why
	d.info.Store(&info)
}

// String is "gpu: llvmpipe (LLVM 15.0.6, 256 bits) through vulkan, a software driver",
// and why it was chosen.
func (d *Device) String() string {
	info := d.Info()
	s := fmt.Sprintf("gpu: %s through %s", info.Adapter, info.Backend)
	if info.Kind == device.Software {
		s += ", a software driver"
	}
	if info.Why != "" {
		s += "; " + info.Why
	}
	return s
}

// Sync waits until everything queued so far is done.
func (d *Device) Sync(ctx context.Context) error {
	return device.Until(ctx, func() error { return d.sync(ctx) })
}

func (d *Device) sync(ctx context.Context) error {
	if err := d.driver.opened(); err != nil {
		return err
	}
	if err := d.faults.collect(ctx); err != nil {
		return err
	}
	if err := d.driver.enter(); err != nil {
		return err
	}
	defer d.driver.Unlock()
	if err := d.recorder.flush(); err != nil {
		return err
	}
	return d.queue.wait(ctx)
}

// Close waits for queued work and gives everything back. If the driver is silent, or stays in a
// call, for twice its Patience, Close returns device.ErrLost and abandons the driver.
func (d *Device) Close() error {
	if d.driver == nil {
		return nil
	}
	if err := mayWait(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- d.close() }()
	const waits = 16 // a process that was stopped loses one wait only
	for waited, answers := 0, d.driver.Answers(); waited < waits; waited++ {
		select {
		case err := <-done:
			return err
		case <-time.After(2 * d.driver.patience / waits): // twice: a waiting call notices first
		}
		if now := d.driver.Answers(); now != answers {
			waited, answers = 0, now
		}
	}
	return fmt.Errorf("gpu: close: %w: the driver has not answered for %v", device.ErrLost, 2*d.driver.patience)
}

func (d *Device) close() error {
	d.driver.Lock()
	var err error
	if !d.driver.closed.Load() {
		if d.driver.lost == nil { // else a call has returned the error
			err = d.recorder.flush()
		}
		d.driver.closed.Store(true)
		d.trace.stop()
		err = errors.Join(err, d.pipelines.rehearser.close())
		d.pipelines.byKey, d.pool = nil, pool{}
		d.groups.byKey, d.recorder.clock, d.staging.free = nil, nil, nil
	}
	d.driver.Unlock()
	return errors.Join(err, translate(d.driver.Close())) // a second call waits for the first
}
