package cpu

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// Rows that lie 2 GiB apart: of the memory between them the system gives none.
func TestPositionsBeyondWhat32BitsCountAreReached(t *testing.T) {
	oneGoroutine(t)
	if ^uint(0)>>32 == 0 {
		t.Skip("an int counts no further")
	}
	if !devicetest.Thorough() {
		t.Skip("it takes 4 GiB of memory: WGTENSOR_THOROUGH=1 runs it")
	}
	t.Cleanup(runtime.GC) // or the tests after this may fill as much again with garbage
	d := New()
	defer d.Close()
	half, n := 1, 5000
	half <<= 31
	if limit := d.Info().Limits.BufferBytes; limit < 3*half {
		t.Skipf("a machine of %d bytes", limit)
	}
	b := alloc(t, d, 2*half+n)
	l := broadcast.Layout{Shape: []int{3, n}, Strides: []int{half, 1}}
	x := device.Operand{Buffer: b, Type: op.Uint8, Layout: l}
	want, got := make([]byte, n), make([]byte, n)
	for row := range 3 {
		for i := range want {
			want[i] = byte(i*7 + row)
		}
		require.NoError(t, b.Write(row*half, want))
	}
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: single(t, op.BitwiseNot, op.Uint8), Shape: l.Shape, Out: []device.Operand{x}, In: []device.Operand{x}}))
	for row := range 3 {
		for i := range want {
			want[i] = ^byte(i*7 + row)
		}
		require.NoError(t, b.Read(context.Background(), row*half, got))
		require.Equal(t, want, got, "row %d", row)
	}
}
