package device

import (
	"fmt"
	"io"
	"os"
	"strconv"
)

// debugging is where the lines go that WGTENSOR_DEBUG asks for; nil without it.
var debugging io.Writer

func init() {
	text := os.Getenv("WGTENSOR_DEBUG")
	if text == "" || text == "0" {
		return
	}
	debugging = os.Stderr
	level, err := strconv.Atoi(text)
	if err != nil || level < 1 || level > 3 {
		Debugf("WGTENSOR_DEBUG is %q; 1 writes a line for each launch, 2 its plan and program too, 3 its kernels too", text)
		return
	}
	OnLaunch(func(e *LaunchEvent) { e.debug(level) })
}

// Debugf writes a line to standard error if the environment has WGTENSOR_DEBUG. At 1 that has a line
// written for each launch too, as [LaunchEvent.String] gives it, with the share of the rate at which the
// CPU copies. At 2 it has the launch's plan and program, at 3 its kernels as gpu.Trace writes them.
func Debugf(format string, args ...any) {
	if debugging != nil {
		fmt.Fprintf(debugging, "wgtensor: "+format+"\n", args...)
	}
}

// debug writes what a level asks for. Copies that measure the rate are left out.
func (e *LaunchEvent) debug(level int) {
	if e.Launch.Program == copying() {
		return
	}
	Debugf("%s%s", e, e.share())
	if level >= 2 {
		Debugf("plan %v\n%v", e.Launch.Plan().Shape, e.Launch.Program)
	}
	if level >= 3 && e.Kernels != nil {
		pages, err := e.Kernels()
		if err != nil {
			pages = err.Error()
		}
		Debugf("kernels\n%s", pages)
	}
}

// share is the column that compares the rate of a launch with that of a copy. The time of a device that
// queues launches is not that of its work.
func (e *LaunchEvent) share() string {
	if e.Err != nil || e.Device.Info().Kind != CPU {
		return ""
	}
	rate := copyRate(e.Device)
	if rate == 0 {
		return ""
	}
	return fmt.Sprintf(" share=%.0f%%", 100*e.rate()/rate)
}
