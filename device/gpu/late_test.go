package gpu

import (
	"context"
	"fmt"
	"strings"
	"sync"
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
	d.driver.Lock()
	defer d.driver.Unlock()
	wgsl := strings.Replace(maskedWriteWGSL, "unused: u32,", "unused: array<vec4<u32>, 4>,", 1)
	wgsl = strings.Replace(wgsl, "at: u32", "@align(16) at: u32", 1)
	p, err := d.pipelines.compile("spoilt", wgsl, maskedWriteBytes, []webgpu.Binding{webgpu.UniformAt, webgpu.ReadWrite})
	require.NoError(t, err)
	b, err := d.pool.take(4, d.sizes.segment)
	require.NoError(t, err)
	key := bindGroupKey{pipeline: p}
	key.blocks[0] = b[0]
	uniform, err := d.recorder.reserve(maskedWriteBytes)
	require.NoError(t, err)
	d.recorder.batch.params = append(d.recorder.batch.params, make([]byte, maskedWriteBytes)...)
	require.NoError(t, d.recorder.dispatch(nil, key, uniform, 1, 1, 1))
}

func TestADroppedBatchEndsTheDevice(t *testing.T) {
	for _, c := range []struct {
		name string
		next func(t *testing.T, d *Device, x, y device.Buffer) error
	}{
		{"Read", func(_ *testing.T, _ *Device, x, _ device.Buffer) error { return x.Read(ctx, 0, make([]byte, 4)) }},
		{"Sync", func(_ *testing.T, d *Device, _, _ device.Buffer) error { return d.Sync(ctx) }},
		{"Write", func(_ *testing.T, _ *Device, x, _ device.Buffer) error { return x.Write(0, make([]byte, 4)) }},
		{"Run", func(t *testing.T, d *Device, x, y device.Buffer) (err error) {
			for range maxDispatches { // the last one of a batch submits it
				if err == nil {
					err = d.Run(context.Background(), launch(t, op.Add, x, x, y))
				}
			}
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t)
			x, y := alloc(t, d, 1), alloc(t, d, 2)
			add(t, d, x, x, y)
			spoil(t, d)
			err := c.next(t, d, x, y)
			if inPage && err == nil { // a browser tells those who wait
				err = d.Sync(ctx)
			}
			require.ErrorIs(t, err, device.ErrLost)
			require.ErrorContains(t, err, "was dropped")
			require.ErrorContains(t, err, "spoilt")

			assert.ErrorIs(t, d.Run(t.Context(), launch(t, op.Add, x, x, y)), device.ErrLost)
			assert.ErrorIs(t, x.Read(ctx, 0, make([]byte, 4)), device.ErrLost)
			assert.ErrorIs(t, y.Read(ctx, 0, make([]byte, 4)), device.ErrLost)
			assert.ErrorIs(t, x.Write(0, []byte{1}), device.ErrLost)
			assert.ErrorIs(t, d.Sync(ctx), device.ErrLost)
			_, err = d.Alloc(4)
			assert.ErrorIs(t, err, device.ErrLost)
		})
	}
}

func TestNoCallReadsAValueOfADroppedLaunchAsGood(t *testing.T) {
	deadline(t)
	d := open(t)
	one := alloc(t, d, 1)
	var wg sync.WaitGroup
	for range 8 {
		x := alloc(t, d, 0)
		wg.Go(func() {
			raw := make([]byte, 4)
			for n := byte(1); ; n++ {
				err := d.Run(context.Background(), launch(t, op.Add, x, x, one))
				if err == nil {
					err = x.Read(ctx, 0, raw)
				}
				if err != nil {
					assert.ErrorIs(t, err, device.ErrLost)
					return
				}
				if !assert.Equal(t, n, raw[0]) {
					return
				}
			}
		})
	}
	spoil(t, d)
	wg.Wait()
}

func TestABatchOfCopiesAloneFailsForItsReaderAlone(t *testing.T) {
	d := open(t)
	x, y := alloc(t, d, 1), alloc(t, d, 2)
	require.NoError(t, d.Sync(ctx))
	d.driver.Lock()
	b := x.(*buffer).at(0)
	staging, err := d.staging.take(word)
	require.NoError(t, err)
	require.NoError(t, d.recorder.copy(staging, 0, b.memory, b.offset, word))
	assert.Error(t, d.recorder.copy(staging, 0, b.memory, b.memory.Len(), word), "beyond the end")
	d.driver.Unlock()
	add(t, d, x, x, y)
	assert.Equal(t, []int32{3}, get(t, x))
}

func TestCloseReportsAnErrorThatNoCallReported(t *testing.T) {
	open(t)
	d, err := Open()
	require.NoError(t, err)
	spoil(t, d)
	assert.ErrorContains(t, d.Close(), "spoilt")
	assert.NoError(t, d.Close())
}

func TestErrorsOfPackageWebgpuGetTheNamesOfPackageDevice(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to error
	}{
		{"lost", webgpu.ErrLost, device.ErrLost},
		{"closed", webgpu.ErrClosed, device.ErrClosed},
		{"out of memory", webgpu.ErrOutOfMemory, device.ErrOutOfMemory},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorIs(t, translate(fmt.Errorf("webgpu: something: %w", c.from)), c.to)
		})
	}
	assert.NoError(t, translate(nil))
}
