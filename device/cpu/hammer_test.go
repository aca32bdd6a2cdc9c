package cpu

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// hammer runs f at once in several goroutines, many times in each.
func hammer(t *testing.T, f func(worker, turn int)) {
	deadline(t)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for turn := range 50 {
				f(worker, turn)
			}
		})
	}
	all.Wait()
}

func TestHammerLaunchesOnTheSameBuffersTakeTurns(t *testing.T) {
	d := New(Threads(4))
	const n = 100_000
	o := onFloats(t, d, ramp(n, 0), ramp(n, 0), ramp(n, 0))
	one := []op.Scalar{op.Float32.FromFloat(1)}
	p := program(t, 1, 1, []device.Instr{call(op.Add, 0, 1)}, 2)
	both := program(t, 2, 1, []device.Instr{call(op.Add, 0, 2), call(op.Add, 1, 2)}, 3, 4)
	hammer(t, func(worker, _ int) {
		switch i := worker % 4; i {
		case 3: // two buffers, in either order
			i, j := worker/4, 1-worker/4
			in := []device.Operand{o[i], o[j]}
			assert.NoError(t, d.Run(t.Context(), &device.Launch{Program: both, Shape: []int{n}, Out: in, In: in, Scalars: one}))
		default:
			assert.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{n}, Out: o[i : i+1], In: o[i : i+1], Scalars: one}))
		}
	})
	for i, want := range []float64{200, 200, 100} {
		data := download(t, o[i].Buffer)
		for _, k := range []int{0, n / 2, n - 1} {
			assert.Equal(t, want, op.Float32.Float(op.Float32.Load(data[4*k:])), "buffer %d, element %d", i, k)
		}
	}
}

func TestHammerLaunchesThatNameTwoBuffersInEitherOrderEnd(t *testing.T) {
	d := New(Threads(1))
	const n = 100_000
	o := onFloats(t, d, ramp(n, 0), ramp(n, 0))
	p := program(t, 2, 0, []device.Instr{call(op.Maximum, 0, 1), call(op.Minimum, 0, 1)}, 2, 3)
	hammer(t, func(worker, _ int) {
		i := worker % 2
		pair := []device.Operand{o[i], o[1-i]}
		assert.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{n}, Out: pair, In: pair}))
	})
}

func TestHammerReadsSeeWholeWritesAndLaunches(t *testing.T) {
	d := New(Threads(2))
	const n = 5000
	o := onFloats(t, d, ramp(n, 0))
	p := program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1)
	data := floats32(ramp(n, 0)...)
	hammer(t, func(worker, turn int) {
		switch worker % 3 {
		case 0:
			assert.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{n}, Out: o, In: o}))
		case 1:
			assert.NoError(t, o[0].Buffer.Write(0, data))
		default:
			got := make([]byte, 4*n)
			assert.NoError(t, o[0].Buffer.Read(context.Background(), 0, got))
			assert.Equal(t, got[:4*n-4], got[4:], "all zeros have one sign")
		}
	})
}

func TestHammerAllocReleaseAndClose(t *testing.T) {
	d := New(Threads(2))
	p := program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1)
	hammer(t, func(worker, turn int) {
		if worker == 0 && turn == 45 {
			assert.NoError(t, d.Close())
		}
		b, err := d.Alloc(4 * (worker + 1) * 1000)
		if err != nil {
			assert.ErrorIs(t, err, device.ErrClosed)
			return
		}
		x := whole(b, op.Float32, (worker+1)*1000)
		go b.Release()
		err = d.Run(context.Background(), &device.Launch{Program: p, Shape: x.Layout.Shape, Out: []device.Operand{x}, In: []device.Operand{x}})
		if err != nil {
			assert.True(t, errors.Is(err, device.ErrClosed) || errors.Is(err, device.ErrReleased), err)
		}
		b.Release()
	})
	require.NoError(t, d.Close())
	assert.Equal(t, Stats{}, d.Stats())
}
