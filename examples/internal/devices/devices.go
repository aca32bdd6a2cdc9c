// Package devices opens the devices that examples are tested on.
package devices

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// Open opens a device for a test, as the default of new tensors too. A test that needs a GPU is
// skipped where there is none.
func Open(t *testing.T, name string) device.Device {
	t.Helper()
	dev, err := device.Open(name)
	if err != nil && name == "gpu" && os.Getenv("WGTENSOR_REQUIRE_GPU") == "" {
		t.Skipf("no GPU: %v", err)
	}
	require.NoError(t, err)
	before := tensor.DefaultDevice()
	tensor.SetDefaultDevice(dev)
	t.Cleanup(func() {
		tensor.SetDefaultDevice(before)
		require.NoError(t, dev.Close())
	})
	return dev
}

// Each runs a test on the CPU, and on the GPU where there is one.
func Each(t *testing.T, test func(t *testing.T, dev device.Device)) {
	for _, name := range []string{"cpu", "gpu"} {
		t.Run(name, func(t *testing.T) { test(t, Open(t, name)) })
	}
}

// Floats are the elements of x.
func Floats(t *testing.T, x *tensor.Tensor) []float64 {
	t.Helper()
	values, err := tensor.Data[float64](x.AsType(tensor.Float64))
	require.NoError(t, err)
	return values
}
