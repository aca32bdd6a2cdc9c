package devicetest

import (
	"strings"
	"testing"

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
	for _, list := range [][]broken{wrongResults, wrongLaunches, wrongPromises} {
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
	s := newSuite(d, Open(open), func(c *config) { c.quick = b.check != "large" && b.check != "programs/fused" })
	all, n := faults{most: 5}, 0
	for _, c := range s.checks() {
		if strings.HasPrefix(c.name, b.check) {
			n++
			all.add(s.do(c))
		}
	}
	if n == 0 {
		t.Fatalf("no check %s", b.check)
	}
	return all.join()
}
