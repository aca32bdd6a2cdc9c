package op

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

var inf, nan, negative = math.Inf(1), math.NaN(), math.Copysign(0, -1)

// evaluate computes a row for arguments of one type.
func evaluate(o *Op, dt DType, args ...float64) Scalar {
	var s []Scalar
	var types []DType
	for _, x := range args {
		s, types = append(s, dt.FromFloat(x)), append(types, dt)
	}
	return o.Eval(s, types)
}

func TestFloatsMeanWhatWeDecided(t *testing.T) {
	for _, c := range []struct {
		op   *Op
		args []float64
		want float64
	}{
		{Sign, []float64{nan}, nan}, {Sign, []float64{negative}, 0}, {Sign, []float64{-inf}, -1},
		{Sign, []float64{1e-7}, 1},
		{Maximum, []float64{1, nan}, nan}, {Maximum, []float64{negative, 0}, 0},
		{Minimum, []float64{nan, -inf}, nan}, {Minimum, []float64{0, negative}, negative},
		{Clamp, []float64{5, 1, 3}, 3}, {Clamp, []float64{0, 3, 1}, 1}, {Clamp, []float64{0, nan, 1}, nan},
		{Clamp, []float64{nan, 0, 1}, nan},
		{Relu, []float64{nan}, nan}, {Relu, []float64{-1}, 0}, {Relu, []float64{inf}, inf},
		{Remainder, []float64{-7, 2}, 1}, {Remainder, []float64{7, -2}, -1},
		{Remainder, []float64{4, -2}, negative}, {Remainder, []float64{-4, 2}, 0},
		{Remainder, []float64{-1, inf}, inf}, {Remainder, []float64{1, 0}, nan},
		{Remainder, []float64{inf, 2}, nan},
		{Fmod, []float64{-7, 2}, -1}, {Fmod, []float64{-4, 2}, negative}, {Fmod, []float64{1, inf}, 1},
		{Fmod, []float64{1, 0}, nan},
		{FloorDivide, []float64{-7, 2}, -4}, {FloorDivide, []float64{1, 0}, inf},
		{FloorDivide, []float64{0, 0}, nan}, {FloorDivide, []float64{-1, inf}, -1},
		{FloorDivide, []float64{inf, 1}, nan}, {FloorDivide, []float64{negative, 1}, negative},
		{FloorDivide, []float64{1, 0.125}, 8},
		{TruncDivide, []float64{-7, 2}, -3}, {TruncDivide, []float64{-1, 2}, negative},
		{TruncDivide, []float64{inf, 1}, inf},
		{Round, []float64{0.5}, 0}, {Round, []float64{-0.5}, negative}, {Round, []float64{2.5}, 2},
		{Round, []float64{3.5}, 4},
		{Floor, []float64{-0.5}, -1}, {Ceil, []float64{-0.5}, negative}, {Trunc, []float64{-1.5}, -1},
		{Div, []float64{1, negative}, -inf}, {Reciprocal, []float64{negative}, -inf},
		{Sqrt, []float64{negative}, negative}, {Sqrt, []float64{-1}, nan},
		{Rsqrt, []float64{0}, inf}, {Rsqrt, []float64{negative}, -inf}, {Log, []float64{0}, -inf},
		{Log, []float64{-1}, nan}, {Exp, []float64{-inf}, 0},
		{Sin, []float64{inf}, nan}, {Tanh, []float64{-inf}, -1}, {Tanh, []float64{negative}, negative},
		{Sigmoid, []float64{-inf}, 0}, {Sigmoid, []float64{0}, 0.5},
		{Pow, []float64{0, 0}, 1}, {Pow, []float64{nan, 0}, 1}, {Pow, []float64{1, nan}, 1},
		{Pow, []float64{-8, 0.5}, nan}, {Pow, []float64{-2, 3}, -8},
		{Add, []float64{inf, -inf}, nan}, {Sub, []float64{0, 0}, 0}, {Neg, []float64{0}, negative},
		{Abs, []float64{negative}, 0}, {Square, []float64{-3}, 9},
	} {
		t.Run(fmt.Sprint(c.op, c.args), func(t *testing.T) {
			for _, dt := range []DType{Float16, BFloat16, Float32, Float64} {
				got := dt.Float(evaluate(c.op, dt, c.args...))
				assert.Zero(t, ULP(dt, got, c.want), "%v gives %v, not %v", dt, got, c.want)
			}
		})
	}
}

