package gpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

var _ device.Timer = (*Device)(nil)

// Times fills in when the device worked on timed launches, and returns which clock measured it. It
// stops the timing until the next launch that asks for it.
func (d *Device) Times(ctx context.Context) (string, error) { return d.timer.times(ctx) }

// clock notes when the device begins and ends dispatches, from the first launch that is timed until
// Times. A dispatch that is timed is a pass of its own.
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

// timer starts the recorder's clock, and reads it. A launch that is timed holds use for reading. So
// Times, which holds it alone, neither stops the clock between the launch and its dispatches nor
// returns before another call has filled in the times.
type timer struct {
	use      sync.RWMutex
	name     string // of the clock, once it was read
	driver   *driver
	queue    *queue
	recorder *recorder
	staging  *staging
}

// start takes the lock and begins to time launches, unless that has begun. Without a clock, Times
// says why.
func (t *timer) start(ctx context.Context) error {
	if err := t.driver.enter(); err != nil {
		return err
	}
	defer t.driver.Unlock()
	if t.recorder.clock != nil {
		return nil
	}
	c := new(clock)
	c.queries, c.err = t.driver.NewQueries(batchQueries)
	t.recorder.clock = c
	err := t.readClocks(ctx, c)
	if err != nil && t.recorder.clock == c {
		t.recorder.clock = nil
		c.release()
	}
	return err
}

// clockReadings are how often both clocks are read. The quickest counts.
const clockReadings = 5

// readClocks reads the device's clock and the host's several times, and opens the lock meanwhile.
func (t *timer) readClocks(ctx context.Context, c *clock) error {
	for range clockReadings {
		if err := t.recorder.flush(); err != nil {
			return err
		}
		if t.recorder.clock != c || c.err != nil {
			return nil
		}
		if err := t.recorder.stamp(0); err != nil {
			return err
		}
		t.recorder.batch.copies++
		at, before := len(c.batches), time.Now()
		if err := t.recorder.flush(); err != nil {
			return err
		}
		if err := t.queue.wait(ctx); err != nil {
			return err
		}
		if at < len(c.batches) {
			c.batches[at].before, c.batches[at].after = before, time.Now()
		}
	}
	return nil
}

// calibration is the shortest time over which both clocks are compared.
const calibration = 100 * time.Millisecond

// times is Times. It takes the lock.
func (t *timer) times(ctx context.Context) (string, error) {
	t.use.Lock()
	defer t.use.Unlock()
	if err := t.driver.enter(); err != nil {
		return "", err
	}
	defer t.driver.Unlock()
	c := t.recorder.clock
	if c == nil {
		return t.name, nil
	}
	if len(c.batches) > 0 {
		first := c.batches[0].after
		_ = t.driver.unlocked(func() error {
			time.Sleep(calibration - time.Since(first))
			return nil
		})
	}
	if err := t.readClocks(ctx, c); err != nil || t.recorder.clock != c {
		return "", err
	}
	t.recorder.clock = nil
	defer c.release()
	if c.err != nil {
		return "", c.err
	}
	ticks, err := t.readLog(ctx, c)
	if err != nil {
		return "", err
	}
	t.name, err = c.fill(ticks)
	return t.name, err
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
func (t *timer) readLog(ctx context.Context, c *clock) (ticks []byte, err error) {
	for i, b := range c.log {
		n := min(len(c.batches)-i*logBatches, logBatches) * batchLog
		staging, err := t.staging.take(n)
		if err != nil {
			return nil, err
		}
		if err = t.recorder.copy(staging, 0, b, 0, n); err == nil {
			err = t.recorder.flush()
		}
		if err == nil {
			err = translate(t.driver.unlocked(func() error {
				return t.driver.Read(ctx, staging, 0, n, func(m webgpu.Mapped) error {
					ticks = append(ticks, m.Bytes()...)
					return nil
				})
			}))
		}
		t.staging.give(staging)
		if err != nil {
			return nil, err
		}
	}
	return ticks, nil
}

// fill sets the times of all works, and returns which clock measured them.
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
