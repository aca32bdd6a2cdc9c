package devicetest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// coarse is a sweep of 80,000 float32.
func coarse(ops ...string) Sweep { return Sweep{Step: 50021, Ops: ops} }

func figureOf(t *testing.T, figures []Figure, name string) Figure {
	for _, f := range figures {
		if f.Op == name && f.Type == op.Float32 {
			return f
		}
	}
	require.Fail(t, "no figure of "+name)
	return Figure{}
}

func TestASweepOfTheMeaningsFindsThemRight(t *testing.T) {
	figures, err := coarse("exp", "elu", "add", "hypot", "isnan", "relu6", "logit").Run(newReference())
	require.NoError(t, err)
	assert.Len(t, figures, 9, "those with parameters are rows of their own, and float64 is refused")
	assert.Zero(t, figureOf(t, figures, "add with alpha").Allowed)
	assert.Equal(t, 2.5, figureOf(t, figures, "elu").Allowed)
	assert.True(t, figureOf(t, figures, "add with alpha").BySteps)
	assert.Greater(t, figureOf(t, figures, "relu6").Inputs, 1<<32/50021)
}

// The fault is too rare for the suite, and for a sweep of the few arguments that are
// judged in high precision.
func TestASweepFindsAFaultBetweenRandomNumbers(t *testing.T) {
	spoil := func(x, _ float32) float32 {
		if x > 50 && x < 51 {
			x = 50
		}
		return exp32(x)
	}
	r := newReference()
	r.info.Kind = device.Other
	single32(op.Exp, spoil)(r)
	figures, err := coarse("exp").Run(r)
	require.ErrorContains(t, err, "exp of float32 on reference: one element at a time: ")
	f := figureOf(t, figures, "exp")
	assert.Greater(t, f.Worst, 1e6)
	assert.Contains(t, f.At, "(50.")
}

// The default gives no hint of it.
func TestASweepFindsAFaultOfAParameter(t *testing.T) {
	r := newReference()
	instead(op.Celu, op.Float32, func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		if alpha := op.Float32.Float(args[1]); alpha > 2 && alpha < 3 {
			args = []op.Scalar{args[0], op.Float32.FromFloat(2)}
		}
		return in.Eval(args, types)
	})(r)
	figures, err := coarse("celu").Run(r)
	require.ErrorContains(t, err, "celu of float32 on reference: one element at a time: ")
	assert.Regexp(t, `^\(.+ \(.+\), 2\..+ \(.+\)\)$`, figureOf(t, figures, "celu").At)
}

// A device may compute by the very function that judges it.
func TestASweepOfACPUDoesNotTrustTheMeaning(t *testing.T) {
	r := newReference()
	off(op.Exp, op.Float32, 3)(r)
	_, err := coarse("exp").Run(r)
	assert.ErrorContains(t, err, "3")
	zero := op.Float32.FromFloat(-2.4570248) // lgamma of it is 9.7e-8
	near := op.Lgamma.Eval([]op.Scalar{zero}, []op.DType{op.Float32})
	assert.Less(t, highDistance(op.Lgamma, []op.Scalar{zero}, near+20), 0.01, "in units of 0.25")
	two := op.Float32.FromFloat(2.0000002)
	near = op.Lgamma.Eval([]op.Scalar{two}, []op.DType{op.Float32})
	assert.InDelta(t, 20, highDistance(op.Lgamma, []op.Scalar{two}, near+20), 0.5, "in its own units")
	assert.Equal(t, math.Inf(1), highDistance(op.Exp, []op.Scalar{0}, op.Float32.FromFloat(math.NaN())))
}

func TestASweepForgivesADeviceThatFlushes(t *testing.T) {
	r := newFlushing(minNormal, same1, false)
	r.info.Kind = device.Other
	figures, err := coarse("square", "hardtanh", "softsign").Run(r)
	require.NoError(t, err)
	assert.Positive(t, figureOf(t, figures, "square").Flushed)
	assert.Positive(t, figureOf(t, figures, "softsign").Flushed)
}

func TestASweepOfAnUnknownOperationIsAnError(t *testing.T) {
	_, err := coarse("exq").Run(newReference())
	assert.EqualError(t, err, `devicetest: no operation "exq"`)
	_, err = Sweep{Step: -1}.Run(newReference())
	assert.EqualError(t, err, "devicetest: a sweep by steps of -1; they are at least 1")
}

func TestEveryStepthPatternIsSweptOnce(t *testing.T) {
	var all []op.Scalar
	for tuples := range patterns(8, 61) {
		all = append(all, tuples[0]...)
	}
	assert.Equal(t, []op.Scalar{0, 61, 122, 183, 244}, all)
	n := 0
	for tuples := range patterns(32, 1021) {
		assert.LessOrEqual(t, len(tuples[0]), chunkLen)
		n += len(tuples[0])
	}
	assert.Equal(t, 1<<32/1021+1, n)
}

func TestTheTableOfFiguresHasALineForWhatIsNotExact(t *testing.T) {
	figures := []Figure{{Op: "add", Type: op.Float32, Inputs: 9}, {Op: "exp", Type: op.Float32, Inputs: 8, Worst: 0.725, At: "(2)", Mean: 0.001, Allowed: 2.5}, {Op: "lerp", Type: op.Float32, BySteps: true}, {Op: "log", Type: op.Float64}}
	assert.Equal(t, `| operation | worst | allowed | mean | worst at | arguments |
| --- | ---: | ---: | ---: | --- | ---: |
| exp | 0.725 | 2.5 | 0.001 | (2) | 8 |

Exact: add.

By definition, every step rounded: lerp.
`, FigureTable(figures, op.Float32))
}

func TestTheReportSaysWhatIsRepaired(t *testing.T) {
	r := newReference()
	r.info.Repaired = "division (off by up to 2 ULP: 1 / 3)"
	report, err := Check(r, Quick(), Only("neg"))
	require.NoError(t, err)
	assert.Contains(t, report.String(), "\nrepaired: division (off by up to 2 ULP: 1 / 3)")
}
