package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// As NumPy 2 answers them; PyTorch wraps the number.
func TestAComparisonWithANumberBeyondTheDTypeIsTheSameForAllItsValues(t *testing.T) {
	u := tensor.FromSlice([]uint8{0, 255})
	i := tensor.FromSlice([]int64{math.MinInt64, math.MaxInt64})
	yes, no := []bool{true, true}, []bool{false, false}
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		y    any
		less []bool // the number is greater than every value
	}{
		{"uint8 and 300", u, 300, yes},
		{"uint8 and -1", u, -1, no},
		{"uint8 and 2^64-1", u, uint64(math.MaxUint64), yes},
		{"int64 and 2^63", i, uint64(1 << 63), yes},
		{"uint64 and -1", tensor.FromSlice([]uint64{0, 1}), -1, no},
	} {
		t.Run(c.name, func(t *testing.T) {
			more := no
			if c.less[0] == no[0] {
				more = yes
			}
			assert.Equal(t, c.less, data[bool](t, c.x.Lt(c.y)))
			assert.Equal(t, c.less, data[bool](t, c.x.Le(c.y)))
			assert.Equal(t, more, data[bool](t, c.x.Gt(c.y)))
			assert.Equal(t, more, data[bool](t, c.x.Ge(c.y)))
			assert.Equal(t, no, data[bool](t, c.x.Eq(c.y)))
			assert.Equal(t, yes, data[bool](t, c.x.Ne(c.y)))
			assert.Equal(t, c.less, data[bool](t, tensor.Apply("gt", c.y, c.x)), "the number first")
		})
	}
	assert.Error(t, tensor.Apply("lt", uint64(1<<63), uint64(1<<63+1)).Err(), "without a tensor both are int64")
	require.NoError(t, u.LtInPlace(300))
	assert.Equal(t, []uint8{1, 1}, data[uint8](t, u))
	b := u.Gt(0)
	assert.Equal(t, []bool{true, true}, data[bool](t, b.Lt(300)), "a bool is less than 300 too")
	require.NoError(t, b.GtInPlace(300))
	assert.Equal(t, no, data[bool](t, b))
}

func TestANumberThatDoesNotFitIsRefusedWhereItMatters(t *testing.T) {
	u := tensor.FromSlice([]uint8{1})
	for _, err := range []error{u.Add(300).Err(), u.Maximum(-1).Err(), u.AddInPlace(300), u.Fill(300), u.Assign(256), tensor.Where(true, u, 300).Err()} {
		assert.ErrorContains(t, err, "does not fit uint8")
	}
	assert.Equal(t, []uint8{1}, data[uint8](t, u), "and nothing has changed")
	assert.Equal(t, tensor.Float32, u.Add(300.).DType(), "a float is of a higher category")
}

func TestArithmeticOfBoolsIsLogic(t *testing.T) {
	x, y := tensor.FromSlice([]bool{false, false, true, true}), tensor.FromSlice([]bool{false, true, false, true})
	assert.Equal(t, []bool{false, true, true, true}, data[bool](t, x.Add(y)))
	assert.Equal(t, []bool{false, false, false, true}, data[bool](t, x.Mul(y)))
	assert.Equal(t, []bool{false, true, true, true}, data[bool](t, x.Add(true).Mul(x.Add(y))))
	var refused *op.TypeError
	for _, bad := range []*tensor.Tensor{x.Sub(y), x.Sub(true), tensor.FromSlice([]int32{1}).Sub(true), x.Sub(1)} {
		assert.ErrorAs(t, bad.Err(), &refused)
		assert.ErrorContains(t, bad.Err(), "logical_xor")
	}
	assert.ErrorContains(t, x.Neg().Err(), "logical_not")
	assert.Equal(t, tensor.Int64, x.Add(1).DType())
	assert.Equal(t, tensor.Float32, x.Div(y).DType())
	assert.Equal(t, []float32{0, 1, 1, 2}, data[float32](t, x.AsType(tensor.Float32).Add(y)))
}

