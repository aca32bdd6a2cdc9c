package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

var halves = []tensor.DType{tensor.Float16, tensor.BFloat16}

// float32s are a tensor's numbers.
func float32s(t *testing.T, x *tensor.Tensor) []float32 {
	t.Helper()
	data, err := x.Float32s()
	require.NoError(t, err)
	return data
}

func TestHalvesAreFloat32sRoundedToNearestEven(t *testing.T) {
	inf := float32(math.Inf(1))
	x := tensor.FromFloat32s(tensor.Float16, []float32{1, 1. / 3, 65504, 65519, 65520, -inf, 0x1p-24, 0x1p-25, 2049, 2051}, 2, 5)
	assert.Equal(t, tensor.Float16, x.DType())
	assert.Equal(t, []int{2, 5}, x.Shape())
	assert.Equal(t, []float32{1, 0.33325195, 65504, 65504, inf, -inf, 0x1p-24, 0, 2048, 2052}, float32s(t, x))
	y := tensor.FromFloat32s(tensor.BFloat16, []float32{1, 1. / 3, math.MaxFloat32, 257, 259, 0x1p-133})
	assert.Equal(t, []float32{1, 0.33398438, inf, 256, 260, 0x1p-133}, float32s(t, y))
	nan := tensor.FromFloat32s(tensor.Float16, []float32{float32(math.NaN()), float32(math.Copysign(0, -1))})
	assert.True(t, math.IsNaN(float64(float32s(t, nan)[0])))
	assert.True(t, math.Signbit(float64(float32s(t, nan)[1])))
	f := tensor.FromFloat32s(tensor.Float32, []float32{1. / 3})
	assert.Equal(t, []float32{1. / 3}, float32s(t, f))
}

func TestHalvesAreTheir16BitsAsBytes(t *testing.T) {
	raw := []byte{0x00, 0x3c, 0x01, 0x00, 0xff, 0x7b, 0x01, 0xfe}
	for _, dt := range halves {
		x := tensor.FromBytes(dt, raw, 2, 2)
		back, err := x.Bytes()
		require.NoError(t, err)
		assert.Equal(t, raw, back)
		assert.Len(t, float32s(t, x.T()), 4)
	}
	assert.Equal(t, []float32{1, 0x1p-24}, float32s(t, tensor.FromBytes(tensor.Float16, raw[:4])))
	assert.ErrorContains(t, tensor.FromBytes(tensor.Float16, raw[:3]).Err(), "3 bytes are no whole number of float16 of 2 bytes")
	assert.ErrorContains(t, tensor.FromBytes(tensor.BFloat16, raw, 3).Err(), "the data has 8 bytes")
}

func TestGoHasNoElementForHalves(t *testing.T) {
	x := tensor.Ones(tensor.Float16, 2)
	_, err := tensor.Data[float32](x)
	assert.ErrorContains(t, err, "the tensor holds float16, not float32; use AsType(tensor.Float32) first")
	_, err = tensor.Item[uint16](x.Index(0, 0))
	assert.ErrorContains(t, err, "the tensor holds float16, not uint16; Float32s returns its numbers, Bytes its bits")
	_, err = tensor.Ones(tensor.Float64, 2).Float32s()
	assert.ErrorContains(t, err, "AsType(tensor.Float32)")
	assert.ErrorContains(t, tensor.FromFloat32s(tensor.Int8, []float32{1}).Err(), "int8 is not float16, bfloat16 or float32")
	assert.ErrorContains(t, tensor.FromFloat32s(tensor.Float16, []float32{1}, 2).Err(), "shape [2] holds 2 elements, the data has 1")
}

func TestHalvesAreMadeLikeOtherTypes(t *testing.T) {
	for _, dt := range halves {
		assert.Equal(t, []float32{0, 0}, float32s(t, tensor.Zeros(dt, 2)))
		assert.Equal(t, []float32{1, 1}, float32s(t, tensor.Ones(dt, 2)))
		assert.Equal(t, []float32{2.5, 2.5}, float32s(t, tensor.Full[float32](2.5, 2).AsType(dt)))
		assert.Equal(t, []float32{0, 0.5, 1}, float32s(t, tensor.Arange[float32](0, 1.5, 0.5).AsType(dt)))
		x := tensor.Zeros(dt, 3)
		require.NoError(t, x.Fill(0.1))
		require.NoError(t, x.Slice(0, 1, tensor.End, 1).Assign(tensor.FromSlice([]int32{7, -1})))
		assert.Equal(t, []float32{7, -1}, float32s(t, x)[1:])
		require.NoError(t, x.AddInPlace(tensor.FromSlice([]float64{1, 1, 1})))
		assert.Equal(t, []float32{8, 0}, float32s(t, x)[1:])
	}
}

func TestHalvesAreRoundedAfterEveryOperationOfAChain(t *testing.T) {
	x := tensor.FromFloat32s(tensor.Float16, []float32{2048})
	assert.Equal(t, []float32{2048}, float32s(t, x.Add(1).Add(1)), "in float32 it would be 2050")
	assert.Equal(t, []float32{float32(math.Inf(1))}, float32s(t, x.Mul(64).Div(64)))
	y := tensor.FromFloat32s(tensor.BFloat16, []float32{256})
	assert.Equal(t, []float32{256}, float32s(t, y.Add(1).Add(1)))
}

