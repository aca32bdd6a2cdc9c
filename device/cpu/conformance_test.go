package cpu

import (
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

func TestTheDeviceConforms(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return New() })
}

func TestTheDeviceConformsWithLesserKernels(t *testing.T) {
	if slowed {
		t.Skip("the best ones are tested above, and races do not depend on which")
	}
	best := New().engine.Set
	for _, name := range kernel.Names() {
		if kernels(name) == best {
			continue
		}
		t.Run(name, func(t *testing.T) {
			devicetest.Run(t, func(testing.TB) device.Device { return New(KernelSet(name)) }, devicetest.Quick())
		})
	}
}
