package tensor_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// numberCases are operations with a number. rounded says whether PyTorch 2.15, on the CPU, rounds
// the number to float16 or bfloat16 first.
var numberCases = []struct {
	name     string
	operands func(x *tensor.Tensor, number any) []any
	rounded  bool
}{
	{"eq", second, true}, {"ne", second, true}, {"lt", second, true}, {"le", second, true}, {"gt", second, true}, {"ge", second, true},
	{"add", second, true}, {"sub", second, true}, {"remainder", second, true}, {"fmod", second, true}, {"pow", second, true}, {"pow", first, true},
	{"xlogy", second, true}, {"softshrink", second, true}, {"hardshrink", second, true},
	{"add", third, true}, {"sub", third, true}, // alpha
	{"mul", second, false}, {"mul", first, false}, {"div", second, false}, {"floor_divide", second, false}, {"trunc_divide", second, false},
	{"lerp", third, false}, {"threshold", threshold, false}, {"leaky_relu", negateArgs, false}, {"elu", negateArgs, false}, {"celu", negateArgs, false},
	{"softplus", second, false}, {"addcmul", fourth, false}, {"addcdiv", fourth, false},
}

func first(x *tensor.Tensor, number any) []any      { return []any{number, x} }
func second(x *tensor.Tensor, number any) []any     { return []any{x, number} }
func third(x *tensor.Tensor, number any) []any      { return []any{x, x.Flip(0), number} }
func fourth(x *tensor.Tensor, number any) []any     { return []any{x, x.Flip(0), x, number} }
func negateArgs(x *tensor.Tensor, number any) []any { return []any{x.Neg(), number} }
func threshold(x *tensor.Tensor, number any) []any  { return []any{x, number, 7} }

// hardNumbers are exact in no half type. float16 and bfloat16 each round one of them up, and one
// down.
var hardNumbers = []float64{0.1, 0.3, 0.7}

// aroundNumbers are elements of the dtype, among them what the hard numbers are rounded to.
func aroundNumbers(dt tensor.DType) *tensor.Tensor {
	r := rand.New(rand.NewPCG(1, 2))
	data := make([]float32, 300)
	for i := range data {
		data[i] = float32(math.Abs(r.NormFloat64()))
	}
	for _, x := range hardNumbers {
		data = append(data, float32(x))
	}
	return tensor.FromFloat32s(dt, data)
}

func TestANumberBesideHalvesIsRoundedWhereItIsInPyTorch(t *testing.T) {
	devicetest.OneGoroutine(t)
	for _, c := range numberCases {
		for _, dt := range halves {
			t.Run(c.name+" of "+dt.String(), func(t *testing.T) {
				var rounded, kept, got []byte
				for _, number := range hardNumbers {
					x := aroundNumbers(dt)
					wide, narrow := x.AsType(tensor.Float32), tensor.Scalar(number).AsType(dt).AsType(tensor.Float32)
					rounded = append(rounded, bytesAs(t, dt, tensor.Apply(c.name, c.operands(wide, narrow)...))...)
					kept = append(kept, bytesAs(t, dt, tensor.Apply(c.name, c.operands(wide, number)...))...)
					got = append(got, bytesAs(t, dt, tensor.Apply(c.name, c.operands(x, number)...))...)
				}
				require.NotEqual(t, rounded, kept, "the numbers tell nothing")
				if c.rounded {
					assert.Equal(t, rounded, got)
				} else {
					assert.Equal(t, kept, got)
				}
			})
		}
	}
}

// bytesAs are the elements of x, rounded to a dtype unless they are bools.
func bytesAs(t *testing.T, dt tensor.DType, x *tensor.Tensor) []byte {
	if x.DType() != tensor.Bool {
		x = x.AsType(dt)
	}
	raw, err := x.Bytes()
	require.NoError(t, err)
	return raw
}

func TestATensorOfHalvesEqualsTheNumberItWasFilledWith(t *testing.T) {
	everywhere(t, func(t *testing.T, _ device.Device) {
		for _, dt := range halves {
			x := tensor.Zeros(dt, 3)
			require.NoError(t, x.Fill(0.1))
			assert.Equal(t, []bool{true, true, true}, data[bool](t, x.Eq(0.1)), dt)
			assert.Equal(t, []bool{true, true, true}, data[bool](t, x.Isclose(0.1, 0, 0)), dt)
			assert.Equal(t, []float32{0, 0, 0}, float32s(t, x.Sub(0.1)), dt)
		}
	})
}

// In place, and in an expression where one operation rounds the number and the next does not.
func TestANumberBesideHalvesMeansTheSameInPlaceAndFused(t *testing.T) {
	everywhere(t, func(t *testing.T, _ device.Device) {
		for _, dt := range halves {
			x := aroundNumbers(dt)
			step := x.Add(0.1)
			eval(t, step)
			want := step.Mul(0.1)
			eval(t, want)
			sameBits(t, want, x.Add(0.1).Mul(0.1), dt)
			y := x.Clone()
			require.NoError(t, y.AddInPlace(0.1))
			sameBits(t, step, y, dt)
			require.NoError(t, y.MulInPlace(0.1))
			sameBits(t, want, y, dt)
		}
	})
}

