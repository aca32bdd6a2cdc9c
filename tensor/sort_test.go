package tensor_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// onSorts runs a test on the device that is exact, on the CPU, and on the GPU.
func onSorts(t *testing.T, f func(*testing.T, device.Device)) {
	t.Run("exact", func(t *testing.T) { f(t, customdevice.New()) })
	everywhere(t, f)
}

func TestASortIsStableWithNaNTheGreatest(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		nan, inf, zero := float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1))
		x := tensor.FromSliceOn(d, []float32{2, nan, 0, zero, -inf, 0, inf, nan, 2, -1})
		assert.Equal(t, []int64{4, 9, 2, 3, 5, 0, 8, 6, 1, 7}, data[int64](t, x.Argsort(0)))
		assert.Equal(t, []int64{1, 7, 6, 0, 8, 2, 3, 5, 9, 4}, data[int64](t, x.Argsort(-1, tensor.Descending)))
		for _, order := range []tensor.Order{tensor.Ascending, tensor.Descending} {
			want := data32(t, x.TakeAlongAxis(0, x.Argsort(0, order)))
			got := data32(t, x.Sort(0, order))
			for i := range want {
				assert.Equal(t, math.Float32bits(want[i]), math.Float32bits(got[i]), "element %d: a zero keeps its sign", i)
			}
		}
	})
}

func TestASortOfEachDtypeAlongEachAxisIsItsRow(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	onSorts(t, func(t *testing.T, d device.Device) {
		for _, dt := range op.DTypes() {
			t.Run(dt.String(), func(t *testing.T) {
				x := tensor.FromSliceOn(d, randomInts(r, 60), 3, 4, 5).AsType(dt)
				for axis := range 3 {
					rows := x.Moveaxis(axis, -1)
					sorted, indices := x.Sort(axis, tensor.Descending).Moveaxis(axis, -1), x.Argsort(axis).Moveaxis(axis, -1)
					n := rows.Shape()[2]
					from, got, at := packed(t, rows), packed(t, sorted), packed(t, indices)
					for g := 0; g < len(from); g += n {
						args, types := [][]op.Scalar{from[g : g+n]}, []op.DType{dt}
						assert.Equal(t, op.SortDescending.Role.(*op.Group).Eval(args, types, dt), got[g:g+n])
						assert.Equal(t, op.Argsort.Role.(*op.Group).Eval(args, types, op.Int64), at[g:g+n])
					}
				}
			})
		}
	})
}

// randomInts are few different numbers, so that many are equal.
func randomInts(r *rand.Rand, n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = r.Int64N(9) - 4
	}
	return all
}

// packed are the elements of a tensor, in row-major order.
func packed(t *testing.T, x *tensor.Tensor) []op.Scalar {
	raw, err := x.Bytes()
	require.NoError(t, err)
	return unpack(x.DType(), raw)
}

func TestSortsJoinTheLaunchOfMaps(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5}, 2, 3)
		for _, c := range []struct {
			name string
			of   func() *tensor.Tensor
			n    int
			want []float32
		}{
			{"a sort of maps", func() *tensor.Tensor { return x.Neg().Mul(2).Sort(1) }, 1, []float32{-6, -4, 2, -10, -2, 0}},
			{"maps of a sort", func() *tensor.Tensor { return x.Sort(0).Mul(2).Add(x) }, 1, []float32{5, -3, 6, 7, 0, 15}},
			{"the sum of a sort", func() *tensor.Tensor { return x.Sort(1).Sum(1) }, 1, []float32{4, 6}},
			{"a scan of a sort", func() *tensor.Tensor { return x.Sort(1).Cumsum(1) }, 2, []float32{-1, 1, 4, 0, 1, 6}},
			{"a sort of a sort", func() *tensor.Tensor { return x.Sort(1).Neg().Sort(1) }, 2, []float32{-3, -2, 1, -5, -1, 0}},
			{"two sorts", func() *tensor.Tensor { return x.Sort(1).Sub(x.Sort(1, tensor.Descending)) }, 2, []float32{-4, 0, 4, -5, 0, 5}},
			{"a sort of a softmax", func() *tensor.Tensor { return x.Softmax(1).Sort(1).Mul(0) }, 1, []float32{0, 0, 0, 0, 0, 0}},
		} {
			t.Run(c.name, func(t *testing.T) {
				y := c.of()
				assert.Equal(t, c.n, launchesOf(t, y))
				assert.Equal(t, c.want, data32(t, y))
				assert.Equal(t, c.want, data32(t, again(t, c.of)))
			})
		}
	})
}

