package half

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

// count is how many instructions of a name a kernel has.
func count(t *testing.T, all []kernel.Kernel, name, instruction string) (n int) {
	t.Helper()
	for _, k := range all {
		if k.Name != name {
			continue
		}
		for _, line := range emittest.Written(t, k.Width, func(f *emit.Writer) {
			k.Vector(f, func(_, at int) operand.Mem { return operand.Mem{Base: reg.RSI, Disp: at} })
		}) {
			if strings.HasPrefix(line, instruction+" ") {
				n++
			}
		}
		return n
	}
	require.Fail(t, "no kernel "+name)
	return 0
}

func TestHalvesAreComputedInFloat32AndRoundedOnce(t *testing.T) {
	for _, c := range []struct {
		name, instruction string
		want              int
	}{
		{"addFloat16", "VCVTPH2PS", 4}, {"addFloat16", "VADDPS", 2}, {"addFloat16", "VCVTPS2PH", 2},
		{"addBFloat16", "VADDPS", 2}, {"addBFloat16", "VCVTPH2PS", 0},
		{"clampFloat16", "VCVTPH2PS", 6},
	} {
		t.Run(c.name+" "+c.instruction, func(t *testing.T) { require.Equal(t, c.want, count(t, Kernels(), c.name, c.instruction)) })
	}
}

func TestAVX512TakesTwiceAsManyHalvesAtATime(t *testing.T) {
	require.Equal(t, 2, count(t, Kernels512(), "mulFloat16", "VMULPS"))
	for _, k := range Kernels512() {
		require.Equal(t, 64, k.Width, k.Name)
	}
}
