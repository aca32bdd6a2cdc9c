package cpu

import (
	"sync"
	"sync/atomic"
)

// sizes say how launches are cut up. Tests make them tiny.
type sizes struct {
	tile       int // elements of a tile
	longRow    int // rows of at least so many elements are cut into tiles one by one
	parallel   int // work, in additions by assembly of one element, below which waking goroutines takes longer than it saves
	streamFrom int // bytes, read and written, from which launches stream
	grain      int // chunks that goroutines take are multiples of so many elements
}

// usual has a second goroutine take part from 512 Ki additions by assembly on, or 2,700
// calls of a real function. To divide a launch takes half a microsecond, to wake another
// thread several, and then both share the memory: on a machine that others use as well,
// halves of 256 Ki additions took as long as the whole (BenchmarkThreads).
var usual = sizes{tile: tileLen, longRow: 32, parallel: 1 << 20, streamFrom: streamBytes, grain: tileLen}

// runAll runs the task on up to threads goroutines, this one among them. They take
// chunks as they come, so that one that is held up holds up nobody else.
func (t *task) runAll(threads int) {
	n, grain := t.plan.Len, t.grain
	threads = min(threads, n/max(t.parallel/2/(t.cost+1), 1))
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
			from := taken.Add(int64(chunk)) - int64(chunk)
			if from >= int64(n) {
				return
			}
			t.runRange(int(from), int(min(from+int64(chunk), int64(n))))
		}
	}
	var others sync.WaitGroup
	for range threads - 1 {
		others.Go(share)
	}
	share()
	others.Wait()
}
