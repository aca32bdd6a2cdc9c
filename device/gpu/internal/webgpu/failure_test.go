//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An error with no return path, as the implementation's callback leaves it.
func TestAnErrorOfAnEarlierCallIsToldAsOne(t *testing.T) {
	d := open(t)
	d.Lock()
	defer d.Unlock()
	d.box.errors, d.box.text[0] = 1, 'x'
	_, err := d.NewBuffer(4, Storage)
	assert.EqualError(t, err, "webgpu: found at new buffer of 4 bytes: an earlier call failed: x")
	_, err = d.NewBuffer(4, Storage)
	assert.NoError(t, err)
}

func TestWithoutMemoryForRequestsWaitingIsAnError(t *testing.T) {
	open(t)
	d, err := Open(Options{Fault: func(string) error { return ErrOutOfMemory }})
	require.NoError(t, err)
	assert.ErrorIs(t, d.Wait(context.Background()), ErrOutOfMemory)
	assert.ErrorIs(t, d.Close(), ErrOutOfMemory)
	assert.NoError(t, d.Close())
	assert.ErrorIs(t, d.Wait(context.Background()), ErrClosed)
}

func TestAProcessThatWasStoppedDoesNotBlameTheDriver(t *testing.T) {
	now := time.Now()
	quiet := silence{last: now}
	const patience = 16 * time.Second
	now = now.Add(time.Hour) // stopped
	assert.False(t, quiet.exceeds(patience, now, 0))
	for range 15 {
		now = now.Add(time.Second)
		assert.False(t, quiet.exceeds(patience, now, 0))
	}
	now = now.Add(time.Second)
	assert.True(t, quiet.exceeds(patience, now, 0), "it was awake all the time")
	assert.False(t, quiet.exceeds(patience, now, 1), "an answer")
}
