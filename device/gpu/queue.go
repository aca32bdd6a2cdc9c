package gpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/internal/page"
)

// load is a number of batches, of the bytes written along with them, and their work.
type load struct {
	batches, bytes int
	work           int64
}

// queue counts the work that was submitted, and the part that is known to be done.
type queue struct {
	driver          *driver
	submitted, done load
	marked          load // what was submitted at the driver's last mark
}

func (q *queue) submit(bytes int, work int64) {
	q.submitted.batches++
	q.submitted.bytes += bytes
	q.submitted.work += work
}

// finish notes that the work submitted up to some time is done. Goroutines that wait may call it
// out of order.
func (q *queue) finish(then load) {
	if then.batches > q.done.batches {
		q.done = then
	}
}

// full reports whether a caller should wait. The queue itself has no limit, and queued work takes
// the driver's memory.
func (q *queue) full() bool {
	now, done := &q.submitted, &q.done
	return now.batches-done.batches >= maxQueuedBatches || now.bytes-done.bytes >= maxQueuedBytes || now.work-done.work >= maxWork
}

// wait waits for the work submitted so far, and releases the lock meanwhile.
func (q *queue) wait(ctx context.Context) error { return q.waitFor(ctx, q.submitted, q.driver.Wait) }

// waitFor waits for some work, and releases the lock meanwhile.
func (q *queue) waitFor(ctx context.Context, work load, wait func(context.Context) error) error {
	if err := q.driver.unlocked(func() error { return wait(ctx) }); err != nil {
		return translate(err)
	}
	q.finish(work)
	return nil
}

// mark has the driver remember what is submitted, once that is half of maxWork. A launch that finds
// the queue full waits for this half. The driver works on the other meanwhile.
func (q *queue) mark() error {
	if q.marked.batches > q.done.batches || q.submitted.work-q.done.work < maxWork/2 {
		return nil
	}
	q.marked = q.submitted
	return q.driver.Mark()
}

// waitForHalf waits for what is marked, or for all.
func (q *queue) waitForHalf(ctx context.Context) error {
	if q.marked.batches <= q.done.batches {
		return q.wait(ctx)
	}
	marked := q.marked
	q.marked = load{}
	if err := q.waitFor(ctx, marked, q.driver.WaitMark); err != nil {
		return err
	}
	return q.mark()
}

// yield waits while the queue is full. The time counts as waiting of e, which may be nil. It opens
// the lock meanwhile. It also gives a web page its turn, because a goroutine that launches again and
// again would not.
func (q *queue) yield(ctx context.Context, e *device.LaunchEvent) error {
	if page.Due() {
		q.takeTurn()
		if err := q.driver.usable(); err != nil {
			return err
		}
	}
	if !q.full() {
		return nil
	}
	defer e.Wait("room in the queue")()
	for q.full() {
		if err := q.waitForHalf(ctx); err != nil {
			return err
		}
	}
	return q.driver.usable()
}

// takeTurn gives a web page its turn, and opens the lock meanwhile.
func (q *queue) takeTurn() {
	q.driver.Unlock()
	defer q.driver.Lock()
	page.Turn()
}

// makeRoom waits if the queue is full, and releases the lock meanwhile.
func (q *queue) makeRoom() error {
	if page.Due() {
		q.takeTurn()
	}
	if !q.full() {
		return nil
	}
	return q.wait(context.Background())
}
