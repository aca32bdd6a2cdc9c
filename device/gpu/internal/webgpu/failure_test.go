package webgpu

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnErrorOfAnEarlierCallIsToldAsOne(t *testing.T) {
	d := open(t)
	d.Lock()
	defer d.Unlock()
	d.box.leave()
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

// The implementation attributes errors to the device, and pipelines are compiled beside other calls.
func TestAnErrorIsThatOfTheCallThatMadeIt(t *testing.T) {
	r := newRig(t, 64, 1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 100 {
				_, err := withLock(r.Device, func() (*Pipeline, error) { return r.NewPipeline("bad", "fn main() { no WGSL }", []Binding{ReadOnly}) })
				assert.ErrorContains(t, err, "no WGSL")
			}
		})
	}
	wg.Go(func() {
		for range 100 {
			_, err := withLock(r.Device, func() (any, error) {
				p, err := r.NewPipeline("add", addWGSL, addBindings)
				if err == nil {
					p.Release()
				}
				return nil, err
			})
			assert.NoError(t, err)
		}
	})
	for range 100 {
		r.run(0)
	}
	wg.Wait()
}

func TestADeviceThatIsClosedWhileItCompilesAnswersSo(t *testing.T) {
	r := newRig(t, 64, 1)
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		r.Lock()
		defer r.Unlock()
		close(begun)
		for {
			p, err := r.NewPipeline("add", addWGSL, addBindings)
			if err != nil {
				ended <- err
				return
			}
			p.Release()
		}
	}()
	<-begun
	require.NoError(t, r.Close())
	assert.ErrorIs(t, <-ended, ErrClosed)
	assert.Zero(t, r.Live())
}
