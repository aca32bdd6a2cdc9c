package floats

import (
	"math"
	"testing"

	"github.com/mmcloughlin/avo/operand"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
)

// compute is what the code gives for two operands of float64.
func compute(t *testing.T, x, y float64, code func(f Arithmetic, x, y emit.Vec) emit.Vec) float64 {
	t.Helper()
	p := emittest.Compile(t, func(w *emit.Writer, in func(operand, at int) operand.Mem) emit.Vec {
		return code(New(w, dtype.Float64), w.Load(in(0, 0)), w.Load(in(1, 0)))
	})
	return math.Float64frombits(p.Run(t, math.Float64bits(x), math.Float64bits(y)))
}

func TestProductsAndSumsAreRoundedOnce(t *testing.T) {
	const x, y = 1 + 0x1p-30, 1 - 0x1p-30 // x*y is 1 - 2^-60
	for _, c := range []struct {
		name string
		code func(f Arithmetic, x, y emit.Vec) emit.Vec
		want float64
	}{
		{"z + x*y", func(f Arithmetic, x, y emit.Vec) emit.Vec { return f.AddProduct(f.Load(f.Number(-1)), x, y) }, -0x1p-60},
		{"z - x*y", func(f Arithmetic, x, y emit.Vec) emit.Vec { return f.SubProduct(f.Load(f.Number(1)), x, y) }, 0x1p-60},
		{"x*y + z", func(f Arithmetic, x, y emit.Vec) emit.Vec { return f.MulAdd(x, y, f.Number(-1)) }, -0x1p-60},
		{"what rounding takes away", func(f Arithmetic, x, y emit.Vec) emit.Vec { return f.ProductError(f.Mul(x, y), x, y) }, -0x1p-60},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, compute(t, x, y, c.code)) })
	}
}

func TestPolynomialsBeginWithTheConstant(t *testing.T) {
	inOrder := func(f Arithmetic, x, _ emit.Vec) emit.Vec { return f.Polynomial(x, 1, 2, 3, 4) }
	inPairs := func(f Arithmetic, x, _ emit.Vec) emit.Vec { return f.Paired(x, f.Mul(x, x), 1, 2, 3, 4) }
	require.Equal(t, 1.+2*3+3*9+4*27, compute(t, 3, 0, inOrder))
	require.Equal(t, 1.+2*3+3*9+4*27, compute(t, 3, 0, inPairs))
}

func TestBoundsLeaveNaN(t *testing.T) {
	atMost := func(f Arithmetic, x, _ emit.Vec) emit.Vec { return f.AtMost(x, 1) }
	atLeast := func(f Arithmetic, x, _ emit.Vec) emit.Vec { return f.AtLeast(x, 1) }
	require.True(t, math.IsNaN(compute(t, math.NaN(), 0, atMost)))
	require.True(t, math.IsNaN(compute(t, math.NaN(), 0, atLeast)))
	require.Equal(t, 1., compute(t, 5, 0, atMost))
	require.Equal(t, 5., compute(t, 5, 0, atLeast))
}

func TestMasksSelect(t *testing.T) {
	larger := func(f Arithmetic, x, y emit.Vec) emit.Vec { return f.Select(f.Test(emit.GreaterThan, x, y), x, y) }
	orZero := func(f Arithmetic, x, y emit.Vec) emit.Vec { return f.SelectOrZero(f.Test(emit.GreaterThan, x, y), x) }
	require.Equal(t, 3., compute(t, 2, 3, larger))
	require.Equal(t, 4., compute(t, 4, 3, larger))
	require.Equal(t, 0., compute(t, 2, 3, orZero))
}

func TestNumbersAreClassified(t *testing.T) {
	class := func(of func(f Arithmetic, x emit.Vec) operand.Op) func(f Arithmetic, x, _ emit.Vec) emit.Vec {
		return func(f Arithmetic, x, _ emit.Vec) emit.Vec { return f.SelectOrZero(of(f, x), f.Number(1)) }
	}
	notPositive, notFinite := class(Arithmetic.NotPositive), class(Arithmetic.NotFinite)
	for _, c := range []struct {
		name                      string
		x, notPositive, notFinite float64
	}{
		{"one", 1, 0, 0},
		{"the smallest normal", 0x1p-1022, 0, 0},
		{"a subnormal", 0x1p-1023, 1, 0},
		{"zero", 0, 1, 0},
		{"less than zero", -1, 1, 0},
		{"infinity", math.Inf(1), 1, 1},
		{"the negative infinity", math.Inf(-1), 1, 1},
		{"no number", math.NaN(), 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.notPositive, compute(t, c.x, 0, notPositive))
			require.Equal(t, c.notFinite, compute(t, c.x, 0, notFinite))
		})
	}
}

func TestTheHypotenuseNeitherOverflowsNorVanishes(t *testing.T) {
	hypot := func(f Arithmetic, x, y emit.Vec) emit.Vec { return Hypot(f, x, y, 0x1p500, 0x1p-450, 0x1p600) }
	for _, c := range [][2]float64{{3, 4}, {3e300, 4e300}, {3e-300, 4e-300}, {0, 0}} {
		want := math.Hypot(c[0], c[1])
		require.InDelta(t, want, compute(t, c[0], c[1], hypot), want*0x1p-52, c)
	}
	require.Equal(t, math.Inf(1), compute(t, math.Inf(-1), math.NaN(), hypot))
	require.True(t, math.IsNaN(compute(t, 1, math.NaN(), hypot)))
}

func TestAVX512SelectsByMaskRegisters(t *testing.T) {
	require.Equal(t, []string{"VCMPPS 30 v v k", "VMOVDQU64 v v", "VMOVUPS v k v"}, emittest.Written(t, 64, func(w *emit.Writer) {
		f := New(w, dtype.Float32)
		x, y := f.Vec(), f.Vec()
		f.Select(f.Test(emit.GreaterThan, x, y), x, y)
	}))
}
