package tensortest_test

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program that imports package tensor pays for what its packages allocate before main. The test
// itself is such a program.
func TestAProgramStartsWithFewAllocations(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, os.Args[0], "-test.run=^$")
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := run.CombinedOutput()
	require.NoError(t, err, "%s", trace)

	allocs := map[string]int{} // by the package's directory
	for _, m := range regexp.MustCompile(`(?m)^init github.com/wgtensor/wgtensor/(\S+) @.* (\d+) allocs$`).FindAllStringSubmatch(string(trace), -1) {
		allocs[m[1]], err = strconv.Atoi(m[2])
		require.NoError(t, err)
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
