package exec

import "runtime"

// Sizes say how launches are divided. Tests make them tiny.
type Sizes struct {
	Tile int // elements of a tile
	// LongRow is the length of rows from which kernels of one row compute them in place.
	LongRow int
	// Parallel is the work from which spinning helpers join, in additions of float32 by assembly.
	Parallel int
	Wake     int // work from which helpers are woken
	// Keep is the bytes, read and written, that caches keep of a launch: on one thread, and on
	// more. See Stream.
	Keep  [2]int
	Grain int // chunks that goroutines take are multiples of so many elements
}

// DefaultSizes are the sizes that devices use. BenchmarkThreads prints the table that Parallel and
// Wake come from; DESIGN.md of package cpu has one.
var DefaultSizes = Sizes{Tile: TileLen, LongRow: 128, Parallel: 9 << 14, Wake: 1 << 20, Keep: [2]int{16 << 20, 28 << 20}, Grain: TileLen}

// threadsFor is how many goroutines share the work on n elements. 0 means one.
func (e *Engine) threadsFor(work int64, n int) int {
	return int(min(int64(min(e.Threads, n, runtime.GOMAXPROCS(0))), work/int64(max(e.Parallel/2, 1))))
}

// runAll runs the task on this goroutine and on helpers, up to threads in all.
func (t *task) runAll() {
	work := t.program.work(t.plan.Len)
	threads := t.threadsFor(work, t.plan.Len)
	n, grain := t.units(), t.Grain
	if t.tiled2D {
		grain = 1
	}
	if threads < 2 {
		w := t.worker()
		t.runRange(w, 0, n)
		t.finish(w)
		return
	}
	chunk := n / (8 * threads)
	t.Helpers.run(t, n, max(chunk-chunk%grain, grain), threads-1, work >= int64(t.Wake))
}
