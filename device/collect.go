package device

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// Collect collects garbage and returns when the cleanups have run. Among them are those of buffers
// that were dropped without Release. Devices call it when they are out of memory. It does not wait
// for a foreign cleanup that does not end.
func Collect() {
	runtime.GC()
	stats := []metrics.Sample{{Name: "/gc/cleanups/queued:cleanups"}, {Name: "/gc/cleanups/executed:cleanups"}}
	metrics.Read(stats)
	queued, executed := stats[0].Value.Uint64(), stats[1].Value.Uint64()
	for attempt := 0; executed < queued && attempt < mostAttempts; attempt++ {
		if attempt < spins {
			runtime.Gosched() // they run on goroutines of their own
		} else {
			time.Sleep(time.Millisecond)
		}
		before := executed
		metrics.Read(stats[1:])
		if executed = stats[1].Value.Uint64(); executed > before {
			attempt = 0
		}
	}
}

// Most cleanups end while Collect yields its processor. After that it sleeps. It gives up when no
// cleanup has ended for a hundred milliseconds of sleep.
const (
	spins        = 1000
	mostAttempts = spins + 100
)
