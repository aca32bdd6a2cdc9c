package graph

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// Tensors that were dropped without Release give their memory back when Go collects
// them. But Go does not see a GPU's memory fill up, and on the CPU it takes buffers for
// live that wait for their cleanup, so that its own pace grows with the garbage. So
// bytes are counted here, and when they have doubled since the last collection there
// is another: what Go's own pacing does for its heap.
var (
	held       atomic.Int64 // bytes of the buffers that nodes own
	goal       atomic.Int64 // bytes at which to collect
	collecting sync.Mutex
)

// firstGoal is the number of bytes that are not worth a collection.
const firstGoal = 256 << 20

// Pace collects dropped tensors if bytes more would be too many.
func Pace(bytes int) {
	if held.Load()+int64(bytes) <= max(goal.Load(), firstGoal) || !collecting.TryLock() {
		return
	}
	defer collecting.Unlock()
	Collect()
	goal.Store(2 * held.Load())
}

// Collect gives dropped tensors' memory back, now.
func Collect() {
	dissolveAll()
	runtime.GC()
	time.Sleep(time.Millisecond) // cleanups run on a goroutine of their own
}

// guard gives a buffer back when it is collected, and that is when its node is. The
// guards of buffers that Release gave back serve again: to make one costs more than a
// small launch.
type guard struct{ of *guarded }

type guarded struct{ buf device.Buffer }

var guards = sync.Pool{New: func() any {
	g := &guard{&guarded{}}
	runtime.AddCleanup(g, (*guarded).giveBack, g.of)
	return g
}}

// own makes the node stored. The buffer goes back when the node is collected, if
// Release did not give it back before: who uses the buffer keeps the node alive.
func (n *Node) own(buf device.Buffer) {
	n.Buffer, n.guard = buf, guards.Get().(*guard)
	n.guard.of.buf = buf
	held.Add(int64(buf.Len()))
}

// disown gives the buffer back. Whoever still uses it gets its error.
func (n *Node) disown() {
	g := n.guard
	n.guard = nil
	g.of.giveBack()
	guards.Put(g)
}

func (g *guarded) giveBack() {
	if g.buf != nil {
		held.Add(-int64(g.buf.Len()))
		g.buf.Release()
		g.buf = nil
	}
}
