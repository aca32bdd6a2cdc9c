package tensor_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/tensor"
)

func chain8(x *tensor.Tensor) *tensor.Tensor {
	return x.Mul(1.5).Add(1).Mul(x).Sub(2).Mul(.5).Add(x).Mul(.25).Add(3)
}

// BenchmarkCompiled measures a chain of eight operations, plain and compiled. It also measures one
// plain operation.
func BenchmarkCompiled(b *testing.B) {
	for _, n := range []int{10, 1000} {
		x, out := iota32(n), iota32(n)
		f := tensor.Compile(chain8)
		bench := func(way string, step func()) {
			b.Run(fmt.Sprintf("ops=8/way=%s/n=%d", way, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					step()
				}
			})
		}
		bench("into", func() { must(b, f.Into(out, x)) })
		bench("call", func() { must(b, f.Call(x).Err()) })
		bench("plain", func() { must(b, tensor.Eval(context.Background(), chain8(x))) })
		bench("one", func() { must(b, tensor.Eval(context.Background(), x.Add(1))) })
		bench("onereleased", func() {
			y := x.Add(1)
			must(b, tensor.Eval(context.Background(), y))
			y.Release()
		})
	}
}
