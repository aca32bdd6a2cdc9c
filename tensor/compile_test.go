package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

type pairOf struct{ X, Y *tensor.Tensor }

func TestACompiledFunctionGivesWhatTheFunctionGives(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, c := range []struct {
			name string
			f    func(pairOf) *tensor.Tensor
		}{
			{"a chain", func(a pairOf) *tensor.Tensor { return a.X.Mul(2).Add(a.Y).Maximum(3) }},
			{"views", func(a pairOf) *tensor.Tensor { return a.X.T().Add(a.Y.T()).Flip(0) }},
			{"another shape on the way", func(a pairOf) *tensor.Tensor { return a.X.Index(0, 0).Exp().Add(a.Y.Add(1)) }},
			{"what is made in it", func(a pairOf) *tensor.Tensor {
				return a.X.Add(tensor.FromSlice([]float32{1, 2, 3})).Mul(tensor.Full(float32(2), 3))
			}},
			{"a constant", func(a pairOf) *tensor.Tensor { return tensor.FromSlice([]float32{1, 2, 3}) }},
			{"a constant that is written", func(a pairOf) *tensor.Tensor {
				c := tensor.FromSlice([]float32{1, 2, 3})
				_ = c.AddInPlace(a.X.Index(0, 1))
				return c
			}},
			{"what it is given", func(a pairOf) *tensor.Tensor { return a.Y }},
			{"a view of what it is given", func(a pairOf) *tensor.Tensor { return a.Y.T() }},
			{"a view of a result", func(a pairOf) *tensor.Tensor { return a.Y.Add(1).Index(1, 2) }},
			{"other types", func(a pairOf) *tensor.Tensor { return tensor.Where(a.X.Gt(2), a.X.AsType(tensor.Int32), 7) }},
			{"a write to its argument", func(a pairOf) *tensor.Tensor {
				_ = a.X.AddInPlace(a.Y)
				return a.X.Mul(2)
			}},
			{"a write to a part of its argument", func(a pairOf) *tensor.Tensor {
				before := a.X.Mul(1)
				_ = a.X.Index(0, 1).AddInPlace(a.X.Index(0, 0))
				return a.X.Add(before)
			}},
			{"a write that reads elsewhere", func(a pairOf) *tensor.Tensor {
				_ = a.X.Assign(a.X.Flip().Add(a.Y))
				return a.X.Sub(a.Y)
			}},
		} {
			t.Run(c.name, func(t *testing.T) {
				defer tensor.CheckCompiled()()
				f := tensor.Compile(c.f)
				for i := range 3 {
					x, y := pattern(2, 3).Add(i), pattern(2, 3)
					plainX := x.Clone()
					want := c.f(pairOf{plainX, y})
					got := f.Call(pairOf{x, y})
					require.NoError(t, got.Err())
					sameBits(t, want, got, "call %d", i)
					sameBits(t, plainX, x)
				}
				out := tensor.Zeros(c.f(pairOf{pattern(2, 3), pattern(2, 3)}).DType(), c.f(pairOf{pattern(2, 3), pattern(2, 3)}).Shape()...)
				for range 3 {
					require.NoError(t, f.Into(out, pairOf{pattern(2, 3), pattern(2, 3)}))
					sameBits(t, c.f(pairOf{pattern(2, 3), pattern(2, 3)}), out)
				}
				assert.Contains(t, f.Explain(), "recorded for 2 kinds of arguments")
			})
		}
	})
}

// pattern is a tensor of small numbers.
func pattern(shape ...int) *tensor.Tensor {
	n := 1
	for _, size := range shape {
		n *= size
	}
	data := make([]float32, n)
	for i := range data {
		data[i] = float32(i*7%5) + .5
	}
	return tensor.FromSlice(data, shape...)
}
