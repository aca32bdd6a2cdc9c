//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
#include "shim.h"
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

// Wait returns when all submitted work is done.
func (d *Device) Wait(ctx context.Context) error { return d.wait(ctx, d.idle) }

// wait calls a function that waits for work and needs the lock.
func (d *Device) wait(ctx context.Context, idle func(context.Context) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := errors.Join(d.Usable(), ctx.Err()); err != nil {
		return err
	}
	d.pending++
	defer func() { d.pending-- }()
	return idle(ctx)
}

// Mark remembers what is submitted now. It takes the place of a mark that has not been waited for.
func (d *Device) Mark() error {
	if err := errors.Join(d.Usable(), d.ready("mark", "mark")); err != nil {
		return err
	}
	d.forgetMark()
	d.mark = C.shim_done(d.box, d.queue)
	return d.check("mark", nil)
}

func (d *Device) forgetMark() {
	if d.mark != nil {
		C.shim_forget(d.mark)
		d.mark = nil
	}
}

// WaitMark returns when the work of the last Mark is done. Of several calls, one gets the mark; the
// others wait for all work.
func (d *Device) WaitMark(ctx context.Context) error { return d.wait(ctx, d.idleToMark) }

func (d *Device) idleToMark(ctx context.Context) error {
	return d.awaitAfter(ctx, "wait", pause{began: time.Now(), spins: maxSpins, least: markPause}, func() *C.shim_request {
		r := d.mark
		if d.mark = nil; r == nil {
			r = C.shim_done(d.box, d.queue)
		}
		return r
	})
}

// Read waits for submitted work that writes b, and calls use with n of its bytes. The bytes belong
// to the implementation, and are gone when use has returned. Use must not panic.
func (d *Device) Read(ctx context.Context, b *Buffer, offset, n int, use func(mapped []byte) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.checkRead(ctx, b, offset, n); err != nil || n == 0 {
		return err
	}
	d.pending++
	b.busy = true
	defer func() {
		d.pending--
		b.busy = false
		if b.released {
			b.retire()
		}
	}()

	if b.stale {
		if err := d.idle(ctx); err != nil {
			return fmt.Errorf("webgpu: read of %d bytes: %w", n, err)
		}
		b.stale = false
	}
	lo, hi := offset&^7, (offset+n+align-1)&^(align-1) // as maps are aligned
	at, size := C.size_t(lo), C.size_t(hi-lo)
	if err := d.mapStaging(ctx, b, at, size); err != nil {
		if errors.Is(err, ctx.Err()) && !d.isLost() {
			C.shim_unmap(d.box, b.buf) // ends the request of a cancelled read; any other is no longer mapped
		}
		b.stale = true
		return fmt.Errorf("webgpu: read of %d bytes: %w", n, err)
	}
	view := C.shim_mapped(d.box, b.buf, at, size)
	if err := d.check("read", nil); err != nil {
		return err
	}
	mapped := unsafe.Slice((*byte)(view), hi-lo)[offset-lo:][:n:n]
	d.mu.Unlock()
	err := use(mapped)
	d.mu.Lock()
	C.shim_unmap(d.box, b.buf)
	return errors.Join(err, d.check("read", nil))
}

func (d *Device) checkRead(ctx context.Context, b *Buffer, offset, n int) error {
	if err := errors.Join(d.Usable(), ctx.Err()); err != nil {
		return err
	}
	if err := b.check(d, "read"); err != nil {
		return err
	}
	switch {
	case b.usage != Staging:
		return fmt.Errorf("webgpu: read of a %v buffer: must be staging", b.usage)
	case d.enc != nil && b.epoch == d.epoch:
		return errors.New("webgpu: read of a buffer whose copy is not submitted")
	}
	return checkInside("read", offset, n, b.size)
}

// idle waits for the end of all that is submitted.
func (d *Device) idle(ctx context.Context) error {
	return d.await(ctx, "wait", func() *C.shim_request { return C.shim_done(d.box, d.queue) })
}

// mapStaging maps a part of a staging buffer, and waits until it can be read.
func (d *Device) mapStaging(ctx context.Context, b *Buffer, at, size C.size_t) error {
	return d.await(ctx, "map", func() *C.shim_request { return C.shim_map(d.box, b.buf, at, size) })
}

// await makes a request and polls until it is answered. The caller holds the lock; await releases
// it between polls. A blocking poll would keep all others waiting, and returns after 5 s as if it
// had succeeded. A request does not wait for ever: if the driver answers no request for too long,
// the device is lost.
func (d *Device) await(ctx context.Context, call string, ask func() *C.shim_request) error {
	return d.awaitAfter(ctx, call, newPause(), ask)
}

// awaitAfter is await with the given pause between polls.
func (d *Device) awaitAfter(ctx context.Context, call string, p pause, ask func() *C.shim_request) error {
	patience := d.patience
	if err := d.ready(call, call); err != nil {
		var never Silent
		if !errors.As(err, &never) {
			return err
		}
		patience, ask = time.Duration(never), func() *C.shim_request { return C.shim_never() }
	}
	r := ask()
	if err := d.check(call, nil); err != nil {
		return err
	}
	if r == nil {
		return fmt.Errorf("webgpu: wait: %w", ErrOutOfMemory)
	}
	defer C.shim_forget(r)
	status := (*int32)(unsafe.Pointer(&r.status))
	quiet := silence{last: time.Now(), answers: d.Answers()}
	for ; ; p.rest(d) {
		if !d.poll() {
			return d.check("wait", nil)
		}
		switch s := atomic.LoadInt32(status); {
		case s == 0:
			d.answers.Add(1)
			return nil
		case s > 0:
			d.answers.Add(1)
			return d.check("wait", fmt.Errorf("status %d", s))
		case ctx.Err() != nil:
			return ctx.Err()
		case quiet.exceeds(patience, time.Now(), d.Answers()):
			d.lose(fmt.Sprintf("the driver has work and finished none of it for %v", patience))
		}
	}
}

// silence is how long a driver has finished nothing. A poll counts at most a sixteenth of the
// limit. A process that was stopped, perhaps with its driver inside, must not take that time for
// silence.
type silence struct {
	total   time.Duration
	last    time.Time
	answers uint64
}

func (s *silence) exceeds(patience time.Duration, now time.Time, answers uint64) bool {
	s.total += min(now.Sub(s.last), patience/16)
	if s.last = now; s.answers != answers {
		s.answers, s.total = answers, 0
	}
	return s.total > patience
}

// poll reports whether the device lives; a lost one must not be polled.
func (d *Device) poll() bool {
	if !d.isLost() {
		C.shim_poll(d.box, d.dev)
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
	markPause = 250 * time.Microsecond // while the driver has other work
)

func newPause() pause { return pause{began: time.Now(), least: minPause} }

func (p *pause) rest(d *Device) {
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
