// Package suite is the conformance suite on a GPU. It takes minutes where drivers compile thousands
// of kernels anew. As a package of its own it runs beside device/gpu's own tests, and has the ten
// minutes that go test allows for itself.
package suite

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/gpu"
	_ "github.com/wgtensor/wgtensor/device/gpu/internal/unoptimized"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// Devices compile side by side: a driver's compiler is one thread of each.
func TestOperationsConform(t *testing.T) {
	t.Parallel()
	var names []string
	for _, o := range op.All() {
		names = append(names, o.Name)
	}
	conform(t, devicetest.Only(names...))
}

func TestOperationsOfGroupsConform(t *testing.T) {
	t.Parallel()
	conform(t, devicetest.Checks("forms/rows/"))
}

func TestEverythingElseConforms(t *testing.T) {
	t.Parallel()
	conform(t, devicetest.Bare())
}

func conform(t *testing.T, which devicetest.Option) {
	all, err := webgpu.Adapters()
	if (errors.Is(err, errors.ErrUnsupported) || len(all) == 0) && os.Getenv("WGTENSOR_REQUIRE_GPU") != "1" {
		t.Skipf("no adapter on this machine (error %v); WGTENSOR_REQUIRE_GPU=1 makes this a failure", err)
	}
	devicetest.Run(t, func(t testing.TB) device.Device {
		d, err := gpu.Open()
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		return d
	}, which)
}
