package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestBincountsAreThoseOfNumPy(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			x, none := tensor.FromSliceOn(d, []int64{3, 1, 1, 7, 0}), tensor.FromSliceOn(d, []int64{})
			weights := tensor.FromSliceOn(d, []float32{1, .5, .25, 2, 9})
			for _, c := range []struct {
				name string
				got  *tensor.Tensor
				dt   tensor.DType
				want []float64
			}{
				{"counts", x.Bincount(0), tensor.Int64, []float64{1, 2, 0, 1, 0, 0, 0, 1}},
				{"with more numbers", x.Bincount(10), tensor.Int64, []float64{1, 2, 0, 1, 0, 0, 0, 1, 0, 0}},
				{"with fewer numbers", x.Bincount(3), tensor.Int64, []float64{1, 2, 0, 1, 0, 0, 0, 1}},
				{"of nothing", none.Bincount(0), tensor.Int64, []float64{}},
				{"of nothing, with numbers", none.Bincount(2), tensor.Int64, []float64{0, 0}},
				{"weights", x.BincountWeighted(weights, 0), tensor.Float32, []float64{9, .75, 0, 1, 0, 0, 0, 2}},
				{"integers as weights", x.BincountWeighted(weights.AsType(tensor.Uint8), 0), tensor.Uint64, []float64{9, 0, 0, 1, 0, 0, 0, 2}},
				{"bools as weights", x.BincountWeighted(weights.Lt(1), 0), tensor.Int64, []float64{0, 2, 0, 0, 0, 0, 0, 0}},
				{"of an expression", x.Mul(2).Flip(0).BincountWeighted(weights.Flip(0), 0), tensor.Float32, []float64{9, 0, .75, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2}},
			} {
				t.Run(c.name, func(t *testing.T) {
					assert.Equal(t, c.dt, c.got.DType())
					assert.Equal(t, c.want, data[float64](t, c.got.AsType(tensor.Float64)))
				})
			}
			for _, dt := range op.DTypes() {
				if dt.IsInteger() {
					assert.Equal(t, []int64{1, 2, 0, 1, 0, 0, 0, 1}, data[int64](t, x.AsType(dt).Bincount(0)), "%v", dt)
				}
			}
		})
	}
}

func TestBincountRefusesNegativeElementsOfEachDType(t *testing.T) {
	for _, dt := range []tensor.DType{tensor.Int8, tensor.Int16, tensor.Int32, tensor.Int64} {
		x := tensor.FromSlice([]int64{3, 100, -128, 0}).AsType(dt)
		assert.EqualError(t, x.Bincount(0).Err(), "tensor: bincount: an element is -128; elements are 0 or more", "%v", dt)
		assert.Equal(t, []int{101}, x.Slice(0, 0, 2, 1).Bincount(0).Shape(), "%v", dt)
	}
}

func TestAWeightedBincountIsExact(t *testing.T) {
	weights := tensor.FromSlice([]float32{1e30, 1, -1e30, 1e-30})
	got := tensor.Zeros(tensor.Int32, 4).BincountWeighted(weights, 0)
	assert.Equal(t, []float32{1}, data32(t, got))
}

