package tensor_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// FuzzMisuse: no input panics, and what has no error has a value, if there is memory.
func FuzzMisuse(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(randomBytes(seed, 60))
	}
	f.Fuzz(misuse)
}

func TestNoMisusePanics(t *testing.T) {
	for seed := range uint64(rounds(2000)) {
		misuse(t, randomBytes(seed, 60))
	}
}

func misuse(t *testing.T, dice []byte) {
	p := &player{T: t, dice: dice}
	odd := []int{0, 1, 2, 3, -1, -2, 7, math.MaxInt, math.MinInt, math.MaxInt / 3}
	sizes := func() []int {
		s := make([]int, p.roll(4))
		for i := range s {
			s[i] = pick(p, odd)
		}
		return s
	}
	released := iota32(2)
	released.Release()
	operands := []any{nil, 1, -1, 2.5, math.NaN(), true, "x", 1i, uint64(math.MaxUint64), (*tensor.Tensor)(nil), new(tensor.Tensor), released,
		iota32(6, 2, 3), iota32(3).BroadcastTo(2, 3), tensor.Zeros(tensor.Bool, 3), tensor.Ones(tensor.Int32, 2, 1), tensor.Zeros(tensor.Int64, 0, 3), iota32(2).Add(iota32(3))}
	for len(p.dice) > 0 {
		x, _ := pick(p, operands).(*tensor.Tensor)
		rows := op.All()
		var args []any
		for range p.roll(5) {
			args = append(args, pick(p, operands))
		}
		var y *tensor.Tensor
		switch a, b, c, d := pick(p, odd), pick(p, odd), pick(p, odd), pick(p, odd); p.roll(18) {
		case 0:
			y = tensor.Apply(pick(p, rows).Name, args...)
		case 1:
			if o := pick(p, rows); inPlaceByName[method(o.Name)] != nil {
				_ = inPlaceByName[method(o.Name)](x, acceptableArgs(o, args))
			}
			_ = x.Fill(pick(p, operands))
			_ = x.Assign(pick(p, operands))
		case 2:
			y = x.BroadcastTo(sizes()...)
		case 3:
			y = x.Expand(sizes()...)
		case 4:
			y = x.Reshape(sizes()...)
		case 5:
			y = x.Permute(sizes()...)
		case 6:
			y = x.Transpose(a, b)
		case 7:
			y = x.Squeeze(sizes()...)
		case 8:
			y = x.Unsqueeze(a)
		case 9:
			y = x.Slice(a, b, c, d)
		case 10:
			y = x.Index(a, b)
		case 11:
			y = x.Flip(sizes()...)
		case 12:
			y = x.AsStrided(sizes(), sizes(), a)
		case 13:
			y = tensor.Full(true, sizes()...)
		case 14:
			y = tensor.Ones(tensor.DType(p.roll(16)), sizes()...)
		case 15:
			y = tensor.FromBytes(tensor.DType(p.roll(16)), make([]byte, p.roll(20)), sizes()...)
		case 16:
			y = x.AsType(tensor.DType(p.roll(16)))
		case 17:
			_, _ = tensor.BroadcastTensors(x, y)
			_, _ = tensor.ResultType(args...)
		}
		if y == nil {
			continue
		}
		_ = y.String()
		if y.Err() == nil && y.Len() < 1000 {
			raw, err := y.Bytes()
			if errors.Is(err, device.ErrOutOfMemory) { // y is a few elements of an immense expression
				continue
			}
			require.NoError(t, err)
			assert.Len(t, raw, y.Len()*y.DType().Size())
		}
		operands = append(operands, y)
	}
}

// acceptableArgs returns the arguments that a program can give the method of an operation. Without
// parameters, Go itself refuses any other number of arguments.
func acceptableArgs(o *op.Op, args []any) []any {
	s := signatureOf(o)
	n := len(s.operands)
	args = append(args, make([]any, n)...)
	if s.params != "" {
		return args
	}
	return args[:n]
}

func TestMethodsOfNothingAnswerErrors(t *testing.T) {
	for _, x := range []*tensor.Tensor{nil, {}, tensor.Apply("?")} {
		assert.Nil(t, x.Shape())
		assert.Nil(t, x.Strides())
		assert.Nil(t, x.Device())
		assert.Zero(t, x.Rank()+x.Len()+int(x.DType()))
		assert.False(t, x.ReadOnly() || x.IsContiguous())
		assert.Contains(t, x.String(), "error: ")
		assert.Error(t, x.Add(1).Err())
		assert.Error(t, x.AddInPlace(1))
		assert.Error(t, x.Fill(1))
		assert.Error(t, x.Assign(1))
		_, err := x.Bytes()
		assert.Error(t, err)
		_, err = tensor.Item[bool](x)
		assert.Error(t, err)
		x.Release()
	}
}

func TestClampWithAnOpenBound(t *testing.T) {
	x := tensor.FromSlice([]int32{1, 5, 9})
	assert.Equal(t, []int32{3, 5, 6}, data[int32](t, x.Clamp(3, 6)))
	assert.Equal(t, []int32{3, 5, 9}, data[int32](t, x.Clamp(3, nil)))
	assert.Equal(t, []int32{1, 5, 6}, data[int32](t, tensor.Apply("clamp", x, nil, 6)))
	assert.Equal(t, []float32{1, 2.5, 2.5}, data32(t, x.Clamp(nil, 2.5)))
	require.NoError(t, x.ClampInPlace(nil, 4))
	assert.Equal(t, []int32{1, 4, 4}, data[int32](t, x))
}

func TestADTypeIsNoOperandAlthoughItIsANumberToGo(t *testing.T) {
	x := iota32(3)
	assert.ErrorContains(t, x.Add(tensor.Float32).Err(), "y is the dtype float32")
	assert.ErrorContains(t, x.Fill(tensor.Float64), "the value is the dtype float64")
	_, err := tensor.ResultType(tensor.Float64, x)
	assert.ErrorContains(t, err, "the dtype float64")
}

func TestEvalRefusesANilContext(t *testing.T) {
	var none context.Context
	assert.ErrorContains(t, tensor.Eval(none, iota32(3)), "nil context")
}
