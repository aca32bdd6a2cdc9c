// Package unoptimized has llvmpipe compile without LLVM's optimization in a short test run, in half
// the time. Tests import it for this effect. A thorough run compiles as programs do.
package unoptimized

import (
	"os"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

func init() {
	if !devicetest.Thorough() {
		_ = os.Setenv("GALLIVM_PERF", "nopt")
	}
}