func TestIntegersWrapInTheirOwnWidth(t *testing.T) {
	assert.Equal(t, []uint8{0, 254}, data[uint8](t, tensor.FromSlice([]uint8{255, 127}).Add(tensor.FromSlice([]uint8{1, 127}))))
	assert.Equal(t, []uint8{255}, data[uint8](t, tensor.FromSlice([]uint8{0}).Sub(1)))
	assert.Equal(t, []uint16{65535}, data[uint16](t, tensor.FromSlice([]uint16{1}).Neg()))
	assert.Equal(t, []uint64{math.MaxUint64}, data[uint64](t, tensor.FromSlice([]uint64{0}).Sub(1)))
	assert.Equal(t, []int8{-128}, data[int8](t, tensor.FromSlice([]int8{127}).Add(1)))
	assert.Equal(t, []int64{math.MinInt64}, data[int64](t, tensor.FromSlice([]int64{math.MaxInt64}).Add(1)))
}

func TestUnsignedIntegersAreExtendedByZerosAndSignedOnesByTheirSign(t *testing.T) {
	assert.Equal(t, []int64{255}, data[int64](t, tensor.FromSlice([]uint8{255}).AsType(tensor.Int64)))
	assert.Equal(t, []uint64{math.MaxUint64}, data[uint64](t, tensor.FromSlice([]int8{-1}).AsType(tensor.Uint64)))
	assert.Equal(t, []int16{254}, data[int16](t, tensor.FromSlice([]uint8{255}).Add(tensor.FromSlice([]int8{-1}))))
}

func TestHalvesSaturateAsIntegersAndNaNIsZero(t *testing.T) {
	for _, dt := range halves {
		x := tensor.FromFloat32s(dt, []float32{float32(math.NaN()), float32(math.Inf(1)), -1.5, 300})
		assert.Equal(t, []uint8{0, 255, 0, 255}, data[uint8](t, x.AsType(tensor.Uint8)))
		assert.Equal(t, []int64{0, math.MaxInt64, -1, 300}, data[int64](t, x.AsType(tensor.Int64)))
		assert.Equal(t, []bool{true, true, true, true}, data[bool](t, x.AsType(tensor.Bool)))
	}
	// 2^60 + 2^52 + 1 lies just above the middle of two bfloat16. float32 rounds it to the middle.
	x := tensor.FromSlice([]int64{1<<60 + 1<<52 + 1})
	assert.Equal(t, []float32{0x1p60 + 0x1p53}, float32s(t, x.AsType(tensor.BFloat16)))
}

func TestResultTypesOfHalves(t *testing.T) {
	f16, bf16, f32 := tensor.Ones(tensor.Float16, 2), tensor.Ones(tensor.BFloat16, 2), iota32(2)
	i64, scalar := tensor.Ones(tensor.Int64, 2), tensor.Scalar[float32](1)
	for _, c := range []struct {
		name     string
		operands []any
		want     tensor.DType
	}{
		{"float16 and bfloat16", []any{f16, bf16}, tensor.Float32},
		{"float16 and float32", []any{f16, f32}, tensor.Float32},
		{"float16 and int64", []any{f16, i64}, tensor.Float16},
		{"bfloat16 and int64", []any{bf16, i64}, tensor.BFloat16},
		{"float16 and a Go float", []any{f16, 0.1}, tensor.Float16},
		{"bfloat16 and a Go integer", []any{bf16, 3}, tensor.BFloat16},
		{"float16 and a float32 scalar", []any{f16, scalar}, tensor.Float16},
		{"int64 and a float16 scalar", []any{i64, f16.Index(0, 0)}, tensor.Float16},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tensor.ResultType(c.operands...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.want, tensor.Apply("add", c.operands...).DType())
			assert.Equal(t, c.want, tensor.Apply("div", c.operands...).DType())
			assert.Equal(t, tensor.Bool, tensor.Apply("lt", c.operands...).DType())
		})
	}
	assert.Equal(t, tensor.Float32, i64.Div(i64).DType())
	assert.Equal(t, tensor.Float32, i64.Exp().DType())
	assert.Equal(t, tensor.Float16, f16.Exp().DType())
}
