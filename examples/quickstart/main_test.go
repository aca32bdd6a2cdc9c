package main

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

// The program stands in README as it is, so it is run as a reader would run it.
func TestOutput(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, "go", "run", ".")
	run.Env = append(os.Environ(), "WGTENSOR_DEVICE=cpu")
	run.Stderr = os.Stderr
	out, err := run.Output()
	require.NoError(t, err, "go run, which has five minutes")
	golden.Equal(t, string(out))
}
