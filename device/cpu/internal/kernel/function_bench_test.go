package kernel_test

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// tile is how many elements a benchmark computes at a time.
const tile = 1024

// domain is where an operation's first operand usually lies.
func domain(o *op.Op) (low, high float64) {
	switch o {
	case op.Acos, op.Asin, op.Atanh:
		return -1, 1
	case op.Logit:
		return 0, 1
	case op.Acosh:
		return 1, 10
	case op.Log, op.Log2, op.Log10, op.Log1p, op.Lgamma, op.Sqrt, op.Rsqrt, op.Pow:
		return 0, 20
	}
	return -4, 4
}

// BenchmarkFunction runs one tile of each row through its kernel, on one thread.
func BenchmarkFunction(b *testing.B) {
	for _, o := range op.Instructions() {
		for _, dt := range []op.DType{op.Float32, op.Float64, op.Int32} {
			compute, to, err := o.Types(dt)
			if o.Rule == op.Retype || err != nil || compute != dt {
				continue
			}
			b.Run(fmt.Sprintf("op=%v/dtype=%v", o, dt), func(b *testing.B) {
				low, high := domain(o)
				x, y := evenly(dt, low, high), evenly(dt, -3, 5)
				if o.Rule == op.Select {
					x = evenly(op.Bool, -1, 1)
				}
				result := make([]byte, 8*tile)
				k := kernels("").For(o, dt, to)
				for b.Loop() {
					k.Run(tile, unsafe.Pointer(&result[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), unsafe.Pointer(&y[0]), 0)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/tile, "ns/element")
			})
		}
	}
}

// evenly is a tile of numbers that lie evenly from low to high, in no order.
func evenly(dt op.DType, low, high float64) []byte {
	elements := make([]op.Scalar, tile)
	for i := range elements {
		elements[i] = dt.FromFloat(low + (high-low)*math.Mod(float64(i)*math.Phi, 1))
	}
	return pack(dt, elements...)
}
