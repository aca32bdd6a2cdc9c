package gpu

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestReleasedMemoryIsUsedAgain(t *testing.T) {
	d := open(t)
	a, err := d.Alloc(5000)
	require.NoError(t, err)
	before := d.Stats()
	a.Release()
	s := d.Stats()
	assert.Equal(t, 1+before.PooledBuffers, s.PooledBuffers)
	assert.Equal(t, 5120+before.PooledBytes, s.PooledBytes)
	b, err := d.Alloc(4999)
	require.NoError(t, err)
	assert.Equal(t, 4999, b.Len())
	assert.Equal(t, before, d.Stats())
	a.Release()
	assert.Equal(t, before, d.Stats(), "a second Release does nothing")
}

func TestABlockKeepsItsBindGroupsInThePool(t *testing.T) {
	d := open(t)
	one := alloc(t, d, 1)
	for i := range 10 {
		x := alloc(t, d, int32(i))
		add(t, d, x, x, one)
		require.Equal(t, []int32{int32(i) + 1}, get(t, x))
		x.Release()
	}
	assert.LessOrEqual(t, len(d.groups.byKey), 3)
}

func TestMemoryMayBeReleasedWhileLaunchesThatUseItAreRecorded(t *testing.T) {
	for _, c := range []struct {
		name string
		opt  Option
	}{
		{"into the pool", Memory(1 << 30)},
		{"to the driver", Memory(1 << 14)},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.opt)
			sum := alloc(t, d, 0)
			for i := range int32(1000) {
				x := alloc(t, d, append([]int32{i}, make([]int32, 300*(i%7))...)...) // of several classes
				l := launch(t, op.Add, sum, sum, sum)
				l.In[1].Buffer = x
				require.NoError(t, d.Run(t.Context(), l))
				x.Release()
				alloc(t, d, append([]int32{-1}, make([]int32, 300*(i%5))...)...).Release()
			}
			assert.Equal(t, []int32{999 * 1000 / 2}, get(t, sum))
		})
	}
}

func TestTheMemoryCapHoldsForLiveBuffers(t *testing.T) {
	d := open(t, Memory(1<<20))
	half, err := d.Alloc(1 << 19)
	require.NoError(t, err)
	rest, err := d.Alloc(1 << 19)
	require.NoError(t, err)
	_, err = d.Alloc(1)
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.ErrorContains(t, err, "alloc of 1 bytes, with 1048576 of 1048576 bytes in use")
	half.Release()
	for _, n := range []int{1, 1000, 100_000, 400_000} { // of other classes: the pool has to give way
		b, err := d.Alloc(n)
		require.NoError(t, err)
		s := d.Stats()
		assert.LessOrEqual(t, s.LiveBytes+s.PooledBytes, 1<<20)
		b.Release()
	}
	odd, err := d.Alloc(1<<19 - 1) // its class would not fit, were it not cut
	require.NoError(t, err)
	odd.Release()
	rest.Release()
}

func TestWithoutMemoryWhatWasDroppedIsCollectedFirst(t *testing.T) {
	d := open(t, Memory(1<<20))
	for range 5 {
		drop(t, d, 1<<20) // all there is
	}
	_, err := d.Alloc(1 << 20)
	require.NoError(t, err)
	assert.Equal(t, 1<<20, d.Stats().LiveBytes)
}

// drop allocates a buffer and keeps no reference. Go releases it, as it does a dropped tensor's.
func drop(t *testing.T, d *Device, bytes int) {
	b, err := d.Alloc(bytes)
	require.NoError(t, err)
	runtime.AddCleanup(&struct{ device.Buffer }{b}, device.Buffer.Release, b)
}

