package gpu

import (
	"syscall"
	"time"
)

// processClock is the time that processors have spent on this process: a software driver's
// work, which other processes of a busy machine do not lengthen as they do the wall clock's.
func processClock() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
