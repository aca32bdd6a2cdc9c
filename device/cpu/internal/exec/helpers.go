package exec

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// helpers are the goroutines that help with a device's launches. A helper whose work is done spins:
// it looks for the next launch for about as long as it takes to wake a thread. Then it ends. So
// launches that follow each other closely are shared at the cost of a few stores. No helper stays
// when there are no launches.
type helpers struct {
	last  atomic.Pointer[task] // that wanted help
	Alive atomic.Int32         // helpers, at work or spinning
	asked atomic.Int64         // when help was last wanted, in nanoseconds since began
}

// spinTime is how long a helper looks for more work. To wake a thread took 75 to 100 µs on a
// virtual machine, 5 to 50 on others.
const spinTime = 50 * time.Microsecond

var began = time.Now()

// sharing is what helpers of a task see of it. They may join until its owner closes it. No launch
// waits for a helper to arrive, only for those at work.
type sharing struct {
	tiles   int          // how many there are
	sharers int          // goroutines, at most
	begun   atomic.Int64 // tiles that are taken: by the owner the first ones
	helped  atomic.Int64 // and by helpers so many, the last ones
	state   atomic.Int64 // how many helpers are at work, and flags
	done    chan struct{}
}

const (
	joinable   = 1 << 32 // helpers may join
	ownerWaits = 1 << 33 // the owner wants to hear on done that all have left
)

// share runs so many tiles of the task on this goroutine, and on helpers if there are to be several
// sharers. Helpers that spin join; others are woken if there is much work.
func (e *Engine) share(t *task, tiles, sharers int) {
	if t.tiles, t.sharers = tiles, sharers; sharers == 1 {
		t.runTiles(&t.own, 0, tiles)
		return
	}
	if t.done == nil {
		t.done = make(chan struct{}, 1)
	}
	t.begun.Store(0)
	t.helped.Store(0)
	t.state.Store(joinable)
	e.Helpers.last.Store(t)
	e.Helpers.start(t.sharers-1, t.work() >= int64(e.Wake))
	t.runChunks(&t.own, false)
	t.close()
	e.Helpers.last.CompareAndSwap(t, nil)
}

// start starts helpers until there are most. It starts them if wake is set, or if the last launch
// wanted help so recently that helpers could still spin.
func (c *helpers) start(most int, wake bool) {
	now := int64(time.Since(began))
	closely := now-c.asked.Swap(now) < 2*int64(spinTime)
	for n := c.Alive.Load(); int(n) < most && (wake || closely); n = c.Alive.Load() {
		if c.Alive.CompareAndSwap(n, n+1) {
			go c.help()
		}
	}
}

// looks is how often helpers together look for a launch before one of them lets other goroutines run:
// those that collect garbage took twice the time otherwise. More often, many helpers would wait for
// the scheduler's lock.
const looks = 4

// help takes part in launches until no launch has come for a while.
func (c *helpers) help() {
	defer c.Alive.Add(-1)
	var w worker
	for idle := time.Now(); time.Since(idle) < spinTime; runtime.Gosched() {
		for range looks * c.Alive.Load() {
			if t := c.last.Load(); t != nil && t.join() {
				w.lay(&t.layout)
				w.begin(t)
				t.runChunks(&w, true)
				w.end(t)
				t.leave()
				idle = time.Now()
			}
			vector.Pause()
		}
	}
}

// runChunks computes some tiles at a time until all are taken. Helpers take the last ones, because the next launch often
// reads or writes the same memory: each processor has its part in its caches.
func (t *task) runChunks(w *worker, helps bool) {
	chunk, at := max(t.tiles/(8*t.sharers), 1), 0
	for {
		before := int(t.begun.Add(int64(chunk))) - chunk
		n := min(chunk, t.tiles-before)
		if n <= 0 {
			break
		}
		if helps {
			at = t.tiles - int(t.helped.Add(int64(n)))
		}
		t.runTiles(w, at, at+n)
		at += n
	}
}

// join reports whether there is work left to take part in.
func (t *task) join() bool {
	for s := t.state.Load(); s&joinable != 0; s = t.state.Load() {
		if t.state.CompareAndSwap(s, s+1) {
			if t.begun.Load() < int64(t.tiles) {
				return true
			}
			t.leave()
			return false
		}
	}
	return false
}

func (h *sharing) leave() {
	if h.state.Add(-1) == ownerWaits {
		h.done <- struct{}{}
	}
}

// close lets no helper join any more, and waits for those at work. The wait is for a chunk at most,
// unless the system has taken their processor away.
func (h *sharing) close() {
	s := h.state.And(^joinable) &^ joinable
	for range 1 << 10 {
		if s == 0 {
			return
		}
		vector.Pause()
		s = h.state.Load()
	}
	if h.state.Or(ownerWaits) != 0 {
		<-h.done
	}
}
