//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
#include "shim.h"
*/
import "C"

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

// mayWait is nil: there is no page whose turn would not come.
func mayWait(string) error { return nil }

// request is something that the driver answers later. A blocking poll would keep all others waiting,
// and returns after 5 s as if it had succeeded.
type request C.shim_request

// answered reports whether the driver has answered, and an answer that is an error.
func (r *request) answered() (bool, error) {
	s := atomic.LoadInt32((*int32)(unsafe.Pointer(&r.status)))
	if s > 0 {
		return true, fmt.Errorf("status %d", s)
	}
	return s == 0, nil
}

// forget frees the request, now or when its answer comes.
func (r *request) forget() { C.shim_forget((*C.shim_request)(r)) }

// poll reports whether the device lives; a lost one must not be polled.
func (d *Device) poll() bool {
	if !d.isLost() {
		C.shim_poll(d.box.c, d.impl.dev)
	}
	return !d.isLost()
}

// pause is the wait between polls, and grows with the work. The end of short work is seen at once,
// and that of longer work soon. Polling for seconds takes almost no processor time.
type pause struct {
	began time.Time
	spins int
	least time.Duration // without the lock
}

const (
	maxSpins  = 200 // some 200 µs
	pausePart = 16  // of the time waited so far
	minPause  = 20 * time.Microsecond
	maxPause  = time.Millisecond
	minMarked = 250 * time.Microsecond // while the driver has other work
)

func newPause() pause { return pause{began: time.Now(), least: minPause} }

// markPause is the pause of one who waits for a mark.
func markPause() pause { return pause{began: time.Now(), spins: maxSpins, least: minMarked} }

func (p *pause) rest(_ context.Context, d *Device, _ *request, _ time.Duration) {
	d.mu.Unlock()
	defer d.mu.Lock()
	if p.spins < maxSpins {
		p.spins++
		runtime.Gosched()
		return
	}
	t := min(max(time.Since(p.began)/pausePart, p.least), maxPause)
	// time.Sleep takes whole milliseconds there if no other goroutine runs, as the scheduler waits
	// by epoll.
	if runtime.GOOS == "linux" && t < maxPause {
		C.shim_nap(C.long(t))
	} else {
		time.Sleep(t)
	}
}
