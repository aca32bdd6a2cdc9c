package gpu

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func data(t *testing.T, x *tensor.Tensor) []int32 {
	t.Helper()
	v, err := tensor.Data[int32](x)
	require.NoError(t, err)
	return v
}

func readsUnderCollections(t *testing.T) {
	onDevice(t, open(t))
	x := tensor.FromSlice([]int32{1, 2, 3, 4})
	var stop atomic.Bool
	var noise, readers sync.WaitGroup
	for range 3 {
		noise.Go(func() {
			for keep := []*uint64{}; !stop.Load(); keep = keep[:0] {
				collect()
				for range 1000 {
					p := new(uint64)
					*p = 0xabcdef << 32
					keep = append(keep, p)
				}
			}
		})
	}
	for g := range int32(4) {
		readers.Go(func() {
			for range 100 {
				v, err := tensor.Data[int32](x.Mul(g))
				if !assert.NoError(t, err) || !assert.Equal(t, []int32{g, 2 * g, 3 * g, 4 * g}, v) {
					return
				}
			}
		})
	}
	readers.Wait()
	stop.Store(true)
	noise.Wait()
}

func limitsAreTheAdapters(t *testing.T) {
	d := open(t)
	limits := d.driver.Limits()
	assert.GreaterOrEqual(t, limits.BindingBytes, 1<<27)
	assert.Greater(t, limits.Workgroups, 1<<12)
	if d.Info().Kind == device.Software {
		assert.Greater(t, d.driver.Limits().BufferBytes, 1<<28, "more than the default of a device that is asked for no limits")
	}
}

// breaking spoils the kernels with the text in them.
func breaking(text string) Option {
	return func(c *config) {
		c.edit = func(wgsl string) string {
			if strings.Contains(wgsl, text) {
				return strings.Replace(wgsl, "fn main(", "fn main(nonsense, ", 1)
			}
			return wgsl
		}
	}
}

func errorsOfCompilersAreErrors(t *testing.T) {
	onDevice(t, open(t, breaking("m_tan(")))
	x := tensor.FromSlice([]float32{1, 2})
	y := x.Add(1)
	for range 3 {
		_, err := tensor.Data[float32](x.Tan())
		assert.ErrorContains(t, err, "nonsense")
	}
	v, err := tensor.Data[float32](y.Mul(x))
	assert.NoError(t, err)
	assert.Equal(t, []float32{2, 6}, v)
}

func errorsComeToTheGoroutineThatMadeThem(t *testing.T) {
	onDevice(t, open(t, breaking("m_tan(")))
	x := tensor.FromSlice([]float32{1, 2})
	var all sync.WaitGroup
	for g := range 6 {
		all.Go(func() {
			for i := range 40 {
				if g%2 == 0 {
					v, err := tensor.Data[float32](x.Mul(i))
					assert.NoError(t, err)
					assert.Equal(t, []float32{float32(i), 2 * float32(i)}, v)
				} else {
					_, err := tensor.Data[float32](x.Tan())
					assert.ErrorContains(t, err, "nonsense")
				}
			}
		})
	}
	all.Wait()
}

func releasedTwiceAndUsed(t *testing.T) {
	onDevice(t, open(t))
	x, y := tensor.FromSlice([]int32{1, 2}), tensor.FromSlice([]int32{3, 4})
	view, sum := x.Flip(), x.Add(y)
	for range 3 {
		x.Release()
		view.Release()
		_, err := x.Bytes()
		assert.ErrorContains(t, err, "after Release")
		assert.ErrorContains(t, y.AddInPlace(x), "after Release")
		assert.ErrorContains(t, view.Fill(1), "after Release")
	}
	assert.Equal(t, []int32{4, 6}, data(t, sum))
	assert.Equal(t, []int32{3, 4}, data(t, y))
}

func releasedInFlight(t *testing.T) {
	onDevice(t, open(t, Memory(1<<16))) // the pool gives way
	sum := tensor.Zeros(tensor.Int32, 100)
	for i := range 300 {
		x := tensor.Full(int32(i), 100).Add(sum.Mul(0))
		require.NoError(t, sum.AddInPlace(x))
		x.Release()
	}
	assert.Equal(t, slices.Repeat([]int32{299 * 300 / 2}, 100), data(t, sum))
}

