package function

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

func TestAFunctionsKernelIsNamedForItsRowDtypeAndSet(t *testing.T) {
	same := func(_ floats.Arithmetic, x emit.Vec) emit.Vec { return x }
	k := NewLibrary(dtype.Float64, 64).Standard("log1p", same)
	require.Equal(t, "log1pFloat64", k.Name)
	require.Equal(t, "math.Log1p(x[i])", k.Is)
	require.Equal(t, []kernel.Entry{{Ops: []string{"Log1p"}, From: "Float64", To: "Float64"}}, k.Entries)
	require.Equal(t, "expFloat32", NewLibrary(dtype.Float32, 32).Standard("exp", same).Name)
}

func TestFinishedKernelsHaveASingleBody(t *testing.T) {
	l := NewLibrary(dtype.Float32, 32)
	all := []kernel.Kernel{l.One("twice", "2 * x[i]", func(f floats.Arithmetic, x emit.Vec) emit.Vec { return f.Mul(x, f.Number(2)) })}
	l.Finish(all)
	require.Equal(t, 1, all[0].Unroll)
	require.Positive(t, all[0].Keep)
}

// What a number from 31/32 on lacks of 1, multiplied by its interval's inverse, is at most 1/16.
func TestInversesBringNumbersNearOne(t *testing.T) {
	for x := 31. / 32; x < 63./32; x += 1. / 256 {
		i := int(math.Floor(x*16+0.5)) - 16
		require.InDelta(t, 1, x*Inverses[max(i, 0)], 1./16, "%v in interval %d", x, i)
	}
}
