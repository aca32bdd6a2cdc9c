package cpu

import (
	"sync"
	"sync/atomic"
)

// parallelCost is the work, in simple instructions on one element, below which waking
// goroutines takes longer than it saves.
const parallelCost = 1 << 17

// runAll runs the task on up to threads goroutines, this one among them. They take
// chunks as they come, so that one that is held up holds up nobody else.
func (t *task) runAll(threads int) {
	n, grain := t.plan.Len, tileLen
	threads = min(threads, n*(t.cost+1)/(parallelCost/2))
	if t.blocked {
		n, grain = t.blocks(), 1
	}
	if threads < 2 {
		t.runRange(0, n)
		return
	}
	chunk := n / (8 * threads)
	chunk = max(chunk-chunk%grain, grain)
	var taken atomic.Int64
	share := func() {
		for {
			from := int(taken.Add(int64(chunk))) - chunk
			if from >= n {
				return
			}
			t.runRange(from, min(from+chunk, n))
		}
	}
	var others sync.WaitGroup
	for range threads - 1 {
		others.Go(share)
	}
	share()
	others.Wait()
}
