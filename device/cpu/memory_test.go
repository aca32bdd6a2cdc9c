package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

func TestAllocRefusesWhatThereIsNoMemoryFor(t *testing.T) {
	d := New(Memory(1000))
	a := alloc(t, d, 600)
	_, err := d.Alloc(401)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.EqualError(t, err, "cpu: alloc of 401 bytes, with 640 of 1000 bytes in use: out of device memory")
	alloc(t, d, 360)
	a.Release()
	alloc(t, d, 500)
	_, err = New().Alloc(math.MaxInt) // more than any machine's
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	_, err = d.Alloc(-1)
	assert.EqualError(t, err, "cpu: alloc of -1 bytes")
}

func TestReleasedMemoryIsUsedAgain(t *testing.T) {
	d := New()
	a := alloc(t, d, 5000)
	assert.Equal(t, Stats{LiveBytes: 5120, LiveBuffers: 1}, d.Stats())
	block := a.(*buffer).base()
	a.Release()
	assert.Equal(t, Stats{PooledBytes: 5120, PooledBuffers: 1}, d.Stats())
	assert.Equal(t, block, alloc(t, d, 5001).(*buffer).base())
	assert.Equal(t, Stats{LiveBytes: 5120, LiveBuffers: 1}, d.Stats())
}

func TestPooledMemoryIsGivenUpBeforeTheCap(t *testing.T) {
	d := New(Memory(4096))
	alloc(t, d, 2048).Release()
	assert.Equal(t, 2048, d.Stats().PooledBytes)
	alloc(t, d, 4096)
	assert.Equal(t, Stats{LiveBytes: 4096, LiveBuffers: 1}, d.Stats())
}

func TestSizeClassesWasteAtMostAFifth(t *testing.T) {
	numbers := map[int]int{}
	for bytes := range 1 << 16 {
		words, class := sizeClass(bytes)
		require.GreaterOrEqual(t, 8*words, max(bytes, 64))
		require.LessOrEqual(t, 8*words, max(bytes+bytes/4+8, 64))
		if other, ok := numbers[words]; ok {
			require.Equal(t, other, class, "one number for one size")
		}
		numbers[words] = class
		again, _ := sizeClass(8 * words)
		require.Equal(t, words, again)
	}
}

func TestTheCapCountsWhatSmallBuffersReallyTake(t *testing.T) {
	d := New(Memory(1 << 16))
	buffers, taken := 0, 0
	for {
		b, err := d.Alloc(1)
		if err != nil {
			assert.ErrorIs(t, err, device.ErrOutOfMemory)
			break
		}
		buffers, taken = buffers+1, taken+8*len(b.(*buffer).block)
	}
	assert.Equal(t, Stats{LiveBytes: taken, LiveBuffers: buffers}, d.Stats())
	assert.LessOrEqual(t, taken, 1<<16)
}

func TestTheLastBytesOfTheCapAreGivenInWholeWords(t *testing.T) {
	d := New(Memory(5000))
	a := alloc(t, d, 5000) // its size class is 5120
	assert.Equal(t, Stats{LiveBytes: 5000, LiveBuffers: 1}, d.Stats())
	_, err := d.Alloc(0)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	a.Release()
	alloc(t, d, 4996)
	assert.Equal(t, Stats{LiveBytes: 5000, LiveBuffers: 1}, d.Stats())
}

// Every byte that is counted is in a block, at every step.
func TestTheAccountIsOfTheBlocksThereAre(t *testing.T) {
	d := New(Memory(1 << 20))
	r := rand.New(rand.NewPCG(1, 2))
	var live []*buffer
	for range 5000 {
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
		want := Stats{LiveBuffers: len(live)}
		for _, b := range live {
			want.LiveBytes += 8 * len(b.block)
		}
		for _, list := range d.pool.free {
			for _, b := range list {
				want.PooledBuffers++
				want.PooledBytes += 8 * len(b.block)
			}
		}
		require.Equal(t, want, d.Stats())
		require.LessOrEqual(t, want.LiveBytes+want.PooledBytes, 1<<20)
	}
}