func TestSpecialFunctionsMeanWhatWeDecided(t *testing.T) {
	for _, c := range []struct {
		op   *Op
		args []float64
		want float64
	}{
		{Silu, []float64{-inf}, nan}, {Mish, []float64{-inf}, nan}, {Gelu, []float64{-inf}, nan},
		{GeluTanh, []float64{-inf}, nan}, {Hardswish, []float64{-inf}, nan},
		{Elu, []float64{negative, 1}, negative}, {Celu, []float64{negative, 1}, negative},
		{Selu, []float64{negative}, negative}, {Expm1, []float64{negative}, negative},
		{Elu, []float64{-inf, 2}, -2}, {Celu, []float64{-inf, 2}, -2}, {Tanhshrink, []float64{negative}, 0},
		{Logsigmoid, []float64{1e4}, negative},
		{Sinc, []float64{negative}, 1}, {Sinc, []float64{-3}, 0}, {Sinc, []float64{inf}, nan},
		{Heaviside, []float64{nan, 1}, nan}, {Heaviside, []float64{negative, 7}, 7},
		{Softshrink, []float64{nan, 0.5}, nan}, {Hardshrink, []float64{nan, 0.5}, nan},
		{Threshold, []float64{nan, 0, 7}, nan}, {Relu6, []float64{nan}, nan},
		{Hardtanh, []float64{0, 1, -1}, -1}, {Softsign, []float64{-inf}, nan},
		{Fmax, []float64{nan, 1}, 1}, {Fmax, []float64{0, negative}, 0}, {Fmin, []float64{1, nan}, 1},
		{Fmin, []float64{0, negative}, negative}, {Fmin, []float64{nan, nan}, nan},
		{Ldexp, []float64{0, 1e4}, 0}, {Ldexp, []float64{-inf, -1e4}, -inf}, {Ldexp, []float64{0, inf}, nan},
		{Ldexp, []float64{3, -1}, 1.5},
		{Hypot, []float64{inf, nan}, inf}, {Xlogy, []float64{0, 0}, 0}, {Xlogy, []float64{0, nan}, nan},
		{Copysign, []float64{1, negative}, -1},
		{Nextafter, []float64{0, negative}, negative}, {Nextafter, []float64{1, nan}, nan},
		{Nextafter, []float64{inf, inf}, inf},
		{Logit, []float64{0}, -inf}, {Logit, []float64{1}, inf}, {Logit, []float64{2}, nan},
		{Lgamma, []float64{-inf}, inf}, {Lgamma, []float64{-2}, inf},
		{Logaddexp, []float64{-inf, -inf}, -inf}, {Logaddexp2, []float64{inf, -inf}, inf},
		{Frac, []float64{inf}, nan}, {Frac, []float64{-1.75}, -0.75},
		{Round.With, []float64{1024, 30}, 1024}, {Round.With, []float64{1250, -2}, 1200},
		{Round.With, []float64{-7, -30}, negative}, {Round.With, []float64{inf, 1}, inf},
		{NanToNum, []float64{-inf, 0, 1, 2}, 2}, {NanToNum, []float64{nan, 7, 1, 2}, 7},
		{Lerp, []float64{1, 3, 1}, 3}, {Lerp, []float64{3, 1, 0.25}, 2.5},
	} {
		t.Run(fmt.Sprint(c.op, c.args), func(t *testing.T) {
			for _, dt := range []DType{Float16, BFloat16, Float32, Float64} {
				got := dt.Float(evaluate(c.op, dt, c.args...))
				assert.Zero(t, ULP(dt, got, dt.Float(dt.FromFloat(c.want))), "%v gives %v, not %v", dt, got, c.want)
			}
		})
	}
}

