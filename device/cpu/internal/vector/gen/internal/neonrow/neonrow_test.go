package neonrow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
)

func TestRowsAreWrittenWithTheInstructionsOfNEON(t *testing.T) {
	for _, c := range []struct {
		row   string
		dtype dtype.Type
		want  []string
	}{
		{"Add", dtype.Float32, []string{"fadd 4 v v v"}},
		{"Add", dtype.Int64, []string{"add 8 v v v"}},
		{"Maximum", dtype.Named("Uint8"), []string{"umax 1 v v v"}},
		{"Maximum", dtype.Int64, []string{"cmgt 8 v v v", "bsl 1 v v v"}},
		{"BitwiseXor", dtype.Int32, []string{"eor 4 v v v"}},
		{"TruncDivide", dtype.Float64, []string{"fdiv 8 v v v", "frintz 8 v v"}},
	} {
		t.Run(c.row+c.dtype.Name, func(t *testing.T) {
			require.Equal(t, c.want, emittest.Written(t, 16, func(f *emit.Writer) { Of(c.row, c.dtype)(f, f.Vec(), f.Vec()) }))
		})
	}
}

func TestRowsWithoutInstructionsOfNEONAreLeftToTheTranslator(t *testing.T) {
	require.Nil(t, Of("Exp", dtype.Float32))
	require.Nil(t, Of("Pow", dtype.Int32))
}
