package device

import (
	"context"
	"runtime/trace"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// LaunchEvent tells of a launch. It is valid during the call that it is given to.
type LaunchEvent struct {
	Device Device
	Launch *Launch
	Start  time.Time
	Time   time.Duration // that Run took; a device that queues launches works on after it
	Err    error         // that Run answered
}

// observers are the functions that are told of launches: nil while there are none.
var (
	observers atomic.Pointer[[]*func(*LaunchEvent)]
	observing sync.Mutex // is held to change them
)

// OnLaunch has f called after every launch of every device of the process, until stop. It is called on
// the goroutine of the launch, by several at once, and must not use the device. A second call of stop
// does nothing. Without such functions a launch takes two loads more.
func OnLaunch(f func(*LaunchEvent)) (stop func()) {
	p := &f
	change := func(to func([]*func(*LaunchEvent)) []*func(*LaunchEvent)) {
		observing.Lock()
		defer observing.Unlock()
		var now []*func(*LaunchEvent)
		if all := observers.Load(); all != nil {
			now = slices.Clone(*all)
		}
		if now = to(now); len(now) == 0 {
			observers.Store(nil)
		} else {
			observers.Store(&now)
		}
	}
	change(func(all []*func(*LaunchEvent)) []*func(*LaunchEvent) { return append(all, p) })
	return func() {
		change(func(all []*func(*LaunchEvent)) []*func(*LaunchEvent) {
			return slices.DeleteFunc(all, func(other *func(*LaunchEvent)) bool { return other == p })
		})
	}
}

// Observe is for the Run of a device: it begins the event of a launch, which done ends on the same
// goroutine. Done is nil if nothing observes launches. Where Go's execution trace is being written
// (package runtime/trace), the launch is a region of it too.
func Observe(d Device, l *Launch) (done func(err error)) {
	if observers.Load() == nil && !trace.IsEnabled() {
		return nil
	}
	return observe(d, l)
}

func observe(d Device, l *Launch) func(err error) {
	var region *trace.Region
	if trace.IsEnabled() {
		region = trace.StartRegion(context.Background(), l.Program.Name())
	}
	e := &LaunchEvent{Device: d, Launch: l, Start: time.Now()}
	return func(err error) {
		e.Time, e.Err = time.Since(e.Start), err
		if region != nil {
			region.End()
		}
		if all := observers.Load(); all != nil {
			for _, f := range *all {
				(*f)(e)
			}
		}
	}
}

// Bytes returns the bytes of the inputs and of the outputs. Broadcast elements count once.
func (l *Launch) Bytes() (read, written int) {
	for i := range l.In {
		read += l.In[i].Bytes()
	}
	for i := range l.Out {
		written += l.Out[i].Bytes()
	}
	return read, written
}

// Bytes returns how many bytes of its buffer the operand uses. Broadcast elements count once.
func (o *Operand) Bytes() int {
	n := o.Type.Size()
	for axis, size := range o.Layout.Shape {
		if o.Layout.Strides[axis] != 0 || size == 0 {
			n *= size
		}
	}
	return min(n, o.Buffer.Len())
}
