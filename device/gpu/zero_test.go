package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
)

func TestAZeroDeviceAnswersThatItWasNotOpened(t *testing.T) {
	var d Device
	assert.Contains(t, d.Info().Name, "use Open")
	assert.NotEmpty(t, d.String())
	assert.Zero(t, d.Stats())
	_, err := d.Alloc(4)
	assert.ErrorContains(t, err, "use Open")
	assert.ErrorContains(t, d.Run(t.Context(), &device.Launch{}), "use Open")
	assert.ErrorContains(t, d.Warm(&device.Launch{}), "use Open")
	assert.ErrorContains(t, d.Sync(t.Context()), "use Open")
	_, err = d.Describe(&device.Launch{})
	assert.Error(t, err)
	_, err = d.Times(t.Context())
	assert.ErrorContains(t, err, "use Open")
	assert.NoError(t, d.Close())
}