func usedAfterClose(t *testing.T) {
	open(t)
	d, err := Open()
	require.NoError(t, err)
	onDevice(t, d)
	x, big := tensor.FromSlice([]int32{1, 2}), tensor.Ones(tensor.Int32, 1<<18)
	for range 30 {
		require.NoError(t, big.AddInPlace(big)) // in flight
	}
	waiting := x.Add(1)
	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"read", func() error { _, err := waiting.Bytes(); return err }},
		{"write", func() error { return x.AddInPlace(1) }},
		{"eval", func() error { return tensor.Eval(ctx, waiting) }},
		{"make", func() error { return tensor.FromSlice([]int32{1}).Err() }},
		{"compile", func() error { return tensor.Warmup(waiting) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorIs(t, c.call(), device.ErrClosed)
		})
	}
	x.Release()
	waiting.Release()
}

func sizesOfZero(t *testing.T) {
	d := open(t)
	onDevice(t, d)
	x := tensor.FromSlice([]int32{}, 0, 3)
	y := tensor.Zeros(tensor.Int32, 2, 1, 0).Add(x.T().Index(0, 1))
	require.NoError(t, y.AddInPlace(1))
	require.NoError(t, y.Assign(y.Mul(2)))
	assert.Equal(t, []int{2, 1, 0}, y.Shape())
	assert.Empty(t, data(t, y))
	assert.Empty(t, data(t, y.Clone().To(open(t))))
	b, err := d.Alloc(0)
	require.NoError(t, err)
	assert.NoError(t, b.Read(ctx, 0, nil))
	b.Release()
}

func sizesBeyondLimits(t *testing.T) {
	d := open(t)
	onDevice(t, d)
	x := tensor.FromSlice([]int32{1, 2})
	sizes := []int{d.Info().Limits.BufferBytes / 4, math.MaxInt / 4, math.MaxInt}
	if inPage {
		sizes = sizes[1:] // a browser may end the process of its GPU in place of an answer
	}
	for _, n := range sizes {
		err := tensor.Zeros(tensor.Int32, n).Err()
		if err == nil {
			_, err = tensor.Zeros(tensor.Int32, n).Add(x.BroadcastTo(2)).Bytes()
		}
		assert.Error(t, err, n)
		assert.Error(t, tensor.Eval(ctx, x.Index(0, 0).BroadcastTo(n).Clone()), n)
		_, err = d.Alloc(n)
		assert.ErrorIs(t, err, device.ErrOutOfMemory)
	}
	assert.Equal(t, []int32{1, 2}, data(t, x))
}

func cancelledReads(t *testing.T) {
	d := open(t)
	onDevice(t, d)
	x := tensor.Ones(tensor.Int32, 1<<19)
	host := alloc(t, d, make([]int32, 1<<19)...)
	for i := range 20 {
		require.NoError(t, x.AddInPlace(1))
		short, cancel := context.WithTimeout(ctx, time.Duration(i*i)*5*time.Microsecond)
		if err := tensor.Eval(short, x.Mul(2)); err != nil {
			assert.ErrorIs(t, err, context.DeadlineExceeded)
		}
		if err := host.Read(short, 0, make([]byte, host.Len())); err != nil {
			assert.ErrorIs(t, err, context.DeadlineExceeded)
		}
		cancel()
	}
	assert.Equal(t, int32(21), data(t, x)[1<<19-1])
}

// As many operations as are fused, each of an iteration for every bit, for some thousand elements.
func manyIterations(t *testing.T) {
	thorough(t) // as one kernel of 64 powers, whose compilation takes a minute
	onDevice(t, open(t))
	x := make([]int32, 5000)
	for i := range x {
		x[i] = int32(2*i + 3) // odd: a power of 2^31-1 is the inverse
	}
	exponent := tensor.FromSlice([]int32{math.MaxInt32})
	y := tensor.FromSlice(x)
	for range 64 {
		y = y.Pow(exponent)
	}
	assert.Equal(t, x, data(t, y))
}

func adaptersHaveNames(t *testing.T) {
	info := open(t).Info()
	assert.NotRegexp(t, "^(0x|$)", info.Adapter)
	assert.Contains(t, []string{"vulkan", "metal", "d3d12", "WebGPU of the browser"}, info.Backend)
}
