package devicetest

import (
	"strings"
	"testing"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// broken is a device with one fault, and the check that has to find it.
type broken struct {
	fault string
	check string // the beginning of its name
	spoil func(r *reference)
	wrap  func(r *reference) device.Device // instead of spoil: with other methods
}

// A check that cannot fail is a defect: every fault here is found by its check.
func TestBrokenDevicesAreCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("a short run leaves out what finds some faults")
	}
	for _, list := range [][]broken{wrongEngines, wrongResults, wrongLaunches, wrongPromises, wrongInterrupts, wrongForms, wrongGroups, wrongPlaces, wrongViews, wrongOptions} {
		for _, b := range list {
			t.Run(b.fault, func(t *testing.T) {
				t.Parallel()
				if b.check == "large" && slowed {
					t.Skip("16 million elements one at a time, under the race detector")
				}
				err := faulty(t, b)
				if err == nil {
					t.Fatalf("%s passes", b.check)
				}
				text := err.Error()
				if !strings.Contains(text, "rule: ") || !strings.Contains(text, "seed 1") || strings.Contains(text, "%!") {
					t.Errorf("the failure tells too little: %v", err)
				}
				t.Log(err)
			})
		}
	}
}

// faulty runs the checks that should find the fault.
func faulty(t *testing.T, b broken) error {
	open := func() (device.Device, error) {
		r := newReference()
		if b.wrap != nil {
			return b.wrap(r), nil
		}
		b.spoil(r)
		return r, nil
	}
	d, _ := open()
	long := b.check == "large" || b.check == "programs/fused"
	report, err := Check(d, Open(open), First(), Checks(b.check), func(c *config) { c.quick, c.patience = !long, time.Second })
	if report.Checks == 0 {
		t.Fatal(err)
	}
	for _, f := range report.Failures {
		if !strings.HasPrefix(f.Check, b.check) || !strings.Contains(err.Error(), f.Check+": ") {
			t.Errorf("%s is not named in %v", f.Check, err)
		}
	}
	return err
}
