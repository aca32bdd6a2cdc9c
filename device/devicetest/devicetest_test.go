package devicetest

import (
	"testing"

	"github.com/wgtensor/wgtensor/device"
)

// A device that computes with the meanings themselves passes, or the suite is wrong.
func TestReference(t *testing.T) {
	Run(t, func(testing.TB) device.Device {
		r := newReference()
		r.run = func(r *reference, l *device.Launch) {
			if n := l.Out[0].Layout.Len(); n > 1<<20 {
				addAll(l, n) // the large launch, for which one element at a time is too slow
			} else {
				r.walk(l)
			}
		}
		return r
	})
}
