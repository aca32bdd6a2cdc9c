package cpu

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// BenchmarkThreads measures what sizes.parallel is chosen by: how much faster launches are
// on two threads than on one, run in turn; from where it is more than 1, waking the other
// pays. It divides every launch, however small.
func BenchmarkThreads(b *testing.B) {
	one, two := New(Threads(1)), New(Threads(2))
	two.sizes.parallel, two.sizes.wake = 2, 2
	for _, o := range []*op.Op{op.Add, op.Exp} {
		for n := 1 << 12; n <= 1<<22; n *= 4 {
			b.Run(fmt.Sprintf("op=%v/n=%d", o, n), func(b *testing.B) {
				c := speedCase{"", must(device.Single(o, []op.DType{op.Float32, op.Float32}[:o.Arity]...)), []int{n}, [][]int{{1}, {1}}[:o.Arity]}
				l1, _ := c.launch(b, one)
				l2, _ := c.launch(b, two)
				inTurns(b, one, two, l1, l2)
			})
		}
	}
}

// BenchmarkStream measures what streamBytes is chosen by: how much faster results that go
// past the caches are than those that do not.
func BenchmarkStream(b *testing.B) {
	add := must(device.Single(op.Add, op.Float32, op.Float32))
	for threads := 1; threads <= 2; threads++ {
		kept, streamed := New(Threads(threads)), New(Threads(threads))
		kept.sizes.streamFrom, streamed.sizes.streamFrom = math.MaxInt, 0
		for mib := 8; mib <= 64; mib *= 2 {
			for _, c := range []speedCase{
				{"a+b", add, []int{mib << 20 / 12}, [][]int{{1}, {1}}},
				{"column+row", add, []int{mib << 20 / 4 / 1024, 1024}, [][]int{{1, 0}, {0, 1}}},
			} {
				b.Run(fmt.Sprintf("case=%s/threads=%d/MiB=%d", c.name, threads, mib), func(b *testing.B) {
					l1, _ := c.launch(b, kept)
					l2, _ := c.launch(b, streamed)
					inTurns(b, kept, streamed, l1, l2)
				})
			}
		}
	}
}

// inTurns reports how much faster the second launch is than the first.
func inTurns(b *testing.B, d1, d2 *Device, l1, l2 *device.Launch) {
	var first, second []float64
	const launches = 16 // which follow each other closely, after as many that are not counted
	run := func(d *Device, l *device.Launch) float64 {
		var start time.Time
		for i := range 2 * launches {
			if i == launches {
				start = time.Now()
			}
			require.NoError(b, d.Run(l))
		}
		return float64(time.Since(start).Nanoseconds()) / launches
	}
	for b.Loop() {
		first, second = append(first, run(d1, l1)), append(second, run(d2, l2))
	}
	slices.Sort(first)
	slices.Sort(second)
	b.ReportMetric(first[len(first)/4]/second[len(first)/4], "speedup/quartile")
	b.ReportMetric(first[0]/second[0], "speedup/best")
	b.ReportMetric(first[0]/1e3, "first-µs")
	b.ReportMetric(0, "ns/op")
}
