package cpu

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// hammer runs f at once in several goroutines, many times in each.
func hammer(t *testing.T, f func(worker, iteration int)) {
	deadline(t)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for iteration := range 50 {
				f(worker, iteration)
			}
		})
	}
	all.Wait()
}

func TestHammerLaunchesThatReadTheSameBuffer(t *testing.T) {
	d := New(Threads(4))
	for _, n := range []int{10, 1000, 100_000} {
		shared := onFloats(t, d, ramp(n, 1))
		p := program(t, 2, 0, []device.Instr{call(op.Add, 0, 1)}, 2)
		var own [8]device.Operand
		for i := range own {
			own[i] = onFloats(t, d, ramp(n, 0))[0]
		}
		hammer(t, func(worker, _ int) {
			o := own[worker]
			l := &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{o}, In: []device.Operand{o, shared[0]}}
			assert.NoError(t, d.Run(t.Context(), l))
		})
		for i := range own {
			assert.Equal(t, floats32(ramp(n, 50)...), download(t, own[i].Buffer), "buffer %d", i)
		}
	}
}

func TestWhatARunHasWrittenAnotherGoroutineSees(t *testing.T) {
	deadline(t)
	d := New(Threads(2))
	for _, n := range []int{10, 1000, 100_000} {
		o := onFloats(t, d, ramp(n, 0))
		p := program(t, 1, 1, []device.Instr{call(op.Add, 0, 1)}, 2)
		l := &device.Launch{Program: p, Shape: []int{n}, Out: o, In: o, Scalars: []op.Scalar{op.Float32.FromFloat(1)}}
		token := make(chan int, 1)
		token <- 0
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 50 {
					before := <-token
					assert.Equal(t, float64(before), op.Float32.Float(op.Float32.Load(download(t, o[0].Buffer)[4*n-4:])))
					assert.NoError(t, d.Run(t.Context(), l))
					token <- before + 1
				}
			})
		}
		all.Wait()
	}
}

func TestHammerAllocReleaseAndClose(t *testing.T) {
	d := New(Threads(2))
	p := program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1)
	hammer(t, func(worker, iteration int) {
		if worker == 0 && iteration == 45 {
			assert.NoError(t, d.Close())
		}
		b, err := d.Alloc(4 * (worker + 1) * 1000)
		if err != nil {
			assert.ErrorIs(t, err, device.ErrClosed)
			return
		}
		x := whole(b, op.Float32, (worker+1)*1000)
		err = d.Run(context.Background(), &device.Launch{Program: p, Shape: x.Layout.Shape, Out: []device.Operand{x}, In: []device.Operand{x}})
		if err != nil {
			assert.ErrorIs(t, err, device.ErrClosed)
		}
		b.Release()
	})
	require.NoError(t, d.Close())
	assert.Equal(t, Stats{}, d.Stats())
}
