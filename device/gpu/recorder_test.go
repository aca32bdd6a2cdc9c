package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheRecorderAlignsUniformsAndSubmitsABatchThatHasNoRoomForThem(t *testing.T) {
	d := open(t)
	x := alloc(t, d, 1).(*buffer)
	require.NoError(t, d.Sync(ctx))
	r := d.recorder
	d.driver.Lock()
	defer d.driver.Unlock()
	staging, err := d.staging.take(word)
	require.NoError(t, err)
	defer d.staging.give(staging)
	// Without dispatches and copies a batch would be empty.
	require.NoError(t, r.copy(staging, 0, x.blocks[0].memory, 0, word))
	before, serial := r.submitted, r.batch.serial
	for i, want := range []int{0, r.align, 2 * r.align} {
		at, err := r.reserve(r.align/2 + word)
		require.NoError(t, err)
		assert.Equal(t, want, at, "reservation %d", i)
		r.batch.params = append(r.batch.params, make([]byte, r.align/2+word)...)
	}
	assert.Equal(t, before, r.submitted)
	at, err := r.reserve(uniformBytes)
	require.NoError(t, err)
	assert.Zero(t, at)
	assert.Equal(t, before+1, r.submitted)
	assert.Equal(t, batch{serial: serial + 1, params: r.batch.params[:0]}, r.batch)
}

func TestOnlyABatchThatUsesABlockIsSubmittedForItsSake(t *testing.T) {
	d := open(t)
	x, y := alloc(t, d, 1).(*buffer), alloc(t, d, 2).(*buffer)
	add(t, d, x, x, x)
	r := d.recorder
	d.driver.Lock()
	defer d.driver.Unlock()
	before := r.submitted
	require.NoError(t, r.flushUses(y.blocks[0]))
	assert.Equal(t, before, r.submitted)
	require.NoError(t, r.flushUses(x.blocks[0]))
	assert.Equal(t, before+1, r.submitted)
	require.NoError(t, r.flushUses(x.blocks[0]))
	require.NoError(t, r.flush(), "of nothing")
	assert.Equal(t, before+1, r.submitted)
}
