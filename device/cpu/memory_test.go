package cpu

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAllocRefusesWhatThereIsNoMemoryFor(t *testing.T) {
	d := New(Memory(100_000))
	a := alloc(t, d, 60_000)
	_, err := d.Alloc(40_001)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.EqualError(t, err, "cpu: alloc of 40001 bytes, with 65536 of 100000 bytes in use: out of device memory")
	alloc(t, d, 34_000)
	a.Release()
	alloc(t, d, 50_000)
	_, err = New().Alloc(math.MaxInt) // more than any machine's
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	for _, bytes := range []int{math.MaxInt, math.MaxInt - 7, math.MaxInt/2 + 2} { // more than Go can address
		_, err = New(Memory(math.MaxInt)).Alloc(bytes)
		assert.ErrorIs(t, err, device.ErrOutOfMemory, bytes)
	}
	_, err = d.Alloc(-1)
	assert.EqualError(t, err, "cpu: alloc of -1 bytes")
}

func TestReleasedMemoryIsUsedAgain(t *testing.T) {
	d := New()
	a := alloc(t, d, 5000)
	assert.Equal(t, Stats{LiveBytes: 5120, LiveBuffers: 1}, d.Stats())
	block := a.(*buffer).at
	a.Release()
	assert.Equal(t, Stats{PooledBytes: 5120, PooledBuffers: 1}, d.Stats())
	assert.Equal(t, block, alloc(t, d, 5001).(*buffer).at)
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
	classes := map[int]class{}
	for bytes := range 1 << 16 {
		c := classOf(bytes)
		size := c.size()
		require.GreaterOrEqual(t, size, max(bytes, 64))
		require.LessOrEqual(t, size, max(bytes+bytes/4+8, 64))
		if other, ok := classes[size]; ok {
			require.Equal(t, other, c, "one class for one size")
		}
		classes[size] = c
		require.Equal(t, c, classOf(size))
	}
}

func TestTheCapCountsWhatBuffersReallyTake(t *testing.T) {
	d := New(Memory(1 << 16))
	buffers, taken := 0, 0
	for {
		b, err := d.Alloc(smallBytes + 1)
		if err != nil {
			assert.ErrorIs(t, err, device.ErrOutOfMemory)
			break
		}
		buffers, taken = buffers+1, taken+b.(*buffer).room
	}
	assert.Equal(t, Stats{LiveBytes: taken, LiveBuffers: buffers}, d.Stats())
	assert.LessOrEqual(t, taken, 1<<16)
	assert.Greater(t, taken+smallBytes+8, 1<<16)
}

func TestABufferMayTakeAllThatTheDeviceSaysItHas(t *testing.T) {
	for _, limit := range []int{math.MinInt, 0, 1, 8, 15, smallBytes + 1, smallBytes + 8, 5001} {
		d := New(Memory(limit))
		most := d.Info().Limits.BufferBytes
		_, err := d.Alloc(most)
		assert.NoError(t, err, "%d bytes of %d", most, limit)
		_, err = d.Alloc(most + 1)
		assert.ErrorIs(t, err, device.ErrOutOfMemory)
	}
}

func TestSmallBuffersAreMemoryOfGosAlone(t *testing.T) {
	d := New()
	for bytes := range smallBytes + 2 {
		b := alloc(t, d, bytes)
		require.Equal(t, bytes <= smallBytes, b.(device.Collected).Collected())
		require.Equal(t, bytes, b.Len())
		require.Zero(t, uintptr(b.(*buffer).at)%unsafe.Alignof(uint64(0)))
		data := make([]byte, bytes)
		for i := range data {
			data[i] = byte(i)
		}
		require.NoError(t, b.Write(0, data))
		require.Equal(t, data, download(t, b))
	}
	assert.Equal(t, 1, d.Stats().LiveBuffers)
	once := testing.AllocsPerRun(100, func() { _, _ = d.Alloc(smallBytes) })
	assert.Equal(t, 1.0, once)
}

func TestMemoryThatOneGoroutineReleasesServesAnother(t *testing.T) {
	d := New(Memory(1 << 20))
	for range 1000 {
		b := alloc(t, d, 1<<18)
		done := make(chan bool)
		go func() { b.Release(); close(done) }()
		<-done
	}
	s := d.Stats()
	assert.Zero(t, s.LiveBuffers)
	assert.LessOrEqual(t, s.PooledBytes, 1<<20)
	assert.EqualValues(t, s.PooledBytes, d.pool.bytes.Load())
}

func TestTheCapHoldsForManyGoroutines(t *testing.T) {
	const most = 1 << 20
	d := New(Memory(most))
	hammer(t, func(worker, iteration int) {
		b, err := d.Alloc(2000 * (1 + (worker*iteration)%100))
		assert.LessOrEqual(t, d.pool.bytes.Load(), int64(most))
		if err == nil {
			b.Release()
		} else {
			assert.ErrorIs(t, err, device.ErrOutOfMemory)
		}
	})
	s := d.Stats()
	assert.Equal(t, Stats{PooledBytes: s.PooledBytes, PooledBuffers: s.PooledBuffers}, s)
	assert.EqualValues(t, s.PooledBytes, d.pool.bytes.Load())
}

func TestTheLastBytesOfTheCapAreGivenInWholeWords(t *testing.T) {
	d := New(Memory(5000))
	a := alloc(t, d, 5000) // its size class is 5120
	assert.Equal(t, Stats{LiveBytes: 5000, LiveBuffers: 1}, d.Stats())
	_, err := d.Alloc(1025)
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
		} else if b, err := d.Alloc(smallBytes + 1 + r.IntN(1<<r.IntN(20))); err == nil {
			live = append(live, b.(*buffer))
		} else {
			require.ErrorIs(t, err, device.ErrOutOfMemory)
		}
		want := Stats{LiveBuffers: len(live)}
		for _, b := range live {
			want.LiveBytes += b.room
		}
		for i := range d.pool.shards {
			for c, list := range d.pool.shards[i].free {
				want.PooledBuffers += len(list)
				want.PooledBytes += len(list) * class(c).size()
			}
		}
		require.Equal(t, want, d.Stats())
		require.LessOrEqual(t, want.LiveBytes+want.PooledBytes, 1<<20)
	}
}

func TestTheMemoryOfALaunchOfGroupsCounts(t *testing.T) {
	p, err := device.Parse("(%0 uint8 level 1)\n%1 int64 = argsort %0\n%2 int64 = max %1\nreturn %2")
	require.NoError(t, err)
	const n = 1 << 17
	for _, limit := range []int{n + 1<<20, 1 << 24} {
		d := New(Memory(limit))
		l := &device.Launch{Program: p, Shape: []int{n}, Levels: []int{1},
			In:  []device.Operand{whole(upload(t, d, make([]byte, n)), op.Uint8, n)},
			Out: []device.Operand{whole(alloc(t, d, 8), op.Int64)}}
		live := d.Stats().LiveBytes
		if err := d.Run(t.Context(), l); limit < 1<<24 {
			require.ErrorIs(t, err, device.ErrOutOfMemory)
		} else {
			require.NoError(t, err)
		}
		require.Equal(t, live, d.Stats().LiveBytes, "after the launch")
	}
}
