package integer

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

func assemble(t *testing.T, all []kernel.Kernel, name string) string {
	t.Helper()
	for _, k := range all {
		if k.Name == name {
			return strings.Join(emittest.Written(t, max(k.Width, 32), func(f *emit.Writer) {
				k.Vector(f, func(_, at int) operand.Mem { return operand.Mem{Base: reg.RSI, Disp: at} })
			}), "\n")
		}
	}
	require.Fail(t, "no kernel "+name)
	return ""
}

// Float32 has more digits than 16 bits, float64 more than 32.
func TestIntegersAreDividedInTheFloatThatHasMoreDigits(t *testing.T) {
	require.Equal(t, 4, strings.Count(assemble(t, Quotients(), "truncDivideInt8"), "VDIVPS"))
	require.Equal(t, 2, strings.Count(assemble(t, Quotients(), "truncDivideInt16"), "VDIVPS"))
	require.Equal(t, 2, strings.Count(assemble(t, Quotients(), "truncDivideInt32"), "VDIVPD"))
	require.Equal(t, 1, strings.Count(assemble(t, Quotients512(), "divideUint64"), "VDIVPD"), "an inverse for two steps")
}

func TestRemaindersAreWhatTheQuotientLeaves(t *testing.T) {
	require.Contains(t, assemble(t, Quotients(), "remainderInt32"), "VFNMADD231PD")
	require.NotContains(t, assemble(t, Quotients(), "floorDivideInt32"), "VFNMADD231PD")
}

func TestPowersLoopWhileAnExponentHasDigits(t *testing.T) {
	text := assemble(t, Powers(), "powInt32")
	require.Contains(t, text, "VPTEST v v\nJZ l2", "out of the loop")
	require.Contains(t, text, "JMP l1", "into it again")
}
