package gpu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

func TestALostDriverAnswersEveryCallWithTheCauseUntilItIsClosed(t *testing.T) {
	d := &driver{Device: new(webgpu.Device)}
	cause := errors.New("the cause")
	err := d.lose("a launch failed", cause)
	assert.ErrorIs(t, err, device.ErrLost)
	assert.ErrorIs(t, err, cause)
	assert.ErrorContains(t, err, "a launch failed")
	assert.Equal(t, err, d.enter())
	d.Lock() // an enter that failed has not kept the lock
	d.closed.Store(true)
	d.Unlock()
	assert.Equal(t, device.ErrClosed, d.enter())
}
