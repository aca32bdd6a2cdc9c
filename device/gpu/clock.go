package gpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

var _ device.Timer = (*Device)(nil)

// clock notes when the device begins and ends dispatches, from the first launch that is timed until
// Times. A dispatch that is timed is a pass of its own. The device's lock guards it.
type clock struct {
	queries *webgpu.Queries
	queried int              // of the batch
	works   []*device.Work   // of the batch: each has two queries
	log     []*webgpu.Buffer // the queries of all batches, one behind the other
	batches []logged
	err     error // why there are no times any more
}

// logged is a batch in the log: dispatches, or a reading of both clocks.
type logged struct {
	works         []*device.Work
	before, after time.Time // around a reading, the first query
}

const (
	batchQueries = 2 * maxDispatches
	batchLog     = batchQueries * webgpu.TickBytes // of a batch, in the log
	logBatches   = 1 << 10                         // of a buffer of the log
)

// startClock begins to time launches, unless that has begun. Without a clock, Times says why.
func (d *Device) startClock(ctx context.Context) error {
	if err := d.driver.enter(); err != nil {
		return err
	}
	defer d.driver.Unlock()
	if d.clock != nil {
		return nil
	}
	c := new(clock)
	c.queries, c.err = d.driver.NewQueries(batchQueries)
	d.clock = c
	err := d.readClocks(ctx, c)
	if err != nil && d.clock == c {
		d.clock = nil
		c.release()
	}
	return err
}

// clockReadings are how often both clocks are read. The quickest counts.
const clockReadings = 5

// readClocks notes what the device's clock says now, and opens the lock meanwhile.
func (d *Device) readClocks(ctx context.Context, c *clock) error {
	for range clockReadings {
		if err := d.flush(); err != nil {
			return err
		}
		if d.clock != c || c.err != nil {
			return nil
		}
		if err := d.query(0); err != nil {
			return err
		}
		d.batch.copies++
		at, before := len(c.batches), time.Now()
		if err := d.flush(); err != nil {
			return err
		}
		if err := d.await(ctx); err != nil {
			return err
		}
		if at < len(c.batches) {
			c.batches[at].before, c.batches[at].after = before, time.Now()
		}
	}
	return nil
}

// timed has f record a dispatch of the launch, and notes when it begins and ends.
func (d *Device) timed(e *device.LaunchEvent, f func() error) error {
	if e == nil || e.Work == nil || d.clock == nil || d.clock.err != nil {
		return f()
	}
	n := d.clock.queried
	if err := d.query(n); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	d.clock.works = append(d.clock.works, e.Work)
	return d.query(n + 1)
}

// query records query i of the batch.
func (d *Device) query(i int) error {
	if err := d.driver.Timestamp(d.clock.queries, i); err != nil {
		return d.dropped(err)
	}
	d.clock.queried = i + 1
	return nil
}

// logClock records that the batch's queries are kept, before it is submitted. Without memory for them
// there are no times any more.
func (d *Device) logClock() error {
	c := d.clock
	if c == nil || c.queried == 0 {
		return nil
	}
	at := len(c.batches) % logBatches
	if at == 0 {
		b, err := d.driver.NewBuffer(logBatches*batchLog, webgpu.Times)
		if err != nil {
			c.err = translate(err)
			return nil
		}
		c.log = append(c.log, b)
	}
	if err := d.driver.Resolve(c.queries, c.queried, c.log[len(c.log)-1], at*batchLog); err != nil {
		return err
	}
	c.batches = append(c.batches, logged{works: c.works})
	return nil
}

// calibration is how long both clocks are compared at least.
const calibration = 100 * time.Millisecond

// Times says when the device worked on launches that are timed. Until the next of them nothing is.
func (d *Device) Times(ctx context.Context) (string, error) {
	if err := d.driver.enter(); err != nil {
		return "", err
	}
	defer d.driver.Unlock()
	c := d.clock
	if c == nil {
		return "", nil
	}
	if len(c.batches) > 0 {
		d.driver.Unlock()
		time.Sleep(calibration - time.Since(c.batches[0].after))
		d.driver.Lock()
	}
	if err := d.readClocks(ctx, c); err != nil || d.clock != c {
		return "", err
	}
	d.clock = nil
	defer c.release()
	if c.err != nil {
		return "", c.err
	}
	ticks, err := d.readLog(ctx, c)
	if err != nil {
		return "", err
	}
	return c.fill(ticks)
}

func (c *clock) release() {
	for _, b := range c.log {
		b.Release()
	}
	if c.queries != nil {
		c.queries.Release()
	}
}

// readLog reads the queries of all batches, and opens the lock meanwhile.
func (d *Device) readLog(ctx context.Context, c *clock) (ticks []byte, err error) {
	for i, b := range c.log {
		n := min(len(c.batches)-i*logBatches, logBatches) * batchLog
		staging, err := d.stage(n)
		if err != nil {
			return nil, err
		}
		if err := d.driver.Copy(staging, 0, b, 0, n); err != nil {
			return nil, d.dropped(err)
		}
		d.batch.copies++
		if err := d.flush(); err != nil {
			return nil, err
		}
		d.driver.Unlock()
		err = d.driver.Read(ctx, staging, 0, n, func(mapped []byte) error {
			ticks = append(ticks, mapped...)
			return nil
		})
		d.driver.Lock()
		d.unstage(staging)
		if err != nil {
			return nil, translate(err)
		}
	}
	return ticks, nil
}

// fill tells all works when they were, and says how.
func (c *clock) fill(raw []byte) (string, error) {
	tick := func(batch, query int) uint64 {
		return binary.LittleEndian.Uint64(raw[batch*batchLog+query*webgpu.TickBytes:])
	}
	var all []reading
	for i, b := range c.batches {
		if !b.before.IsZero() {
			took := b.after.Sub(b.before)
			all = append(all, reading{tick(i, 0), b.before.Add(took / 2), took / 2})
		}
	}
	scale, err := newScale(all)
	if err != nil {
		return "", err
	}
	for i, b := range c.batches {
		for j, w := range b.works {
			scale.extend(w, tick(i, 2*j), tick(i, 2*j+1))
		}
	}
	return fmt.Sprintf("GPU timestamps, whose tick is %.4f ns by wall time", scale.tick), nil
}
