package emit_test

import (
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
)

func TestInstructionsAreThoseOfTheWidth(t *testing.T) {
	x := func(f *emit.Writer) emit.Vec { return f.Vec() }
	for _, c := range []struct {
		name       string
		write      func(f *emit.Writer)
		avx2, wide []string
	}{
		{"load", func(f *emit.Writer) { f.Load(f.Constant(4, 1)) }, []string{"VMOVDQU m v"}, []string{"VMOVDQU64 m v"}},
		{"store", func(f *emit.Writer) { f.Store(x(f), f.Constant(4, 1)) }, []string{"VMOVDQU v m"}, []string{"VMOVDQU64 v m"}},
		{"and", func(f *emit.Writer) { f.And(x(f), x(f)) }, []string{"VPAND v v v"}, []string{"VPANDD v v v"}},
		{"nearest", func(f *emit.Writer) { f.Nearest("PD", x(f)) }, []string{"VROUNDPD 8 v v"}, []string{"VRNDSCALEPD 8 v v"}},
		{"zero", func(f *emit.Writer) { f.Zero() }, []string{"VPXOR v v v"}, []string{"VMOVDQU64 m v"}},
		{"in a register", func(f *emit.Writer) { f.InRegister(x(f)) }, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.avx2, emittest.Written(t, 32, c.write))
			require.Equal(t, c.wide, emittest.Written(t, 64, c.write))
		})
	}
}

func TestUnsignedIntegersAreComparedWithTheirHighestBitFlipped(t *testing.T) {
	greater := func(d dtype.Type) []string {
		return emittest.Written(t, 32, func(f *emit.Writer) { f.Greater(d, f.Vec(), f.Vec()) })
	}
	require.Equal(t, []string{"VPCMPGTD v v v"}, greater(dtype.Int32))
	require.Equal(t, []string{"VPXOR m v v", "VPXOR m v v", "VPCMPGTD v v v"}, greater(dtype.Uint32))
}

func TestRareCodeIsSkippedWhereNoElementNeedsIt(t *testing.T) {
	require.Equal(t, []string{"VTESTPS v v", "JZ l1", "VPXOR v v v"}, emittest.Written(t, 32, func(f *emit.Writer) {
		f.Rarely(f.Vec(), func() { f.Zero() })
	}))
}

func TestNoTwoLabelsAreAlike(t *testing.T) {
	emittest.Written(t, 32, func(f *emit.Writer) { require.NotEqual(t, f.NewLabel(), f.NewLabel()) })
}

func TestConstantsRepeatTheirBits(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		size  int
		bits  uint64
		want  []uint64
	}{
		{"bytes of NEON", 16, 1, 0xab, []uint64{0xabababababababab, 0xabababababababab}},
		{"words of AVX2 fill a register of AVX-512", 32, 2, 0x1234, []uint64{
			0x1234123412341234, 0x1234123412341234, 0x1234123412341234, 0x1234123412341234,
			0x1234123412341234, 0x1234123412341234, 0x1234123412341234, 0x1234123412341234}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := emit.Table{}
			m := emit.New(build.NewContext(), c.width, data).Constant(c.size, c.bits)
			require.Equal(t, c.want, data[m.Symbol.Name])
		})
	}
}

func TestTheConstantsUsedFirstAreKept(t *testing.T) {
	newFunction := func() *emit.Writer {
		c := build.NewContext()
		c.Function("f")
		return emit.New(c, 32, emit.Table{})
	}
	trial, f := newFunction(), newFunction()
	for _, bits := range []uint64{7, 8, 7, 9} {
		require.IsType(t, operand.Mem{}, trial.Kept(4, bits))
	}
	f.Keep(2, trial)
	require.Implements(t, (*emit.Vec)(nil), f.Kept(4, 7))
	require.Implements(t, (*emit.Vec)(nil), f.Kept(4, 8))
	require.IsType(t, operand.Mem{}, f.Kept(4, 9))
}
