package gpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
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
func (q *queue) wait(ctx context.Context) error {
	submitted := q.submitted
	q.driver.Unlock()
	err := q.driver.Wait(ctx)
	q.driver.Lock()
	if err != nil {
		return translate(err)
	}
	q.finish(submitted)
	return nil
}

// yield waits while the queue is full. The time counts as waiting of e, which may be nil. It opens
// the lock meanwhile.
func (q *queue) yield(ctx context.Context, e *device.LaunchEvent) error {
	if !q.full() {
		return nil
	}
	defer e.Wait()()
	if err := q.wait(ctx); err != nil {
		return err
	}
	return q.driver.usable()
}

// leave gives the lock back. If the queue is full it waits.
func (q *queue) leave() error {
	defer q.driver.Unlock()
	if !q.full() {
		return nil
	}
	return q.wait(context.Background())
}
