package tensor_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program that imports the package pays for what its packages allocate before main.
func TestAProgramStartsWithFewAllocations(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("it builds a program, and there is no go command: ", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
	require.NoError(t, os.WriteFile(source, []byte("package main\n\nimport _ \""+module+"tensor\"\n\nfunc main() {}\n"), 0o600))
	out, err := exec.CommandContext(ctx, "go", "build", "-o", program, source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	run := exec.CommandContext(ctx, program)
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := run.CombinedOutput()
	require.NoError(t, err, "%s", trace)

	allocs := map[string]int{} // by the package's directory
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) allocs$`).FindAllStringSubmatch(string(trace), -1) {
		if name, ok := strings.CutPrefix(m[1], module); ok {
			allocs[name], err = strconv.Atoi(m[2])
			require.NoError(t, err)
		}
	}
	require.Contains(t, allocs, "device/op", "%s", trace)
	for _, c := range []struct {
		name string
		most int
	}{
		{"broadcast", 0},
		{"device/op", 20},
		{"device/op/internal/libm", 0},
		{"device/op/internal/precise", 0},
		{"tensor", 0},
	} {
		t.Run(c.name, func(t *testing.T) { assert.LessOrEqual(t, allocs[c.name], c.most, "%s", trace) })
	}
}
