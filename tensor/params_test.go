package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// sameBits requires the same shape, type and bits. Two NaNs count as the same.
func sameBits(t *testing.T, want, got *tensor.Tensor, about ...any) {
	t.Helper()
	require.NoError(t, want.Err(), about...)
	require.NoError(t, got.Err(), about...)
	m, err := modelOf(want)
	require.NoError(t, err, about...)
	require.NoError(t, differ(got, m), about...)
}

// numbersFor are tensors for the operands that the operation cannot do without.
func numbersFor(o *op.Op) []any {
	x := tensor.FromSlice([]float32{-3, -0.5, 0, 0.25, 1, 7}, 2, 3)
	operands := []any{x, tensor.FromSlice([]float32{2, -1, 0.5}), x.Flip(0, 1)}[:o.Needs()]
	switch {
	case o.Rule == op.Select:
		operands[0] = x.Gt(0)
	case !o.Defined(tensor.Float32):
		for i := range operands {
			operands[i] = operands[i].(*tensor.Tensor).AsType(tensor.Int32)
		}
	}
	return operands
}

func TestParametersLeftOutOrNilTakeTheirDefaults(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, o := range sample(d, op.All()) {
			if len(o.Params) == 0 {
				continue
			}
			left := tensor.Apply(o.Name, numbersFor(o)...)
			given, none := numbersFor(o), numbersFor(o)
			for _, p := range o.Params {
				given = append(given, tensor.Float32.Float(p.Default.In(tensor.Float32)))
				none = append(none, nil)
				sameBits(t, left, tensor.Apply(o.Name, given...), "%v with its defaults given as numbers", o)
				sameBits(t, left, tensor.Apply(o.Name, none...), "%v with nil", o)
			}
		}
	})
}

func TestAParameterMayBeANumberOrATensorThatBroadcasts(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSlice([]float32{-1, -2, -4, 3, 4, 5}, 2, 3)
		slopes := tensor.FromSlice([]float32{.5, .25, 2})
		assert.Equal(t, []float32{-.5, -.5, -8, 3, 4, 5}, data32(t, x.LeakyRelu(slopes)))
		assert.Equal(t, []float32{-.5, -1, -2, 3, 4, 5}, data32(t, x.LeakyRelu(.5)))
		assert.Equal(t, []float32{-1, -2, -2, 1, 1, 1}, data32(t, x.Hardtanh(-2)), "max_val is left out")
		assert.Equal(t, []float32{-1, -1, -1, 3, 4, 4}, data32(t, x.Hardtanh(nil, 4)), "min_val is nil")
		low := tensor.FromSlice([]float32{-3, 4}, 2, 1)
		assert.Equal(t, []float32{-1, -2, -3, 4, 4, 4}, data32(t, x.Hardtanh(low, 4)))
		assert.Equal(t, []int{4, 2, 3}, x.Hardtanh(tensor.Zeros(tensor.Float32, 4, 1, 1)).Shape(), "parameters take part in broadcasting")
		assert.Equal(t, []float32{9, 9, 9, 9, 9, 9}, data32(t, x.Mul(math.NaN()).NanToNum(9)))
		assert.Equal(t, []float32{1, 1, 1, 1, 1, 1}, data32(t, x.Addcmul(x, x, -1).Add(x.Square()).Sub(x).Add(1)))
	})
}

func TestTooManyOperandsAreRefused(t *testing.T) {
	x := iota32(3)
	assert.ErrorContains(t, x.Hardtanh(1, 2, 3).Err(), "hardtanh: takes x and optionally min_val, max_val; too many operands are given")
	assert.ErrorContains(t, tensor.Apply("add", x, x, 1, 1).Err(), "add: takes x, y and optionally alpha; too many operands are given")
	assert.ErrorContains(t, tensor.Apply("exp", x, x).Err(), "exp: takes x; too many operands are given")
	assert.ErrorContains(t, x.Round(1, 2).Err(), "round: takes x and optionally decimals; too many operands are given")
	assert.ErrorContains(t, x.HardtanhInPlace(1, 2, 3), "hardtanh in place: takes x and optionally min_val, max_val; too many operands are given")
	assert.NoError(t, x.Hardtanh(1, 2, nil, nil).Err(), "nil is left out")
	assert.ErrorContains(t, x.Hardtanh(1, 2, nil, 3).Err(), "too many operands are given")
}

