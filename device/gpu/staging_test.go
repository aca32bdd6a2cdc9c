package gpu

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

func TestAStagingBufferIsUsedAgainForItsSizeAlone(t *testing.T) {
	d := open(t)
	require.NoError(t, d.reclaim())
	d.driver.Lock()
	defer d.driver.Unlock()
	s := d.staging
	take := func(n int) *webgpu.Buffer {
		b, err := s.take(n)
		require.NoError(t, err)
		return b
	}
	long, short := take(5000), take(1)
	assert.Equal(t, [2]int{8192, minStaging}, [2]int{long.Len(), short.Len()})
	s.give(long)
	s.give(short)
	assert.Equal(t, 8192+minStaging, s.bytes)
	assert.Same(t, long, take(4097))
	assert.NotSame(t, short, take(5000))
	assert.Same(t, short, take(minStaging))
	assert.Zero(t, s.bytes)
	s.give(long)
	s.trim()
	assert.Zero(t, s.bytes)
	assert.Empty(t, s.free)
}

func TestReadsOfOneSizeDoNotKeepThoseOfAnotherFromTheirStagingBuffers(t *testing.T) {
	d := open(t)
	b, err := d.Alloc(stretchBytes)
	require.NoError(t, err)
	var short []*webgpu.Buffer
	d.driver.Lock()
	for range stretchBytes / partBytes * 8 {
		s, err := d.staging.take(partBytes / 8)
		require.NoError(t, err)
		short = append(short, s)
	}
	for _, s := range short {
		d.staging.give(s)
	}
	d.driver.Unlock()
	host := make([]byte, b.Len())
	require.NoError(t, b.Read(ctx, 0, host))
	kept := slices.Clone(d.staging.free)
	require.Len(t, kept, stretchBytes/partBytes, "all are those of the last read")
	require.NoError(t, b.Read(ctx, 0, host))
	assert.ElementsMatch(t, kept, d.staging.free, "none is made or dropped")
	assert.Equal(t, stretchBytes, d.staging.bytes)
}
