package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

func TestConformance(t *testing.T) {
	devicetest.Run(t, func(testing.TB) device.Device { return new(naive) })
}

func TestOutput(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out))
	golden.File(t, out.String())
}
