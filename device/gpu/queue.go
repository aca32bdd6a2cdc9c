package gpu

// load is a number of batches, of the bytes written along with them, and their work.
type load struct {
	batches, bytes int
	work           int64
}

// queue counts what was submitted, and how much of that is known to be done.
type queue struct{ submitted, done load }

func (q *queue) submit(bytes int, work int64) {
	q.submitted.batches++
	q.submitted.bytes += bytes
	q.submitted.work += work
}

// finish notes that what had been submitted at some time is done. Of several who waited,
// those who began first may come last.
func (q *queue) finish(then load) {
	if then.batches > q.done.batches {
		q.done = then
	}
}

// full reports whether somebody should wait: the queue has no end of its own, and the
// memory of what lies in it is the driver's.
func (q *queue) full() bool {
	now, done := &q.submitted, &q.done
	return now.batches-done.batches >= maxQueuedBatches || now.bytes-done.bytes >= maxQueuedBytes || now.work-done.work >= maxWork
}
