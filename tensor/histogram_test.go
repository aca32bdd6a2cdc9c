package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestHistogramsByEdgesAreThoseOfNumPy(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float64{0, 1, 2, 2.5, 3, nan, inf, -inf, -1, 1}, 2, 5)
		points := tensor.FromSliceOn(d, []float64{0, 0, .5, 1, 1, 2, 3, 2, 3, 2.5, nan, 1, 2, .5}, 7, 2)
		edges := func(all ...float64) *tensor.Tensor { return tensor.FromSliceOn(d, all) }
		weights := tensor.FromSliceOn(d, []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 2, 5)
		for _, c := range sample(d, []struct {
			name  string
			got   *tensor.Tensor
			shape []int
			want  []float64
		}{
			{"of points", points.HistogramBy(edges(0, 1, 3), edges(0, 1, 2)), []int{2, 2}, []float64{1, 1, 1, 2}},
			{"of two bins", x.HistogramBy(edges(0, 1, 3)), []int{2}, []float64{1, 5}},
			{"of bins that reach infinity", x.HistogramBy(edges(-inf, 0, 1, 1, 2, inf)), []int{5}, []float64{2, 1, 0, 2, 4}},
			{"of a last bin without width", x.HistogramBy(edges(0, 1, 1)), []int{2}, []float64{1, 2}},
			{"of integers", tensor.FromSliceOn(d, []uint8{1, 2, 3, 200}).HistogramBy(tensor.FromSliceOn(d, []int16{0, 2, 200})), []int{2}, []float64{1, 3}},
			{"of bools", x.Gt(1).HistogramBy(edges(0, 1, 2)), []int{2}, []float64{6, 4}},
			{"of one element", x.Index(0, 1).Index(0, 2).HistogramBy(edges(0, 1, 3)), []int{2}, []float64{0, 0}},
			{"of nothing", x.Slice(0, 0, 0, 1).HistogramBy(edges(0, 1, 3)), []int{2}, []float64{0, 0}},
			{"of no points", points.Slice(0, 0, 0, 1).HistogramBy(edges(0, 1, 3), edges(0, 1)), []int{2, 1}, []float64{0, 0}},
			{"of weights", x.HistogramWeighted(weights, edges(0, 1, 3)), []int{2}, []float64{0, 19}},
			{"of points with weights", points.HistogramWeighted(weights.Ravel().Slice(0, 0, 7, 1), edges(0, 1, 3), edges(0, 1, 2)), []int{2, 2}, []float64{0, 1, 6, 5}},
			{"of bools as weights", x.HistogramWeighted(x.Gt(0), edges(0, 1, 3)), []int{2}, []float64{0, 5}},
		}) {
			t.Run(c.name, func(t *testing.T) {
				assert.Equal(t, c.shape, c.got.Shape())
				assert.Equal(t, c.want, data[float64](t, c.got.AsType(tensor.Float64)))
			})
		}
	})
}

func TestAHistogramByEdgesHasTheDtypeOfASum(t *testing.T) {
	x, edges := tensor.Ones(tensor.Float32, 3), tensor.FromSlice([]float32{0, 2})
	assert.Equal(t, tensor.Int64, x.HistogramBy(edges).DType())
	assert.Equal(t, tensor.Int64, x.HistogramWeighted(x.AsType(tensor.Int8), edges).DType())
	assert.Equal(t, tensor.Float16, x.HistogramWeighted(x.AsType(tensor.Float16), edges).DType())
}

func TestACompiledFunctionCountsByEdges(t *testing.T) {
	edges := tensor.FromSlice([]float32{0, 2, 4})
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.HistogramBy(edges) })
	for range 3 {
		assert.Equal(t, []int64{2, 3}, data[int64](t, f.Call(tensor.Arange[float32](0, 9, 1))))
	}
}

func TestEdgesThatBoundNoBinAreErrors(t *testing.T) {
	x, edges := tensor.Ones(tensor.Float32, 3, 2), tensor.FromSlice([]float32{0, 1})
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"none", x.HistogramBy(), "histogram_by: no edges given; give those of a bin or more"},
		{"one", x.HistogramBy(edges.Slice(0, 1, 2, 1)), "histogram_by: edges of shape [1]; they lie along one axis, and a bin has two"},
		{"of two axes", x.HistogramBy(x), "histogram_by: edges of shape [3 2]; they lie along one axis, and a bin has two"},
		{"nil", x.HistogramBy(edges, nil), "histogram_by: the edges: nil tensor"},
		{"of more axes than points have", x.HistogramBy(edges, edges, edges), "histogram_by: x has shape [3 2], and there are 3 tensors of edges; its last axis has to have a coordinate for each"},
		{"weights of another shape", x.HistogramWeighted(x, edges, edges), "histogram_weighted: the weights have shape [3 2], and what they weigh [3]; the shapes have to be the same"},
		{"no weights", x.HistogramWeighted(nil, edges), "histogram_weighted: the weights: nil tensor"},
		{"integers with no common dtype", tensor.FromSlice([]int64{1}).HistogramBy(tensor.FromSlice([]uint64{1, 2})), "histogram_by: result type: not defined for uint64 and int64"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.got.Err(), "tensor: "+c.want) })
	}
}
