package webgpu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Device is an open adapter. Every call into the implementation holds its lock, because the
// implementation attributes errors to the device and not to the thread.
type Device struct {
	mu      sync.Mutex
	impl    implementation
	box     *box // errors of the implementation, and whether it is lost
	adapter Adapter
	limits  Limits

	recording bool      // an encoder is open
	inPass    bool      // so is a pass
	bound     *Pipeline // set on the open pass
	epoch     uint64    // counts recordings
	wrote     bool      // since the last submission

	live    map[*resource]struct{}
	late    []object // released while something was recorded
	pending int      // requests under way: Granted, Read, Wait and compilations
	mark    *request // of Mark, until WaitMark takes it; or nil
	closed  bool
	asked   func(call string) error // Options.Fault
	closing sync.Once

	patience time.Duration
	answers  atomic.Uint64
}

// newDevice has what o asks for, and the parts that every implementation needs.
func newDevice(a Adapter, o Options) *Device {
	return &Device{
		adapter: a, live: map[*resource]struct{}{}, asked: o.Fault, patience: cmp.Or(o.Patience, Patience),
	}
}

// Lock takes the device's lock.
func (d *Device) Lock() { d.mu.Lock() }

// Unlock gives it back.
func (d *Device) Unlock() { d.mu.Unlock() }

// Adapter describes the adapter that the device runs on.
func (d *Device) Adapter() Adapter { return d.adapter }

// Live counts buffers, pipelines and groups that are not released. [locked]
func (d *Device) Live() int { return len(d.live) }

// Answers counts the driver's signs of life: work that it finished, or took.
func (d *Device) Answers() uint64 { return d.answers.Load() }

// Limits are the limits of the adapter.
func (d *Device) Limits() Limits { return d.limits }

// Close waits for submitted work, and releases the device with all objects that it made.
func (d *Device) Close() (err error) {
	if err := mayWait("close"); err != nil {
		return err
	}
	d.closing.Do(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.drop()
		d.closed = true
		d.forgetMark()
		known := d.isLost() // then its users have already had the error
		// wgpu crashes when a device goes with work in flight.
		d.pending++
		err = d.idle(context.Background())
		d.pending--
		for p := newPause(); d.pending > 0; p.rest(context.Background(), d, nil, d.patience) {
			d.poll()
		}
		if d.isLost() {
			if known {
				err = nil
			}
			d.releaseAll()
			return // no caller has to wait, but no further request may be made
		}
		if err != nil {
			return // the memory is kept, because to release it may crash
		}
		d.releaseAll()
		d.impl.close(d)
		if d.isLost() {
			err = d.check("close", nil)
		}
	})
	return err
}

func (d *Device) releaseAll() {
	for r := range d.live {
		r.Release()
	}
}

// ready is called before a call into the implementation. It returns the error that an earlier call
// left in the box, or a test's error in place of this call.
func (d *Device) ready(call, what string) error {
	if d.box.troubled() {
		return d.check("found at "+what+": an earlier call failed", nil)
	}
	if d.asked == nil {
		return nil
	}
	err := d.asked(call)
	switch {
	case errors.Is(err, ErrLost):
		d.lose("a test's fault at " + call)
	case errors.As(err, new(Silent)):
		return err
	}
	return d.check(what, err)
}

// Usable answers ErrClosed, ErrLost with the driver's words, or nil. [locked]
func (d *Device) Usable() error {
	if d.closed {
		return ErrClosed
	}
	if d.isLost() {
		return d.check("use", nil)
	}
	return nil
}

func (d *Device) isLost() bool { return d.box.isLost() }

// lose marks the device as lost, as a driver's callback does.
func (d *Device) lose(why string) { d.box.lose(why) }

// lostIn finds the loss of a device in an error text of the implementation. The implementation may
// report the loss as another kind of error, or as a panic.
var lostIn = regexp.MustCompile(`[Dd]evice (is|was|has been) lost|Device lost|value: Lost`)

// check joins an error with the error that a call left in the device's box.
func (d *Device) check(what string, err error) error { return d.checkBox(d.box, what, err) }

func (d *Device) checkBox(b *box, what string, err error) error {
	if err == nil && !b.troubled() && !b.isLost() && !d.isLost() {
		return nil
	}
	memory, msg := b.take()
	switch {
	case b == d.box:
	case b.isLost():
		d.lose(msg)
	case msg == "":
		return d.check(what, err)
	}
	if err != nil {
		msg = strings.TrimSpace(err.Error() + "\n" + msg)
	}
	if lostIn.MatchString(msg) {
		d.lose(msg)
	}
	if d.isLost() {
		return fmt.Errorf("webgpu: %s: %w: %s", what, ErrLost, msg)
	}
	if errors.Is(err, ErrOutOfMemory) { // a test's
		return fmt.Errorf("webgpu: %s: %w", what, err)
	}
	if memory || strings.Contains(msg, "Not enough memory") {
		return fmt.Errorf("webgpu: %s: %w: %s", what, ErrOutOfMemory, msg)
	}
	return fmt.Errorf("webgpu: %s: %s", what, msg)
}

// object is an object of the implementation.
type object struct {
	kind objectKind
	of   handle
}

// objectKind is a kind of object.
type objectKind uint8

const (
	bufferKind objectKind = iota
	layoutKind            // of groups
	pipelineKind
	groupKind
	queriesKind
)

// resource is what buffers, groups and pipelines share: objects that are released once, in order.
type resource struct {
	dev      *Device
	objects  []object
	released bool
	busy     bool // a buffer being read: nothing else may touch it
}

func (d *Device) own(r *resource, objects ...object) {
	*r = resource{dev: d, objects: objects}
	d.live[r] = struct{}{}
}

// Release gives the resource back as soon as nothing uses it.
func (r *resource) Release() {
	if r.dev == nil || r.released {
		return
	}
	r.released = true
	if !r.busy {
		r.retire()
	}
}

// retire waits for the recording: wgpu 0.19 aborts at the end of a pass whose groups or pipelines
// are gone, and browsers drop a recording whose buffers are.
func (r *resource) retire() {
	delete(r.dev.live, r)
	if r.dev.recording {
		r.dev.late = append(r.dev.late, r.objects...)
	} else {
		r.dev.release(r.objects...)
	}
}

func (d *Device) release(objects ...object) {
	for _, o := range objects {
		d.impl.release(d, o)
	}
}
