package tensor_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// scannedBytes is how many bytes a collection looks at.
func scannedBytes() int {
	scan := []metrics.Sample{{Name: "/gc/scan/total:bytes"}}
	metrics.Read(scan)
	return int(scan[0].Value.Uint64())
}

// settlePace drops tensors until the package has collected twice. Before, its pace may be that of the
// heap of an earlier test.
func settlePace(t *testing.T, d device.Device) {
	forced := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumForcedGC
	}
	runtime.GC()
	x := tensor.Ones(tensor.Float32, 1<<16).To(d)
	for until, bytes := forced()+2, 0; forced() < until; bytes += 4 << 20 {
		require.Less(t, bytes, 2000<<20, "no collection has begun")
		for range 16 {
			require.NoError(t, tensor.Eval(context.Background(), x.Add(x)))
		}
	}
}

// Each tensor is dropped for the next one, so at most two are in use. While Go alone decided when
// to collect, the package held more memory with every round.
func TestTensorsDroppedInALoopAreCollectedBeforeTheyPileUp(t *testing.T) {
	for _, c := range []struct {
		name        string
		elements    int
		heap        int    // bytes of the program's own objects
		most        int    // bytes of the device at any time, beside those for what a collection scans
		collections uint32 // collections meanwhile
	}{
		{"64 KiB each", 1 << 14, 0, 32 << 20, 1 << 10},
		{"8 MiB each", 1 << 21, 0, 64 << 20, 1 << 10},
		{"8 MiB each, beside a heap whose collection takes long", 1 << 21, 64 << 20, 64 << 20, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			own := make([]*int, c.heap/8)
			d := cpu.New()
			defer d.Close()
			w := tensor.Ones(tensor.Float32, c.elements).To(d)
			most := 0
			drop := func(bytes int) {
				for range bytes / 4 / c.elements {
					w = w.Mul(0.5)
					require.NoError(t, tensor.Eval(context.Background(), w))
					most = max(most, d.Stats().LiveBytes)
				}
			}
			settlePace(t, d)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			most = 0
			drop(1 << 30)
			runtime.ReadMemStats(&after)
			assert.LessOrEqual(t, most, c.most+min(8*scannedBytes(), 256<<20))
			assert.LessOrEqual(t, after.NumGC-before.NumGC, c.collections)
			runtime.KeepAlive(own)
		})
	}
}

// Bytes that were dropped before the release, and are not collected yet, count as in use after it.
// So up to twice the pace may be dropped.
func TestWhatWasReleasedMakesNoRoomForWhatIsDropped(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	x := tensor.Ones(tensor.Float32, 1<<14).To(d)
	drop := func(bytes int) (most, scan int) {
		for range bytes / (4 << 14) {
			require.NoError(t, tensor.Eval(context.Background(), x.Add(x)))
			most, scan = max(most, d.Stats().LiveBytes), max(scan, scannedBytes())
		}
		return most, scan
	}
	large := tensor.Ones(tensor.Float32, 1<<26).To(d)
	require.NoError(t, tensor.Eval(context.Background(), large))
	settlePace(t, d) // collections find large in use
	large.Release()
	most, scan := drop(512 << 20)
	require.Less(t, 2*8*scan, 192<<20, "the test is for smaller heaps: the bytes that were released are 256 MiB")
	assert.LessOrEqual(t, most, 32<<20+2*8*scan)
}

// Several goroutines drop faster than one of them collects. While they did not wait, the bytes grew
// by hundreds of MiB a second.
func TestTensorsThatGoroutinesDropAreCollectedBeforeTheyPileUp(t *testing.T) {
	const goroutines, elements = 8, 1 << 14
	d := cpu.New()
	defer d.Close()
	settlePace(t, d)
	var most, scan atomic.Int64
	raise := func(most *atomic.Int64, to int) {
		for n := most.Load(); int64(to) > n && !most.CompareAndSwap(n, int64(to)); n = most.Load() {
		}
	}
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			x := tensor.Ones(tensor.Float32, elements).To(d)
			for range 256 << 20 / (4 * elements) {
				if !assert.NoError(t, tensor.Eval(context.Background(), x.Add(1))) {
					return
				}
				raise(&most, d.Stats().LiveBytes)
				raise(&scan, scannedBytes())
			}
		})
	}
	all.Wait()
	pace := max(8*int(scan.Load()), 8<<20)
	// A collection leaves what others took meanwhile, and as much again is taken until the next has ended.
	assert.LessOrEqual(t, int(most.Load()), 2*(pace+max(pace, 16<<20))+32<<20)
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
					for range 500 {
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
