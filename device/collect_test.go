package device

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// drop makes garbage of which each piece has a cleanup.
func drop(pieces int, cleanup func()) {
	for range pieces {
		runtime.AddCleanup(&struct{ _ *int }{}, func(f func()) { f() }, cleanup)
	}
}

func TestCollectReturnsWhenCleanupsHaveRun(t *testing.T) {
	var ran atomic.Int32
	drop(100, func() { time.Sleep(time.Millisecond); ran.Add(1) })
	Collect()
	assert.EqualValues(t, 100, ran.Load())
}

func TestCollectDoesNotWaitForACleanupThatDoesNotEnd(t *testing.T) {
	end, ended := make(chan struct{}), make(chan struct{})
	drop(1, func() { <-end; close(ended) })
	Collect()
	close(end)
	<-ended
}
