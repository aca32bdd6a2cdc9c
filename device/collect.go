package device

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// Collect collects garbage and returns when its cleanups have run, among them those that give
// back the memory of what was dropped without Release. It is for devices that are out of
// memory. A cleanup of somebody else's that does not end is not waited for.
func Collect() {
	runtime.GC()
	stats := []metrics.Sample{{Name: "/gc/cleanups/queued:cleanups"}, {Name: "/gc/cleanups/executed:cleanups"}}
	metrics.Read(stats)
	queued, executed := stats[0].Value.Uint64(), stats[1].Value.Uint64()
	for began := time.Now(); executed < queued && time.Since(began) < patience; {
		runtime.Gosched() // they run on goroutines of their own
		before := executed
		metrics.Read(stats[1:])
		if executed = stats[1].Value.Uint64(); executed > before {
			began = time.Now()
		}
	}
}

// patience is how long without the end of a cleanup none is waited for.
const patience = 100 * time.Millisecond
