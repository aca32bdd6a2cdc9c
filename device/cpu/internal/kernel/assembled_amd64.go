//go:build !purego

package kernel

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/avx2"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/avx512"
)

// assembled are the processor family's kernel sets, each on top of the sets before it.
var assembled = []func() *vector.Set{avx2.Set, avx512.Set}
