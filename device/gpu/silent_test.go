package gpu

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// openSilent opens a device whose driver answers no call once it is told to.
func openSilent(t *testing.T) (d *Device, silence func()) {
	open(t)
	var silent bool // under the device's lock
	d, err := Open(func(c *config) {
		c.Fault = func(call string) error {
			if silent && (call == "wait" || call == "map") {
				return webgpu.Silent(20 * time.Millisecond)
			}
			return nil
		}
	})
	require.NoError(t, err)
	return d, func() {
		d.driver.Lock()
		defer d.driver.Unlock()
		silent = true
	}
}

func silentDriverHoldsUpNoCall(t *testing.T) {
	for _, c := range []struct {
		name string
		call func(*Device, device.Buffer) error
	}{
		{"Sync", func(d *Device, _ device.Buffer) error { return d.Sync(ctx) }},
		{"Read", func(_ *Device, x device.Buffer) error { return x.Read(ctx, 0, make([]byte, 4)) }},
		{"Read with a context", func(_ *Device, x device.Buffer) error {
			long, cancel := context.WithTimeout(ctx, time.Hour)
			defer cancel()
			return x.Read(long, 0, make([]byte, 4))
		}},
		{"Close", func(d *Device, _ device.Buffer) error { return d.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, silence := openSilent(t)
			x := alloc(t, d, 1, 2, 3)
			add(t, d, x, x, x)
			silence()
			err := c.call(d, x)
			require.ErrorIs(t, err, device.ErrLost)
			assert.ErrorContains(t, err, "the driver has work and finished none of it for 20ms")
			if c.name != "Close" {
				assert.ErrorIs(t, d.Sync(ctx), device.ErrLost)
				assert.NoError(t, d.Close(), "it has been told")
			}
			assert.ErrorIs(t, d.Sync(ctx), device.ErrClosed)
		})
	}
}

// As llvmpipe's submissions do, but for ever.
func TestADriverThatNeverReturnsHoldsUpNoClose(t *testing.T) {
	deadline(t)
	d, _ := openSilent(t)
	d.driver.Lock()
	d.driver.patience = 20 * time.Millisecond // from now on: a slow driver may take longer to open
	err := d.Close()
	d.driver.Unlock()
	require.ErrorIs(t, err, device.ErrLost)
	assert.ErrorContains(t, err, "the driver has not answered for 40ms")
	assert.Eventually(t, func() bool { return d.Close() == nil }, time.Minute, time.Millisecond, "now it has")
}

func TestPatienceIsTheTimeThatADriverHasToAnswer(t *testing.T) {
	open(t)
	for _, c := range []struct {
		name        string
		given, want time.Duration
	}{
		{"an hour", time.Hour, time.Hour},
		{"zero is the default", 0, webgpu.Patience},
		{"below zero is the default", -time.Hour, webgpu.Patience},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Open(Patience(c.given))
			require.NoError(t, err)
			assert.Equal(t, c.want, d.driver.patience)
			require.NoError(t, d.Close())
		})
	}
}
