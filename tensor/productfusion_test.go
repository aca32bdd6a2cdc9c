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

func TestAProductReadsAPaddedOperandWhereItIs(t *testing.T) { onGroups(t, paddedProducts) }

func paddedProducts(t *testing.T, d device.Device) {
	_, tiles := d.(device.Multiplier)
	list := make([]float32, 120)
	for i := range list {
		list[i] = float32(i*i%19) - 9
	}
	on := func(shape ...int) *tensor.Tensor {
		n := 1
		for _, size := range shape {
			n *= size
		}
		return tensor.FromSliceOn(d, list[:n], shape...)
	}
	image, signal, w := on(2, 2, 6, 5), on(3, 9), on(3, 2, 3, 2)
	windows := func(x *tensor.Tensor, strideY, strideX int) *tensor.Tensor {
		return x.Windows(2, 3, strideY).Windows(3, 2, strideX)
	}
	conv := func(x *tensor.Tensor) *tensor.Tensor { return tensor.Einsum("bcxyuv,ocuv->boxy", x, w) }
	for _, c := range sample(d, []struct {
		name     string
		x        func() *tensor.Tensor // padded
		of       func(x *tensor.Tensor) *tensor.Tensor
		launches int
	}{
		{"windows of an image", func() *tensor.Tensor { return image.Pad(2, 1, 1, tensor.Padding{}).Pad(3, 1, 0, tensor.Padding{}) },
			func(x *tensor.Tensor) *tensor.Tensor { return conv(windows(x, 1, 1)) }, 1},
		{"a bias and an activation behind strides", func() *tensor.Tensor { return image.Pad(3, 2, 3, tensor.Padding{}).Pad(2, 0, 4, tensor.Padding{}) },
			func(x *tensor.Tensor) *tensor.Tensor { return conv(windows(x, 2, 3)).Add(1).Relu() }, 1},
		{"a number around", func() *tensor.Tensor { return signal.Pad(1, 4, 6, tensor.Constant(-2)) },
			func(x *tensor.Tensor) *tensor.Tensor {
				return tensor.Einsum("ctk,ock->ot", x.Windows(1, 3, 1), on(4, 3, 3))
			}, 1},
		{"a matrix on the right", func() *tensor.Tensor { return signal.T().Pad(1, 1, 2, tensor.Padding{}) },
			func(x *tensor.Tensor) *tensor.Tensor { return on(5, 9).Matmul(x) }, 1},
		{"maps behind the padding, which is stored", func() *tensor.Tensor { return signal.Pad(0, 1, 0, tensor.Constant(3)).Mul(2).Sub(1) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.Matmul(on(9, 4)) }, 3},
		{"maps before it", func() *tensor.Tensor { return signal.Exp().Pad(1, 1, 1, tensor.Padding{}) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.Matmul(on(11, 4)) }, 2},
		{"maps before it that keep the number around", func() *tensor.Tensor {
			return image.Sub(2).Relu().Mul(.5).Pad(2, 1, 1, tensor.Padding{}).Pad(3, 1, 0, tensor.Padding{})
		}, func(x *tensor.Tensor) *tensor.Tensor { return conv(windows(x, 1, 1)) }, 2},
		{"a cast and a scale before a number", func() *tensor.Tensor {
			return on(3, 9).AsType(tensor.Int32).AsType(tensor.Float32).Mul(2).Pad(1, 2, 0, tensor.Padding{})
		}, func(x *tensor.Tensor) *tensor.Tensor { return x.Matmul(on(11, 4)) }, 1},
		{"numbers that differ", func() *tensor.Tensor { return signal.Pad(1, 1, 0, tensor.Padding{}).Pad(0, 0, 1, tensor.Constant(5)) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.Matmul(on(10, 3)) }, 4},
		{"nothing but padding", func() *tensor.Tensor { return on(3, 0).Pad(1, 2, 1, tensor.Constant(5)) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.Matmul(on(3, 4)) }, 3},
	}) {
		t.Run(c.name, func(t *testing.T) {
			copied := c.x()
			require.NoError(t, tensor.Eval(context.Background(), copied))
			want := float32s(t, c.of(copied))
			for range 3 { // the third time by the schedule of the second
				got := c.of(c.x())
				if n := launchesOf(t, got); tiles {
					assert.Equal(t, c.launches, n)
				}
				assert.Equal(t, want, float32s(t, got))
			}
		})
	}
}

