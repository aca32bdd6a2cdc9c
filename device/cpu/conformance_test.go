package cpu

import (
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

func TestTheDeviceConforms(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return New() })
}

func TestTheDeviceConformsWithLesserKernels(t *testing.T) {
	if slowed {
		t.Skip("the best ones are tested above, and races do not depend on which")
	}
	best := New().Info().Backend
	for _, tier := range []string{"plain", "avx2"} {
		d := New(Tier(tier))
		if b, err := d.Alloc(1); err != nil || d.Info().Backend == best {
			continue // not here, or the best
		} else {
			b.Release()
		}
		t.Run(tier, func(t *testing.T) {
			devicetest.Run(t, func(testing.TB) device.Device { return New(Tier(tier)) }, devicetest.Quick())
		})
	}
}
