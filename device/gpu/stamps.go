package gpu

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// recordTimed calls f to record a dispatch of the launch, between two timestamps.
func (r *recorder) recordTimed(e *device.LaunchEvent, f func() error) error {
	if e == nil || e.Work == nil || r.clock == nil || r.clock.err != nil {
		return f()
	}
	n := r.clock.queried
	if err := r.stamp(n); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	r.clock.works = append(r.clock.works, e.Work)
	return r.stamp(n + 1)
}

// stamp records query i of the batch.
func (r *recorder) stamp(i int) error {
	if err := r.driver.Timestamp(r.clock.queries, i); err != nil {
		return r.drop(err)
	}
	r.clock.queried = i + 1
	return nil
}

// keepTimes records a copy of the batch's timestamps into the log, before the batch is submitted.
// If there is no memory for the log, the device measures no more times.
func (r *recorder) keepTimes() error {
	c := r.clock
	if c == nil || c.queried == 0 {
		return nil
	}
	at := len(c.batches) % logBatches
	if at == 0 {
		b, err := r.driver.NewBuffer(logBatches*batchLog, webgpu.Times)
		if err != nil {
			c.err = translate(err)
			return nil
		}
		c.log = append(c.log, b)
	}
	if err := r.driver.Resolve(c.queries, c.queried, c.log[len(c.log)-1], at*batchLog); err != nil {
		return err
	}
	c.batches = append(c.batches, logged{works: c.works})
	return nil
}
