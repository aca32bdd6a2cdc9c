package webgpu

import (
	"context"
	"errors"
	"fmt"
	"time"
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
	d.mark = d.impl.done()
	return d.check("mark", nil)
}

func (d *Device) forgetMark() {
	if d.mark != nil {
		d.mark.forget()
		d.mark = nil
	}
}

// WaitMark returns when the work of the last Mark is done. Of several calls, one gets the mark; the
// others wait for all work.
func (d *Device) WaitMark(ctx context.Context) error { return d.wait(ctx, d.idleToMark) }

func (d *Device) idleToMark(ctx context.Context) error {
	return d.awaitAfter(ctx, "wait", markPause(), func() *request {
		r := d.mark
		if d.mark = nil; r == nil {
			r = d.impl.done()
		}
		return r
	})
}

// Read waits for submitted work that writes b, and calls use with n of its bytes. They belong to the
// implementation, and are gone when use has returned. Use must not panic.
func (d *Device) Read(ctx context.Context, b *Buffer, offset, n int, use func(m Mapped) error) error {
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
	at, size := lo, hi-lo
	if err := d.mapStaging(ctx, b, at, size); err != nil {
		if errors.Is(err, ctx.Err()) && !d.isLost() {
			d.impl.unmap(b.buf) // ends the request of a cancelled read; any other is no longer mapped
		}
		b.stale = true
		return fmt.Errorf("webgpu: read of %d bytes: %w", n, err)
	}
	m := d.impl.mapped(b.buf, at, size, offset-lo, n)
	if err := d.check("read", nil); err != nil {
		return err
	}
	d.mu.Unlock()
	err := use(m)
	d.mu.Lock()
	d.impl.unmap(b.buf)
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
	case d.recording && b.epoch == d.epoch:
		return errors.New("webgpu: read of a buffer whose copy is not submitted")
	}
	return checkInside("read", offset, n, b.size)
}

// idle waits for the end of all that is submitted.
func (d *Device) idle(ctx context.Context) error {
	return d.await(ctx, "wait", d.impl.done)
}

// mapStaging maps a part of a staging buffer, and waits until it can be read.
func (d *Device) mapStaging(ctx context.Context, b *Buffer, at, size int) error {
	return d.await(ctx, "map", func() *request { return d.impl.mapping(b.buf, at, size) })
}

// await makes a request and waits until it is answered. The caller holds the lock; await releases
// it while it waits. A request does not wait for ever: if the driver answers no request for too
// long, the device is lost.
func (d *Device) await(ctx context.Context, call string, ask func() *request) error {
	return d.awaitAfter(ctx, call, newPause(), ask)
}

// awaitAfter is await with the given pause between looks.
func (d *Device) awaitAfter(ctx context.Context, call string, p pause, ask func() *request) error {
	if err := mayWait(call); err != nil {
		return err
	}
	patience := d.patience
	if err := d.ready(call, call); err != nil {
		var never Silent
		if !errors.As(err, &never) {
			return err
		}
		patience, ask = time.Duration(never), d.impl.never
	}
	r := ask()
	if err := d.check(call, nil); err != nil {
		return err
	}
	if r == nil {
		return fmt.Errorf("webgpu: wait: %w", ErrOutOfMemory)
	}
	defer r.forget()
	quiet := silence{last: time.Now(), answers: d.Answers()}
	for ; ; p.rest(ctx, d, r, patience) {
		if !d.poll() {
			return d.check("wait", nil)
		}
		switch answered, err := r.answered(); {
		case answered:
			d.answers.Add(1)
			return d.check("wait", err)
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
