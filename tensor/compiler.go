package tensor

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/replay"
)

// compiler keeps the traces of a function.
type compiler struct {
	name    string
	in, out *tree
	keeping sync.Mutex                // not held while f runs: f may wait for another goroutine's call
	all     atomic.Pointer[[]*traced] // replaced as a whole, never changed
	clock   atomic.Int64              // counts uses
	traces  int                       // kept so far, also those that were dropped since
}

// manyTraces is how many recordings of one function are usual. WGTENSOR_DEBUG tells of further
// ones, which cost more than they save.
const manyTraces = 8

// mostTraces bounds the kept traces. A new one replaces the least recently used one.
const mostTraces = 64

// traced is a call that was recorded, and all that it depends on.
type traced struct {
	outs     int // as in arguments
	words    []word
	tensors  []tensorKey
	device   device.Device
	absolute bool // AsStrided was called: offsets count from the beginning of a storage
	plan     *replay.Plan
	uses     []scalarUse
	results  []resultLeaf
	bare     any    // the function's result without its tensors
	why      string // reason why it was traced
	calls    atomic.Int64
	used     atomic.Int64 // the compiler's clock at the last use
}

// find returns the trace of a call. It returns nil if there is none, or if a tensor carries an
// error.
func (c *compiler) find(a *arguments) *traced {
	if a.lookUp(); !a.usable {
		return nil
	}
	return c.search(a)
}

func (c *compiler) search(a *arguments) *traced {
	for _, t := range *c.all.Load() {
		if t.matches(a) {
			t.used.Store(c.clock.Add(1))
			return t
		}
	}
	return nil
}

// trace records run, which runs the function, and returns the trace. If another goroutine has kept
// a trace of such a call meanwhile, it returns that one.
func (c *compiler) trace(a *arguments, run func(tr *tracing)) (*traced, error) {
	t, err := record(a, run)
	if err != nil {
		return nil, err
	}
	if a.usable {
		t = c.keep(t, a)
	}
	if !t.matches(a) { // a tensor was released meanwhile
		return nil, errorf("compile", "%w", graph.ErrReleased)
	}
	return t, nil
}

// keep adds the trace of a call, unless there is one by now. It returns the one that is kept.
func (c *compiler) keep(t *traced, a *arguments) *traced {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	if known := c.search(a); known != nil {
		return known
	}
	all := slices.Clone(*c.all.Load())
	t.why = "the first call"
	if len(all) > 0 {
		t.why = t.differs(all[len(all)-1])
	}
	if c.traces++; c.traces > manyTraces {
		device.Debugf("compile: recording %d of %s, because of %s", c.traces, c.name, t.why)
	}
	if len(all) == mostTraces {
		oldest := slices.MinFunc(all, func(a, b *traced) int { return int(a.used.Load() - b.used.Load()) })
		all = slices.DeleteFunc(all, func(t *traced) bool { return t == oldest })
	}
	t.used.Store(c.clock.Add(1))
	all = append(all, t)
	c.all.Store(&all)
	return t
}
