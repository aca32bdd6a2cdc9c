package tensor_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// A tensor whose elements the host knows can be moved without its device.
func TestConstantsMoveFromADeviceThatIsLost(t *testing.T) {
	d, other := &flaky{recorder: newRecorder()}, cpu.New()
	on(t, d)
	seven, ones, x := tensor.Full(int32(7), 2, 3), tensor.Ones(tensor.Float16, 3).BroadcastTo(2, 3).T(), iota32(2)
	for call := range 3 {
		d.left, d.err = 1, fmt.Errorf("%w: unplugged", device.ErrLost)
		lost := x.Add(1).To(other)
		require.ErrorIs(t, lost.Err(), device.ErrLost)
		assert.ErrorContains(t, lost.Err(), "unplugged")
		d.left = 1
		moved := seven.To(other)
		require.NoError(t, moved.AddInPlace(call))
		assert.Equal(t, []int{2, 3}, moved.Shape())
		assert.Equal(t, int32(7+call), data[int32](t, moved)[5])
		moved = ones.To(other)
		require.NoError(t, moved.Fill(2), "a tensor of its own")
		assert.Equal(t, []int{3, 2}, moved.Shape())
	}
	d.left = 0
	require.NoError(t, seven.AddInPlace(1))
	assert.Equal(t, int32(8), data[int32](t, seven.To(other))[0], "what was stored is read")
	assert.Equal(t, int32(8), data[int32](t, seven)[0])
}

func TestWhatNeedsNoCopyIsAnotherHandleOnTheSameElements(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"to its device", func(x *tensor.Tensor) *tensor.Tensor { return x.To(x.Device()) }},
		{"as its dtype", func(x *tensor.Tensor) *tensor.Tensor { return x.AsType(x.DType()) }},
		{"contiguous", func(x *tensor.Tensor) *tensor.Tensor { return x.Contiguous() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			x := iota32(3)
			y := c.f(x)
			require.NoError(t, y.AddInPlace(1))
			require.NoError(t, x.AddInPlace(1))
			assert.Equal(t, []float32{2, 3, 4}, data32(t, x), "a write through one is seen by the other")
			x.Release()
			assert.Equal(t, []float32{2, 3, 4}, data32(t, y), "one is released, and not the other")
			assert.ErrorContains(t, c.f(x).Err(), "use of a tensor after Release")
			y.Release()
			assert.Zero(t, d.buffers())
			assert.True(t, c.f(tensor.Ones(tensor.Float32, 1).BroadcastTo(1)).ReadOnly(), "what is read-only stays so")
		})
	}
}

func TestErrorsTellDevicesOfOneNameApart(t *testing.T) {
	x, y := tensor.FromSliceOn(cpu.New(cpu.Threads(1)), []float32{1}), tensor.FromSliceOn(cpu.New(cpu.Threads(1)), []float32{1})
	const text = "two devices, each cpu (1 thread) (every Open and New makes another); move"
	assert.ErrorContains(t, x.Add(y).Err(), text)
	assert.ErrorContains(t, x.Assign(y), text)
	f := tensor.Compile(func(of [3]*tensor.Tensor) *tensor.Tensor { return of[1].Add(y) })
	assert.ErrorContains(t, f.Call([3]*tensor.Tensor{nil, x}).Err(), "the function and a tensor that it uses are on "+text)
	assert.ErrorContains(t, f.Call([3]*tensor.Tensor{nil, x, y}).Err(), "tensor 2 and tensor 3 of the argument are on "+text)
	h := tensor.Compile(func(of []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{of[0].Add(1), of[1]} })
	r := h.Call([]*tensor.Tensor{x, y})
	require.Len(t, r, 2)
	for _, r := range r {
		assert.ErrorContains(t, r.Err(), "tensor 1 and tensor 2 of the argument are on "+text, "a slice holds the error too")
	}
	g := tensor.Compile(func(*tensor.Tensor) *tensor.Tensor { return y })
	assert.ErrorContains(t, g.Call(x).Err(), "the function and tensor 1 of the result are on "+text)
}

func TestAReleasedTensorSaysSo(t *testing.T) {
	x := iota32(1)
	require.NoError(t, x.Err())
	x.Release()
	assert.ErrorContains(t, x.Err(), "use of a tensor after Release")
}
