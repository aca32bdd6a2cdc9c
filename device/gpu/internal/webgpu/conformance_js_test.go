//go:build !nogpu

package webgpu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/gpu"
)

// Most checks of forms are thorough: a browser takes a minute to compile their kernels. That of cumsum
// is here, because its sums of words once took SwiftShader's compiler more memory than there is.
func TestTheDeviceConformsInAPage(t *testing.T) {
	devicetest.Run(t, func(t testing.TB) device.Device {
		d, err := gpu.Open()
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		return d
	}, checks()...)
}

// What the CPU computes is the same everywhere. Who gets a turn is not.
func TestTheCPUConformsInAPage(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return cpu.New() }, devicetest.Checks("order/", "lifecycle/", "close/"))
}

// checks are the quick suite if the run is thorough, and else those whose kernels a browser compiles soon.
func checks() []devicetest.Option {
	if devicetest.Thorough() {
		return []devicetest.Option{devicetest.Quick()}
	}
	return []devicetest.Option{devicetest.Quick(), devicetest.Checks("info/", "buffers/", "ops/", "layouts/", "moves/", "programs/",
		"inplace/", "optional/", "refusals/", "order/", "lifecycle/", "close/", "forms/rows/cumsum")}
}
