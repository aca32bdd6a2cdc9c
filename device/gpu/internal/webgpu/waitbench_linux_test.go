//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const spinWGSL = `
@group(0) @binding(0) var<storage, read_write> c: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
	var x = c[id.x];
	for (var i = 0u; i < 60000u; i++) { x = x * 1664525u + i; }
	c[id.x] = x;
}`

// BenchmarkWait waits for work of some length; with the processors' time for both.
func BenchmarkWait(b *testing.B) {
	for _, groups := range []int{1, 16, 8192} {
		b.Run(fmt.Sprintf("groups=%d", groups), func(b *testing.B) {
			d := open(b)
			d.Lock()
			buf := must[*Buffer](b)(d.NewBuffer(4*8192, Storage))
			p := must[*Pipeline](b)(d.NewPipeline("spin", spinWGSL, []Binding{ReadWrite}))
			g := must[*BindGroup](b)(d.NewBindGroup(p, []Range{{Buffer: buf}}))
			d.Unlock()
			var took []time.Duration
			roundTrip := func() {
				d.Lock()
				require.NoError(b, d.Dispatch(p, g, 0, groups, 1, 1))
				require.NoError(b, d.Submit())
				d.Unlock()
				began := time.Now()
				require.NoError(b, d.Wait(context.Background()))
				took = append(took, time.Since(began))
			}
			roundTrip()
			took = took[:0]
			var before, after syscall.Rusage
			_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
			for b.Loop() {
				roundTrip()
			}
			_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
			slices.Sort(took)
			b.ReportMetric(float64(took[0].Nanoseconds())/1e3, "min-µs")
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "med-µs")
			b.ReportMetric(float64(took[len(took)*9/10].Nanoseconds())/1e3, "p90-µs")
			b.ReportMetric(float64(after.Utime.Nano()+after.Stime.Nano()-before.Utime.Nano()-before.Stime.Nano())/1e3/float64(b.N), "cpu-µs/op")
		})
	}
}
