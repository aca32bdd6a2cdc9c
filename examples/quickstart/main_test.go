package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

// The program stands in README as it is, so it is run as a reader would run it.
func TestOutput(t *testing.T) {
	run := exec.Command("go", "run", ".")
	run.Env = append(os.Environ(), "WGTENSOR_DEVICE=cpu")
	run.Stderr = os.Stderr
	out, err := run.Output()
	require.NoError(t, err)
	golden.Equal(t, string(out))
}
