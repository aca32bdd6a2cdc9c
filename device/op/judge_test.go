package op

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// distance64 judges a float64 result for float64 arguments.
func distance64(o *Op, got float64, args ...float64) float64 {
	var s []Scalar
	var types []DType
	for _, x := range args {
		s, types = append(s, Float64.FromFloat(x)), append(types, Float64)
	}
	return o.Distance(s, types, Float64.FromFloat(got))
}

func TestTheJudgeKnowsWhereGosMathIsWrong(t *testing.T) {
	assert.Zero(t, distance64(Log, -744.4400719213812, 5e-324))
	assert.Greater(t, distance64(Log, -709.0895657128241, 5e-324), 1e14)
	assert.Zero(t, distance64(Exp, 1.7976931348622732e308, 709.782712893384))
	assert.Greater(t, distance64(Exp, math.Inf(1), 709.782712893384), 200.0)
	assert.Zero(t, distance64(Sigmoid, 4.47628622567513e-309, -710))
	assert.Zero(t, distance64(Sin, -0.8178819121159085, 1e300))
}

func TestTheJudgeKnowsConstants(t *testing.T) {
	assert.Zero(t, distance64(Exp, math.E, 1))
	assert.Zero(t, distance64(Log, math.Ln2, 2))
	assert.Zero(t, distance64(Log, 0, 1))
	assert.Zero(t, distance64(Sin, 1.2246467991473532e-16, math.Pi)) // what float64 lacks of π
	assert.Zero(t, distance64(Cos, 6.123233995736766e-17, math.Pi/2))
	// The float64 nearest to a multiple of π/2.
	assert.Zero(t, distance64(Cos, -4.6871659242546277e-19, 6381956970095103*0x1p797))
	assert.Zero(t, distance64(Pow, 2.718281828459045, 1+0x1p-52, 0x1p52))
	assert.Zero(t, distance64(Pow, -8, -2, 3)+distance64(Pow, math.Sqrt2, 2, 0.5))
	assert.Zero(t, distance64(Rsqrt, math.Sqrt2/2, 2))
	assert.Zero(t, distance64(Tanh, 0.7615941559557649, 1)+distance64(Tanh, 1e-300, 1e-300))
	assert.Zero(t, distance64(Sigmoid, 0.7310585786300049, 1)+distance64(Sigmoid, 3.720075976020836e-44, -100))
}

