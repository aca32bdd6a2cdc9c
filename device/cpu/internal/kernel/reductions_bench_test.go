package kernel

import (
	"os"
	"testing"
	"time"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// BenchmarkReduction reduces 4096 x 1024 float32 along either axis, in blocks as an executor makes
// them.
func BenchmarkReduction(b *testing.B) {
	const rows, columns = 4096, 1024
	x := make([]float32, rows*columns)
	for i := range x {
		x[i] = float32(i%1000) * .37
	}
	from := unsafe.Pointer(&x[0])
	set, _ := Find(os.Getenv(Env))
	for _, o := range []*op.Op{op.Sum, op.Mean, op.Max, op.Argmax, op.AnyOf, op.Prod, op.Var} {
		group := o.Role.(*op.Group)
		to := group.Type(op.Float32)
		k, _ := set.Reduction(o, op.Float32, to)
		states := unsafe.Pointer(unsafe.SliceData(make([]uint64, rows*k.State/8+1)))
		result := unsafe.Pointer(unsafe.SliceData(make([]uint64, rows)))
		once := unsafe.Pointer(unsafe.SliceData(make([]uint64, rows)))
		run := func(name string, groups, elements, row, column int) {
			b.Run(o.Name+"/"+name, func(b *testing.B) {
				best := time.Hour
				for b.Loop() {
					start := time.Now()
					k.Begin(groups, states)
					x := Matrix{from, row, column}
					if row == 4 {
						for i := 0; i < elements; i += 128 {
							k.Add(states, &Block{Groups: groups, Elements: 128, X: x.Beyond(0, i), Number: i, Step: 1})
						}
					} else {
						for g := 0; g < groups; g += 16 {
							k.Add(unsafe.Add(states, g*k.State), &Block{Groups: 16, Elements: elements, X: x.Beyond(g, 0), Step: 1})
						}
					}
					k.End(groups, result, states, to.Size(), once)
					best = min(best, time.Since(start))
				}
				b.ReportMetric(float64(best.Nanoseconds())/rows/columns, "best-ns/element")
			})
		}
		run("rows", rows, columns, 4*columns, 4)
		run("columns", columns, rows, 4, 4*columns)
	}
}