func TestTheRowsWithoutDataMeanWhatTheyShould(t *testing.T) {
	judged := map[*Op]bool{}
	for _, c := range []struct {
		op   *Op
		args []float64
		want float64
	}{
		{Positive, []float64{negative}, negative}, {Positive, []float64{nan}, nan},
		{Prelu, []float64{-2, 0.25}, -0.5}, {Prelu, []float64{2, 0.25}, 2}, {Prelu, []float64{0, -1}, negative},
		{Prelu, []float64{nan, 1}, nan},
		{Muladd, []float64{2, 3, -5}, 1}, {Muladd, []float64{inf, 0, 1}, nan},
		{Logit.With, []float64{0, 0.5}, 0}, {Logit.With, []float64{0, 0}, -inf},
		{Logit.With, []float64{nan, 0.25}, nan},
		{Digamma, []float64{0}, -inf}, {Digamma, []float64{negative}, inf}, {Digamma, []float64{-2}, nan},
		{Digamma, []float64{inf}, inf}, {Digamma, []float64{-inf}, nan}, {Digamma, []float64{0x1p-10}, -1024.5756104293407},
		{Erfinv, []float64{1}, inf}, {Erfinv, []float64{-1}, -inf}, {Erfinv, []float64{1.5}, nan}, {Erfinv, []float64{negative}, negative},
		{Erfinv, []float64{0.75}, 0.8134198475976185}, {Erfinv, []float64{-0.75}, -0.8134198475976185},
		{Ndtri, []float64{0}, -inf}, {Ndtri, []float64{1}, inf}, {Ndtri, []float64{0.5}, 0}, {Ndtri, []float64{-0.5}, nan},
		{Ndtri, []float64{0x1p-10}, -3.0972690781987846},
		{I0, []float64{-inf}, inf}, {I0, []float64{negative}, 1}, {I0, []float64{2}, 2.2795853023360673},
		{I0e, []float64{-inf}, 0}, {I0e, []float64{0}, 1}, {I0e, []float64{16}, 0.10054412736125203},
		{I1, []float64{-inf}, -inf}, {I1, []float64{negative}, negative}, {I1, []float64{-2}, -1.590636854637329},
		{I1e, []float64{-inf}, negative}, {I1e, []float64{negative}, negative}, {I1e, []float64{-16}, -0.09734961475646808},
		{Xlog1py, []float64{0, -1}, 0}, {Xlog1py, []float64{0, nan}, nan}, {Xlog1py, []float64{2, -1}, -inf}, {Xlog1py, []float64{-2, 0.5}, -0.8109302162163288},
		{Isclose, []float64{1, 1.25, 0.25, 0, 0}, 1},
		{Isclose, []float64{1.25, 1, 0.125, 0, 0}, 0}, // the error is relative to y
		{Isclose, []float64{1, 1.25, 0, 0.25, 0}, 1}, {Isclose, []float64{1, -1.25, 0.25, 0.25, 0}, 0},
		{Isclose, []float64{-4, -5, 0.25, 0, 0}, 1},
		{Isclose, []float64{inf, inf, 0, 0, 0}, 1}, {Isclose, []float64{inf, -inf, 1, 1, 0}, 0},
		{Isclose, []float64{1, inf, 1, 1, 0}, 0},
		{Isclose, []float64{nan, nan, 1, 1, 0}, 0}, {Isclose, []float64{nan, nan, 0, 0, 1}, 1},
		{Isclose, []float64{nan, 1, 1, 1, 1}, 0},
	} {
		judged[c.op] = true
		t.Run(fmt.Sprint(c.op, c.args), func(t *testing.T) {
			for _, dt := range []DType{Float16, BFloat16, Float32, Float64} {
				got, want := evaluate(c.op, dt, c.args...), dt.FromFloat(c.want)
				if c.op == Isclose {
					assert.Equal(t, Scalar(c.want), got, dt)
					continue
				}
				assert.Zero(t, ULP(dt, dt.Float(got), dt.Float(want)), "%v gives %v, not %v", dt, dt.Float(got), c.want)
			}
		})
	}
	assert.Equal(t, Unjudged, judged)
}

func TestTheNextNumberIsThatOfTheType(t *testing.T) {
	for _, dt := range []DType{Float16, BFloat16, Float32, Float64} {
		one := dt.FromFloat(1)
		assert.Equal(t, one+1, evaluate(Nextafter, dt, 1, inf), dt)
		assert.Equal(t, one-1, evaluate(Nextafter, dt, 1, -1), dt)
		assert.Equal(t, dt.FromFloat(-1)+1, evaluate(Nextafter, dt, -1, -inf), dt)
		assert.Equal(t, Scalar(1), evaluate(Nextafter, dt, 0, 1), dt)
		assert.Equal(t, dt.FromFloat(negative)+1, evaluate(Nextafter, dt, 0, -1), dt)
		assert.Equal(t, dt.FromFloat(inf), Nextafter.Eval([]Scalar{Largest.In(dt), dt.FromFloat(inf)}, []DType{dt, dt}), dt)
	}
}

