// Package golden compares what an example prints with the file testdata/output.txt.
// go test ./examples/... -update rewrites the files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite testdata/output.txt instead of comparing it")

// Equal compares an example's output on the CPU with the golden file. It leaves out the first line,
// which names the device and differs from machine to machine.
func Equal(t *testing.T, output string) {
	t.Helper()
	device, output, _ := strings.Cut(output, "\n")
	assert.Contains(t, device, "cpu (")
	File(t, output)
}

// File compares a whole output with the golden file.
func File(t *testing.T, output string) {
	t.Helper()
	path := filepath.Join("testdata", "output.txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(output), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "write it with -update")
	assert.Equal(t, string(want), output)
}
