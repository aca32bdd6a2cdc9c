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

// What the host knows needs nothing of the device it is moved from.
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