func TestACompiledFunctionMaySort(t *testing.T) {
	median := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		values, _ := x.Topk(0, 2)
		return values.Sub(x.Median()).Add(x.Quantile(0, .5))
	})
	for _, c := range [][]float32{{1, 2, 3, 4, 5}, {9, 7, 5, 3, 1}, {0, 0, 0, 0, 1}} {
		slices.Sort(c)
		assert.Equal(t, []float32{c[4], c[3]}, data32(t, median.Call(tensor.FromSlice(c))))
	}
}

func TestTopkIsTheStartOfASort(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{3, 1, 3, 2, 2, 5, 0, 2}, 2, 4)
		for _, c := range []struct {
			name    string
			axis, k int
			order   []tensor.Order
			values  []float32
			indices []int64
		}{
			{"the largest, equal ones by their indices", 1, 2, nil, []float32{3, 3, 5, 2}, []int64{0, 2, 1, 0}},
			{"the least", 1, 2, []tensor.Order{tensor.Ascending}, []float32{1, 2, 0, 2}, []int64{1, 3, 2, 0}},
			{"of columns", 0, 1, nil, []float32{3, 5, 3, 2}, []int64{0, 1, 0, 0}},
			{"none", 1, 0, nil, []float32{}, []int64{}},
		} {
			t.Run(c.name, func(t *testing.T) {
				values, indices := x.Topk(c.axis, c.k, c.order...)
				assert.Equal(t, c.values, data32(t, values))
				assert.Equal(t, c.indices, data[int64](t, indices))
			})
		}
		values, indices := x.Kthvalue(1, 2)
		assert.Equal(t, []int{2}, values.Shape())
		assert.Equal(t, []float32{2, 2}, data32(t, values))
		assert.Equal(t, []int64{3, 0}, data[int64](t, indices))
	})
}

