// Package unoptimized has llvmpipe compile without LLVM's optimization in a short test run, in half
// the time. Tests import it for this effect. Benchmarks and a thorough run compile as programs do.
package unoptimized

import (
	"os"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

func init() {
	if !devicetest.Thorough() && !slices.ContainsFunc(os.Args, measures) {
		_ = os.Setenv("GALLIVM_PERF", "nopt")
	}
}

// measures reports whether an argument of a test binary asks for benchmarks.
func measures(arg string) bool {
	return strings.HasPrefix(strings.TrimLeft(arg, "-"), "test.bench=")
}
