package customdevice

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

// Without Quick it takes a quarter of a minute: naive is slow.
func TestConformance(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return New() }, devicetest.Quick())
}

// The example shows how little code a device takes.
func TestTheDeviceIsShort(t *testing.T) {
	source, err := os.ReadFile("naive.go")
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(string(source), "\n"), 350)
}
