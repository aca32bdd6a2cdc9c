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
	// more. See streams.
	Keep [2]int
}

// DefaultSizes are the sizes that devices use. BenchmarkThreads prints the table that Parallel and
// Wake come from; DESIGN.md of package cpu has one.
var DefaultSizes = Sizes{Tile: TileLen, LongRow: 128, Parallel: 9 << 14, Wake: 1 << 20, Keep: [2]int{16 << 20, 28 << 20}}

// threadsFor is how many goroutines share the work on n elements.
func (e *Engine) threadsFor(work int64, n int) int {
	if threads := int(work / int64(max(e.Parallel/2, 1))); threads > 1 {
		return min(threads, n, e.Threads, runtime.GOMAXPROCS(0))
	}
	return 1
}
