package op

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func halves() []DType {
	return slices.DeleteFunc(DTypes(), func(dt DType) bool { return !dt.half() })
}

func TestHalvesComputeInFloat32AndRoundOnceMore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, dt := range halves() {
		for range 20000 {
			o := []*Op{Add, Mul, Div, Exp, Sigmoid, Remainder, FloorDivide, Lerp}[r.IntN(8)]
			args, types, wide := make([]Scalar, o.Arity), make([]DType, o.Arity), make([]DType, o.Arity)
			for i := range args {
				args[i], types[i], wide[i] = Scalar(r.Uint32()>>16), dt, Float32
			}
			float32s := make([]Scalar, o.Arity)
			for i := range args {
				float32s[i] = Convert(args[i], dt, Float32)
			}
			want := Convert(o.Eval(float32s, wide), Float32, dt)
			if got := o.Eval(args, types); got != want && !(dt.isNaN(got) && dt.isNaN(want)) {
				t.Fatalf("%v of %v %#x is %#x, want %#x", o, dt, args, got, want)
			}
		}
	}
	assert.Zero(t, evaluate(Silu, Float16, 0x1p-24), "beyond the tie between 0 and 2^-24 by less than float32 has digits for")
}

func TestBetweenTheLargestHalfAndInfinityIsATie(t *testing.T) {
	for _, c := range []struct {
		name string
		dt   DType
		tie  float32
	}{
		{"float16", Float16, 65520},
		{"bfloat16", BFloat16, 0x1.ffp127},
	} {
		t.Run(c.name, func(t *testing.T) {
			infinity := c.dt.FromFloat(math.Inf(1))
			assert.EqualValues(t, c.tie, c.dt.nearestSource(infinity, infinity-1), "it rounds to infinity")
			assert.EqualValues(t, math.Nextafter32(c.tie, 0), c.dt.nearestSource(infinity-1, infinity))
		})
	}
}

func TestNaNKeepsItsSignAsAHalf(t *testing.T) {
	for _, dt := range halves() {
		for _, sign := range []float64{1, -1} {
			x := math.Copysign(nan, sign)
			assert.Equal(t, sign < 0, math.Signbit(dt.Float(dt.FromFloat(x))), dt)
			assert.Equal(t, dt.FromFloat(sign), evaluate(Copysign, dt, 1, x), dt)
		}
	}
}

func TestTheNextHalfIsThatOfTheFormat(t *testing.T) {
	for _, dt := range halves() {
		one, largest := dt.FromFloat(1), dt.FromFloat(math.Inf(1))-1
		next := func(x, y Scalar) Scalar { return Nextafter.Eval([]Scalar{x, y}, []DType{dt, dt}) }
		sign := Scalar(0x8000)
		assert.Equal(t, one+1, next(one, largest))
		assert.Equal(t, one-1, next(one, 0))
		assert.Equal(t, sign|1, next(0, sign|one))
		assert.Equal(t, Scalar(0), next(1, 0))
		assert.Equal(t, sign, next(0, sign), "of equal ones the second")
		assert.Equal(t, largest+1, next(largest, largest+1))
		assert.Zero(t, Nextafter.Distance([]Scalar{one, 0}, []DType{dt, dt}, one-1))
		assert.Equal(t, 1., Nextafter.Distance([]Scalar{one, largest}, []DType{dt, dt}, one))
	}
}
