package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

func TestTheReportNamesTheDeviceAndEveryOperation(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out, "cpu", devicetest.Quick(), devicetest.Only("add", "exp")))
	assert.Contains(t, out.String(), "cpu (")
	assert.Contains(t, out.String(), " 0 failed")
	assert.Contains(t, out.String(), "| add | exact")
	assert.Contains(t, out.String(), "| exp |")
}

func TestADeviceThatDoesNotOpenIsAnError(t *testing.T) {
	assert.ErrorContains(t, run(&strings.Builder{}, "abacus"), `no device "abacus"`)
}
