//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// leave leaves an error with no return path, as the implementation's callback does.
func (b *box) leave() { b.c.errors, b.c.text[0] = 1, 'x' }

// An error of the implementation itself, which the checks would have caught.
func TestAnErrorOfTheImplementationDropsTheRecordingOnly(t *testing.T) {
	r := newRig(t, 256, 2)
	r.Lock()
	require.NoError(t, r.add(0))
	real := r.limits.Workgroups
	r.limits.Workgroups = 1 << 30
	require.NoError(t, r.Dispatch(r.p, r.g, 0, real+1, 1, 1))
	r.limits.Workgroups = real
	r.g.Release() // waits for the recording
	err := r.Submit()
	require.ErrorContains(t, err, "webgpu: submit: ")
	assert.False(t, r.recording)
	assert.Empty(t, r.late)
	r.g = must[*BindGroup](t)(r.NewBindGroup(r.p, []Range{{Buffer: r.a}, {Buffer: r.c}, {Buffer: r.k, Size: 8}}))
	r.Unlock()
	r.run(1)
}
