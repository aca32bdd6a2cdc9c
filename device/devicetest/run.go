package devicetest

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// hangTimeout is how long a check may take before it counts as one that hangs.
const hangTimeout = 10 * time.Minute

// Run runs the suite as subtests, on a device that open returns and that Run closes. Checks that
// close a device open their own. It logs the report. A check that hangs ends the process after ten
// minutes, with its name and the stacks of all goroutines.
//
// The suite is [Quick] unless the environment has WGTENSOR_THOROUGH=1. With -race it is Quick
// and [Bare]: single operations compute too little to be divided among goroutines.
func Run(t *testing.T, open func(testing.TB) device.Device, opts ...Option) {
	if !Thorough() || slowed {
		opts = append(opts, Quick())
	}
	if slowed {
		opts = append(opts, Bare())
	}
	s, err := newSuite(open(t), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.device.Close() })
	checks, err := s.checks()
	if err != nil && slowed && len(s.only) == 0 {
		t.Skip(err) // Bare leaves out the checks that were asked for
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			late := time.AfterFunc(hangTimeout, func() {
				debug.SetTraceback("all")
				panic(fmt.Sprintf("%s hangs: it has not ended after %v", t.Name(), hangTimeout))
			})
			defer late.Stop()
			s.open = func() (device.Device, error) { return open(t), nil }
			if err := s.do(c); err != nil {
				t.Error(err)
			}
		})
	}
	t.Log(s.finish())
}
