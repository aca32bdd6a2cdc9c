package device

import (
	"sync"
	"time"
)

// LaunchStats adds up launches, as their events describe them.
type LaunchStats struct {
	Launches      int
	Compiled      int           // kernels, as of [LaunchEvent.Compiled]
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
