//go:build !js

package page

import (
	"runtime"
	"time"
)

// MayWait is nil: there is no page.
func MayWait() error { return nil }

// Every is how often a long computation takes a Turn. Go's scheduler alone would let other goroutines
// run after 10 ms.
const Every = time.Millisecond

// Due is false: without a page, threads and Go's scheduler let others run.
func Due() bool { return false }

// Rest does nothing, for the same reason.
func Rest() {}

// Turn lets other goroutines run.
func Turn() { runtime.Gosched() }
