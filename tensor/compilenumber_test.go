package tensor_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

type scaled struct {
	X *tensor.Tensor
	N tensor.Number
}

func TestANumberIsAnotherScalarOfTheSameLaunches(t *testing.T) {
	run := func(a scaled) []*tensor.Tensor {
		return []*tensor.Tensor{a.X.Pow(a.N), a.X.Mul(a.N).Add(a.N), a.X.Clamp(a.N, nil), tensor.Where(a.X.Gt(a.N), a.N, 0),
			a.X.AsType(tensor.Float16).Mul(a.N), a.X.AsType(tensor.Int32).Add(a.N), tensor.Apply("add", a.X, a.X, a.N), a.X.LeakyRelu(a.N)}
	}
	defer tensor.CheckCompiled()()
	f := tensor.Compile(run)
	for _, n := range []float64{2, .1, 1, 0, -3} {
		for i, y := range f.Call(scaled{pattern(5), tensor.Num(n)}) {
			require.NoError(t, y.Err(), "result %d, Number %v", i, n)
		}
	}
	assert.Contains(t, f.Explain(), "recorded for 1 kind of")

	celu := tensor.Compile(func(a scaled) *tensor.Tensor { return a.X.Celu(a.N) })
	require.NoError(t, celu.Call(scaled{pattern(5), tensor.Num(2)}).Err())
	plain := pattern(5).Celu(tensor.Num(0)).Err()
	require.Error(t, plain)
	assert.ErrorContains(t, celu.Call(scaled{pattern(5), tensor.Num(0)}).Err(), "celu: alpha is 0")
}

func TestAnOperationThatANumberMakesWrongIsNotLeftOut(t *testing.T) {
	f := tensor.Compile(func(a scaled) *tensor.Tensor {
		x := a.X.Clone()
		_ = x.CeluInPlace(a.N) // refuses 0 and less
		return x
	})
	x := tensor.FromSlice([]float32{-1, -2, 3})
	assert.ErrorContains(t, f.Call(scaled{x, tensor.Num(-1)}).Err(), "alpha is -1")
	sameBits(t, x.Celu(1), f.Call(scaled{x, tensor.Num(1)}))
	assert.ErrorContains(t, f.Call(scaled{x, tensor.Num(-1)}).Err(), "alpha is -1", "of the recording")
}

func TestARefusedOperationLeavesNoUseOfItsNumber(t *testing.T) {
	f := tensor.Compile(func(a scaled) *tensor.Tensor {
		assert.ErrorContains(t, tensor.Apply("isclose", a.X, a.X, a.N, -1).Err(), "atol is -1")
		return a.X.Mul(a.N)
	})
	x := iota32(3)
	for _, n := range []float64{2, -1} {
		sameBits(t, x.Mul(n), f.Call(scaled{x, tensor.Num(n)}))
	}
}

func TestExplainOfACompiledFunctionShowsNumbersAsTheyAreWritten(t *testing.T) {
	type settings struct {
		X     *tensor.Tensor
		Steps int8
		Scale float32
		Wrap  bool
		Wide  float64
		As    tensor.DType
		Sizes []uint16
		Mode  string
		N     tensor.Number
	}
	f := tensor.Compile(func(a settings) []*tensor.Tensor { return []*tensor.Tensor{a.X.Mul(a.N).Add(a.X)} })
	a := settings{iota32(3), -3, 1.5, true, -0.1, tensor.Int8, []uint16{7, 65535}, "q", tensor.Num(2)}
	f.Call(a)
	const kind = `float32[3], -3, 1.5, true, -0.1, int8, a slice of 2, 7, 65535, "q"`
	assert.Contains(t, f.Explain(), ": recorded for 1 kind of arguments\n"+kind+
		": 1 launch, 0 buffers of 0 bytes for intermediate results; 1 call; recorded because of the first call")
	require.NoError(t, f.Into([]*tensor.Tensor{iota32(3)}, a))
	assert.Contains(t, f.Explain(), "recorded for 2 kinds of arguments\n")
	assert.Contains(t, f.Explain(), `float32[3], into float32[3], -3, 1.5, true, -0.1, int8, a slice of 2, 7, 65535, "q", a slice of 1: `)
}

func TestExplainOfACompiledFunctionSaysWhatATensorWas(t *testing.T) {
	f := tensor.Compile(func(a pairOf) *tensor.Tensor { return a.X.Add(a.Y) })
	x := iota32(3)
	for _, y := range []*tensor.Tensor{iota32(3), x, x.BroadcastTo(3), iota32(6).Slice(0, 0, 6, 2), iota32(1).BroadcastTo(3)} {
		require.NoError(t, f.Call(pairOf{x, y}).Err())
	}
	text := regexp.MustCompile(": 1 launch.*because of").ReplaceAllString(f.Explain(), " after")
	_, kinds, _ := strings.Cut(text, "\n")
	assert.Equal(t, `float32[3], float32[3] after the first call
float32[3], float32[3], which is tensor 1 after tensor 2 was float32[3]
float32[3], float32[3], read-only in the storage of tensor 1 after tensor 2 was float32[3], which is tensor 1
float32[3], float32[3], a view of [6] with strides [2] after tensor 2 was float32[3], read-only in the storage of tensor 1
float32[3], float32[3], a view of [1] with strides [0], read-only after tensor 2 was float32[3], a view of [6] with strides [2]`, kinds)
}
