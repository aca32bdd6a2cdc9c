package tensor_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/wgtensor/wgtensor/tensor"
)

// BenchmarkGoroutines has goroutines compute with tensors of their own.
func BenchmarkGoroutines(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		for _, g := range []int{1, 2} {
			b.Run(fmt.Sprintf("op=add/n=%d/goroutines=%d", n, g), func(b *testing.B) {
				var all sync.WaitGroup
				for range g {
					x, y := iota32(n), iota32(n)
					all.Go(func() {
						for range b.N / g {
							z := x.Add(y)
							must(b, tensor.Eval(context.Background(), z))
							z.Release()
						}
					})
				}
				all.Wait()
			})
		}
	}
}
