package device

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// debugging takes the lines that WGTENSOR_DEBUG asks for; it is nil without them.
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

// Debugf writes a line to standard error if the environment has WGTENSOR_DEBUG.
//
// WGTENSOR_DEBUG=1 also writes a line for each launch: [LaunchEvent.String], and the launch's rate
// as a share of the device's copy rate. If the device queues launches, it waits after each launch.
// The column "done" is the time from the start of Run to the end of the wait. A launch that has
// waited a second for the compiler, or for room in the queue, writes a line too. Level 2 adds the
// launch's plan and program. Level 3 adds its kernels, as gpu.Trace writes them.
func Debugf(format string, args ...any) {
	if debugging != nil {
		fmt.Fprintf(debugging, "wgtensor: "+format+"\n", args...)
	}
}

// debug writes the lines of a level. Copies that measure the rate are left out.
func (e *LaunchEvent) debug(level int) {
	if e.Launch.Program == copyProgram {
		return
	}
	Debugf("%s%s", e, e.work())
	if level >= 2 {
		nest := e.Launch.Nest(nil)
		plan := fmt.Sprint(nest.Groups.Shape)
		if e.Launch.Levels != nil {
			plan += fmt.Sprintf(", of a group %v", nest.Elements.Shape)
		}
		Debugf("plan %s\n%v", plan, e.Launch.Program)
	}
	if level >= 3 && e.Kernels != nil {
		pages, err := e.Kernels()
		if err != nil {
			pages = err.Error()
		}
		Debugf("kernels\n%s", pages)
	}
}

// work returns the columns with the rate of the launch. If the device queues launches, the time
// includes the wait after Run.
func (e *LaunchEvent) work() (columns string) {
	if e.Err != nil || e.SelfTest {
		return ""
	}
	took := e.Time
	if e.Device.Info().Kind.Queues() {
		if err := e.Device.Sync(context.Background()); err != nil {
			return fmt.Sprintf(" error=%q", err)
		}
		took = time.Since(e.Start)
		columns = fmt.Sprintf(" done=%v GB/s=%.2f", took, e.rate(took))
	}
	if rate := copyRate(e.Device); rate > 0 {
		columns += fmt.Sprintf(" share=%.0f%%", 100*e.rate(took)/rate)
	}
	return columns
}