func TestTemporariesCountAgainstTheCap(t *testing.T) {
	const n = 1000
	d := open(t, Memory(4<<10))
	x, y := alloc(t, d, make([]int32, n/4)...), alloc(t, d, make([]int32, n/4+1)...)
	swap := &device.Launch{Program: mustProgram(t, []op.DType{op.Uint8, op.Uint8}, nil, nil, 1, 0), Shape: []int{n}}
	for i, b := range []device.Buffer{x, y} { // in other parts of words: an output at a time
		o := device.Operand{Buffer: b, Type: op.Uint8, Layout: row(n, i)}
		swap.Out, swap.In = append(swap.Out, o), append(swap.In, o)
	}
	require.NoError(t, x.Write(0, []byte{1, 2, 3}))
	require.NoError(t, y.Write(0, []byte{9, 8, 7}))
	rest, err := d.Alloc(d.pool.limit - d.Stats().LiveBytes - 1100) // room for one of two
	require.NoError(t, err)
	err = d.Run(context.Background(), swap)
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.ErrorContains(t, err, "run: a copy of input 1: gpu: alloc of 1000 bytes, with 4096 of 4096 bytes in use")
	first := make([]byte, 3)
	require.NoError(t, x.Read(ctx, 0, first))
	assert.Equal(t, []byte{1, 2, 3}, first, "nothing was done")
	rest.Release()
	live := d.Stats().LiveBytes
	require.NoError(t, d.Run(t.Context(), swap))
	assert.Equal(t, live, d.Stats().LiveBytes)
	require.NoError(t, x.Read(ctx, 0, first))
	assert.Equal(t, []byte{8, 7, 0}, first)
	require.NoError(t, y.Read(ctx, 0, first))
	assert.Equal(t, []byte{9, 1, 2}, first)
}

func TestSizesThatNoBufferHasAreErrors(t *testing.T) {
	d := open(t)
	most := d.Info().Limits.BufferBytes
	_, err := d.Alloc(most + 1)
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.ErrorContains(t, err, "one buffer has at most")
	_, err = d.Alloc(-1)
	assert.EqualError(t, err, "gpu: alloc of -1 bytes")
	b, err := d.Alloc(0)
	require.NoError(t, err)
	assert.Zero(t, b.Len())
	assert.NoError(t, b.Write(0, nil))
	assert.NoError(t, b.Read(ctx, 0, nil))
	assert.Error(t, b.Write(0, []byte{1}))
}

func TestTheGroupCacheIsBounded(t *testing.T) {
	d := open(t)
	one := alloc(t, d, 1)
	for range 2 * maxBindGroups {
		x := alloc(t, d, 3) // stays live, so that each has its own block
		add(t, d, x, x, one)
	}
	assert.LessOrEqual(t, len(d.groups.byKey), maxBindGroups)
	require.NoError(t, d.Sync(ctx))
}

// Every byte that is counted is in a block, at every step, and the implementation has no
// memory besides them and the staging.
func TestTheAccountIsOfTheBlocksThereAre(t *testing.T) {
	d := open(t, Memory(1<<20))
	d.driver.Lock()
	others := d.driver.Live()
	d.driver.Unlock()
	r := rand.New(rand.NewPCG(1, 2))
	var live []*buffer
	for range 2000 {
		if k := r.IntN(2 + len(live)); k < len(live) {
			live[k].Release()
			live[k].Release()
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
		} else if b, err := d.Alloc(r.IntN(1 << r.IntN(20))); err == nil {
			live = append(live, b.(*buffer))
		} else {
			require.ErrorIs(t, err, device.ErrOutOfMemory)
		}
		stats := d.Stats()
		bytes, buffers := 0, 0
		for _, b := range live {
			for _, block := range b.blocks {
				bytes += block.memory.Len()
				buffers++
			}
		}
		require.Equal(t, [2]int{bytes, buffers}, [2]int{stats.LiveBytes, stats.LiveBuffers})
		for size, list := range d.pool.free {
			bytes += size * len(list)
			buffers += len(list)
		}
		require.Equal(t, bytes, stats.LiveBytes+stats.PooledBytes)
		require.LessOrEqual(t, bytes, 1<<20)
		d.driver.Lock()
		require.Equal(t, others+buffers, d.driver.Live())
		d.driver.Unlock()
	}
}
