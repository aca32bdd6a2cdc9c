package tensor_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// BenchmarkOp is one operation into a fresh tensor that is then released: what tensor
// itself costs where n is small.
func BenchmarkOp(b *testing.B) {
	for _, n := range []int{1, 1000, 1 << 20} {
		b.Run(fmt.Sprintf("op=add/n=%d", n), func(b *testing.B) {
			x, y := iota32(n), iota32(n)
			b.ReportAllocs()
			b.SetBytes(int64(12 * n))
			for b.Loop() {
				z := x.Add(y)
				must(b, tensor.Eval(context.Background(), z))
				z.Release()
			}
		})
	}
}

// BenchmarkSum is a sum of all elements into a fresh tensor that is then released, beside BenchmarkOp.
func BenchmarkSum(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			x := iota32(n)
			b.ReportAllocs()
			for b.Loop() {
				z := x.Sum()
				must(b, tensor.Eval(context.Background(), z))
				z.Release()
			}
		})
	}
}

// BenchmarkResult is one operation into a fresh tensor that is released, or dropped and left to the
// garbage collector. Bytes that wait for a collection are counted as held.
func BenchmarkResult(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000, 300_000, 1 << 20, 1 << 21} {
		for _, then := range []string{"release", "drop"} {
			b.Run(fmt.Sprintf("op=add/n=%d/then=%s", n, then), func(b *testing.B) {
				d := cpu.New()
				defer d.Close()
				x := tensor.Ones(tensor.Float32, n).To(d)
				eval(b, x)
				held, i := 0, 0
				for b.Loop() {
					z := x.Add(x)
					must(b, tensor.Eval(context.Background(), z))
					if then == "release" {
						z.Release()
					}
					if i++; i%max(1, 1<<20/n) == 0 {
						held = max(held, d.Stats().LiveBytes-2*4*n)
					}
				}
				b.ReportMetric(float64(held)/(1<<20), "held-MiB")
			})
		}
	}
}

// BenchmarkAssign is one operation into a tensor that is there already.
func BenchmarkAssign(b *testing.B) {
	for _, n := range []int{1, 1000} {
		b.Run(fmt.Sprintf("op=add/n=%d", n), func(b *testing.B) {
			x, y, z := iota32(n), iota32(n), iota32(n)
			b.ReportAllocs()
			for b.Loop() {
				must(b, z.Assign(x.Add(y)))
			}
		})
	}
}

// BenchmarkSteps is a chain of four operations whose intermediate results are dropped, fused into one
// launch.
func BenchmarkSteps(b *testing.B) {
	for _, n := range []int{1, 1000} {
		b.Run(fmt.Sprintf("ops=4/n=%d", n), func(b *testing.B) {
			x, y := iota32(n), iota32(n)
			b.ReportAllocs()
			for b.Loop() {
				z := x.Mul(2).Add(y).Maximum(x).Sub(y)
				must(b, tensor.Eval(context.Background(), z))
				z.Release()
			}
		})
	}
}

// BenchmarkView makes a view and drops it, or computes with it.
func BenchmarkView(b *testing.B) {
	x, y := iota32(1000, 20, 50), iota32(1000, 50, 20)
	b.Run("view=t", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.T()
		}
	})
	b.Run("view=t/then=release", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.T().Release()
		}
	})
	b.Run("view=t/op=add/n=1000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			z := y.Add(x.T())
			must(b, tensor.Eval(context.Background(), z))
			z.Release()
		}
	})
}

// must is a faster require.NoError, which takes longer than the measured calls.
func must(b *testing.B, err error) {
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkBuild records an operation and computes nothing.
func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct {
		name string
		rhs  any
	}{
		{"tensor", iota32(1000)},
		{"number", 2},
	} {
		b.Run("op=add/rhs="+c.name, func(b *testing.B) {
			x := iota32(1000)
			b.ReportAllocs()
			for b.Loop() {
				x.Add(c.rhs).Release()
			}
		})
	}
}

// BenchmarkComposition is an operation that is made of others, beside one that is not.
func BenchmarkComposition(b *testing.B) {
	for _, n := range []int{1000, 1 << 20} {
		x, y, z := iota32(n).Mul(-1e-3), iota32(n), iota32(n)
		eval(b, x)
		for _, c := range []struct {
			op    string
			steps int
			f     func() *tensor.Tensor
		}{
			{"exp", 1, func() *tensor.Tensor { return x.Exp() }},
			{"hardswish", 4, func() *tensor.Tensor { return x.Hardswish() }},
			{"elu", 4, func() *tensor.Tensor { return x.Elu() }},
			{"addcmul", 3, func() *tensor.Tensor { return x.Addcmul(y, z) }},
			{"addcmul_by_hand", 3, func() *tensor.Tensor { return x.Add(y.Mul(1).Mul(z)) }},
		} {
			b.Run(fmt.Sprintf("op=%s/steps=%d/n=%d", c.op, c.steps, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					t := c.f()
					eval(b, t)
					t.Release()
				}
			})
			b.Run(fmt.Sprintf("op=%s/steps=%d/n=%d/part=build", c.op, c.steps, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					c.f().Release()
				}
			})
		}
	}
}

// BenchmarkChain is eight operations on 1 Mi elements, as one launch and as eight.
func BenchmarkChain(b *testing.B) {
	const n = 1 << 20
	x, y := iota32(n), iota32(n)
	for _, fused := range []bool{true, false} {
		b.Run(fmt.Sprintf("ops=8/n=1Mi/fused=%v", fused), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				steps := chain(x, y, func(t *tensor.Tensor) {
					if !fused {
						eval(b, t)
					}
				})
				eval(b, steps[len(steps)-1])
				for _, t := range steps {
					t.Release()
				}
			}
		})
	}
}

// chain returns every step of eight operations, and shows each to step when it is built.
func chain(x, y *tensor.Tensor, step func(*tensor.Tensor)) []*tensor.Tensor {
	var steps []*tensor.Tensor
	t := x
	for _, f := range []func(*tensor.Tensor) *tensor.Tensor{
		func(t *tensor.Tensor) *tensor.Tensor { return t.Mul(2) },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Add(y) },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Maximum(0) },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Sub(1) },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Mul(y) },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Minimum(100) },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Abs() },
		func(t *tensor.Tensor) *tensor.Tensor { return t.Neg() },
	} {
		t = f(t)
		step(t)
		steps = append(steps, t)
	}
	return steps
}

func BenchmarkInPlace(b *testing.B) {
	for _, n := range []int{1, 1000, 1 << 20} {
		b.Run(fmt.Sprintf("op=add/n=%d", n), func(b *testing.B) {
			x, y := iota32(n), iota32(n)
			b.ReportAllocs()
			for b.Loop() {
				must(b, x.AddInPlace(y))
			}
		})
	}
}

// BenchmarkEval computes a long chain: what cutting and building programs costs.
func BenchmarkEval(b *testing.B) {
	for _, ops := range []int{1, 8, 64, 1000} {
		b.Run(fmt.Sprintf("ops=%d/n=1", ops), func(b *testing.B) {
			x := tensor.Scalar[float32](1)
			b.ReportAllocs()
			for b.Loop() {
				t := x
				for range ops {
					t = t.Add(1)
				}
				eval(b, t)
			}
		})
	}
}
