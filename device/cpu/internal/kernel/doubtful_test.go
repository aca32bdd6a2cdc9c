package kernel_test

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestWhatCancelsKeepsItsDigits(t *testing.T) {
	var x, y []float32
	for i := range 3000 {
		v := -math.Exp(float64(i)/200 - 14.5)
		x, y = append(x, float32(v)), append(y, float32(math.Log(-math.Expm1(float64(float32(v))))))
	}
	for _, e := range functions(op.Float32) {
		switch e.Ops[0] {
		case op.Logaddexp:
			var w worst
			w.measure(e, [3][]float32{x, y})
			assert.LessOrEqual(t, w.ulp, 0.51, "%v", w.at)

			half := float32(-0.6931472)
			to := slices.Repeat([]float32{half}, 3000)
			e.Run(len(to), unsafe.Pointer(&to[0]), unsafe.Pointer(&to[0]), unsafe.Pointer(&half), nil, vector.Y, 1, nil)
			assert.Equal(t, slices.Repeat([]float32{float32(math.Ln2 + float64(half))}, 3000), to, "in place, with a constant")
		case op.Lgamma:
			var w worst
			w.measure(e, [3][]float32{{1, 2, 1.0000001, 0.99999994, 2.0000002, 1.9999999, -2.4570246, -2.7476826, 1.4616321}})
			assert.LessOrEqual(t, w.ulp, 0.51, "%v", w.at)
		}
	}
}

func TestLgammaOfFloat64KeepsItsDigitsNearItsZeros(t *testing.T) {
	for _, e := range functions(op.Float64) {
		if e.Ops[0] != op.Lgamma {
			continue
		}
		types := []op.DType{op.Float64}
		for _, zero := range []float64{1, 2} {
			for i := range 600 {
				// x lies between a quarter and a few units in the last place away from zero.
				x := zero + math.Exp(-float64(i)/16)/4*float64(i%2*2-1)
				to := slices.Repeat([]float64{x}, e.Least)
				e.Run(len(to), unsafe.Pointer(&to[0]), unsafe.Pointer(&to[0]), nil, nil, 0, 1, nil)
				assert.LessOrEqual(t, e.Ops[0].Distance([]op.Scalar{op.Float64.FromFloat(x)}, types, op.Float64.FromFloat(to[0])), 3.0, x)
			}
		}
	}
}

func TestLogarithmsOfSumsNearZeroKeepTheDigitsOfFloat64(t *testing.T) {
	for _, e := range functions(op.Float64) {
		if e.Ops[0] != op.Logaddexp {
			continue
		}
		at, types := make([]op.Scalar, 2), []op.DType{op.Float64, op.Float64}
		for i := range 600 {
			x := -math.Exp(float64(i)/40 - 14.5)
			y := math.Log(-math.Expm1(x))
			at[0], at[1] = op.Float64.FromFloat(x), op.Float64.FromFloat(y)
			to := slices.Repeat([]float64{x}, e.Least)
			// In place, with a constant.
			e.Run(len(to), unsafe.Pointer(&to[0]), unsafe.Pointer(&to[0]), unsafe.Pointer(&y), nil, vector.Y, 1, nil)
			assert.LessOrEqual(t, e.Ops[0].Distance(at, types, op.Float64.FromFloat(to[0])), 1.0, "%v, %v", x, y)
		}
	}
}

// The difference of the operands is no float64, so a function has to add the part that its rounding
// drops. The result is close to 0, and would lose digits without that part.
func TestWhatADifferenceLacksCountsForLogaddexp2(t *testing.T) {
	for _, e := range functions(op.Float64) {
		if e.Ops[0] == op.Logaddexp2 {
			to, y := slices.Repeat([]float64{-0.2814764057299907}, e.Least), -2.5
			at := []op.Scalar{op.Float64.FromFloat(to[0]), op.Float64.FromFloat(y)}
			e.Run(len(to), unsafe.Pointer(&to[0]), unsafe.Pointer(&to[0]), unsafe.Pointer(&y), nil, vector.Y, 1, nil)
			assert.LessOrEqual(t, e.Ops[0].Distance(at, []op.DType{op.Float64, op.Float64}, op.Float64.FromFloat(to[0])), 2.0)
		}
	}
}

func TestPowersOfTwoTimesNaNAreNaNInEveryKernelSet(t *testing.T) {
	for _, set := range kernel.Names() {
		x, y := slices.Repeat([]float64{math.NaN()}, 8), []float64{math.Inf(1), math.Inf(-1), 0, 1, 0.5, -2000, 2000, math.NaN()}
		ldexp := kernels(set).For(op.Ldexp, op.Float64, op.Float64)
		ldexp.Run(8, unsafe.Pointer(&x[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), nil, 0)
		for i := range x {
			assert.True(t, math.IsNaN(x[i]), "by 2^%v in %v", y[i], set)
		}
	}
}

func TestCeluOfNoAlphaIsNegativeZero(t *testing.T) {
	for _, e := range functions(op.Float32) {
		if e.Ops[0] == op.Celu {
			var w worst
			w.measure(e, [3][]float32{{-1, -1e-30, -3e38, -1, 2}, {0, 0, 0, float32(math.Inf(1)), 0}})
			assert.LessOrEqual(t, w.ulp, 2.5, "%v", w.at)
		}
	}
}
