package op

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// conformance returns a file of the conformance data, which lie outside the repository.
func conformance(t *testing.T, path ...string) string {
	dir := os.Getenv("WGTENSOR_CONFORMANCE")
	if dir == "" {
		t.Skip("WGTENSOR_CONFORMANCE does not name the folder of the conformance data")
	}
	file := filepath.Join(append([]string{dir}, path...)...)
	require.FileExists(t, file, "WGTENSOR_CONFORMANCE is set, so the data must be there")
	return file
}

// readLines decodes a file of one JSON object a line.
func readLines[T any](t *testing.T, file string) []T {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v), lines.Text())
		all = append(all, v)
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, all, file)
	return all
}

// dtype is a DType by its name; one that we do not have is 0.
type dtype struct{ DType }

func (d *dtype) UnmarshalText(name []byte) error {
	d.DType, _ = ParseDType(string(name))
	return nil
}