func TestAProductReadsTheRowsThatIndicesList(t *testing.T) { onGroups(t, gatheredProducts) }

func gatheredProducts(t *testing.T, d device.Device) {
	_, tiles := d.(device.Multiplier)
	list := make([]float32, 120)
	for i := range list {
		list[i] = float32(i*i%19) - 9
	}
	on := func(shape ...int) *tensor.Tensor {
		n := 1
		for _, size := range shape {
			n *= size
		}
		return tensor.FromSliceOn(d, list[:n], shape...)
	}
	indices := func(list ...int32) *tensor.Tensor { return tensor.FromSliceOn(d, list) }
	table, w := on(7, 6), on(6, 5)
	for _, c := range sample(d, []struct {
		name     string
		x, y     func(at *tensor.Tensor) *tensor.Tensor
		at       *tensor.Tensor
		launches int
		err      string
	}{
		{"rows", func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at) }, func(*tensor.Tensor) *tensor.Tensor { return w }, indices(3, -1, 0, 3, 6), 1, ""},
		{"a wrong row", func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at) }, func(*tensor.Tensor) *tensor.Tensor { return w }, indices(3, 1, 9, 8), 1,
			"take: index 9 is out of bounds for axis 0 with size 7 (element [2 0])"},
		{"rows of rows, scaled", func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at).Mul(.5).Reshape(2, 3, 6) },
			func(*tensor.Tensor) *tensor.Tensor { return w }, indices(3, -7, 0, 3, 6, 2).Reshape(2, 3), 1, ""},
		{"columns", func(*tensor.Tensor) *tensor.Tensor { return w.T() }, func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at).T() }, indices(1, 1, 5), 1, ""},
		{"a wrong column", func(*tensor.Tensor) *tensor.Tensor { return w.T() }, func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at).T() }, indices(1, -8, 5), 1,
			"take: index -8 is out of bounds for axis 0 with size 7 (element [1 0])"},
		{"what is summed", func(*tensor.Tensor) *tensor.Tensor { return w.T() }, func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at) }, indices(0, 1, 2, 3, 4, 7), 1,
			"take: index 7 is out of bounds for axis 0 with size 7 (element [5 0])"},
		{"each element of its own", func(*tensor.Tensor) *tensor.Tensor { return w.T() }, func(at *tensor.Tensor) *tensor.Tensor { return table.TakeAlongAxis(0, at) },
			indices(0, 6, 2, 3, 4, 5, 0, 6, 2, 3, 4, 5, 0, 6, 2, 3, 4, 5, 0, 6, 2, 3, 4, 5, 0, 6, 2, 3, 4, 5, 0, 6, 2, 3, 4, 5).Reshape(6, 6), 2, ""},
		{"rows of both: one has a launch of its own", func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at) },
			func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at).T() }, indices(2, 4), 2, ""},
		{"a product that skips rows would not look at their indices", func(at *tensor.Tensor) *tensor.Tensor { return table.Take(0, at).Slice(0, 0, 4, 2) },
			func(*tensor.Tensor) *tensor.Tensor { return w }, indices(3, 7, 1, 8), 2, "take: index 7 is out of bounds for axis 0 with size 7 (element [1 0])"},
	}) {
		t.Run(c.name, func(t *testing.T) {
			x, y := c.x(c.at), c.y(c.at)
			if c.err == "" {
				require.NoError(t, tensor.Eval(context.Background(), x, y))
			}
			for range 3 { // the third time by the schedule of the second
				got, n := c.x(c.at).Matmul(c.y(c.at)).Add(1), 0
				stop := device.OnLaunch(func(*device.LaunchEvent) { n++ })
				err := tensor.Eval(context.Background(), got)
				if stop(); tiles {
					assert.Equal(t, c.launches, n)
				}
				if c.err != "" {
					assert.ErrorContains(t, err, c.err)
					continue
				}
				require.NoError(t, err)
				assert.Equal(t, float32s(t, x.Matmul(y).Add(1)), float32s(t, got))
			}
		})
	}
	wrong, right := table.Take(0, indices(9)).Matmul(w), table.Take(0, indices(2)).Matmul(w)
	assert.Error(t, tensor.Eval(context.Background(), wrong, right))
	assert.NoError(t, tensor.Eval(context.Background(), right), "the error of one launch is no other's")
}