func TestMediansAndQuantilesAreThoseOfNumPy(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{1, 7, 2, 4, -8, 0, 3, 5, nan, 1, 2, 3}, 3, 4)
		huge := tensor.FromSliceOn(d, []float32{math.MaxFloat32, math.MaxFloat32, inf, inf}, 2, 2)
		type row struct {
			name  string
			got   *tensor.Tensor
			shape []int
			want  []float32
		}
		for _, c := range sample(d, []row{
			{"median of rows", x.Median(1), []int{3}, []float32{3, 1.5, nan}},
			{"median of columns", x.Median(0), []int{4}, []float32{nan, 1, 2, 4}},
			{"median of all", x.Slice(0, 0, 2, 1).Median(), []int{}, []float32{2.5}},
			{"median along two axes", x.Reshape(3, 2, 2).Median(2, 1), []int{3}, []float32{3, 1.5, nan}},
			{"median of axes that are no neighbours", x.Reshape(3, 2, 2).Slice(0, 0, 2, 1).Median(0, 2), []int{2}, []float32{.5, 3.5}},
			{"median of one element", x.Index(0, 0).Index(0, 1).Median(), []int{}, []float32{7}},
			{"median of integers", tensor.FromSliceOn(d, []int32{1, 4, 2, 3}).Median(), []int{}, []float32{2.5}},
			{"median of large elements", huge.Median(1), []int{2}, []float32{math.MaxFloat32, inf}},
			{"median of empty groups", tensor.FromSliceOn(d, []float32{}, 2, 0).Median(1), []int{2}, []float32{nan, nan}},
			{"nanmedian of rows", x.Nanmedian(1), []int{3}, []float32{3, 1.5, 2}},
			{"nanmedian of all", x.Nanmedian(), []int{}, []float32{2}},
			{"nanmedian along two axes", x.Reshape(3, 2, 2).Nanmedian(2, 1), []int{3}, []float32{3, 1.5, 2}},
			{"nanmedian of integers", tensor.FromSliceOn(d, []int32{1, 4, 2, 3}).Nanmedian(), []int{}, []float32{2.5}},
			{"nanmedian of large elements", huge.Nanmedian(1), []int{2}, []float32{math.MaxFloat32, inf}},
			{"nanmedian of NaN", huge.Sub(huge).Div(0).Nanmedian(1), []int{2}, []float32{nan, nan}},
			{"nanmedian of empty groups", tensor.FromSliceOn(d, []float32{}, 2, 0).Nanmedian(1), []int{2}, []float32{nan, nan}},
			{"nanquantiles", x.Nanquantile(-1, 0, .25, .875, 1), []int{4, 3}, []float32{1, -8, 1, 1.75, -2, 1.5, 5.875, 4.25, 2.75, 7, 5, 3}},
			{"nanquantile of NaN", huge.Sub(huge).Div(0).Nanquantile(1, .5), []int{2}, []float32{nan, nan}},
			{"nanquantile of empty groups", tensor.FromSliceOn(d, []int8{}, 2, 0).Nanquantile(1, .5), []int{2}, []float32{nan, nan}},
			{"nanquantile of integers", tensor.FromSliceOn(d, []int8{1, 2, 4}).Nanquantile(0, .75), []int{}, []float32{3}},
			{"nanquantile of infinities", huge.Nanquantile(1, .25), []int{2}, []float32{math.MaxFloat32, inf}},
			{"one quantile", x.Quantile(1, .5), []int{3}, []float32{3, 1.5, nan}},
			{"quantiles", x.Quantile(-1, 0, .25, .875, 1), []int{4, 3}, []float32{1, -8, nan, 1.75, -2, nan, 5.875, 4.25, nan, 7, 5, nan}},
			{"quantile of columns", x.Slice(0, 0, 2, 1).Quantile(0, .25), []int{4}, []float32{-5.75, 1.75, 2.25, 4.25}},
			{"quantile of integers", tensor.FromSliceOn(d, []int8{1, 2, 4}).Quantile(0, .75), []int{}, []float32{3}},
			{"quantile of infinities", huge.Quantile(1, .25), []int{2}, []float32{math.MaxFloat32, inf}},
		}) {
			t.Run(c.name, func(t *testing.T) {
				got := data32(t, c.got)
				assert.Equal(t, c.shape, c.got.Shape())
				require.Len(t, got, len(c.want))
				for i, want := range c.want {
					assert.True(t, got[i] == want || got[i] != got[i] && want != want, "element %d: %v, want %v", i, got[i], want)
				}
			})
		}
	})
}

