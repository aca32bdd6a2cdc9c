package device

import (
	"fmt"
	"io"
	"os"
	"time"
)

// debugging is where the lines go that WGTENSOR_DEBUG asks for; nil without it.
var debugging io.Writer

func init() {
	level := os.Getenv("WGTENSOR_DEBUG")
	if level == "" || level == "0" {
		return
	}
	debugging = os.Stderr
	if level != "1" && level != "2" {
		Debugf("WGTENSOR_DEBUG is %q; 1 writes a line for each launch, 2 its program too", level)
		return
	}
	OnLaunch(func(e *LaunchEvent) {
		Debugf("%s", e)
		if level == "2" {
			Debugf("plan %v\n%v", e.Launch.Plan().Shape, e.Launch.Program)
		}
	})
}

// Debugf writes a line to standard error if the environment has WGTENSOR_DEBUG. That has a line written for
// each launch too, as [LaunchEvent.String] gives it, and, where it is 2, its program.
func Debugf(format string, args ...any) {
	if debugging != nil {
		fmt.Fprintf(debugging, "wgtensor: "+format+"\n", args...)
	}
}

// String is the event in a line: device, operations, shape, bytes that are needed of the memory of the inputs
// and of the outputs, time, and their quotient. A GPU queues launches: its time is that of queueing.
func (e *LaunchEvent) String() string {
	read, written := e.Launch.Bytes()
	info := e.Device.Info()
	s := fmt.Sprintf("%s: %s %v, %d+%d bytes, ", info.Name, e.Launch.Program.Name(), e.Launch.Shape, read, written)
	switch {
	case e.Err != nil:
		return s + "error: " + e.Err.Error()
	case info.Kind != CPU:
		return s + fmt.Sprintf("queued in %v", e.Time.Round(100*time.Nanosecond))
	}
	return s + fmt.Sprintf("%v, %.1f GB/s", e.Time.Round(100*time.Nanosecond), float64(read+written)/float64(max(e.Time.Nanoseconds(), 1)))
}
