package tensor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestMapsBeforeAProductJoinItAndKeepItsBits(t *testing.T) { everywhere(t, mapsBeforeAProduct) }

func mapsBeforeAProduct(t *testing.T, d device.Device) {
	count := func(n int) *tensor.Tensor {
		list := make([]float32, n)
		for i := range list {
			list[i] = float32(i)
		}
		return tensor.FromSliceOn(d, list)
	}
	x, w := count(21).Reshape(3, 7).Sub(9.5).Mul(.3), count(35).Reshape(7, 5).Mul(.7).Sub(12)
	bytes := w.AsType(tensor.Int8)
	require.NoError(t, tensor.Eval(context.Background(), x, w, bytes))
	type product struct {
		name     string
		x, y     func() *tensor.Tensor
		launches int
	}
	for _, c := range sample(d, []product{
		{"scaled", func() *tensor.Tensor { return x.Mul(1.7) }, func() *tensor.Tensor { return w }, 1},
		{"a cast and a scale for each column", func() *tensor.Tensor { return x },
			func() *tensor.Tensor { return bytes.AsType(tensor.Float32).Mul(w.Index(0, 0)) }, 1},
		{"both, and one of them transposed", func() *tensor.Tensor { return x.Relu().Sub(.1) }, func() *tensor.Tensor { return w.T().Mul(.3).T() }, 1},
		{"rows of what a map gives", func() *tensor.Tensor { return x.Mul(1.7).Slice(0, 0, 2, 1) }, func() *tensor.Tensor { return w }, 1},
		{"later rows of it", func() *tensor.Tensor { return x.Mul(1.7).Slice(0, 1, 3, 1) }, func() *tensor.Tensor { return w }, 2},
	}) {
		t.Run(c.name, func(t *testing.T) {
			a, b := c.x(), c.y()
			require.NoError(t, tensor.Eval(context.Background(), a, b))
			for range 3 { // the third time by the schedule of the second
				got, want := c.x().Matmul(c.y()).Add(1), a.Matmul(b).Add(1)
				assert.Equal(t, c.launches, launchesOf(t, got))
				assert.Equal(t, float32s(t, want), float32s(t, got))
			}
		})
	}
	a, b := x.Matmul(w), x.Neg().Matmul(w)
	assert.Equal(t, 2, launchesOf(t, a, b), "products of one shape are launches of their own")
}
