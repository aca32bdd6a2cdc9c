package main

import (
	"slices"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/bits"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/cast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/integer"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// wide is the kernels of AVX-512 that are more than those of AVX2 with wider registers.
func wide() []kernel.Kernel {
	all := slices.Concat(arithmetic.Quads512(), bits.QuadShifts512(), cast.Quads512(),
		bits.Shifts512(), arithmetic.Kernels512(), cast.Kernels512())
	for i := range all {
		all[i].Width = 64
	}
	return slices.Concat(all, integer.Powers512(), integer.Quotients512())
}
