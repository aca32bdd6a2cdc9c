package cast

import (
	"math"
	"testing"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

func find(t *testing.T, name string) kernel.Kernel {
	t.Helper()
	for _, k := range Kernels() {
		if k.Name == name {
			return k
		}
	}
	require.Fail(t, "no kernel "+name)
	return kernel.Kernel{}
}

// instructions returns the instructions of a kernel of AVX2.
func instructions(t *testing.T, name string) []string {
	k := find(t, name)
	return emittest.Written(t, 32, func(f *emit.Writer) {
		k.Vector(f, func(_, at int) operand.Mem { return operand.Mem{Base: reg.RSI, Disp: at} })
	})
}

func TestFloatsAreRoundedOnce(t *testing.T) {
	p := emittest.Compile(t, find(t, "castFloat64ToFloat32").Vector)
	for _, x := range []float64{0, math.Copysign(0, -1), 1. / 3, 1e300, -1e-320, math.Inf(1), 1 + 0x1p-24, 1 + 0x1p-24 + 0x1p-50} {
		require.Equal(t, math.Float32bits(float32(x)), uint32(p.Run(t, math.Float64bits(x))), x)
	}
}

func TestNumbersOtherThanZeroAreTrue(t *testing.T) {
	p := emittest.Compile(t, find(t, "castFloat64ToBool").Vector)
	isTrue := func(x float64) bool { return p.Run(t, math.Float64bits(x)) != 0 }
	require.False(t, isTrue(0))
	require.False(t, isTrue(math.Copysign(0, -1)))
	require.True(t, isTrue(1))
	require.True(t, isTrue(-0x1p-1074))
	require.True(t, isTrue(math.Inf(-1)))
}

func TestIntegersAreExtendedBySignOrZeros(t *testing.T) {
	require.Equal(t, []string{"VPMOVSXBD m v"}, instructions(t, "castInt8ToInt32"))
	require.Equal(t, []string{"VPMOVZXBD m v"}, instructions(t, "castUint8ToInt32"))
}

// Each packing halves the elements' size, and the registers' number.
func TestIntegersAreNarrowedByPacking(t *testing.T) {
	packs := map[string]int{}
	for _, line := range instructions(t, "castInt64ToInt8") {
		packs[line[:5]]++
	}
	require.Equal(t, 4+2+1, packs["VPERM"], "each packing is put in order")
}
