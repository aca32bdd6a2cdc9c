package tensor_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// Numbers have the bits of their meaning on every device. A thorough run compares all 2^23 of them.
func TestNumbersOfBitsHaveTheBitsOfTheirMeaning(t *testing.T) {
	n := 1 << 14
	if devicetest.Thorough() {
		n = 1 << 23
	}
	bits, normal, exponential := make([]uint32, n), make([]float32, n), make([]float32, n)
	for i := range bits {
		bits[i] = uint32(i) * (1 << 23 / uint32(n)) << 9
		normal[i], exponential[i] = op.Normal(bits[i]), op.Exponential(bits[i])
	}
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, bits)
		assert.Equal(t, normal, data32(t, tensor.Apply("random_normal", x)))
		assert.Equal(t, exponential, data32(t, tensor.Apply("random_exponential", x)))
		assert.Equal(t, normal[:8], data32(t, tensor.Apply("random_normal", x.Slice(0, 0, 8, 1).Flip(0)).Flip(0)), "of a view")
	})
}

func TestBitsOfAKeyAreItsBlocks(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		key := tensor.NewKey(1<<35 + 7)
		x, y := key.Bits(tensor.Uint64, 3, 50), key.Bits(tensor.Uint16, 150)
		if info := d.Info(); !info.Forms.Has(device.Random | device.Positions) {
			assert.ErrorIs(t, x.Err(), errors.ErrUnsupported)
			return
		}
		words, err := tensor.Data[uint64](x)
		require.NoError(t, err)
		short, err := tensor.Data[uint16](y)
		require.NoError(t, err)
		for i, w := range words {
			want := op.Threefry2x32.Role.(*op.Bits).Eval(1<<35+7, uint64(i))
			assert.Equal(t, uint64(want), w)
			assert.Equal(t, uint16(want>>32^want), short[i])
		}
	})
}

func TestApplyRefusesWhatIsNoTensorOfBits(t *testing.T) {
	x := tensor.FromSlice([]uint32{1, 2})
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want string
	}{
		{"floats", tensor.Apply("random_normal", iota32(3)), "random bits are needed, a uint32"},
		{"a number", tensor.Apply("random_normal", 3), "it has to be a *Tensor"},
		{"two tensors", tensor.Apply("random_exponential", x, x), "2 operands given, 1 needed"},
		{"a tensor with an error", tensor.Apply("random_normal", x.Add(iota32(3))), "must match the size"},
		{"a row of keys", tensor.Apply("random_bits", x, x), "unknown operation"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.of.Err(), c.want) })
	}
}

func TestRecordingTellsWhetherAFunctionIsCompiled(t *testing.T) {
	var inside []bool
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		inside = append(inside, tensor.Recording())
		return x.Add(1)
	})
	f.Call(iota32(2))
	f.Call(iota32(2))
	assert.Equal(t, []bool{true}, inside)
	assert.False(t, tensor.Recording())
}

func TestACallWithAnotherKeyAllocatesNothing(t *testing.T) {
	if tensor.Slowed {
		t.Skip("the race detector allocates")
	}
	type arguments struct {
		X   *tensor.Tensor
		Key tensor.Key
	}
	f := tensor.Compile(func(a arguments) *tensor.Tensor {
		return a.X.Add(a.Key.FoldIn(2).Split(2)[1].Bits(tensor.Uint32, 50))
	})
	x, out, step := tensor.Ones(tensor.Uint32, 50), tensor.Zeros(tensor.Uint32, 50), uint32(0)
	call := func() {
		step++
		require.NoError(t, f.Into(out, arguments{x, tensor.NewKey(3).FoldIn(step)}))
	}
	call()
	assert.Zero(t, testing.AllocsPerRun(100, call))
}
