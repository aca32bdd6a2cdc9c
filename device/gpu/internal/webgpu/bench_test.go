package webgpu

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func BenchmarkDispatch(b *testing.B) {
	ranges := func(r *rig) []Range { return []Range{{Buffer: r.a}, {Buffer: r.c}, {Buffer: r.k, Size: 8}} }
	for _, mode := range []string{"record", "group"} {
		b.Run("mode="+mode, func(b *testing.B) {
			r := newRig(b, 64, 1)
			r.Lock()
			defer r.Unlock()
			own := ranges(r)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				g := r.g
				if mode == "group" {
					g, _ = r.NewBindGroup(r.p, own)
				}
				require.NoError(b, r.Dispatch(r.p, g, 0, 1, 1, 1))
				if mode == "group" {
					g.Release()
				}
				if i%256 == 255 {
					b.StopTimer()
					r.flush()
					b.StartTimer()
				}
			}
			r.flush()
		})
	}
}

// flush submits, and waits with the lock open.
func (r *rig) flush() {
	require.NoError(r.t, r.Submit())
	r.Unlock()
	defer r.Lock()
	require.NoError(r.t, r.Wait(context.Background()))
}

// BenchmarkSubmit is a submission of one small dispatch, without waiting for it.
func BenchmarkSubmit(b *testing.B) {
	r := newRig(b, 64, 1)
	r.Lock()
	defer r.Unlock()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		require.NoError(b, r.add(0))
		require.NoError(b, r.Submit())
	}
	r.flush()
}

// BenchmarkWrite is a write of a few bytes, without the submission that takes them along.
func BenchmarkWrite(b *testing.B) {
	r := newRig(b, 64, 1)
	r.Lock()
	defer r.Unlock()
	src := make([]byte, 64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		require.NoError(b, r.Write(r.a, 0, src))
		if i%256 == 255 {
			b.StopTimer()
			r.flush()
			b.StartTimer()
		}
	}
	r.flush()
}

// BenchmarkRead is a copy to a staging buffer, its submission, and reading it.
func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
	}{
		{"4", 4},
		{"1Mi", 1 << 20},
	} {
		b.Run(fmt.Sprintf("bytes=%s", c.name), func(b *testing.B) {
			r := newRig(b, max(c.n/4, 64), 1)
			dst := make([]byte, c.n)
			b.SetBytes(int64(c.n))
			b.ReportAllocs()
			for b.Loop() {
				r.Lock()
				require.NoError(b, r.Copy(r.back, 0, r.a, 0, c.n))
				require.NoError(b, r.Submit())
				r.Unlock()
				require.NoError(b, readInto(r.Device, context.Background(), r.back, 0, dst))
			}
		})
	}
}