func TestACompositionOfHalvesIsRoundedOnceAtItsEnd(t *testing.T) {
	x := tensor.FromFloat32s(tensor.Float16, []float32{-60000})
	assert.Equal(t, []float32{60000}, float32s(t, tensor.Apply("addcmul", x, 300, 400)))
	assert.Equal(t, []float32{2050}, float32s(t, tensor.Apply("muladd", 1, tensor.FromFloat32s(tensor.Float16, []float32{2049.}), 1.5)), "2048 + 1.5")
	assert.Equal(t, tensor.Bool, tensor.Apply("isclose", x, x).DType())
	nan := tensor.FromFloat32s(tensor.Float16, []float32{float32(math.Inf(1))})
	assert.Equal(t, []float32{65504}, float32s(t, tensor.Apply("nan_to_num", nan)), "the largest of its dtype")
	assert.Equal(t, []float32{65504}, float32s(t, tensor.Apply("nan_to_num", nan, 0.2)), "though 0.2 is none of it")
	require.NoError(t, tensor.Apply("add", x, 1).Err())
	require.NoError(t, x.LerpInPlace(0, 0.5))
	assert.Equal(t, []float32{-30000}, float32s(t, x))
}

// The expected texts are those of NumPy 2.4: str(array.astype(float16)).
func TestHalvesPrintAsInNumPy(t *testing.T) {
	f := func(x ...float32) *tensor.Tensor { return tensor.FromFloat32s(tensor.Float16, x) }
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		name, want string
		x          *tensor.Tensor
	}{
		{"tenths", "[0.1 0.2]", f(0.1, 0.2)},
		{"the largest float16", "[6.55e+04]", f(65504)},
		{"the largest float16 and one", "[6.55e+04 1.00e+00]", f(65504, 1)},
		{"a tenth and a thousand", "[1.e-01 1.e+03]", f(0.1, 1000)},
		{"the smallest float16", "[6.e-08 1.e+00]", f(6e-8, 1)},
		{"tenths of a thousandth", "[0.0001 0.0002]", f(1e-4, 2e-4)},
		{"a third and a hundred", "[  0.3333 100.    ]", f(1./3, 100)},
		{"beyond 2048", "[2.048e+03 3.000e+03]", f(2048, 3001)},
		{"pi and a thousandth", "[3.14e+00 1.00e-03]", f(3.14159, 1e-3)},
		{"nan, inf and -0", "[nan inf -0.]", f(nan, inf, float32(math.Copysign(0, -1)))},
		{"the largest float16 as a scalar", "6.55e+04", f(65504).Reshape()},
		{"2^15 as a scalar", "3.277e+04", f(32768).Reshape()},
		{"a decimal below a thousand", "999.5", f(999.5).Reshape()},
		{"2^-6 as a scalar", "0.01563", f(0x1p-6).Reshape()},
		{"a tenth as a scalar", "0.1", f(0.1).Reshape()},
		{"a third as a scalar", "0.3333", f(1. / 3).Reshape()},
		{"a small scalar", "1e-05", f(1e-5).Reshape()},
		{"a third of bfloat16", "[0.334 1.   ]", tensor.FromFloat32s(tensor.BFloat16, []float32{1. / 3, 1})},
		{"a large bfloat16", "3.39e+38", tensor.FromFloat32s(tensor.BFloat16, []float32{3.39e38}).Reshape()},
		{
			name: "a matrix of bfloat16",
			want: "[[1. 2.]\n [3. 4.]]",
			x:    tensor.FromFloat32s(tensor.BFloat16, []float32{1, 2, 3, 4}, 2, 2),
		},
		{"a long vector is summarized", "[1. 1. 1. ... 1. 1. 1.]", tensor.Ones(tensor.Float16, 2000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, printElements(t, c.x))
		})
	}
	assert.Equal(t, "[1.5] shape=[1] float16 cpu", f(1.5).String())
}

// An integer tensor beside halves is rounded to float16, so a large integer is infinite. That also
// holds where a Go number makes the call compute in float32, such as the default tolerance of
// isclose.
func TestATensorBesideHalvesIsRoundedToOneThoughANumberIsNot(t *testing.T) {
	one, big := tensor.Ones(tensor.Float16, 2), tensor.FromSlice([]uint32{math.MaxUint32, 1})
	for _, x := range []*tensor.Tensor{big, tensor.Full(uint32(math.MaxUint32), 2)} {
		assert.False(t, data[bool](t, tensor.Apply("isclose", one, x, 1))[0])
	}
	assert.Equal(t, []bool{false, true}, data[bool](t, tensor.Apply("isclose", one, big, one)))
	sum := data32(t, tensor.Apply("addcmul", one, big, 0.1).AsType(tensor.Float32))
	assert.True(t, math.IsInf(float64(sum[0]), 1))
}

// As a float16, 100000 would be infinite. The small factor would be 0.
func TestAFactorOrDivisorBesideHalvesIsNotRoundedToOne(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromFloat32s(tensor.Float16, []float32{60000, 1, 30, 0.001})
		for _, c := range []struct {
			name string
			got  *tensor.Tensor
			want []float32
		}{
			{"div", x.Div(100000), []float32{0.6, 1e-5, 3e-4, 1e-8}},
			{"mul", x.Mul(1e-8), []float32{6e-4, 1e-8, 3e-7, 1e-11}},
			{"slope", x.Neg().LeakyRelu(), []float32{-600, -0.01, -0.3, -1e-5}},
			{"clamp", x.Clamp(0, 100000), []float32{60000, 1, 30, 0.001}},
		} {
			t.Run(c.name, func(t *testing.T) {
				require.NoError(t, c.got.Err())
				assert.Equal(t, tensor.Float16, c.got.DType())
				want := tensor.FromFloat32s(tensor.Float16, c.want)
				assert.Equal(t, float32s(t, want), float32s(t, c.got))
			})
		}
		require.NoError(t, x.MulInPlace(0.1))
		assert.Equal(t, []float32{6000, 0.099975586, 3, 0.000100016594}, float32s(t, x))
	})
}
