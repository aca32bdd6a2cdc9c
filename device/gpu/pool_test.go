package gpu

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// hostPool is a pool whose memory is counted, and needs no GPU.
func hostPool(limit int) (p *pool, made *usage) {
	made = new(usage)
	return &pool{
		limit: limit,
		create: func(bytes int) (*webgpu.Buffer, error) {
			made.add(bytes)
			return nil, nil
		},
		destroy: func(blocks []*block) {
			for _, b := range blocks {
				made.remove(b.size)
			}
		},
	}, made
}

func take(t *testing.T, p *pool, bytes, segment int) []*block {
	t.Helper()
	blocks, err := p.take(bytes, segment)
	require.NoError(t, err)
	return blocks
}

func TestABlockGivenLastIsTakenFirst(t *testing.T) {
	p, made := hostPool(math.MaxInt)
	first, last := take(t, p, 5000, maxSegment), take(t, p, 5000, maxSegment)
	p.give(first)
	p.give(last)
	assert.Equal(t, usage{2 * 5120, 2}, p.pooled)
	assert.Same(t, last[0], take(t, p, 4999, maxSegment)[0])
	assert.Same(t, first[0], take(t, p, 5120, maxSegment)[0])
	assert.Equal(t, usage{2 * 5120, 2}, p.live)
	assert.Zero(t, p.pooled)
	take(t, p, 5121, maxSegment)
	assert.Equal(t, 3, made.buffers, "the next class")
}

func TestMoreThanASegmentIsTakenInSeveralBlocksOrNotAtAll(t *testing.T) {
	p, made := hostPool(math.MaxInt)
	var sizes []int
	for _, b := range take(t, p, 2*1024+100, 1024) {
		sizes = append(sizes, b.size)
	}
	assert.Equal(t, []int{1024, 1024, 256}, sizes)
	live, create := p.live, p.create
	p.create = func(bytes int) (*webgpu.Buffer, error) {
		if made.buffers == 5 {
			return nil, webgpu.ErrOutOfMemory
		}
		return create(bytes)
	}
	blocks, err := p.take(4*1024, 1024)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.Nil(t, blocks)
	assert.Equal(t, live, p.live)
	assert.Equal(t, usage{2 * 1024, 2}, p.pooled, "what had been taken is given back")
	other := errors.New("another error")
	p.create = func(int) (*webgpu.Buffer, error) { return nil, other }
	_, err = p.take(4*1024, 1024)
	assert.ErrorIs(t, err, other)
}

func TestPooledMemoryGivesWayToWhatIsTaken(t *testing.T) {
	p, made := hostPool(1 << 20)
	half, rest := take(t, p, 1<<19, maxSegment), take(t, p, 1<<19, maxSegment)
	_, err := p.take(1, maxSegment)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.Equal(t, "1048576 of 1048576 bytes", p.String())
	p.give(half)
	assert.Equal(t, usage{1 << 19, 1}, p.pooled)
	odd := take(t, p, 1<<19-1, maxSegment) // has a block of 2^19 bytes, which is pooled
	assert.Equal(t, 2, made.buffers)
	p.give(odd)
	take(t, p, 100, maxSegment)
	assert.Zero(t, p.pooled, "the pooled half was destroyed")
	assert.Equal(t, 2, made.buffers)
	odd = take(t, p, 1<<19-256-16, maxSegment) // its class would not fit, were it not cut
	assert.Equal(t, 1<<19-256-16, odd[0].size)
	p.give(rest)
}

func TestThePoolIsBoundedInBytesAndInBuffers(t *testing.T) {
	for _, c := range []struct {
		name      string
		bytes, n  int
		remaining usage
	}{
		{"bytes", 1 << 26, maxPooled>>26 + 3, usage{maxPooled, maxPooled >> 26}},
		{"buffers", 4, maxPooledBuffers + 10, usage{256 * maxPooledBuffers, maxPooledBuffers}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, made := hostPool(math.MaxInt)
			var blocks []*block
			for range c.n {
				blocks = append(blocks, take(t, p, c.bytes, maxSegment)...)
			}
			p.give(blocks)
			assert.Zero(t, p.live)
			assert.Equal(t, c.remaining, p.pooled)
			assert.Equal(t, c.remaining, *made, "the rest was destroyed")
			p.trim(0)
			assert.Zero(t, *made)
		})
	}
}

func TestThePoolCountsTheMemoryThereIs(t *testing.T) {
	const limit, segment = 1 << 20, 1 << 16
	p, made := hostPool(limit)
	r := rand.New(rand.NewPCG(1, 2))
	var live [][]*block
	for range 5000 {
		if k := r.IntN(2 + len(live)); k < len(live) {
			p.give(live[k])
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
		} else if blocks, err := p.take(r.IntN(1<<r.IntN(20)), segment); err == nil {
			live = append(live, blocks)
		} else {
			require.ErrorIs(t, err, device.ErrOutOfMemory)
		}
		var want usage
		for _, blocks := range live {
			for _, b := range blocks {
				want.add(b.size)
			}
		}
		require.Equal(t, want, p.live)
		require.Equal(t, *made, usage{p.live.bytes + p.pooled.bytes, p.live.buffers + p.pooled.buffers})
		require.LessOrEqual(t, made.bytes, limit)
	}
}

func TestSizeClassesWasteAtMostAFifth(t *testing.T) {
	for n := range 1 << 16 {
		c := sizeClass(n)
		require.Zero(t, c%word)
		require.GreaterOrEqual(t, c, n)
		require.LessOrEqual(t, c, max(256, n+n/4), "%d bytes", n)
		require.Equal(t, c, sizeClass(c))
	}
}