func TestSpecialValuesAreEitherExactOrWrong(t *testing.T) {
	for _, c := range []struct {
		op        *Op
		got, x, y float64
		want      float64
	}{
		{Exp, nan, nan, 0, 0}, {Exp, 1, nan, 0, inf}, {Exp, nan, 1, 0, inf}, {Log, nan, -1, 0, 0},
		{Log, -inf, negative, 0, 0},
		{Exp, inf, 1000, 0, 0}, {Exp, 0, -1000, 0, 0}, {Exp, negative, -1000, 0, inf}, {Exp, inf, inf, 0, 0},
		{Exp, math.MaxFloat64, inf, 0, 1},
		{Sin, negative, negative, 0, 0}, {Sin, 0, negative, 0, inf}, {Sin, nan, inf, 0, 0},
		{Sin, -5e-324, 5e-324, 0, 2},
		{Pow, negative, -5e-324, 3, 0}, {Pow, 0, -5e-324, 3, inf}, {Pow, -inf, -1e300, 3, 0},
		{Pow, nan, -8, 1. / 3, 0}, {Pow, 1, nan, 0, 0},
		{Add, 0.3, 0.1, 0.2, 1}, {Add, 0.30000000000000004, 0.1, 0.2, 0}, {Mul, 0, -5e-324, 0.1, inf},
	} {
		t.Run(fmt.Sprintf("%v(%v, %v) = %v", c.op, c.x, c.y, c.got), func(t *testing.T) {
			got := distance64(c.op, c.got, []float64{c.x, c.y}[:c.op.Arity]...)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestIntegersAndBoolsAreEitherExactOrWrong(t *testing.T) {
	int8s := []DType{Int8, Int8}
	assert.Zero(t, Add.Distance([]Scalar{127, 1}, int8s, 0x80))
	assert.Equal(t, math.Inf(1), Add.Distance([]Scalar{127, 1}, int8s, 0x7f))
	assert.Zero(t, Lt.Distance([]Scalar{0x80, 1}, int8s, 1))
	assert.Equal(t, math.Inf(1), Lt.Distance([]Scalar{0x80, 1}, int8s, 0))
	assert.Zero(t, Where.Distance([]Scalar{1, 7, 8}, []DType{Bool, Uint8, Uint8}, 7))
	one, two := Float32.FromFloat(1), Float32.FromFloat(2)
	assert.Zero(t, Lt.Distance([]Scalar{one, two}, []DType{Float32, Float32}, 1))
}

func TestNarrowFloatsAreJudgedInTheirOwnUnits(t *testing.T) {
	x := Float32.FromFloat(1)
	e := Float32.FromFloat(math.E)
	assert.Zero(t, Exp.Distance([]Scalar{x}, []DType{Float32}, e))
	assert.InDelta(t, 1, Exp.Distance([]Scalar{x}, []DType{Float32}, e+1), 0.5)
	small := Float32.FromFloat(-200)
	assert.Zero(t, Exp.Distance([]Scalar{small}, []DType{Float32}, 0))
	assert.Equal(t, math.Inf(1), Exp.Distance([]Scalar{small}, []DType{Float32}, 1<<31), "the zero of the wrong sign")
	assert.InDelta(t, 1, Exp.Distance([]Scalar{small}, []DType{Float32}, 1), 1e-9)
}

// A float16 or bfloat16 is as right as the float32 that it may have been rounded from.
func TestAHalfIsRightWhereAFloat32WithinTheToleranceRoundsToIt(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, dt := range halves() {
		right := 0
		for range 20000 {
			o := []*Op{Exp, Log, Tanh, Add, Mul}[r.IntN(5)]
			args, types := []Scalar{Scalar(r.Uint32() >> 16), Scalar(r.Uint32() >> 16)}[:o.Arity], []DType{dt, dt}[:o.Arity]
			got := o.Eval(args, types) + Scalar(r.IntN(3)) - 1
			want, nearest := o.Real(args, types), math.Inf(1)
			for near, ulps := float32(want), -40; ulps <= 40; ulps++ {
				f := math.Float32frombits(math.Float32bits(near) + uint32(ulps))
				if same := dt.FromFloat(float64(f)); same == got || dt.isNaN(same) && dt.isNaN(got) {
					nearest = min(nearest, ULP(Float32, float64(f), want))
				}
			}
			d := o.Distance(args, types, got)
			if d > 0 && d <= 30 {
				right++
			}
			if agree := d == nearest || d > 30 && nearest > 30 || d == 0 && nearest <= 0.5; !agree {
				t.Fatalf("%v of %v %#x: %#x is %v off, the nearest float32 %v", o, dt, args, got, d, nearest)
			}
		}
		assert.Positive(t, right, "some are near a tie")
	}
}

func TestAHalfHasNoOtherErrorThanThatOfFloat32(t *testing.T) {
	tie := Float16.FromFloat(1 + 0x1p-10)
	assert.Equal(t, inf, Exp.Distance([]Scalar{Float16.FromFloat(nan)}, []DType{Float16}, 0), "no NaN")
	assert.Equal(t, inf, Exp.Distance([]Scalar{0}, []DType{Float16}, Float16.FromFloat(nan)), "NaN not due")
	assert.Zero(t, Exp.Distance([]Scalar{Float16.FromFloat(nan)}, []DType{Float16}, Float16.FromFloat(-nan)|1), "any NaN")
	assert.Equal(t, inf, Exp.Distance([]Scalar{Float16.FromFloat(-100)}, []DType{Float16}, 0x8000), "zero of the wrong sign")
	assert.Greater(t, Add.Distance([]Scalar{tie, 0}, []DType{Float16, Float16}, tie+1), 4000., "the unit is float32's")
	assert.Greater(t, Exp.Distance([]Scalar{Float16.FromFloat(1)}, []DType{Float16}, Float16.FromFloat(math.E)-3), 10000.)
	one, weight := Float16.FromFloat(1), Float16.FromFloat(0x1p-14)
	lerp := []Scalar{one, tie, weight} // 1 + 0x1p-24, which float32 rounds to 1
	assert.EqualValues(t, 4097, Lerp.Distance(lerp, []DType{Float16, Float16, Float16}, tie), "steps are float32's")
}

// random32 is a float32 of any exponent, or one near 1, of either sign.
func random32(r *rand.Rand) float64 {
	for {
		x := float64(math.Float32frombits(r.Uint32()))
		if r.IntN(2) == 0 {
			x = float64(float32(math.Copysign(1+math.Ldexp(r.Float64(), -r.IntN(24)), x)))
		}
		if x-x == 0 && x != 0 {
			return x
		}
	}
}

// The Float forms judge float32. Precise says that they may.
func TestFloat64IsAmpleToJudgeFloat32(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, o := range All() {
		if !o.Precise.Defined() {
			continue
		}
		for range 300 {
			x, y, z := random32(r), random32(r), random32(r)
			args := []Scalar{Float64.FromFloat(x), Float64.FromFloat(y), Float64.FromFloat(z)}[:o.Arity]
			want := o.precise(args, Float64)
			if want == nil {
				continue
			}
			exact, _ := want.Float64()
			if d := ulpAbove(Float32, o.Float.Call(x, y, z), exact, o.Tol.Floor(x)); d > 0.03 {
				t.Fatalf("%v%v in float64 is %v units of float32 off", o, []float64{x, y, z}[:o.Arity], d)
			}
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	for _, o := range All() {
		if !o.Precise.Defined() {
			continue
		}
		args := []Scalar{Float64.FromFloat(0.2345), Float64.FromFloat(1.75), Float64.FromFloat(20)}[:o.Arity]
		types := []DType{Float64, Float64, Float64}[:o.Arity]
		got := o.Eval(args, types) + 1
		b.Run("op="+o.Name, func(b *testing.B) {
			for b.Loop() {
				o.Distance(args, types, got)
			}
		})
	}
}
