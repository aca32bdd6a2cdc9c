package tensor_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// A compiled function of reductions gives the bits of the function: as new tensors, into tensors that
// are there, and in place.
func TestACompiledFunctionOfReductionsGivesWhatTheFunctionGives(t *testing.T) {
	type function struct {
		name string
		f    func(pairOf) *tensor.Tensor
	}
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, c := range sample(d, []function{
			{"a sum", func(a pairOf) *tensor.Tensor { return a.X.Sum(0) }},
			{"a softmax", func(a pairOf) *tensor.Tensor { return a.X.Mul(a.Y).Softmax(1) }},
			{"a scan of columns", func(a pairOf) *tensor.Tensor { return a.X.Add(a.Y).Cumsum(0) }},
			{"the place of the greatest", func(a pairOf) *tensor.Tensor { return a.X.T().Argmax(0) }},
			{"a product of matrices", func(a pairOf) *tensor.Tensor { return a.X.Matmul(a.Y.T()).Relu() }},
			{"a reduction of a reduction", func(a pairOf) *tensor.Tensor { return a.X.Sum(1).Max().Add(a.Y) }},
			{"a deviation", func(a pairOf) *tensor.Tensor { return a.X.Sub(a.Y.Mean()).Std(1) }},
			{"a write of a reduction into what it reads", func(a pairOf) *tensor.Tensor {
				_ = a.X.Index(0, 0).Assign(a.X.Sum(0))
				return a.X.Mul(2)
			}},
			{"a write in place", func(a pairOf) *tensor.Tensor {
				_ = a.X.SubInPlace(a.X.Along(1).Keep().Max())
				return a.X.CountNonzero()
			}},
		}) {
			t.Run(c.name, func(t *testing.T) {
				defer tensor.CheckCompiled()()
				f := tensor.Compile(c.f)
				for i := range 3 {
					x, y := pattern(2, 3).Add(i), pattern(2, 3)
					plain := x.Clone()
					want := c.f(pairOf{plain, y})
					got := f.Call(pairOf{x, y})
					sameBits(t, want, got, "call %d", i)
					sameBits(t, plain, x, "call %d", i)
				}
				want := c.f(pairOf{pattern(2, 3), pattern(2, 3)})
				out := tensor.Zeros(want.DType(), want.Shape()...)
				for range 2 {
					require.NoError(t, f.Into(out, pairOf{pattern(2, 3), pattern(2, 3)}))
					sameBits(t, want, out)
				}
			})
		}
	})
}

func TestACompiledLoopOfReductionsIsOneLaunchAStepInPlace(t *testing.T) {
	d := recordTensors(t)
	step := func(x *tensor.Tensor) (none struct{}) {
		_ = x.DivInPlace(x.Abs().Along(1).Keep().Sum())
		return none
	}
	x := pattern(4, 5)
	plain := x.Clone()
	eval(t, x, plain)
	f := tensor.Compile(step)
	f.Call(x)
	step(plain)
	d.took()
	buffers := d.allocs
	for range 5 {
		f.Call(x)
	}
	assert.Len(t, d.took(), 5)
	assert.Equal(t, buffers, d.allocs)
	for range 5 {
		step(plain)
	}
	sameBits(t, plain, x)
}

func TestWarmupShowsTheReductionsThatEvalRuns(t *testing.T) {
	d := &warmed{recorder: newRecorder()}
	on(t, d)
	x := iota32(6, 2, 3)
	y := x.Mul(2).Softmax(1)
	z := y.T().Cumsum(0).Sum()
	require.NoError(t, tensor.Warmup(z, y))
	assert.Empty(t, d.took(), "nothing is computed")
	eval(t, z, y)
	var ran []string
	for _, l := range d.took() {
		ran = append(ran, text(l))
	}
	assert.NotEmpty(t, ran)
	assert.Equal(t, ran, d.seen)
	assert.True(t, slices.ContainsFunc(ran, func(s string) bool { return strings.Contains(s, "cumsum") }))
}

func TestExplainAndGraphShowReductions(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := iota32(6, 2, 3)
		y := x.Mul(2).Sum(1)
		text, err := tensor.Explain(y, x.Sub(y.Unsqueeze(1)))
		require.NoError(t, err)
		for _, want := range []string{
			"1 launch, 24 bytes read, 32 written\n",
			"launch 1: mul+sum+sub, shape [2 3], 24 bytes read, 32 written\n",
			"    (%0 float32 level 1; %1 float32)\n",
			"    %3 float32 = sum %2\n",
			"  %3 is stored: float32, strides [1], 8 bytes, because it is asked for\n",
			"\n  kernels: ",
		} {
			assert.Contains(t, text, want)
		}
		text, err = tensor.Graph(y.Max())
		require.NoError(t, err)
		assert.Equal(t, 2, strings.Count(text, "subgraph cluster"), "a reduction of a reduction is a launch of its own")
		for _, want := range []string{`label="mul float32"`, `label="sum float32" peripheries=2`, `label="max float32" peripheries=2`} {
			assert.Contains(t, text, want)
		}
	})
}

func TestAProfileHasTheLaunchesOfReductions(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := iota32(6, 2, 3)
		events := profile(t, func() error { return tensor.Eval(t.Context(), x.Mul(2).Sum(1), x.Cumsum(0)) })
		launches := map[string]int{}
		for _, e := range events.TraceEvents {
			if e.Ph == "X" && e.Pid == 1 && strings.HasPrefix(e.Name, "Run ") {
				launches[e.Name]++
			}
			if e.Ph == "X" && e.Name == "Run mul+sum" {
				assert.EqualValues(t, 32, e.Args["bytes"])
				assert.NotEmpty(t, e.Args["variant"])
			}
		}
		assert.Equal(t, map[string]int{"Run mul+sum": 1, "Run cumsum": 1}, launches)
	})
}
