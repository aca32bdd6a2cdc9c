package kernel

import (
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/operand"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

func TestMemoryHasAConstantOnceWhereInstructionsRepeatIt(t *testing.T) {
	for _, c := range []struct {
		name        string
		width       int
		bits        uint64
		write       func(f *emit.Writer, x emit.Vec, c operand.Mem) emit.Vec
		instruction string
		words       int
	}{
		{"a load", 32, 5, func(f *emit.Writer, _ emit.Vec, c operand.Mem) emit.Vec { return f.Load(c) }, "VPBROADCASTQ", 1},
		{"an operand of AVX-512", 64, 5, func(f *emit.Writer, x emit.Vec, c operand.Mem) emit.Vec { return f.Into("VADDPD", c, x) }, "VADDPD.BCST", 1},
		{"an operand of AVX2", 32, 5, func(f *emit.Writer, x emit.Vec, c operand.Mem) emit.Vec { return f.Into("VADDPD", c, x) }, "VADDPD", 4},
		{"bits of 64", 64, 1 << 63, func(f *emit.Writer, x emit.Vec, c operand.Mem) emit.Vec { return f.And(x, c) }, "VPANDQ.BCST", 1},
		{"bits of 32 by name", 64, 1 << 63, func(f *emit.Writer, x emit.Vec, c operand.Mem) emit.Vec { return f.Into("VADDPS", c, x) }, "VADDPS", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := UnaryOf("one", "", dtype.Float64, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec {
				return c.write(f, x, f.Constant(8, c.bits))
			}, "Abs")
			k.Width = c.width
			text := assemble(t, k, setOf(c.width))
			require.Regexp(t, c.instruction+` +k`, text)
			require.Equal(t, c.words, strings.Count(text, "\nDATA k"))
		})
	}
}
