package cpu_test

import (
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

func TestTheDeviceConforms(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return cpu.New() })
}
