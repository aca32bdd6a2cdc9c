package cpu

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// shared is a launch that is divided, and its device.
func shared(t *testing.T) (*device.Launch, *Device) {
	d := New(Threads(3))
	d.engine.sizes.parallel, d.engine.sizes.wake = 2, 2
	const n = 10 * tileLen
	x := whole(upload(t, d, floats32(ramp(n, 1)...)), op.Float32, n)
	out := whole(alloc(t, d, 4*n), op.Float32, n)
	return &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{n}, In: []device.Operand{x}, Out: []device.Operand{out}}, d
}

func TestHelpersEndWhenNoLaunchFollows(t *testing.T) {
	deadline(t)
	l, d := shared(t)
	for range 100 {
		require.NoError(t, d.Run(t.Context(), l))
	}
	assert.Eventually(t, func() bool { return d.engine.crew.alive.Load() == 0 }, time.Minute, time.Millisecond)
}

func TestNoHelperIsLeftAfterClose(t *testing.T) {
	deadline(t)
	for range 20 {
		l, d := shared(t)
		require.NoError(t, d.Run(t.Context(), l))
		require.NoError(t, d.Close())
		assert.Zero(t, d.engine.crew.alive.Load())
	}
}

func TestLotsAreAllOfALaunchOnce(t *testing.T) {
	for _, n := range []int{1, 7, 8, 100, 1001} {
		for lots := 1; lots < 12; lots++ {
			j := job{chunk: 7}
			j.deal(n, lots)
			from := int64(0)
			for i := range j.lots {
				assert.Equal(t, from, j.lots[i].next.Load())
				from = j.lots[i].end
			}
			assert.EqualValues(t, n, from)
		}
	}
}
