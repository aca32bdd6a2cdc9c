package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// right is the share of digits that an output says are right, in percent.
func right(t *testing.T, output string) float64 {
	found := regexp.MustCompile(`are right, ([\d.]+) %`).FindStringSubmatch(output)
	require.NotNil(t, found, output)
	share, err := strconv.ParseFloat(found[1], 64)
	require.NoError(t, err)
	return share
}

func TestNearlyAllDigitsAreReadRightly(t *testing.T) {
	dev := devices.Open(t, "cpu")
	var out strings.Builder
	require.NoError(t, read(&out, dev, "", random.NewKey(5), 1000))
	assert.Greater(t, right(t, out.String()), 98.)
	assert.Contains(t, out.String(), "launches: 4;")
	assert.Less(t, len(trained), 100_000)
}

func TestATrainedNetworkIsWrittenAndReadsDigits(t *testing.T) {
	dev := devices.Open(t, "cpu")
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "new.safetensors")
	require.NoError(t, write(&out, file, random.NewKey(5), 60))
	assert.Contains(t, out.String(), "step   59: loss")
	require.NoError(t, read(&out, dev, file, random.NewKey(6), 200))
	assert.Greater(t, right(t, out.String()), 50.)
}

func TestWrongNumbersAndFilesAreErrors(t *testing.T) {
	dev := devices.Open(t, "cpu")
	assert.ErrorContains(t, read(nil, dev, "", random.NewKey(1), 2), "2 digits; at least 3")
	assert.ErrorContains(t, read(nil, dev, "main.go", random.NewKey(1), 5), "header")
	_, err := networkOf(nil)
	assert.ErrorContains(t, err, "the weights lack")
}
