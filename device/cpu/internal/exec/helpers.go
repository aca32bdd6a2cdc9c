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
	Alive atomic.Int32        // helpers, at work or lingering
	asked atomic.Int64        // when help was last wanted, in nanoseconds since began
	jobs  sync.Pool
}

// linger is how long a helper waits for more work. To wake a thread took 75 to 100 µs on a
// virtual machine, 5 to 50 on others.
const linger = 50 * time.Microsecond

var began = time.Now()

// job is a launch that helpers may join until its owner closes it. No launch waits for a helper
// to arrive, only for those at work.
type job struct {
	*task
	chunk int
	lots  []lot        // one for each goroutine, by its number
	state atomic.Int64 // how many helpers are at work, and flags
	done  chan struct{}
}

// lot is the elements, or blocks, that a goroutine takes first, so that the next launch
// finds them in the cache of the same processor. Then it takes others'.
type lot struct {
	next atomic.Int64 // the first chunk that is not taken yet
	end  int64
	_    [112]byte // others lie in other cache lines, of which processors fetch pairs
}

const (
	open    = 1 << 32 // helpers may join
	waiting = 1 << 33 // the owner wants to hear on done that all have left
)

// run computes the task on this goroutine, and up to seats others.
func (c *helpers) run(t *task, n, chunk, seats int, wake bool) {
	j, _ := c.jobs.Get().(*job)
	if j == nil {
		j = &job{done: make(chan struct{}, 1)}
	}
	j.task, j.chunk = t, chunk
	j.deal(n, seats+1)
	j.state.Store(open)
	c.job.Store(j)
	c.summon(seats, wake)
	j.share(0)
	j.close()
	j.task = nil
	c.jobs.Put(j)
}

// summon starts helpers, up to so many, if they are to be woken or would have lingered.
func (c *helpers) summon(seats int, wake bool) {
	now := int64(time.Since(began))
	closely := now-c.asked.Swap(now) < 2*int64(linger)
	for n := c.Alive.Load(); int(n) < seats && (wake || closely); n = c.Alive.Load() {
		if c.Alive.CompareAndSwap(n, n+1) {
			go c.help(int(n) + 1)
		}
	}
}

// help takes part in launches until none has come for a while.
func (c *helpers) help(place int) {
	defer c.Alive.Add(-1)
	for idle := time.Now(); time.Since(idle) < linger; {
		for range 16 {
			if j := c.job.Load(); j != nil && j.join() {
				j.share(place)
				j.leave()
				idle = time.Now()
			}
			vector.Pause()
		}
	}
}

// deal makes lots of whole chunks.
func (j *job) deal(n, lots int) {
	if cap(j.lots) < lots {
		j.lots = make([]lot, lots)
	}
	j.lots = j.lots[:lots]
	chunks, from := (n+j.chunk-1)/j.chunk, 0
	for i := range j.lots {
		to := min((i+1)*chunks/lots*j.chunk, n)
		j.lots[i].next.Store(int64(from))
		j.lots[i].end = int64(to)
		from = to
	}
}

// share takes chunks as they come, so that a goroutine that is held up delays no other.
func (j *job) share(place int) {
	w := j.worker()
	for i := range j.lots {
		p := &j.lots[(place+i)%len(j.lots)]
		for {
			to := p.next.Add(int64(j.chunk))
			from := to - int64(j.chunk)
			if from >= p.end {
				break
			}
			j.runRange(w, int(from), int(min(to, p.end)))
		}
	}
	j.dismiss(w)
}

// left reports whether there are chunks that are not taken yet.
func (j *job) left() bool {
	for i := range j.lots {
		if p := &j.lots[i]; p.next.Load() < p.end {
			return true
		}
	}
	return false
}

// join reports whether there is work left to take part in.
func (j *job) join() bool {
	for s := j.state.Load(); s&open != 0; s = j.state.Load() {
		if j.state.CompareAndSwap(s, s+1) {
			if j.left() {
				return true
			}
			j.leave()
			return false
		}
	}
	return false
}

func (j *job) leave() {
	if j.state.Add(-1) == waiting {
		j.done <- struct{}{}
	}
}

// close lets no helper join any more, and waits for those at work. The wait is for a chunk at most,
// unless the system has taken their processor away.
func (j *job) close() {
	s := j.state.And(^open) &^ open
	for range 1 << 10 {
		if s == 0 {
			return
		}
		vector.Pause()
		s = j.state.Load()
	}
	for ; s != 0; s = j.state.Load() {
		if j.state.CompareAndSwap(s, s|waiting) {
			<-j.done
			return
		}
	}
}

// Disband waits until all helpers have gone.
func (c *helpers) Disband() {
	for c.Alive.Load() > 0 {
		runtime.Gosched()
	}
}