func TestHistogramsAreThoseOfNumPy(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			x := tensor.FromSliceOn(d, []float64{0, .5, 1, 2, 3, -1, 4, nan, inf, -inf, 2.9999, 3.0001}, 2, 6)
			ints := tensor.FromSliceOn(d, []int64{0, 1, 2, 5})
			for _, c := range []struct {
				name   string
				of     *tensor.Tensor
				bins   int
				lo, hi float64
				dt     tensor.DType
				counts []int64
				edges  []float64
			}{
				{"float32", x.AsType(tensor.Float32), 3, 0, 3, tensor.Float32, []int64{2, 1, 3}, []float64{0, 1, 2, 3}},
				{"float64", x, 3, 0, 3, tensor.Float64, []int64{2, 1, 3}, []float64{0, 1, 2, 3}},
				{"halves", x.AsType(tensor.Float16), 2, -1, 2, tensor.Float32, []int64{2, 3}, []float64{-1, .5, 2}},
				{"integers", ints, 2, 0, 5, tensor.Float64, []int64{3, 1}, []float64{0, 2.5, 5}},
				{"bytes", ints.AsType(tensor.Uint8), 2, 0, 5, tensor.Float32, []int64{3, 1}, []float64{0, 2.5, 5}},
				{"bools", ints.Gt(0), 2, 0, 1, tensor.Float32, []int64{1, 3}, []float64{0, .5, 1}},
				{"no width", ints, 2, 1, 1, tensor.Float64, []int64{0, 1}, []float64{.5, 1, 1.5}},
				{"one bin", ints, 1, 1, 5, tensor.Float64, []int64{3}, []float64{1, 5}},
				{"of nothing", ints.Slice(0, 0, 0, 1), 2, 0, 1, tensor.Float64, []int64{0, 0}, []float64{0, .5, 1}},
				{"of one element", ints.Index(0, 3), 2, 0, 5, tensor.Float64, []int64{0, 1}, []float64{0, 2.5, 5}},
				{"of tenths, on edges", tensor.FromSliceOn(d, []float64{1.1, 1.2, 1.3, 1.7}), 10, 1, 2, tensor.Float64, []int64{0, 1, 1, 1, 0, 0, 0, 1, 0, 0}, []float64{1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2}},
				{"of tenths around 0", tensor.FromSliceOn(d, []float64{-.3, .3}), 6, -.9, .9, tensor.Float64, []int64{0, 0, 1, 0, 1, 0}, []float64{-.9, -.6, -.3, 0, .3, .6, .9}},
				{"of the greatest numbers", tensor.FromSliceOn(d, []float64{1e307, -1e307}), 4, -8e307, 8e307, tensor.Float64, []int64{0, 1, 1, 0}, []float64{-8e307, -4e307, 0, 4e307, 8e307}},
				{"of an expression", ints.Mul(2), 2, 0, 10, tensor.Float64, []int64{3, 1}, []float64{0, 5, 10}},
			} {
				t.Run(c.name, func(t *testing.T) {
					counts, edges := c.of.Histogram(c.bins, c.lo, c.hi)
					assert.Equal(t, c.counts, data[int64](t, counts))
					assert.Equal(t, c.dt, edges.DType())
					assert.Equal(t, c.edges, data[float64](t, edges.AsType(tensor.Float64)))
				})
			}
		})
	}
}

func TestACompiledFunctionCountsInBins(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		counts, edges := x.Histogram(2, 0, 4)
		return counts.Add(edges.Sum())
	})
	for range 3 {
		assert.Equal(t, []float32{8, 7}, data32(t, f.Call(tensor.FromSlice([]float32{1, 1.5, 3}))))
	}
}

func TestErrorsOfCounts(t *testing.T) {
	x := tensor.FromSlice([]int64{0, 1, 2})
	histogram := func(bins int, lo, hi float64) *tensor.Tensor {
		return firstOf(x.AsType(tensor.Float32).Histogram(bins, lo, hi))
	}
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"floats", x.AsType(tensor.Float32).Bincount(0), "bincount: the elements are float32, and have to be integers; convert with AsType"},
		{"a matrix", x.Reshape(3, 1).Bincount(0), "bincount: the tensor has 2 axes (shape [3 1]), and has one; use Reshape(-1)"},
		{"a negative element", x.Sub(1).Bincount(0), "bincount: an element is -1; elements are 0 or more"},
		{"a negative length", x.Bincount(-1), "bincount: minlength is -1; it is 0 or more"},
		{"a huge element", x.Add(int64(math.MaxInt64 - 2)).Bincount(0), "bincount: an element is 9223372036854775807, and an int does not count so many numbers"},
		{"a huger element", x.AsType(tensor.Uint64).Add(uint64(1 << 63)).Bincount(0), "bincount: an element is 9223372036854775810, and"},
		{"other weights", x.BincountWeighted(x.Slice(0, 0, 2, 1), 0), "bincount_weighted: the weights have shape [2], the elements [3]; the shapes have to be the same"},
		{"no weights", x.BincountWeighted(nil, 0), "bincount_weighted: the weights: "},
		{"no bins", histogram(0, 0, 1), "histogram: 0 bins; there are 1 to "},
		{"a range in reverse", histogram(2, 1, 0), "histogram: from 1 to 0; max must be larger than min in range parameter"},
		{"NaN", histogram(2, math.NaN(), 0), "histogram: from NaN to 0; max must be larger than min"},
		{"an infinite range", histogram(2, 0, math.Inf(1)), "histogram: from 0 to +Inf; the range has to be finite in float32"},
		{"a range beyond the dtype", histogram(2, 0, 1e300), "histogram: from 0 to 1e+300; the range has to be finite in float32"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.got.Err(), c.want) })
	}
	require.NoError(t, histogram(2, -3e38, 3e38).Err())
}
