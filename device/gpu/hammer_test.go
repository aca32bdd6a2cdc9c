package gpu

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/internal/page"
	"github.com/wgtensor/wgtensor/device/op"
)

// Goroutines with buffers of their own, which finalizers release, and garbage.
func TestGoroutinesDoNotDisturbEachOther(t *testing.T) {
	deadline(t)
	d := open(t)
	iterations := many(60, 10)
	var stop atomic.Bool
	var garbage sync.WaitGroup
	garbage.Go(func() {
		for !stop.Load() {
			collect()
		}
	})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(g)))
			for range iterations {
				hammer(t, d, r)
			}
		})
	}
	wg.Wait()
	stop.Store(true)
	garbage.Wait()
	require.NoError(t, d.Sync(ctx))
}

// collect collects garbage, and gives a web page its turn.
func collect() {
	runtime.GC()
	page.Turn()
}

// hammer applies the same random steps to a buffer and to a slice.
func hammer(t *testing.T, d *Device, r *rand.Rand) {
	increments := make([]int32, 1+r.IntN(3000))
	for i := range increments {
		increments[i] = r.Int32()
	}
	want := make([]int32, len(increments))
	x, y := alloc(t, d, want...), alloc(t, d, increments...)
	runtime.SetFinalizer(y.(*buffer), (*buffer).Release)
	for range 1 + r.IntN(20) {
		add(t, d, x, x, y)
		at, v := r.IntN(x.Len()), byte(r.Uint32())
		assert.NoError(t, x.Write(at, []byte{v}))
		for i := range want {
			want[i] += increments[i]
		}
		shift := 8 * (at % 4)
		want[at/4] = int32(uint32(want[at/4])&^(0xff<<shift) | uint32(v)<<shift)
	}
	assert.Equal(t, want, get(t, x))
	x.Release()
}

func TestCloseMayComeWhileOthersWork(t *testing.T) {
	deadline(t)
	open(t)
	for range 5 {
		d, err := Open()
		require.NoError(t, err)
		var wg sync.WaitGroup
		var iterations atomic.Int32
		for range 4 {
			wg.Go(func() {
				err := useUntilClosed(d, &iterations)
				assert.ErrorIs(t, err, device.ErrClosed)
			})
		}
		for iterations.Load() < 20 {
			page.Turn()
		}
		for range 3 {
			wg.Go(func() { assert.NoError(t, d.Close()) })
		}
		wg.Wait()
	}
}

func useUntilClosed(d *Device, iterations *atomic.Int32) error {
	p, err := device.Single(op.Add, op.Int32, op.Int32)
	for err == nil {
		iterations.Add(1)
		var b device.Buffer
		if b, err = d.Alloc(4000); err != nil {
			break
		}
		all := operand(b)
		err = errors.Join(
			b.Write(1, []byte{1, 2}),
			d.Run(context.Background(), &device.Launch{Program: p, Shape: all.Layout.Shape, Out: []device.Operand{all}, In: []device.Operand{all, all}}),
			b.Read(ctx, 3, make([]byte, 1000)))
		b.Release()
	}
	return err
}

func TestAClosedDeviceAnswersErrClosed(t *testing.T) {
	open(t)
	d, err := Open()
	require.NoError(t, err)
	x := alloc(t, d, make([]int32, 1<<16)...)
	for range 200 {
		add(t, d, x, x, x)
	}
	require.NoError(t, d.Close(), "with work in flight")
	_, err = d.Alloc(1)
	assert.ErrorIs(t, err, device.ErrClosed)
	assert.ErrorIs(t, d.Run(t.Context(), launch(t, op.Add, x, x, x)), device.ErrClosed)
	assert.ErrorIs(t, d.Sync(ctx), device.ErrClosed)
	assert.ErrorIs(t, x.Write(0, nil), device.ErrClosed)
	assert.ErrorIs(t, x.Read(ctx, 0, nil), device.ErrClosed)
	x.Release()
	assert.NoError(t, d.Close())
	assert.Zero(t, d.Stats().PooledBytes)
	assert.NotEmpty(t, d.String())
}
