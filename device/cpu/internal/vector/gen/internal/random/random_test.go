package random

import (
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// written has the instructions of a kernel's vector.
func written(t *testing.T, k kernel.Kernel) []string {
	return emittest.Written(t, k.Width, func(f *emit.Writer) {
		in := func(_, at int) operand.Mem { return operand.Mem{Base: reg.RAX, Disp: at} }
		if k.Begin != nil {
			f.SignatureExpr("func(how uint)")
			k.Begin(f)
		}
		if k.Vectors != nil {
			k.Vectors(f, in)
			return
		}
		k.Vector(f, in)
	})
}

// A fused product would give other bits than those of package op.
func TestNoProductIsFusedWithASum(t *testing.T) {
	for _, width := range []int{16, 32, 64} {
		for _, k := range Kernels(width) {
			for _, i := range written(t, k) {
				require.False(t, strings.HasPrefix(i, "VFM") || strings.HasPrefix(i, "VFNM"), "%s of %d bytes: %s", k.Name, width, i)
			}
		}
	}
}

func TestABlockHasTwentyRounds(t *testing.T) {
	rotations := 0
	for _, i := range written(t, Kernels(64)[0]) {
		if strings.HasPrefix(i, "VPROLD") {
			rotations++
		}
	}
	require.Equal(t, 20*chains(64), rotations)
}