// The quantiles are those of NumPy 2.4.
func TestQuantilesByEachMethodAreThoseOfNumPy(t *testing.T) {
	even, odd := []float64{9, -1, 4, 2, 30, 7, 11, 100}, []float64{9, -1, 4, 2, 30}
	qs := []float64{0, .1, .25, .5, .7, .9375, 1}
	onSorts(t, func(t *testing.T, d device.Device) {
		type row struct {
			name      string
			method    tensor.QuantileMethod
			even, odd []float64
		}
		for _, c := range sample(d, []row{
			{"linear", tensor.Linear, []float64{-1, 1.1, 3.5, 8, 10.8, 69.375, 100}, []float64{-1, 0.2, 2, 4, 8, 24.75, 30}},
			{"inverted_cdf", tensor.InvertedCDF, []float64{-1, -1, 2, 7, 11, 100, 100}, []float64{-1, -1, 2, 4, 9, 30, 30}},
			{"averaged_inverted_cdf", tensor.AveragedInvertedCDF, []float64{-1, -1, 3, 8, 11, 100, 100}, []float64{-1, -1, 2, 4, 9, 30, 30}},
			{"closest_observation", tensor.ClosestObservation, []float64{-1, -1, 2, 7, 11, 100, 100}, []float64{-1, -1, -1, 2, 9, 30, 30}},
			{"interpolated_inverted_cdf", tensor.InterpolatedInvertedCDF, []float64{-1, -1, 2, 7, 10.2, 65, 100}, []float64{-1, -1, -0.25, 3, 6.5, 23.4375, 30}},
			{"hazen", tensor.Hazen, []float64{-1, -0.0999999999999999, 3, 8, 12.9, 100, 100}, []float64{-1, -1, 1.25, 4, 9, 30, 30}},
			{"weibull", tensor.Weibull, []float64{-1, -1, 2.5, 8, 16.7, 100, 100}, []float64{-1, -1, 0.5, 4, 13.2, 30, 30}},
			{"median_unbiased", tensor.MedianUnbiased, []float64{-1, -0.5, 2.83333333333333, 8, 14.1666666666667, 100, 100}, []float64{-1, -1, 1, 4, 10.4, 30, 30}},
			{"normal_unbiased", tensor.NormalUnbiased, []float64{-1, -0.399999999999999, 2.875, 8, 13.85, 100, 100}, []float64{-1, -1, 1.0625, 4, 10.05, 30, 30}},
			{"lower", tensor.Lower, []float64{-1, -1, 2, 7, 9, 30, 100}, []float64{-1, -1, 2, 4, 4, 9, 30}},
			{"higher", tensor.Higher, []float64{-1, 2, 4, 9, 11, 100, 100}, []float64{-1, 2, 2, 4, 9, 30, 30}},
			{"midpoint", tensor.Midpoint, []float64{-1, 0.5, 3, 8, 10, 65, 100}, []float64{-1, 0.5, 2, 4, 6.5, 19.5, 30}},
			{"nearest", tensor.Nearest, []float64{-1, 2, 4, 9, 11, 100, 100}, []float64{-1, -1, 2, 4, 9, 30, 30}},
		}) {
			t.Run(c.name, func(t *testing.T) {
				assert.InDeltaSlice(t, c.even, data[float64](t, tensor.FromSliceOn(d, even).QuantileBy(0, c.method, qs...)), 1e-13)
				assert.InDeltaSlice(t, c.odd, data[float64](t, tensor.FromSliceOn(d, odd).QuantileBy(0, c.method, qs...)), 1e-13)
				assert.True(t, math.IsNaN(data[float64](t, tensor.FromSliceOn(d, append(odd, math.NaN())).QuantileBy(0, c.method, .5))[0]))
			})
		}
	})
}

func TestSortsOfNothingAndOfOneElement(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		empty := tensor.FromSliceOn(d, []float32{}, 2, 0)
		assert.Equal(t, []int{2, 0}, empty.Sort(1).Shape())
		assert.Empty(t, data32(t, empty.Sort(1)))
		assert.Empty(t, data[int64](t, empty.Argsort(0)))
		one := tensor.FromSliceOn(d, []float32{7}).Reshape()
		assert.Equal(t, []float32{7}, data32(t, one.Sort(-1)))
		assert.Equal(t, []int64{0}, data[int64](t, one.Argsort(0)))
	})
}

func TestAWrongIndexInASortIsItsError(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{3, 1, 2})
		taken := func(i ...int64) *tensor.Tensor { return x.Take(0, tensor.FromSliceOn(d, i)).Sort(0) }
		assert.Equal(t, []float32{1, 3, 3}, data32(t, taken(0, -2, 0)))
		assert.ErrorContains(t, tensor.Eval(t.Context(), taken(0, 3, -4)), "index 3 is out of bounds for axis 0 with size 3")
	})
}

