package tensor_test

import (
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/tensor"
)

// BenchmarkCall is one call on small tensors, computed and released: what types, numbers, parameters
// and broadcasting cost.
func BenchmarkCall(b *testing.B) {
	for _, n := range []int{1, 10} {
		x, y, out := iota32(n), iota32(n), iota32(n)
		i := tensor.Arange(0, int32(n), 1)
		column, half := iota32(n, n, 1), x.AsType(tensor.Float16)
		eval(b, half)
		for _, c := range []struct {
			name string
			f    func() *tensor.Tensor
		}{
			{"add", func() *tensor.Tensor { return x.Add(y) }},
			{"add_number", func() *tensor.Tensor { return x.Add(2) }},
			{"add_alpha", func() *tensor.Tensor { return tensor.Apply("add", x, y, 2) }},
			{"add_mixed", func() *tensor.Tensor { return i.Add(x) }},
			{"exp_int", func() *tensor.Tensor { return i.Exp() }},
			{"mul_half", func() *tensor.Tensor { return half.Mul(0.1) }},
			{"pow_square", func() *tensor.Tensor { return x.Pow(2) }},
			{"where", func() *tensor.Tensor { return tensor.Where(true, x, y) }},
			{"clamp", func() *tensor.Tensor { return x.Clamp(1, 5) }},
			{"clamp_open", func() *tensor.Tensor { return x.Clamp(1, nil) }},
			{"leaky_relu", func() *tensor.Tensor { return x.LeakyRelu(0.1) }},
			{"gelu", func() *tensor.Tensor { return x.Gelu() }},
			{"softplus", func() *tensor.Tensor { return x.Softplus() }},
			{"hardswish", func() *tensor.Tensor { return x.Hardswish() }},
			{"addcmul", func() *tensor.Tensor { return x.Addcmul(y, y) }},
			{"column_row", func() *tensor.Tensor { return column.Add(x) }},
		} {
			b.Run(fmt.Sprintf("call=%s/n=%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					t := c.f()
					eval(b, t)
					t.Release()
				}
			})
		}
		for _, c := range []struct {
			name string
			f    func() error
		}{
			{"add_in_place", func() error { return out.AddInPlace(y) }},
			{"add_in_place_mixed", func() error { return out.AddInPlace(i) }},
			{"clamp_in_place", func() error { return out.ClampInPlace(1, 5) }},
			{"leaky_relu_in_place", func() error { return out.LeakyReluInPlace(0.1) }},
		} {
			b.Run(fmt.Sprintf("call=%s/n=%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					must(b, c.f())
				}
			})
		}
	}
}
