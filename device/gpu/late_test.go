package gpu

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// spoil records a dispatch that fails when its pass ends: its uniform is too short.
func spoil(t *testing.T, d *Device) {
	t.Helper()
	d.seam.Lock()
	defer d.seam.Unlock()
	wgsl := strings.Replace(patchWGSL, "unused: u32,", "unused: array<vec4<u32>, 4>,", 1)
	wgsl = strings.Replace(wgsl, "at: u32", "@align(16) at: u32", 1)
	p, err := d.compile("spoilt", wgsl, patchBytes, []webgpu.Binding{webgpu.UniformAt, webgpu.ReadWrite})
	require.NoError(t, err)
	b, err := d.take(4)
	require.NoError(t, err)
	key := groupKey{pipeline: p}
	key.blocks[0] = b
	uniform := d.reserve(patchBytes)
	d.batch.params = append(d.batch.params, make([]byte, patchBytes)...)
	require.NoError(t, d.dispatch(key, uniform, 1, 1, 1))
}

func TestAnErrorFoundAfterRunIsReportedOnce(t *testing.T) {
	d := open(t)
	x, y := alloc(t, d, 1), alloc(t, d, 2)
	for name, next := range map[string]func() error{
		"Run": func() error {
			add(t, d, x, x, y)
			put(t, x, 1) // submits; a write is no report
			return d.Run(launch(t, op.Add, x, x, y))
		},
		"Read": func() error { return x.Read(ctx, 0, make([]byte, 4)) },
		"Sync": func() error { return d.Sync(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			spoil(t, d)
			err := next()
			require.ErrorContains(t, err, "compute pipeline = `spoilt`")
			put(t, x, 1)
			add(t, d, x, x, y)
			assert.Equal(t, []int32{3}, get(t, x))
		})
	}
}

func TestCloseReportsAnErrorNobodyHasBeenTold(t *testing.T) {
	open(t)
	d, err := Open()
	require.NoError(t, err)
	spoil(t, d)
	assert.ErrorContains(t, d.Close(), "compute pipeline = `spoilt`")
	assert.NoError(t, d.Close())
}

func TestErrorsOfTheSeamGetTheNamesOfPackageDevice(t *testing.T) {
	for from, to := range map[error]error{
		webgpu.ErrLost: device.ErrLost, webgpu.ErrClosed: device.ErrClosed, webgpu.ErrOutOfMemory: device.ErrOutOfMemory,
	} {
		assert.ErrorIs(t, translate(fmt.Errorf("webgpu: something: %w", from)), to)
	}
	assert.NoError(t, translate(nil))
}
