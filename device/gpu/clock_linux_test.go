package gpu

import (
	"syscall"
	"time"
)

// processClock is the time that processors have spent on this process, with the work of a software
// driver. Other processes of a busy machine lengthen the wall clock's time, but not this.
func processClock() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
