package cpu

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

func TestABufferIsSeenAndFilledWhereItLies(t *testing.T) {
	d := New()
	for _, size := range []int{8, 5000} {
		b := alloc(t, d, size).(*buffer)
		require.NoError(t, b.Write(0, []byte("........")))
		require.NoError(t, b.Fill(2, 3, func(bytes []byte) error {
			assert.Equal(t, 3, cap(bytes), "no byte beyond")
			copy(bytes, "abc")
			return nil
		}))
		require.NoError(t, b.View(t.Context(), 1, 5, func(bytes []byte) error {
			assert.Equal(t, ".abc.", string(bytes))
			assert.Same(t, &b.bytes()[1], &bytes[0])
			return nil
		}))
		assert.Equal(t, io.ErrNoProgress, b.Fill(size, 0, func([]byte) error { return io.ErrNoProgress }))
	}
}

func TestWhatLiesOutsideABufferIsNeitherSeenNorFilled(t *testing.T) {
	d := New()
	b := alloc(t, d, 8).(*buffer)
	fail := func([]byte) error { panic("it is called") }
	for _, c := range []struct {
		name      string
		offset, n int
	}{{"before", -1, 2}, {"behind", 7, 2}, {"far behind", 9, 0}, {"a negative length", 4, -1}} {
		t.Run(c.name, func(t *testing.T) {
			assert.Error(t, b.Fill(c.offset, c.n, fail))
			assert.Error(t, b.View(t.Context(), c.offset, c.n, fail))
		})
	}
	b.Release()
	assert.ErrorIs(t, b.Fill(0, 0, fail), device.ErrReleased)
	c := alloc(t, d, 8).(*buffer)
	require.NoError(t, d.Close())
	assert.ErrorIs(t, c.Fill(0, 0, fail), device.ErrClosed)
}
