package tensor_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestExplainTellsTheLaunchesThatEvalMakes(t *testing.T) {
	d := recordTensors(t)
	x, row := iota32(6, 2, 3), iota32(3)
	y := x.Mul(2).Add(row).Exp()
	z := y.T().Sub(row.Reshape(3, 1))
	buffers := d.buffers()
	text, err := tensor.Explain(z, y)
	require.NoError(t, err)
	assert.Empty(t, d.took(), "nothing is computed")
	assert.Equal(t, buffers, d.buffers(), "nor stored")
	for _, want := range []string{
		"2 launches, 72 bytes read, 48 written\n",
		"launch 1: mul+add+exp, shape [2 3], 36 bytes read, 24 written\n",
		"    %3 float32 = mul %0 %2\n",
		"  %1 is read: float32, strides [0 1], 12 bytes\n",
		"  %2 is 2.0\n",
		"  %5 is stored: float32, strides [3 1], 24 bytes, because launch 2 has another shape\n",
		"  %0 is read: float32, strides [1 3], 24 bytes, result of launch 1\n",
		"  %2 is stored: float32, strides [2 1], 24 bytes, because it is asked for",
	} {
		assert.Contains(t, text, want)
	}
	eval(t, z, y)
	launches := d.took()
	require.Len(t, launches, 2)
	for _, l := range launches {
		assert.Contains(t, text, strings.ReplaceAll(l.Program.String(), "\n", "\n    "))
	}
	text, err = tensor.Explain(z, y)
	require.NoError(t, err)
	assert.Contains(t, text, "0 launches", "what is stored needs none")
}

func TestExplainSaysWhyAResultIsStored(t *testing.T) {
	on(t, cpu.New())
	x := iota32(9, 3, 3)
	long := x
	for range 100 {
		long = long.Mul(x)
	}
	for _, c := range []struct {
		name, want string
		x          *tensor.Tensor
	}{
		{"another shape", "because launch 2 has another shape", x.Index(0, 0).Exp().Add(x)},
		{"another layout", "because launch 2 reads it by other strides, [1 3] from offset 0", x.Exp().T().Add(x)},
		{"backwards", "because launch 2 reads it by other strides, [-3 -1] from offset 8", x.Exp().Flip().Add(x)},
		{"a long program", "because launch 2 would be too long for one with this: 36 more instructions", long},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := tensor.Explain(c.x)
			require.NoError(t, err)
			assert.Contains(t, text, c.want)
		})
	}
}

func TestExplainSaysWhetherAResultIsAskedForOrKeptForLater(t *testing.T) {
	on(t, cpu.New())
	x := iota32(9)
	for range 20 {
		x = x.Sin()
	}
	const asked, kept = "because it is asked for\n", "because it takes many operations and is computed for the second time\n"
	text, err := tensor.Explain(x.Add(1))
	require.NoError(t, err)
	assert.Contains(t, text, asked)
	assert.NotContains(t, text, kept)
	eval(t, x.Add(1))
	text, err = tensor.Explain(x.Add(2))
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(text, asked))
	assert.Equal(t, 1, strings.Count(text, kept))
}

func TestExplainAndGraphAnswerErrors(t *testing.T) {
	for _, f := range []func(...*tensor.Tensor) (string, error){tensor.Explain, tensor.Graph} {
		_, err := f(iota32(2), tensor.FromError(errBroken))
		assert.ErrorIs(t, err, errBroken)
		_, err = f(nil)
		assert.ErrorContains(t, err, "nil tensor")
		text, err := f()
		require.NoError(t, err)
		assert.NotContains(t, text, "launch")
		inside := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { _, err = f(x.Add(1)); return x })
		inside.Call(iota32(2))
		assert.ErrorContains(t, err, "is being compiled")
	}
}

func TestExplainNamesTheKernelsOfEachLaunch(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		text, err := tensor.Explain(iota32(1<<14).Mul(2), iota32(6, 2, 3).T().Add(1))
		require.NoError(t, err)
		require.Implements(t, (*device.Describer)(nil), d)
		assert.Equal(t, 2, strings.Count(text, "\n  kernels: "))
	})
}

func TestGraphHasAClusterForEachLaunch(t *testing.T) {
	on(t, cpu.New())
	x := iota32(6, 2, 3)
	y := x.Mul(2).Exp()
	text, err := tensor.Graph(y.T().Sub(x.T()), y)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(text, "subgraph cluster"))
	assert.Equal(t, strings.Count(text, "{"), strings.Count(text, "}"))
	for _, want := range []string{`b1 [label="float32, 24 bytes" shape=box]`, `l1v1 [label="2.0" shape=plain]`, `l1v2 [label="mul float32"]`,
		`l1v3 [label="exp float32" peripheries=2]`, "l1v2 -> l1v3", "l1v3 -> l2v0", `l2v0 [label="read by [1 3]" shape=plain]`, "b1 -> l2v1", `l2v2 [label="sub float32" peripheries=2]`} {
		assert.Contains(t, text, "\t"+want+"\n")
	}
	declared := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) \[`).FindAllStringSubmatch(text, -1) {
		assert.False(t, declared[m[1]], "%s is declared twice", m[1])
		declared[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) -> (\w+)$`).FindAllStringSubmatch(text, -1) {
		assert.True(t, declared[m[1]] && declared[m[2]], m[0])
	}
}

func ExampleExplain() {
	x := tensor.Arange[float32](0, 6, 1).Reshape(2, 3)
	text, err := tensor.Explain(x.Mul(2).Add(1))
	// The kernels differ by processor.
	begin, end := strings.Index(text, "launch 1"), strings.Index(text, "  kernels: ")
	fmt.Println(text[begin:end], err)
	// Output:
	// launch 1: mul+add, shape [2 3], 24 bytes read, 24 written
	//     (%0 float32; %1 float32, %2 float32)
	//     %3 float32 = mul %0 %1
	//     %4 float32 = add %3 %2
	//     return %4
	//   %0 is read: float32, strides [3 1], 24 bytes
	//   %1 is 2.0, %2 is 1.0
	//   %4 is stored: float32, strides [3 1], 24 bytes, because it is asked for
	//  <nil>
}
