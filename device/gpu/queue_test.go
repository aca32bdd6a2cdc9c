package gpu

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLaunchesSubmittedWhileACallWaitsAreStillQueued(t *testing.T) {
	var q queue
	for range maxQueuedBatches - 1 {
		q.submit(1, 0)
	}
	assert.False(t, q.full())
	first := q.submitted
	q.submit(1, 0)
	assert.True(t, q.full())
	second := q.submitted
	for range maxQueuedBatches - 1 {
		q.submit(1, 0)
	}
	q.finish(first)
	assert.True(t, q.full(), "the wait was not for these")
	q.finish(second)
	assert.False(t, q.full())
	q.finish(first)
	assert.Equal(t, second, q.done, "who waited for less came later")
	q.submit(maxQueuedBytes-maxQueuedBatches+1, 0)
	assert.True(t, q.full(), "by their bytes")
	q.finish(q.submitted)
	q.submit(0, maxWork)
	assert.True(t, q.full(), "by their work")
}

func TestAWaitCountsNoSubmissionThatCameMeanwhile(t *testing.T) {
	deadline(t)
	d := open(t)
	x := alloc(t, d, make([]int32, 1<<20)...)
	add(t, d, x, x, x)
	before := d.Stats().Submissions
	waited := make(chan error)
	go func() { waited <- d.Sync(ctx) }()
	for d.Stats().Submissions == before {
		runtime.Gosched()
	}
	require.NoError(t, d.driver.enter())
	d.queue.submit(0, 0)
	d.driver.Unlock()
	assert.NoError(t, <-waited)
	assert.Less(t, d.queue.done.batches, d.queue.submitted.batches)
}

func TestALaunchThatFindsTheQueueFullWaitsForTheFirstHalf(t *testing.T) {
	deadline(t)
	d := open(t)
	require.NoError(t, d.driver.enter())
	defer d.driver.Unlock()
	q := d.queue
	q.submit(0, maxWork/2)
	require.NoError(t, q.mark())
	half := q.submitted
	q.submit(0, maxWork/2)
	require.NoError(t, q.mark())
	assert.Equal(t, half, q.marked, "a mark stays until it is waited for")
	require.NoError(t, q.yield(ctx, nil))
	assert.Equal(t, half, q.done)
	assert.Equal(t, q.submitted, q.marked, "the other half is marked next")
	q.submit(maxQueuedBytes, 0)
	require.NoError(t, q.yield(ctx, nil))
	assert.Equal(t, q.submitted, q.done, "bytes behind the mark are waited for, too")
}

func TestMakeRoomWaitsOnlyWhileTheQueueIsFull(t *testing.T) {
	deadline(t)
	d := open(t)
	d.driver.Lock()
	defer d.driver.Unlock()
	d.queue.submit(0, 0)
	require.NoError(t, d.queue.makeRoom())
	assert.Less(t, d.queue.done.batches, d.queue.submitted.batches, "it has not waited")
	d.queue.submit(maxQueuedBytes, 0)
	require.NoError(t, d.queue.makeRoom())
	assert.Equal(t, d.queue.submitted, d.queue.done)
}
