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
	runtime.GC()
	time.Sleep(time.Millisecond) // cleanups run on a goroutine of their own
}

// own makes the node stored. The buffer goes back when the node is collected, if
// Release did not give it back before: who uses the buffer keeps the node alive.
func (n *Node) own(buf device.Buffer) {
	held.Add(int64(buf.Len()))
	n.Buffer = buf
	n.cleanup = runtime.AddCleanup(n, giveBack, buf)
}

// disown gives the buffer back.
func (n *Node) disown() {
	n.cleanup.Stop()
	giveBack(n.Buffer)
}

func giveBack(buf device.Buffer) {
	held.Add(-int64(buf.Len()))
	buf.Release()
}