func TestParametersOutOfRangeAreRefusedByName(t *testing.T) {
	x := iota32(3)
	assert.ErrorContains(t, x.Softshrink(-1).Err(), "softshrink: lambd is -1; it has to be at least 0")
	assert.ErrorContains(t, x.Celu(0).Err(), "celu: alpha is 0; it has to be greater than 0")
	assert.ErrorContains(t, x.Celu(math.NaN()).Err(), "celu: alpha is NaN; it has to be greater than 0")
	assert.ErrorContains(t, x.Round(0.5).Err(), "round: decimals is 0.5; it has to be a whole number")
	assert.ErrorContains(t, x.Isclose(x, -1).Err(), "isclose: rtol is -1; it has to be at least 0")
	assert.ErrorContains(t, x.Isclose(x, 0, -1e-9).Err(), "isclose: atol is -1e-09; it has to be at least 0")
	assert.ErrorContains(t, x.CeluInPlace(-2), "celu in place: alpha is -2; it has to be greater than 0")
	assert.ErrorContains(t, x.Celu("1").Err(), "celu: alpha is a string")
	assert.NoError(t, x.Celu(uint8(2)).Err())
	assert.NoError(t, x.Softshrink(0).Err())
}

func TestDefaultsDoNotTakePartInPromotion(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		i := tensor.FromSlice([]int32{-5, 0, 9})
		assert.Equal(t, []int32{-1, 0, 1}, data[int32](t, i.Hardtanh()))
		assert.Equal(t, []int32{0, 0, 6}, data[int32](t, i.Relu6()))
		assert.Equal(t, []int32{20, 0, 90}, data[int32](t, i.Addcmul(i, i)))
		assert.Equal(t, []int32{-5, 0, 9}, data[int32](t, i.NanToNum()))
		assert.Equal(t, []float32{-.5, 0, .5}, data32(t, i.Hardtanh(-.5, .5)), "a number given does")
		assert.Equal(t, []float32{-1.25, 0, 9}, data32(t, i.LeakyRelu(.25)), "it leaves the integers by itself")
		b := tensor.FromSlice([]bool{true, false})
		assert.Equal(t, []float32{1, 0}, data32(t, b.LeakyRelu()))
		if has(d, tensor.Uint8, tensor.Float64) {
			assert.Equal(t, []uint8{0, 1, 1}, data[uint8](t, tensor.FromSlice([]uint8{0, 1, 200}).Hardtanh()), "-1 saturates")
			assert.Equal(t, tensor.Float64, tensor.Zeros(tensor.Float64, 2).Softplus().DType())
		}
	})
}

func TestAddAndSubTakeAlphaByApply(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x, y := tensor.FromSlice([]float32{1, 2, 3}), tensor.FromSlice([]float32{10, 20, -30})
		assert.Equal(t, []float32{6, 12, -12}, data32(t, tensor.Apply("add", x, y, .5)))
		assert.Equal(t, []float32{-19, -38, 63}, data32(t, tensor.Apply("sub", x, y, 2)))
		assert.Equal(t, []float32{-19, 2, 33}, data32(t, tensor.Apply("subtract", x, y, tensor.FromSlice([]float32{2, 0, 1}))))
		sameBits(t, x.Add(y), tensor.Apply("add", x, y, nil))
		i := tensor.FromSlice([]int32{1, math.MaxInt32})
		assert.Equal(t, []int32{4, -4}, data[int32](t, tensor.Apply("add", i, tensor.FromSlice([]int32{1, math.MaxInt32}), 3).Add(0)), "it wraps")
		assert.EqualError(t, tensor.Apply("add", i, i, .5).Err(), "tensor: add: alpha is 0.5; beside int32 it has to be a whole number")
		assert.Equal(t, []int32{3, math.MinInt32 + 1}, data[int32](t, tensor.Apply("add", i, tensor.FromSlice([]int32{1, 1}), 2.)))
		b := tensor.FromSlice([]bool{true, false})
		var refused *op.TypeError
		assert.ErrorAs(t, tensor.Apply("sub", b, b, true).Err(), &refused)
		assert.ErrorAs(t, tensor.Apply("sub", x, b.Index(0, 0), 2).Err(), &refused, "even where the other is a float")
		assert.Equal(t, []bool{true, false}, data[bool](t, tensor.Apply("add", b, true, false)))
		assert.Equal(t, []bool{true, true}, data[bool](t, tensor.Apply("add", b, true, 2)), "alpha takes the type of x and y, as in PyTorch")
		if has(d, tensor.Uint8) {
			u := tensor.FromSlice([]uint8{200, 1})
			assert.Equal(t, []uint8{144, 201}, data[uint8](t, tensor.Apply("add", u, tensor.FromSlice([]uint8{100, 100}), 2)))
			assert.Equal(t, []uint8{0, 57}, data[uint8](t, tensor.Apply("sub", u, tensor.FromSlice([]uint8{100, 100}), 2)))
		}
	})
}

