package shaders

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func listing(t testing.TB) launch {
	f := op.Float32
	return launch{
		program: program(t, []op.DType{f, f}, []op.DType{f}, []device.Instr{do(op.Mul, 0, 2), do(op.Add, 3, 1)}, 4),
		layouts: []broadcast.Layout{broadcast.RowMajor(5, 7), broadcast.RowMajor(5, 7), expand2(5, 7)},
		names:   []string{"x", "x", "y"},
	}
}

// expand2 is a row of n elements repeated m times.
func expand2(m, n int) broadcast.Layout {
	return broadcast.Layout{Shape: []int{m, n}, Strides: []int{0, 1}}
}

func TestTheListingInTheDocIsWhatIsGenerated(t *testing.T) {
	want := "//\n"
	for _, line := range strings.Split(strings.TrimSpace(listing(t).kernel(t).WGSL()), "\n") {
		want += strings.TrimRight("//\t"+line, "\t") + "\n"
	}
	doc, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	before, after, ok := strings.Cut(string(doc), "// an axis:\n")
	require.True(t, ok)
	shown, rest, ok := strings.Cut(after, "//\n// # Why")
	require.True(t, ok)
	if *update {
		require.NoError(t, os.WriteFile("doc.go", []byte(before+"// an axis:\n"+want+"//\n// # Why"+rest), 0o644))
		return
	}
	require.Equal(t, want, shown)
}