func TestComparisonsWithNaNAreFalseButForNe(t *testing.T) {
	for _, c := range []struct {
		op                           *Op
		nan, less, equal, more, zero Scalar // of (NaN, 1), (1, 2), (2, 2), (2, 1), (0, -0)
	}{
		{Eq, 0, 0, 1, 0, 1}, {Ne, 1, 1, 0, 1, 0}, {Lt, 0, 1, 0, 0, 0},
		{Le, 0, 1, 1, 0, 1}, {Gt, 0, 0, 0, 1, 0}, {Ge, 0, 0, 1, 1, 1},
	} {
		t.Run(c.op.Name, func(t *testing.T) {
			assert.Equal(t, c.nan, evaluate(c.op, Float32, nan, 1))
			assert.Equal(t, c.zero, evaluate(c.op, Float32, 0, negative))
			for _, dt := range []DType{Int8, Uint64, Float16, Float64} {
				assert.Equal(t, c.less, evaluate(c.op, dt, 1, 2), dt)
				assert.Equal(t, c.equal, evaluate(c.op, dt, 2, 2), dt)
				assert.Equal(t, c.more, evaluate(c.op, dt, 2, 1), dt)
			}
			assert.Equal(t, c.less, evaluate(c.op, Bool, 0, 1))
			assert.Equal(t, c.equal, evaluate(c.op, Bool, 1, 1))
			assert.Equal(t, c.more, evaluate(c.op, Bool, 1, 0))
		})
	}
}

func TestNumbersAreClassified(t *testing.T) {
	for _, c := range []struct {
		name string
		x    float64
		want [3]Scalar
	}{
		{"nan", nan, [3]Scalar{1, 0, 0}},
		{"an infinity", -inf, [3]Scalar{0, 1, 0}},
		{"zero", 0, [3]Scalar{0, 0, 1}},
		{"the largest", 65504, [3]Scalar{0, 0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := [3]Scalar{evaluate(Isnan, Float16, c.x), evaluate(Isinf, Float16, c.x), evaluate(Isfinite, Float16, c.x)}
			assert.Equal(t, c.want, got)
		})
	}
	for _, dt := range []DType{Bool, Uint8, Int8} {
		got := [3]Scalar{evaluate(Isnan, dt, 1), evaluate(Isinf, dt, 1), evaluate(Isfinite, dt, 1)}
		assert.Equal(t, [3]Scalar{0, 0, 1}, got, dt)
	}
}

func TestWhereChoosesWithoutLookingAtTheOther(t *testing.T) {
	for _, dt := range DTypes() {
		one, zero := dt.FromInt(1), dt.FromInt(0)
		types := []DType{Bool, dt, dt}
		assert.Equal(t, one, Where.Eval([]Scalar{1, one, zero}, types), dt)
		assert.Equal(t, zero, Where.Eval([]Scalar{0, one, zero}, types), dt)
	}
	f := Float32.FromFloat
	assert.Equal(t, f(1), Where.Eval([]Scalar{1, f(1), f(nan)}, []DType{Bool, Float32, Float32}))
}

func TestUnsignedNumbersUseAllTheirBits(t *testing.T) {
	const top = 1<<63 | 1
	u := []DType{Uint64, Uint64}
	for _, c := range []struct {
		op         *Op
		x, y, want Scalar
	}{
		{FloorDivide, top, 2, 1 << 62}, {Remainder, top, 2, 1}, {Fmod, top, 0, 0}, {TruncDivide, top, 0, 0},
		{Maximum, top, 1, top}, {Lt, top, 1, 0},
		{BitwiseRightShift, top, 63, 1}, {BitwiseRightShift, top, 64, 0}, {BitwiseLeftShift, 1, 63, 1 << 63},
		{Sub, 0, 1, math.MaxUint64}, {Pow, 3, 41, 36472996377170786403 - 1<<64},
	} {
		t.Run(fmt.Sprint(c.op, c.x, c.y), func(t *testing.T) {
			assert.Equal(t, c.want, c.op.Eval([]Scalar{c.x, c.y}, u))
		})
	}
}

// Below the normal numbers x / alpha has lost digits that the result still has.
func TestCeluOfTinyNumbersKeepsItsDigits(t *testing.T) {
	for _, c := range []struct {
		dt DType
		x  float64
	}{
		{Float16, -0x1.23p-13},
		{Float32, -0x1.234p-120},
		{Float64, -0x1.2345678p-1010},
	} {
		t.Run(c.dt.String(), func(t *testing.T) {
			assert.Equal(t, c.x, c.dt.Float(evaluate(Celu, c.dt, c.x, 0x1p15)))
		})
	}
}
