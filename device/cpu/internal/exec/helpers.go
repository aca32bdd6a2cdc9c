package exec

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// helpers are the goroutines that help with a device's launches. A helper whose work is done spins:
// it looks for the next launch for about as long as it takes to wake a thread. Then it ends. So
// launches that follow each other closely are shared at the cost of a few stores. No helper stays
// when there are no launches.
type helpers struct {
	job   atomic.Pointer[job] // the last that wanted help
	Alive atomic.Int32        // helpers, at work or spinning
	asked atomic.Int64        // when help was last wanted, in nanoseconds since began
	jobs  sync.Pool
}

// spinTime is how long a helper looks for more work. To wake a thread took 75 to 100 µs on a
// virtual machine, 5 to 50 on others.
const spinTime = 50 * time.Microsecond

var began = time.Now()

// job is a launch that helpers may join until its owner closes it. No launch waits for a helper
// to arrive, only for those at work.
type job struct {
	*task
	chunk int          // tiles that a goroutine takes at a time
	next  atomic.Int64 // the first tile that is not taken yet
	state atomic.Int64 // how many helpers are at work, and flags
	done  chan struct{}
}

const (
	joinable   = 1 << 32 // helpers may join
	ownerWaits = 1 << 33 // the owner wants to hear on done that all have left
)

// run computes the task on this goroutine, and on up to most helpers.
func (c *helpers) run(t *task, chunk, most int, wake bool) {
	j, _ := c.jobs.Get().(*job)
	if j == nil {
		j = &job{done: make(chan struct{}, 1)}
	}
	j.task, j.chunk = t, chunk
	j.next.Store(0)
	j.state.Store(joinable)
	c.job.Store(j)
	c.start(most, wake)
	j.runChunks(&t.own)
	j.close()
	j.task = nil
	c.jobs.Put(j)
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
	for idle := time.Now(); time.Since(idle) < spinTime; runtime.Gosched() {
		for range looks * c.Alive.Load() {
			if j := c.job.Load(); j != nil && j.join() {
				j.help()
				j.leave()
				idle = time.Now()
			}
			vector.Pause()
		}
	}
}

// help computes chunks with a worker of its own.
func (j *job) help() {
	w := workers.Get().(*worker)
	w.lay(j.task)
	w.begin(j.task)
	j.runChunks(w)
	w.end(j.task)
	workers.Put(w)
}

// runChunks computes chunks until all are taken.
func (j *job) runChunks(w *worker) {
	for {
		to := int(j.next.Add(int64(j.chunk)))
		from := to - j.chunk
		if from >= j.count {
			break
		}
		j.runTiles(w, from, min(to, j.count))
	}
}

// join reports whether there is work left to take part in.
func (j *job) join() bool {
	for s := j.state.Load(); s&joinable != 0; s = j.state.Load() {
		if j.state.CompareAndSwap(s, s+1) {
			if j.next.Load() < int64(j.count) {
				return true
			}
			j.leave()
			return false
		}
	}
	return false
}

func (j *job) leave() {
	if j.state.Add(-1) == ownerWaits {
		j.done <- struct{}{}
	}
}

// close lets no helper join any more, and waits for those at work. The wait is for a chunk at most,
// unless the system has taken their processor away.
func (j *job) close() {
	s := j.state.And(^joinable) &^ joinable
	for range 1 << 10 {
		if s == 0 {
			return
		}
		vector.Pause()
		s = j.state.Load()
	}
	if j.state.Or(ownerWaits) != 0 {
		<-j.done
	}
}

// Wait waits until all helpers have ended.
func (c *helpers) Wait() {
	for c.Alive.Load() > 0 {
		runtime.Gosched()
	}
}
