package gpu

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// needs skips a test if the machine has not that much free memory and 1 GiB more. Elsewhere than on
// Linux the system does not say how much there is.
func needs(t testing.TB, mib int) {
	t.Helper()
	if slowed || bits32 {
		t.Skip("large tensors are for 64 bits, without the race detector")
	}
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		t.Skip("unknown memory: ", err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kib int
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kib); n == 1 && kib>>10 < mib+1<<10 {
			t.Skipf("%d MiB are needed, %d MiB available", mib+1<<10, kib>>10)
		}
	}
}

const bits32 = ^uint(0)>>32 == 0

// asInts is the memory of the bytes.
func asInts(raw []byte) []int32 {
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(raw))), len(raw)/4)
}

// Operands of more than a binding: an addition, and a copy of which every window of the
// output needs every window of the input.
func TestOperandsOfMoreThanABindingAreAddedAndTransposed(t *testing.T) {
	d := open(t)
	rows := d.sizes.window/4/4096 + 3
	columns, size := 5003, rows*5003*4
	needs(t, 3*size>>20)
	raw := make([]byte, size)
	host := asInts(raw)
	for i := range host {
		host[i] = int32(i)
	}
	x, err := d.Alloc(size)
	require.NoError(t, err)
	y, err := d.Alloc(size)
	require.NoError(t, err)
	require.NoError(t, x.Write(0, raw))
	require.NoError(t, y.Write(0, raw))
	before := d.recorder.dispatched
	add(t, d, x, x, y)
	assert.Equal(t, 2, d.recorder.dispatched-before)
	shape := []int{columns, rows}
	transposed := device.Operand{Buffer: x, Type: op.Int32, Layout: lay(0, shape, []int{1, columns})}
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: copying(t, op.Int32), Shape: shape,
		Out: []device.Operand{{Buffer: y, Type: op.Int32, Layout: broadcast.RowMajor(shape...)}}, In: []device.Operand{transposed}}))
	require.NoError(t, y.Read(ctx, 0, raw))
	for i := range columns {
		for j := range rows {
			if got, want := host[i*rows+j], 2*int32(j*columns+i); got != want {
				require.Equal(t, want, got, "row %d, column %d", i, j)
			}
		}
	}
}

// A tensor has more than 1<<32 bytes and elements. Three parts that lie 2 GiB apart are used. Most
// of the memory between them is never touched, and a software driver never takes it.
func TestPositionsBeyondWhat32BitsCountAreReached(t *testing.T) {
	needs(t, 1<<10)
	d := open(t)
	half := 1
	half <<= 31
	const n = 1 << 12
	b, err := d.Alloc(2*half + n)
	if err != nil {
		require.ErrorIs(t, err, device.ErrOutOfMemory)
		t.Skip(err)
	}
	want := make([]byte, n)
	for part := range 3 {
		for i := range want {
			want[i] = byte(i*7 + part)
		}
		require.NoError(t, b.Write(part*half, want))
	}
	l := lay(0, []int{3, n}, []int{half, 1})
	x := device.Operand{Buffer: b, Type: op.Uint8, Layout: l}
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: changing(t, op.Uint8), Shape: l.Shape, Out: []device.Operand{x}, In: []device.Operand{x}}))
	got := make([]byte, n)
	for part := range 3 {
		for i := range want {
			want[i] = ^byte(i*7 + part)
		}
		require.NoError(t, b.Read(ctx, part*half, got))
		require.Equal(t, want, got, "part %d", part)
	}
}

// BenchmarkMoreThan32BitsCount changes more than 1<<32 elements, and judges the bytes around
// every border of a window. The first iteration has the system find 4 GiB of memory.
func BenchmarkMoreThan32BitsCount(b *testing.B) {
	needs(b, 5<<10)
	d := open(b)
	n := 77
	n += 1 << 20
	for range 4 {
		n += 1 << 30
	}
	x, err := d.Alloc(n)
	require.NoError(b, err)
	all := device.Operand{Buffer: x, Type: op.Uint8, Layout: broadcast.RowMajor(n)}
	fill := mustProgram(b, nil, []op.DType{op.Uint8}, nil, 0)
	require.NoError(b, d.Run(context.Background(), &device.Launch{Program: fill, Shape: []int{n}, Scalars: []op.Scalar{5}, Out: []device.Operand{all}}))
	require.NoError(b, d.Sync(ctx))
	want := byte(5)
	b.SetBytes(int64(2 * n))
	for b.Loop() {
		require.NoError(b, d.Run(context.Background(), &device.Launch{Program: changing(b, op.Uint8), Shape: []int{n}, Out: []device.Operand{all}, In: []device.Operand{all}}))
		require.NoError(b, d.Sync(ctx))
		want = ^want
	}
	for border := 0; border < n; border += d.sizes.window {
		got := make([]byte, min(4096, n-max(border-2048, 0)))
		require.NoError(b, x.Read(ctx, max(border-2048, 0), got))
		require.Equal(b, bytes.Repeat([]byte{want}, len(got)), got)
	}
}
