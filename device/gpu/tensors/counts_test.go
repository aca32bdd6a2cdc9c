package tensors

import (
	"math"
	"testing"

	"github.com/wgtensor/wgtensor/tensor"
)

func TestWhatSortsAndCountsHasTheBitsOfTheCPU(t *testing.T) {
	d := open(t)
	x := func() *tensor.Tensor {
		return tensor.Arange(0, 2000, 1).Mul(7919).Remainder(501).AsType(tensor.Float32)
	}
	for _, c := range []struct {
		name string
		of   func() *tensor.Tensor
	}{
		{"unique values", func() *tensor.Tensor { return x().Div(3).UniqueValues() }},
		{"unique inverse", func() *tensor.Tensor {
			_, inverse := x().Reshape(40, 50).UniqueInverse()
			return inverse
		}},
		{"unique indices and counts", func() *tensor.Tensor {
			_, indices, _, counts := x().AsType(tensor.Int16).UniqueAll()
			return tensor.Stack(0, indices, counts)
		}},
		{"bincount", func() *tensor.Tensor { return x().AsType(tensor.Uint16).Bincount(600) }},
		{"weighted bincount", func() *tensor.Tensor { return x().AsType(tensor.Int32).BincountWeighted(x().Div(3), 0) }},
		{"histogram", func() *tensor.Tensor {
			counts, _ := x().Div(3).Histogram(10, 5, 60)
			return counts
		}},
		{"histogram of integers", func() *tensor.Tensor {
			counts, _ := x().AsType(tensor.Int64).Histogram(10, 5, 400)
			return counts
		}},
		{"weights of points by edges", func() *tensor.Tensor {
			return x().Reshape(1000, 2).HistogramWeighted(tensor.Arange(0, 1000, 1).Div(3), tensor.FromSlice([]int{0, 7, 100, 400}), tensor.FromSlice([]float32{1, 2.5, 500}))
		}},
		{"quantiles", func() *tensor.Tensor { return x().Div(3).Reshape(20, 100).QuantileBy(1, tensor.Hazen, .1, .5) }},
		{"quantiles without NaN", func() *tensor.Tensor {
			of := x().Div(3)
			return tensor.Where(of.Lt(9), math.NaN(), of).Reshape(20, 100).Nanquantile(1, .1, .5)
		}},
		{"median without NaN", func() *tensor.Tensor {
			of := x().Div(3)
			return tensor.Where(of.Lt(9), math.NaN(), of).Reshape(20, 100).Nanmedian(0)
		}},
		{"median", func() *tensor.Tensor { return x().Div(3).Reshape(20, 100).Median(0) }},
	} {
		t.Run(c.name, func(t *testing.T) { sameOn(t, d, c.of) })
	}
}