func TestADefaultThatIsNoHalfIsKeptAsIfItWereGiven(t *testing.T) {
	for _, dt := range halves {
		x := aroundNumbers(dt).Neg()
		sameBits(t, x.LeakyRelu(0.01), x.LeakyRelu(), dt)
		rounded := tensor.Scalar(0.01).AsType(dt)
		assert.NotEqual(t, bytesAs(t, dt, x.LeakyRelu(rounded)), bytesAs(t, dt, x.LeakyRelu()), dt)
	}
}

func TestAToleranceThatIsNoHalfIsKept(t *testing.T) {
	for _, dt := range halves {
		x := tensor.FromFloat32s(dt, []float32{0.5, 1})
		assert.Equal(t, []bool{true, false}, data[bool](t, x.Isclose(0, 0.0, 0.9999)), dt)
	}
}

func TestATensorBesideHalvesIsRoundedThoughANumberIsNot(t *testing.T) {
	for _, dt := range halves {
		x, scale := aroundNumbers(dt), tensor.Scalar[float32](0.1)
		want := x.Addcmul(x, scale.AsType(dt), 0.3)
		sameBits(t, want, x.Addcmul(x, scale, 0.3), dt)
		assert.NotEqual(t, bytesAs(t, dt, x.Addcmul(x, 0.1, 0.3)), bytesAs(t, dt, want), dt)
	}
}

func TestTheLargestUint64IsANumberBesideUint64Alone(t *testing.T) {
	x := tensor.FromSlice([]uint64{3})
	assert.Equal(t, []uint64{2}, data[uint64](t, x.Add(uint64(math.MaxUint64))))
	assert.ErrorContains(t, x.AsType(tensor.Int64).Add(uint64(math.MaxUint64)).Err(), "does not fit int64")
}

func TestAQuestionAboutOneNumberRefusesWhatInt64DoesNotHold(t *testing.T) {
	assert.ErrorContains(t, tensor.Apply("isnan", uint64(math.MaxUint64)).Err(), "does not fit int64")
}

func TestAnyNumberBut0IsTrueThoughTheTensorsTypeDoesNotHoldIt(t *testing.T) {
	for _, c := range []struct {
		name   string
		dt     tensor.DType
		number any
	}{
		{"too small for float16", tensor.Float16, 1e-8},
		{"too small for float32", tensor.Float32, 1e-60},
		{"too large for int8", tensor.Int8, 256},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := tensor.Ones(c.dt, 1).Clone()
			assert.Equal(t, []bool{true}, data[bool](t, x.LogicalAnd(c.number)))
			require.NoError(t, x.LogicalXorInPlace(c.number))
			assert.Equal(t, []bool{false}, data[bool](t, x.Ne(0)))
		})
	}
}

func TestTheExponentOfLdexpIsNotRoundedToAHalf(t *testing.T) {
	everywhere(t, func(t *testing.T, _ device.Device) {
		for _, c := range []struct {
			name string
			x    float32
			y    any
			want float32
			dt   tensor.DType
		}{
			{"a number beyond float16", 0, 100000, 0, tensor.Float16},
			{"a float beyond float16", 0, -1e10, 0, tensor.Float16},
			{"a float beyond float32", 0, 1e300, 0, tensor.Float16},
			{"a float beyond float32 of bfloat16", 0, -1e300, 0, tensor.BFloat16},
			{"a number that overflows", 1, 100000, float32(math.Inf(1)), tensor.Float16},
			{"an integer tensor beyond float16", 0, tensor.FromSlice([]int32{1 << 30}), 0, tensor.Float16},
			{"a constant tensor beyond float16", 0, tensor.Full[uint16](65535, 1), 0, tensor.Float16},
			{"a fraction that rounds", 1, 0.1, float32(math.Exp2(0.1)), tensor.Float16},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := tensor.FromFloat32s(c.dt, []float32{c.x})
				want := tensor.FromFloat32s(c.dt, []float32{c.want})
				assert.Equal(t, float32s(t, want), float32s(t, x.Ldexp(c.y)))
				require.NoError(t, x.LdexpInPlace(c.y))
				assert.Equal(t, float32s(t, want), float32s(t, x))
			})
		}
		infinite := tensor.FromFloat32s(tensor.Float16, []float32{0}).Ldexp(math.Inf(1))
		assert.True(t, isNaN64(float64(float32s(t, infinite)[0])), "2^Inf is no number to multiply 0 by")
		none := tensor.FromFloat32s(tensor.Float16, []float32{float32(math.Inf(1))}).Ldexp(math.Inf(-1))
		assert.True(t, isNaN64(float64(float32s(t, none)[0])), "nor is infinity times 0 one")
		wide := tensor.FromSlice([]float32{0, -2})
		assert.Equal(t, []float32{0, float32(math.Inf(-1))}, data32(t, wide.Ldexp(1e300)))
	})
}
