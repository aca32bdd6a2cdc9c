package cpu

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// BenchmarkThreads prints the ratios from which Sizes.Parallel is chosen: how much faster launches
// are on two threads than on one, run alternately. Waking a helper pays where the ratio is above 1.
// The benchmark divides every launch, however small.
func BenchmarkThreads(b *testing.B) {
	one, two := New(Threads(1)), New(Threads(2))
	two.engine.Sizes.Parallel, two.engine.Sizes.Wake = 2, 2
	f := op.Float32
	scalar := must(device.NewProgram([]op.DType{f}, []op.DType{f}, []device.Instr{{Op: op.Add, Type: f, Args: []device.Value{0, 1}}}, 2))
	for _, c := range []speedCase{
		{"x+2", scalar, nil, [][]int{{1}}},
		{"a+b", must(device.Single(op.Add, f, f)), nil, [][]int{{1}, {1}}},
		{"exp", must(device.Single(op.Exp, f)), nil, [][]int{{1}}},
	} {
		for n := 1 << 14; n <= 1<<22; n *= 2 {
			b.Run(fmt.Sprintf("case=%s/n=%d", c.name, n), func(b *testing.B) {
				c.shape = []int{n}
				l1, _ := c.launch(b, one)
				l2, _ := c.launch(b, two)
				alternate(b, one, two, l1, l2)
			})
		}
	}
}

// BenchmarkKeep prints the ratios from which Sizes.Keep is chosen: how much faster launches are
// than if all streamed, and than if none did.
func BenchmarkKeep(b *testing.B) {
	add := must(device.Single(op.Add, op.Float32, op.Float32))
	for threads := 1; threads <= 2; threads++ {
		for _, beside := range []string{"streams", "caches"} {
			other, d := New(Threads(threads)), New(Threads(threads))
			if other.engine.Sizes.Keep = [2]int{}; beside == "caches" {
				other.engine.Sizes.Keep = [2]int{math.MaxInt, math.MaxInt}
			}
			for mib := 8; mib <= 128; mib *= 2 {
				for _, c := range []speedCase{
					{"a+b", add, []int{mib << 20 / 12}, [][]int{{1}, {1}}},
					{"column+row", add, []int{mib << 20 / 4 / 1024, 1024}, [][]int{{1, 0}, {0, 1}}},
				} {
					b.Run(fmt.Sprintf("case=%s/threads=%d/beside=%s/MiB=%d", c.name, threads, beside, mib), func(b *testing.B) {
						l1, _ := c.launch(b, other)
						l2, _ := c.launch(b, d)
						alternate(b, other, d, l1, l2)
					})
				}
			}
		}
	}
}

// alternate reports how much faster the second launch is than the first.
func alternate(b *testing.B, d1, d2 *Device, l1, l2 *device.Launch) {
	var first, second []float64
	const launches = 16 // which follow each other closely, after as many that are not counted
	run := func(d *Device, l *device.Launch) float64 {
		var start time.Time
		for i := range 2 * launches {
			if i == launches {
				start = time.Now()
			}
			require.NoError(b, d.Run(context.Background(), l))
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