func TestRoundToDecimals(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, c := range []struct {
			name     string
			decimals any
			x, want  []float32
		}{
			{"no argument", nil, []float32{.5, 1.5, -2.5, inf}, []float32{0, 2, -2, inf}},
			{"0 decimals", 0, []float32{.5, 1.5, -2.5, inf}, []float32{0, 2, -2, inf}},
			{
				name:     "2 decimals",
				decimals: 2,
				x:        []float32{.125, .375, -.125, 1e37, inf, -inf},
				want:     []float32{.12, .38, -.12, 1e37, inf, -inf},
			},
			{"-1 decimals", -1, []float32{15, 25, -25, 1234, 4, inf}, []float32{20, 20, -20, 1230, 0, inf}},
			{"40 decimals", 40, []float32{1.5, 0, -1e-38, inf}, []float32{1.5, 0, -1e-38, inf}},
			{"-40 decimals", -40, []float32{1.5, math.MaxFloat32, 0, -inf}, []float32{0, 0, 0, -inf}},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := tensor.FromSlice(append(c.x, nan))
				got := data32(t, x.Round(c.decimals))
				assert.Equal(t, c.want, got[:len(c.x)])
				assert.True(t, isNaN64(float64(got[len(c.x)])))
				sameBits(t, x.Round(c.decimals), tensor.Apply("round", x, c.decimals))
				require.NoError(t, x.RoundInPlace(c.decimals))
				assert.Equal(t, c.want, data32(t, x)[:len(c.x)])
			})
		}
		assert.True(t, math.Signbit(float64(data32(t, tensor.FromSlice([]float32{-1.5}).Round(-40))[0])), "a zero keeps the sign")
		each := tensor.FromSlice([]float32{1.25, 1.25, 15}).Round(tensor.FromSlice([]float32{0, 1, -1}))
		assert.Equal(t, []float32{1, 1.2, 20}, data32(t, each))
		i := tensor.FromSlice([]int32{15})
		assert.NoError(t, i.Round().Err())
		assert.ErrorContains(t, i.Round(-1).Err(), "round: not defined for int32; convert with AsType to a float dtype")
	})
}

func TestLogitWithEpsClampsFirst(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSlice([]float32{-1, 0, .5, 1, 2})
		assert.InDeltaSlice(t, []float32{-1.0986123, -1.0986123, 0, 1.0986123, 1.0986123}, data32(t, x.Logit(.25)), 1e-6)
		plain := data32(t, x.Logit())
		assert.Equal(t, []float32{float32(math.Inf(-1)), 0, float32(math.Inf(1))}, plain[1:4])
		assert.True(t, isNaN64(float64(plain[0])) && isNaN64(float64(plain[4])))
		assert.True(t, isNaN64(float64(data32(t, tensor.FromSlice([]float32{float32(math.NaN())}).Logit(.25))[0])))
	})
}

func TestClampsUpperBoundMayBeLeftOut(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSlice([]float32{1, 5, 9})
		assert.Equal(t, []float32{3, 5, 9}, data32(t, tensor.Apply("clamp", x, 3)))
		assert.Equal(t, []float32{1, 5, 6}, data32(t, tensor.Apply("clip", x, nil, 6)))
		assert.Equal(t, []float32{3, 6, 9}, data32(t, x.Clip(tensor.FromSlice([]float32{3, 6, 9}), nil)))
	})
}
