package cpu

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/op"
)

// dividedLaunch is a launch that is divided, and its device.
func dividedLaunch(t *testing.T) (*device.Launch, *Device) {
	d := New(Threads(3))
	d.engine.Sizes.Parallel, d.engine.Sizes.Wake = 2, 2
	const n = 10 * exec.TileLen
	x := whole(upload(t, d, floats32(ramp(n, 1)...)), op.Float32, n)
	out := whole(alloc(t, d, 4*n), op.Float32, n)
	return &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{n}, In: []device.Operand{x}, Out: []device.Operand{out}}, d
}

func TestHelpersEndWhenNoLaunchFollows(t *testing.T) {
	deadline(t)
	l, d := dividedLaunch(t)
	for range 100 {
		require.NoError(t, d.Run(t.Context(), l))
	}
	assert.Eventually(t, func() bool { return d.engine.Helpers.Alive.Load() == 0 }, time.Minute, time.Millisecond)
}

func TestNoHelperIsLeftAfterClose(t *testing.T) {
	deadline(t)
	for range 20 {
		l, d := dividedLaunch(t)
		require.NoError(t, d.Run(t.Context(), l))
		require.NoError(t, d.Close())
		assert.Zero(t, d.engine.Helpers.Alive.Load())
	}
}
