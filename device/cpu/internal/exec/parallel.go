package exec

import "runtime"

// Sizes say how launches are cut up. Tests make them tiny.
type Sizes struct {
	Tile     int    // elements of a tile
	LongRow  int    // rows of at least so many elements are computed where they are by kernels that take one row
	Parallel int    // work, in additions by assembly of one float32, from which goroutines that are there help
	Wake     int    // work from which they are woken
	Keep     [2]int // bytes, read and written, that caches keep of a launch on one thread, and on more: see keeps
	Grain    int    // chunks that goroutines take are multiples of so many elements
}

// Usual has others take part from 72 Ki additions by assembly on, 108 Ki with a number, or 29 Ki
// of its exp, if launches follow each other so closely that they linger, and wakes them from
// 512 Ki additions on. BenchmarkThreads measures what that gains: two threads took 1.4 times as long
// as one for 16 Ki additions, 0.85 times for 64 Ki, 0.5 times for 128 and 256 Ki, 0.6 times for 1 Mi,
// where caches end; with a number, which reads less, 1.8, 1.2, 0.75 and 0.6; 1.25, 0.75, 0.65
// and 0.55 for as many exp. Goroutines that had to be woken for every launch took as long as one
// until 4 Mi.
var Usual = Sizes{Tile: TileLen, LongRow: 128, Parallel: 9 << 14, Wake: 1 << 20, Keep: [2]int{16 << 20, 28 << 20}, Grain: TileLen}

// runAll runs the task on this goroutine and on helpers, up to threads in all.
func (t *task) runAll() {
	work := t.program.work(t.plan.Len, t.gathered)
	threads := int(min(int64(min(t.Threads, t.plan.Len, runtime.GOMAXPROCS(0))), work/int64(max(t.Parallel/2, 1))))
	n, grain := t.units(), t.Grain
	if t.blocked {
		grain = 1
	}
	if threads < 2 {
		w := t.worker()
		t.runRange(w, 0, n)
		t.dismiss(w)
		return
	}
	chunk := n / (8 * threads)
	t.Helpers.run(t, n, max(chunk-chunk%grain, grain), threads-1, work >= int64(t.Wake))
}
