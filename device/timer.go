package device

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Timer is implemented by devices that queue launches and have a clock of their own. Times waits
// for the queue, fills in the Work of the launches that were observed while [TimeWork] asked for
// it, and returns the name of the clock. Without such launches since the last call it only returns
// the name, which is empty before the first.
type Timer interface {
	Times(ctx context.Context) (clock string, err error)
}

// Work is when a device worked on a launch, by its own clock. It is zero until [Timer]'s Times
// fills it in. It stays zero for a launch without elements.
type Work struct {
	Start time.Time
	Time  time.Duration
}

var timed atomic.Int32

// TimeWork has the launches of the process carry [LaunchEvent.Work] until stop, for functions of
// OnLaunch to keep. It costs the device time, and memory until Times is called.
func TimeWork() (stop func()) {
	timed.Add(1)
	return sync.OnceFunc(func() { timed.Add(-1) })
}
