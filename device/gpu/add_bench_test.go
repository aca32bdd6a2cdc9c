package gpu

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// BenchmarkAdd is an addition of 16 Mi elements in every type: what narrow types save of
// float32's time, and what wide ones cost.
func BenchmarkAdd(b *testing.B) {
	d := open(b)
	for _, dt := range shaders.DTypes.List() {
		b.Run("dtype="+dt.String(), func(b *testing.B) { benchmarkBinary(b, d, op.Add, dt) })
	}
}

// BenchmarkWord is what is computed on whole words.
func BenchmarkWord(b *testing.B) {
	d := open(b)
	for _, c := range []struct {
		op *op.Op
		dt op.DType
	}{{op.LogicalXor, op.Bool}, {op.Maximum, op.Int8}, {op.Lt, op.Uint8}, {op.Add, op.Int16}, {op.Mul, op.Uint8}} {
		b.Run(fmt.Sprintf("op=%v/dtype=%v", c.op, c.dt), func(b *testing.B) { benchmarkBinary(b, d, c.op, c.dt) })
	}
}

func benchmarkBinary(b *testing.B, d *Device, o *op.Op, dt op.DType) {
	const n = 16 << 20
	p, err := device.Single(o, dt, dt)
	require.NoError(b, err)
	l := &device.Launch{Program: p, Shape: []int{n}}
	for i := range 3 {
		v := p.Type(device.Value(i))
		buf, err := d.Alloc(n * v.Size())
		require.NoError(b, err)
		defer buf.Release()
		require.NoError(b, buf.Write(0, make([]byte, n*v.Size())))
		operand := device.Operand{Buffer: buf, Type: v, Layout: broadcast.RowMajor(n)}
		if i == 2 {
			l.Out = append(l.Out, operand)
		} else {
			l.In = append(l.In, operand)
		}
	}
	require.NoError(b, d.Run(context.Background(), l)) // compiles
	require.NoError(b, d.Sync(ctx))
	b.SetBytes(int64(3 * n * dt.Size()))
	for b.Loop() {
		require.NoError(b, d.Run(context.Background(), l))
		require.NoError(b, d.Sync(ctx))
	}
}
