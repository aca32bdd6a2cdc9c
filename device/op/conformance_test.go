package op_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
)

// conformance returns a file of the conformance data, which lie outside the repository.
func conformance(t *testing.T, path ...string) string {
	dir := os.Getenv(outside.Env)
	if dir == "" {
		t.Skip("WGTENSOR_CONFORMANCE does not name the folder of the conformance data")
	}
	file := filepath.Join(append([]string{dir}, path...)...)
	require.FileExists(t, file, "WGTENSOR_CONFORMANCE is set, so the data must be there")
	return file
}

// readLines decodes a file of one JSON object a line.
func readLines[T any](t *testing.T, file string) []T {
	all, err := outside.Lines[T](file)
	require.NoError(t, err)
	return all
}
