package gpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// BenchmarkLaunch is what a launch of n elements costs, with its part of a submission.
func BenchmarkLaunch(b *testing.B) {
	for _, n := range []int{1, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			d := open(b)
			x, y := alloc(b, d, make([]int32, n)...), alloc(b, d, make([]int32, n)...)
			l := launch(b, op.Add, x, x, y)
			require.NoError(b, d.Run(context.Background(), l))
			before := d.Stats().Submissions
			b.ReportAllocs()
			for b.Loop() {
				_ = d.Run(context.Background(), l)
			}
			require.NoError(b, d.Sync(ctx))
			b.ReportMetric(float64(d.Stats().Submissions-before)/float64(b.N), "submissions/op")
		})
	}
}

// BenchmarkRecord leaves the driver's work out: launches are recorded and not submitted.
func BenchmarkRecord(b *testing.B) {
	d := open(b)
	x, y := alloc(b, d, 1), alloc(b, d, 2)
	l := launch(b, op.Add, x, x, y)
	require.NoError(b, d.Run(context.Background(), l))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n++; n%(maxDispatches-1) == 0 {
			b.StopTimer()
			require.NoError(b, d.Sync(ctx))
			b.StartTimer()
		}
		_ = d.Run(context.Background(), l)
	}
}

// BenchmarkRun is a launch from its recording to its end.
func BenchmarkRun(b *testing.B) {
	b.Run("op=add/n=1Mi", func(b *testing.B) {
		d := open(b)
		n := 1 << 20
		x, y := alloc(b, d, make([]int32, n)...), alloc(b, d, make([]int32, n)...)
		l := launch(b, op.Add, x, x, y)
		b.SetBytes(int64(3 * 4 * n))
		for b.Loop() {
			_ = d.Run(context.Background(), l)
			require.NoError(b, d.Sync(ctx))
		}
	})
}

func BenchmarkTransfer(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"4Ki", 4 << 10}, {"64Mi", 64 << 20}} {
		d := open(b)
		host := make([]byte, size.bytes)
		buf, err := d.Alloc(size.bytes)
		require.NoError(b, err)
		b.Run("dir=upload/bytes="+size.name, func(b *testing.B) {
			b.SetBytes(int64(size.bytes))
			for b.Loop() {
				require.NoError(b, buf.Write(0, host))
				require.NoError(b, d.Sync(ctx))
			}
		})
		b.Run("dir=readback/bytes="+size.name, func(b *testing.B) {
			b.SetBytes(int64(size.bytes))
			for b.Loop() {
				require.NoError(b, buf.Read(ctx, 0, host))
			}
		})
	}
}

// BenchmarkOpen is what a program waits for at its start, the looks at the arithmetic
// included.
func BenchmarkOpen(b *testing.B) {
	open(b)
	for b.Loop() {
		d, err := Open()
		require.NoError(b, err)
		require.NoError(b, d.Close())
	}
}

// BenchmarkRounding compares the adapter's operations with those that replace them.
func BenchmarkRounding(b *testing.B) {
	const n = 1 << 22
	for _, o := range []*op.Op{op.Add, op.Div, op.Sqrt, op.Rsqrt} {
		for _, repair := range []shaders.Repair{{}, {Div: true, Sqrt: true}} {
			b.Run(fmt.Sprintf("op=%v/repaired=%t", o, repair.Div), func(b *testing.B) {
				d := open(b)
				d.kernels.repair = repair
				buf, err := d.Alloc(3 * 4 * n)
				require.NoError(b, err)
				l, err := each(buf, n, 0, []device.Instr{of(o)})
				require.NoError(b, err)
				raw := make([]byte, 0, 8*n)
				r := rand.New(rand.NewPCG(1, 1))
				for range 2 * n {
					raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(normal(r)))
				}
				require.NoError(b, buf.Write(0, raw))
				for b.Loop() {
					require.NoError(b, d.Run(context.Background(), l))
					require.NoError(b, d.Sync(ctx))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
			})
		}
	}
}
