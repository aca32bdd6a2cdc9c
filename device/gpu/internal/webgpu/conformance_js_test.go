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

// Most checks of forms are thorough: a browser takes a minute to compile their kernels.
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

// checks are those of the suite whose kernels a browser compiles soon. SwiftShader takes minutes, and
// gigabytes, for kernels of exact float64 sums, which rows of forms have.
func checks() []devicetest.Option {
	names := []string{"info/", "buffers/", "ops/", "layouts/", "moves/", "programs/", "inplace/", "optional/", "refusals/",
		"order/", "lifecycle/", "close/"}
	if devicetest.Thorough() {
		names = append(names, "compositions/", "folds/", "forms/dot", "forms/padded", "forms/finds", "forms/indices", "forms/loads",
			"forms/places", "forms/positions", "forms/random", "forms/refusals", "forms/softmax", "forms/stores")
	}
	return []devicetest.Option{devicetest.Checks(names...), devicetest.Quick()}
}
