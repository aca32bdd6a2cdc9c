package tensor_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// watched notes how many bytes of a device are in use or wait for a collection.
type watched struct {
	*cpu.Device
	most atomic.Int64
}

// capped returns a device. At most a quarter of its memory is held beside what is in use, whatever a
// collection costs on a machine with other work.
func capped(t *testing.T, memory int) *watched {
	d := &watched{Device: cpu.New(cpu.Memory(memory))}
	t.Cleanup(func() { d.Close() })
	return d
}

// look notes what is held now. It returns the most so far.
func (d *watched) look() int64 {
	n := int64(d.Stats().LiveBytes)
	for most := d.most.Load(); n > most && !d.most.CompareAndSwap(most, n); {
		most = d.most.Load()
	}
	return d.most.Load()
}

// forced is how many collections the package has begun, or the test itself.
func forced() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumForcedGC)
}

// Each tensor is dropped for the next one, so at most two are in use. While Go alone decided when
// to collect, the package held more memory with every round.
func TestTensorsDroppedInALoopAreCollectedBeforeTheyPileUp(t *testing.T) {
	for _, c := range []struct {
		elements, collections int // of the package, for 1 GiB
	}{
		{1 << 14, 1 << 8},
		{1 << 20, 50}, // six results of 4 MiB for each
		{1 << 21, 25},
	} {
		t.Run(fmt.Sprintf("%d KiB each", c.elements>>8), func(t *testing.T) {
			d := capped(t, 256<<20)
			runtime.GC()
			w := tensor.Ones(tensor.Float32, c.elements).To(d.Device)
			before := forced()
			for range 1 << 30 / 4 / c.elements {
				w = w.Mul(0.5)
				require.NoError(t, tensor.Eval(context.Background(), w))
				d.look()
			}
			assert.LessOrEqual(t, int(d.look()), 64<<20+2*4*c.elements)
			assert.LessOrEqual(t, forced()-before, c.collections)
		})
	}
}

// Each call records anew: what it drops is a small result, and much of Go's own memory. While the
// pace followed what a collection scans, the garbage that waited for its cleanups raised the pace.
func TestCallsThatRecordAnewPileNothingUp(t *testing.T) {
	type args struct {
		X    *tensor.Tensor
		Rate float64
	}
	f := func(a args) *tensor.Tensor { return a.X.Sub(a.X.Mul(a.Rate)) }
	compiled := tensor.Compile(f)
	for _, c := range []struct {
		name string
		call func(x *tensor.Tensor, i int) *tensor.Tensor
	}{
		{"a new number", func(x *tensor.Tensor, i int) *tensor.Tensor { return compiled.Call(args{x, float64(i)}) }},
		{"Compile in the loop", func(x *tensor.Tensor, i int) *tensor.Tensor { return tensor.Compile(f).Call(args{x, 1}) }},
		{"nothing was compiled", func(x *tensor.Tensor, i int) *tensor.Tensor { return f(args{x, float64(i)}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := capped(t, 64<<20)
			x := tensor.Ones(tensor.Float32, 8192).To(d.Device)
			for i := range 3000 {
				require.NoError(t, tensor.Eval(context.Background(), c.call(x, i)))
				d.look()
			}
			assert.LessOrEqual(t, int(d.look()), 16<<20+1<<20)
		})
	}
}

// Bytes that were dropped before the release, and are not collected yet, count as in use after it.
// Up to twice the pace may be dropped.
func TestWhatWasReleasedMakesNoRoomForWhatIsDropped(t *testing.T) {
	d := capped(t, 512<<20)
	x := tensor.Ones(tensor.Float32, 1<<14).To(d.Device)
	large := tensor.Ones(tensor.Float32, 1<<26).To(d.Device)
	require.NoError(t, tensor.Eval(context.Background(), large))
	drop := func(until func(bytes int) bool) {
		for bytes := 0; !until(bytes); bytes += 4 << 14 {
			require.NoError(t, tensor.Eval(context.Background(), x.Add(x)))
			d.look()
		}
	}
	before := forced()
	drop(func(int) bool { return forced() >= before+2 }) // collections find large in use
	large.Release()
	d.most.Store(0)
	drop(func(bytes int) bool { return bytes >= 512<<20 })
	assert.LessOrEqual(t, int(d.look()), 2*128<<20-16<<20)
}

// Several goroutines drop faster than one of them collects. While they did not wait, the bytes grew
// by hundreds of MiB a second.
func TestTensorsThatGoroutinesDropAreCollectedBeforeTheyPileUp(t *testing.T) {
	const goroutines, elements = 8, 1 << 14
	d := capped(t, 256<<20)
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			x := tensor.Ones(tensor.Float32, elements).To(d.Device)
			for range 256 << 20 / (4 * elements) {
				if !assert.NoError(t, tensor.Eval(context.Background(), x.Add(1))) {
					return
				}
				d.look()
			}
		})
	}
	all.Wait()
	assert.LessOrEqual(t, int(d.look()), 64<<20+16<<20)
}

func TestGoroutinesThatDropTensorsDoNotRunOutOfMemory(t *testing.T) {
	for _, c := range []struct{ goroutines, limit int }{{4, 32 << 20}, {2, 8 << 20}} {
		t.Run(fmt.Sprintf("%d goroutines", c.goroutines), func(t *testing.T) {
			d := cpu.New(cpu.Memory(c.limit))
			defer d.Close()
			elements := make([]float32, 1<<18) // 1 MiB, of which each goroutine has one
			var all sync.WaitGroup
			for range c.goroutines {
				all.Go(func() {
					for range 200 {
						if !assert.NoError(t, tensor.FromSliceOn(d, elements).Err()) {
							return
						}
					}
				})
			}
			all.Wait()
		})
	}
}

func TestTensorsThatAreReleasedAreSeldomCollectedFor(t *testing.T) {
	for _, c := range []struct {
		name string
		most uint32 // collections
		also int    // elements of a second tensor
	}{
		{"large ones", 6, 0},
		{"large and small ones by turns", 6, 1 << 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := cpu.New()
			defer d.Close()
			x, small := tensor.Ones(tensor.Float32, 1<<22).To(d), tensor.Ones(tensor.Float32, c.also).To(d)
			require.NoError(t, tensor.Eval(context.Background(), x, small))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range 64 {
				y, z := x.Add(x), small.Add(small)
				require.NoError(t, tensor.Eval(context.Background(), y))
				require.NoError(t, tensor.Eval(context.Background(), z))
				y.Release()
				z.Release()
			}
			runtime.ReadMemStats(&after)
			assert.LessOrEqual(t, after.NumForcedGC-before.NumForcedGC, c.most)
		})
	}
}
