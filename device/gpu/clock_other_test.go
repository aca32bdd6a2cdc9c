//go:build !linux

package gpu

import "time"

var began = time.Now()

// processClock is the time on the wall.
func processClock() time.Duration { return time.Since(began) }
