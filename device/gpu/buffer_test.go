package gpu

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestBytesNextToAWriteStayAsTheyAre(t *testing.T) {
	d := open(t)
	for _, length := range []int{1, 2, 3, 4, 5, 11, 12} {
		want := bytes.Repeat([]byte{0xee}, length)
		b, err := d.Alloc(length)
		require.NoError(t, err)
		require.NoError(t, b.Write(0, want))
		for offset := range length + 1 {
			for n := range length - offset + 1 {
				for i := range n {
					want[offset+i]++
				}
				require.NoError(t, b.Write(offset, want[offset:offset+n]))
			}
		}
		got := make([]byte, length)
		require.NoError(t, b.Read(ctx, 0, got))
		require.Equal(t, want, got)
		for offset := range length + 1 {
			for n := range length - offset + 1 {
				got := bytes.Repeat([]byte{0xaa}, n+2)
				require.NoError(t, b.Read(ctx, offset, got[1:1+n:1+n]))
				require.Equal(t, append(append([]byte{0xaa}, want[offset:offset+n]...), 0xaa), got)
			}
		}
		b.Release()
	}
}

func TestAWriteWithinAWordWaitsForNothing(t *testing.T) {
	d := open(t)
	x, y := alloc(t, d, 0x01010101, 0), alloc(t, d, 1, 1)
	require.NoError(t, x.Write(1, []byte{1})) // compiles what it needs
	add(t, d, x, x, y)
	before := d.Stats().Submissions
	require.NoError(t, x.Write(1, []byte{9}))
	require.NoError(t, x.Write(6, []byte{7, 8}))
	add(t, d, x, x, y)
	assert.Equal(t, before, d.Stats().Submissions)
	assert.Equal(t, []int32{0x01010903, 0x08070002}, get(t, x))
}

func TestTheLastWordsOfABlockAreReadAlone(t *testing.T) {
	d := open(t)
	b, err := d.Alloc(256) // a whole size class: the block ends there, too
	require.NoError(t, err)
	want := make([]byte, 256)
	for i := range want {
		want[i] = byte(i)
	}
	require.NoError(t, b.Write(0, want))
	for n := range 20 {
		got := make([]byte, n)
		require.NoError(t, b.Read(ctx, 256-n, got))
		assert.Equal(t, want[256-n:], got)
	}
}

func TestTransfersOfManyPartsArriveWhole(t *testing.T) {
	d := open(t)
	src := make([]byte, stretchBytes+partBytes+9)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(src)
	b, err := d.Alloc(len(src) + 8)
	require.NoError(t, err)
	dst := make([]byte, len(src))
	for _, offset := range []int{0, 3, 8} {
		clear(dst)
		require.NoError(t, b.Write(offset, src))
		require.NoError(t, b.Read(ctx, offset, dst))
		require.True(t, bytes.Equal(src, dst), "offset %d", offset)
	}
	assert.LessOrEqual(t, d.staging.bytes, stretchBytes, "staging is bounded")
}

func TestACancelledReadLeavesTheDeviceUsable(t *testing.T) {
	deadline(t)
	d := open(t)
	b, err := d.Alloc(many(stretchBytes, partBytes+partBytes/4))
	require.NoError(t, err)
	x := alloc(t, d, 1, 2, 3)
	for _, after := range []time.Duration{-1, 0, time.Microsecond, time.Millisecond, 3 * time.Millisecond} {
		for range many(5, 2) {
			l := launch(t, op.Add, b, b, b)
			require.NoError(t, d.Run(t.Context(), l))
			cancelled, cancel := context.WithTimeout(ctx, after)
			if err := b.Read(cancelled, 0, make([]byte, b.Len())); err != nil {
				assert.ErrorIs(t, err, context.DeadlineExceeded)
			}
			cancel()
			require.Equal(t, []int32{1, 2, 3}, get(t, x))
		}
	}
	require.NoError(t, d.Sync(ctx))
	assert.Eventually(t, func() bool { return len(d.staging.large) == 0 }, time.Minute, time.Millisecond, "what was left ends")
}

func TestAReleasedBufferAnswersErrReleased(t *testing.T) {
	d := open(t)
	x, y := alloc(t, d, 1), alloc(t, d, 2)
	x.Release()
	x.Release()
	assert.ErrorIs(t, x.Write(0, []byte{1}), device.ErrReleased)
	assert.ErrorIs(t, x.Read(ctx, 0, make([]byte, 1)), device.ErrReleased)
	assert.ErrorIs(t, d.Run(t.Context(), launch(t, op.Add, x, y, y)), device.ErrReleased)
	assert.ErrorIs(t, d.Run(t.Context(), launch(t, op.Add, y, x, y)), device.ErrReleased)
	assert.Equal(t, 4, x.Len())
}

func TestABufferOfAnotherDeviceIsRefusedByName(t *testing.T) {
	d, other := open(t), open(t)
	x, y := alloc(t, d, 1), alloc(t, other, 2)
	err := d.Run(context.Background(), launch(t, op.Add, x, x, y))
	assert.ErrorContains(t, err, "another device, "+other.String())
	assert.ErrorContains(t, d.Run(t.Context(), launch(t, op.Add, x, x, struct{ device.Buffer }{x})), "another kind of device")
}
