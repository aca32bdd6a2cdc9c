package device

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// drop makes garbage, and each object has a cleanup.
func drop(objects int, cleanup func()) {
	for range objects {
		runtime.AddCleanup(&struct{ _ *int }{}, func(f func()) { f() }, cleanup)
	}
}

// deadline ends the process, and shows where each goroutine waits, if the test takes a minute.
func deadline(t *testing.T) {
	late := time.AfterFunc(time.Minute, func() {
		debug.SetTraceback("all")
		panic(t.Name() + " hangs: it has not ended after a minute")
	})
	t.Cleanup(func() { late.Stop() })
}

func TestCollectReturnsWhenCleanupsHaveRun(t *testing.T) {
	deadline(t)
	var ran atomic.Int32
	drop(100, func() { time.Sleep(time.Millisecond); ran.Add(1) })
	Collect()
	assert.EqualValues(t, 100, ran.Load())
}

func TestCollectDoesNotWaitForACleanupThatDoesNotEnd(t *testing.T) {
	deadline(t)
	end, ended := make(chan struct{}), make(chan struct{})
	drop(1, func() { <-end; close(ended) })
	Collect()
	close(end)
	<-ended
}
