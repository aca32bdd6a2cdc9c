package device

import (
	"context"
	"fmt"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"
)

// observers are the functions that OnLaunch was given, and how many there are.
var observers struct {
	count atomic.Int32
	all   sync.Map // of func(*LaunchEvent), by a key of each call of OnLaunch
}

// OnLaunch has f called after every launch of every device of the process, until stop. It is called
// on the goroutine of the launch, by several at once, and must not use the device. A second call of
// stop does nothing. A nil f is a mistake in the program, and panics. Without observers a launch costs two
// loads more: one here, one in package runtime/trace (BenchmarkObserve).
func OnLaunch(f func(*LaunchEvent)) (stop func()) {
	if f == nil {
		panic("device: OnLaunch of a nil function")
	}
	key := &f
	observers.all.Store(key, f)
	observers.count.Add(1)
	return sync.OnceFunc(func() {
		observers.count.Add(-1)
		observers.all.Delete(key)
	})
}

// Observe is for the Run of a device: it begins the event of a launch, which [LaunchEvent.End] ends
// on the same goroutine. The event is nil if nothing observes launches. While Go's execution trace
// is written (package runtime/trace), the launch is also a region of the trace.
func Observe(d Device, l *Launch) *LaunchEvent {
	if observers.count.Load() == 0 && !trace.IsEnabled() {
		return nil
	}
	e := &LaunchEvent{Device: d, Launch: l, SelfTest: l.Program == copyProgram}
	if trace.IsEnabled() {
		e.region = trace.StartRegion(context.Background(), l.Program.Name())
	}
	if timed.Load() > 0 {
		e.Work = new(Work)
	}
	e.Start = time.Now()
	return e
}

// Wait is for the Run of a device, with what it waits for: the time until stop is called counts as
// Waited. After a second, WGTENSOR_DEBUG writes a line.
func (e *LaunchEvent) Wait(what string) (stop func()) {
	if e == nil {
		return func() {}
	}
	line := fmt.Sprintf("device=%s op=%s has waited a second for %s", e.Device.Info().Name, e.Launch.Program.Name(), what)
	late := time.AfterFunc(time.Second, func() { Debugf("%s", line) })
	began := time.Now()
	return func() {
		late.Stop()
		e.Waited += time.Since(began)
	}
}

// End is for the Run of a device, with the error that Run returns. It calls the observers. The
// device must not hold a lock of its own then: WGTENSOR_DEBUG runs copies.
func (e *LaunchEvent) End(err error) {
	if e == nil {
		return
	}
	e.Time, e.Err = time.Since(e.Start), err
	if e.region != nil {
		e.region.End()
	}
	observers.all.Range(func(_, f any) bool {
		f.(func(*LaunchEvent))(e)
		return true
	})
}

// LaunchStats adds up launches, as their events describe them.
type LaunchStats struct {
	Launches      int
	Compiled      int           // kernels, as of [LaunchEvent.Compiled]
	Dispatches    int           // as of [LaunchEvent.Dispatches]
	Read, Written int           // bytes, as of [Launch.Bytes]
	Time, Waited  time.Duration // as of [LaunchEvent]
}

// CountLaunches adds up the launches of a device by [OnLaunch], until stop. It leaves out launches
// that failed, and those by which the device tests itself.
func CountLaunches(d Device) (stats func() LaunchStats, stop func()) {
	var one sync.Mutex
	var all LaunchStats
	stop = OnLaunch(func(e *LaunchEvent) {
		if e.Device != d || e.SelfTest || e.Err != nil {
			return
		}
		read, written := e.Launch.Bytes()
		one.Lock()
		defer one.Unlock()
		all.Launches++
		all.Compiled += e.Compiled
		all.Dispatches += e.Dispatches
		all.Read += read
		all.Written += written
		all.Time += e.Time
		all.Waited += e.Waited
	})
	return func() LaunchStats {
		one.Lock()
		defer one.Unlock()
		return all
	}, stop
}
