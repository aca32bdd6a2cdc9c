package customdevice

import (
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

// Without Quick it takes a quarter of a minute: naive is slow.
func TestConformance(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return New() }, devicetest.Quick())
}
