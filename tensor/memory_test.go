package tensor_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// inUse returns a device's own figures about its memory.
func inUse(t *testing.T, d device.Device) (buffers, live, pooled int) {
	stats := reflect.ValueOf(d).MethodByName("Stats") // the CPU and the GPU have one each, of different types
	require.True(t, stats.IsValid(), "%T tells nothing of its memory", d)
	count := func(name string) int { return int(stats.Call(nil)[0].FieldByName(name).Int()) }
	return count("LiveBuffers"), count("LiveBytes"), count("PooledBytes")
}

// resident is the process's memory in bytes, or 0 where that cannot be told.
func resident() int {
	raw, _ := os.ReadFile("/proc/self/statm")
	if fields := strings.Fields(string(raw)); len(fields) > 1 {
		pages, _ := strconv.Atoi(fields[1])
		return pages * os.Getpagesize()
	}
	return 0
}

// Some results are released, some dropped. On the CPU most are never needed, so that chains are
// fused in every way; a GPU would compile and keep a kernel for each. Go collects after every
// thousand steps. wgpu keeps as many blocks as were ever dropped between two collections, and with
// Go's own pace that number grows for a long time.
func TestAFixedWorkingSetKeepsMemoryFlat(t *testing.T) {
	steps := rounds(20_000)
	if devicetest.Thorough() {
		steps = 1_000_000
	}
	everywhere(t, func(t *testing.T, d device.Device) {
		if d.Info().Kind != device.CPU && steps < 1_000_000 {
			steps /= 10
		}
		r := rand.New(rand.NewPCG(3, 4))
		const kept, parts = 24, 10
		var set [kept]*tensor.Tensor
		makeTensor := func() *tensor.Tensor { return tensor.Ones(tensor.Float32, int(math.Exp2(16*r.Float64()))) }
		for i := range set {
			set[i] = makeTensor()
		}
		var rss [parts]int // after each part
		began := time.Now()
		for i := range steps {
			if i%1000 == 0 {
				runtime.GC()
			}
			k := r.IntN(kept)
			x := set[k]
			switch r.IntN(8) {
			case 0:
				set[k] = makeTensor()
			case 1, 2, 3:
				set[k] = x.Mul(0.5).Add(x)
			case 4:
				set[k] = x.Flip().Clone()
			case 5:
				require.NoError(t, x.AddInPlace(1))
			case 6:
				set[k] = x.Gt(0).AsType(tensor.Float32)
			case 7:
				require.NoError(t, tensor.Eval(context.Background(), x))
			}
			require.NoError(t, set[k].Err())
			if x != set[k] && r.IntN(2) == 0 {
				x.Release()
			}
			if d.Info().Kind != device.CPU {
				eval(t, set[k])
			}
			if (i+1)%(steps/parts) != 0 {
				continue
			}
			eval(t, set[:]...)
			bytes := 0
			for _, x := range set {
				bytes += 4 * x.Len()
			}
			require.True(t, collected(func() bool {
				buffers, live, _ := inUse(t, d)
				return buffers <= kept && live <= bytes*5/4+256*kept
			}), "after %d steps no more than what is kept", i+1)
			_, _, pooled := inUse(t, d)
			rss[i*parts/steps] = (resident() - pooled) >> 20
		}
		_, live, pooled := inUse(t, d)
		t.Logf("%d operations in %v; bytes of the device: %d live, %d pooled; MiB of the process besides those pooled after each tenth: %v", steps, time.Since(began).Round(time.Second), live, pooled, rss)
		if steps == 1_000_000 && !tensor.Slowed { // fewer do not tell; the race detector's records grow too
			assert.LessOrEqual(t, rss[parts-1], rss[1]*9/8+8, "MiB of the process")
		}
		clear(set[:])
		assert.True(t, collected(func() bool {
			buffers, live, _ := inUse(t, d)
			return buffers == 0 && live == 0
		}), "dropped memory is given back")
	})
}

// After every step a device holds just the storages that some tensor has.
func TestADevicesAccountIsThatOfTheTensorsThereAre(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		r := rand.New(rand.NewPCG(5, 6))
		type storage struct{ tensors, bytes int }
		type handle struct {
			*tensor.Tensor
			of *storage
		}
		var all []handle
		for i := range rounds(1500) {
			add := func(x *tensor.Tensor, of *storage) {
				eval(t, x)
				of.tensors++
				all = append(all, handle{x, of})
			}
			if len(all) == 0 || len(all) < 30 && r.IntN(2) == 0 {
				n := 1025 + r.IntN(3000) // a CPU counts no smaller ones
				add(tensor.FromSlice(make([]float32, n)), &storage{bytes: 4 * n})
				continue
			}
			k := r.IntN(len(all))
			x, of := all[k].Tensor, all[k].of
			switch r.IntN(5) {
			case 0:
				v := x.Flip()
				add(v.Unsqueeze(0), of)
				v.Release()
			case 1:
				add(x.Ge(0), &storage{bytes: x.Len()})
			case 2:
				require.NoError(t, x.Fill(1))
			default:
				x.Release()
				x.Release()
				of.tensors--
				all[k] = all[len(all)-1]
				all = all[:len(all)-1]
			}
			bytes, storages := 0, map[*storage]bool{}
			for _, h := range all {
				if !storages[h.of] {
					storages[h.of] = true
					bytes += h.of.bytes
				}
			}
			buffers, live, _ := inUse(t, d)
			require.Equal(t, len(storages), buffers, "step %d", i)
			require.GreaterOrEqual(t, live, bytes, "step %d", i)
			require.LessOrEqual(t, live, bytes*5/4+256*buffers, "step %d: sizes are rounded up by a fourth, and to 256 bytes", i)
			runtime.KeepAlive(all)
		}
	})
}
