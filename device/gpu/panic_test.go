package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A panic in a call of the driver comes while the device's lock is held. The caller's deferred
// releases take the lock, too.
func TestAPanicUnderTheLockReachesTheCallerAndLeavesTheLockOpen(t *testing.T) {
	for _, c := range []struct {
		name, call string
		after      int // so many calls of this name
	}{
		{name: "alloc", call: "new buffer"},
		{name: "write", call: "write"},
		{name: "bind", call: "group"},
		{name: "the first dispatch", call: "record"},
		{name: "a later dispatch", call: "group", after: 1},
		{name: "submit", call: "submit"},
		{name: "read", call: "copy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			deadline(t)
			armed, left := false, c.after
			d := open(t, narrowWindows, func(o *config) {
				o.Fault = func(call string) error {
					if armed && call == c.call {
						if left--; left < 0 {
							armed = false
							panic("a bug at " + call)
						}
					}
					return nil
				}
			})
			x := alloc(t, d, make([]int32, 1000)...)
			add(t, d, x, x, x)
			require.Equal(t, make([]int32, 1000), get(t, x))
			armed = true
			assert.PanicsWithValue(t, "a bug at "+c.call, func() {
				y := alloc(t, d, make([]int32, 1000)...)
				defer y.Release()
				l := launch(t, op.Add, y, x, x)
				require.NoError(t, d.Run(ctx, l))
				get(t, y)
			})
			assert.Positive(t, d.Stats().LiveBuffers, "the lock is open")
			if c.after > 0 {
				assert.ErrorIs(t, d.Sync(ctx), device.ErrLost, "the launch was recorded in part")
			} else {
				assert.NoError(t, d.Sync(ctx))
			}
		})
	}
}