func TestErrorsOfSorts(t *testing.T) {
	x := tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	released := x.Clone()
	released.Release()
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"an axis", x.Sort(2), "sort: axis 2 is out of range for rank 2"},
		{"an order", x.Sort(0, 7), "sort: order 7; it is Ascending or Descending"},
		{"orders", x.Argsort(0, tensor.Ascending, tensor.Descending), "argsort: 2 orders given; one is enough"},
		{"a k beyond the axis", firstOf(x.Topk(1, 3)), "topk: k is 3; axis 1 has size 2, and k is from 0 to it"},
		{"a negative k", firstOf(x.Topk(1, -1)), "topk: k is -1"},
		{"an order of Topk", firstOf(x.Topk(1, 1, 9)), "topk: order 9"},
		{"a k of 0", firstOf(x.Kthvalue(0, 0)), "kthvalue: k is 0; axis 0 has size 2, and k is from 1 to it"},
		{"no axes", firstOf(x.Index(0, 0).Index(0, 0).Kthvalue(0, 1)), "kthvalue: the tensor has no axes; reshape it with Reshape(1)"},
		{"an axis of a median", x.Median(0, 0), "median: axis 0 is named twice"},
		{"no q", x.Quantile(0), "quantile: no q given; give one or more, from 0 to 1"},
		{"a q beyond 1", x.Quantile(0, .5, 1.5), "quantile: q is 1.5; quantiles must be in the range [0, 1]"},
		{"a q that is NaN", x.Quantile(0, math.NaN()), "quantile: q is NaN"},
		{"a quantile of nothing", x.Slice(0, 0, 0, 1).Quantile(0, .5), "quantile: axis 0 has no elements (shape [0 2])"},
		{"a released tensor", released.Median(), "median: "},
		{"an axis of a nanmedian", x.Nanmedian(2), "nanmedian: axis 2 is out of range for rank 2"},
		{"an axis of a nanmedian of integers", x.AsType(tensor.Int8).Nanmedian(2), "nanmedian: axis 2 is out of range for rank 2"},
		{"no q of a nanquantile", x.Nanquantile(0), "nanquantile: no q given; give one or more, from 0 to 1"},
		{"a q of a nanquantile", x.Nanquantile(0, -.5), "nanquantile: q is -0.5; quantiles must be in the range [0, 1]"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.got.Err(), c.want) })
	}
}

func TestADeviceWithoutSortsRefusesThemByName(t *testing.T) {
	x := tensor.FromSlice([]float32{2, 1}).To(unsorted{tensor.Zeros(tensor.Bool).Device()})
	values, indices := x.Topk(0, 1)
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
	}{
		{"sort", x.Sort(0)},
		{"argsort", x.Argsort(0)},
		{"topk", values},
		{"topk", indices.Neg()},
		{"quantile", x.Quantile(0, .1, .5)}, // one part needs no sort
		{"unique_values", x.UniqueValues()},
		{"unique_all", firstOf(x.UniqueAll())},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, c.got.Err(), c.name+": ")
			assert.ErrorContains(t, c.got.Err(), "move to a device that does with To")
		})
	}
}

// unsorted is a device that runs no sorts.
type unsorted struct{ device.Device }

func (d unsorted) Info() device.Info {
	info := d.Device.Info()
	info.Forms &^= device.Sorts
	return info
}

func TestMethodsThatGiveElementsKeepTheDtype(t *testing.T) {
	x := tensor.FromSlice([]int64{1<<62 + 1, 5, 1<<62 + 3, 7}) // no float has these
	for _, c := range []struct {
		name   string
		method tensor.QuantileMethod
		want   []int64 // NumPy's
	}{
		{"InvertedCDF", tensor.InvertedCDF, []int64{7, 1<<62 + 3}},
		{"ClosestObservation", tensor.ClosestObservation, []int64{7, 1<<62 + 3}},
		{"Lower", tensor.Lower, []int64{7, 1<<62 + 3}},
		{"Higher", tensor.Higher, []int64{1<<62 + 1, 1<<62 + 3}},
		{"Nearest", tensor.Nearest, []int64{1<<62 + 1, 1<<62 + 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, data[int64](t, x.QuantileBy(0, c.method, .5, 1)))
		})
	}
	bools := tensor.FromSlice([]bool{true, false, false})
	assert.Equal(t, []bool{false}, data[bool](t, bools.QuantileBy(0, tensor.Lower, .5)))
	assert.Equal(t, tensor.Float32, x.QuantileBy(0, tensor.Midpoint, .5).DType())
}
