package devicetest

import (
	"os"
	"slices"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Thorough reports whether WGTENSOR_THOROUGH is set, which asks for tests that take hours. Without
// it [Run] is [Quick].
func Thorough() bool { return os.Getenv("WGTENSOR_THOROUGH") != "" }

// OneGoroutine skips a test of many numbers under go test -short. The race detector makes it ten times as
// long, and has nothing to find in one goroutine.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("many numbers, and one goroutine")
	}
}

// frugal reports whether the suite saves kernels: the run is quick, and the device compiles a
// kernel for each program, or go test -short asks for less. Products of types, layouts and operations then become pairs: every
// layout meets every type, and every layout meets every operation, but not all three.
func (s *trials) frugal() bool {
	return s.quick && (s.info.Kind != device.CPU || testing.Testing() && testing.Short()) // programs run the suite, too
}

// spares reports whether a frugal run leaves out a type that is not in few. It keeps every type
// that the device does not list, because the device has to refuse these types.
func (s *trials) spares(dt op.DType, few op.Set) bool {
	return s.frugal() && s.info.DTypes.Has(dt) && !few.Has(dt)
}

// alike groups types for which devices generate the same code, apart from loads and stores.
var alike = [][]op.DType{{op.Uint8, op.Uint16, op.Uint32}, {op.Int8, op.Int16, op.Int32}, {op.Float16, op.BFloat16}}

// oneOfAlike keeps one type of each group of alike types. The choice changes from check to check.
func (s *source) oneOfAlike(set op.Set) op.Set {
	for _, types := range alike {
		types = slices.DeleteFunc(slices.Clone(types), func(dt op.DType) bool { return !set.Has(dt) })
		if len(types) > 0 {
			set &^= op.SetOf(types...) &^ op.SetOf(pick(s, types))
		}
	}
	return set
}

// dtypes are the types that a check of layouts goes through. They are the device's types. A frugal
// run has one of each group of types that are alike.
func (s *trials) dtypes() []op.DType {
	if s.frugal() {
		return s.oneOfAlike(s.info.DTypes).List()
	}
	return s.info.DTypes.List()
}
