package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

// Without Quick it takes a quarter of a minute: naive is slow.
func TestConformance(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return new(naive) }, devicetest.Quick())
}

func TestOutput(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out))
	golden.File(t, out.String())
}
