package tensor_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

var nan, inf = math.NaN(), math.Inf(1)

// What NumPy gives for the same names.
func TestMoreReductionsGiveWhatNumPyGives(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		type row struct {
			name string
			in   []float64
			of   func(o tensor.Over) *tensor.Tensor
			want float64
		}
		for i, c := range sample(d, []row{
			{"nansum", []float64{1, nan, 2}, tensor.Over.Nansum, 3},
			{"nansum of NaN", []float64{nan, nan}, tensor.Over.Nansum, 0},
			{"nansum of nothing", nil, tensor.Over.Nansum, 0},
			{"nanprod", []float64{3, nan, 2}, tensor.Over.Nanprod, 6},
			{"nanprod of NaN", []float64{nan, nan}, tensor.Over.Nanprod, 1},
			{"nanmean", []float64{1, nan, 4}, tensor.Over.Nanmean, 2.5},
			{"nanmean of a sum that overflows", []float64{3e38, 3e38, nan}, tensor.Over.Nanmean, inf},
			{"nanmean of NaN", []float64{nan, nan}, tensor.Over.Nanmean, nan},
			{"nanmean of nothing", nil, tensor.Over.Nanmean, nan},
			{"nanmin", []float64{nan, 3, 1}, tensor.Over.Nanmin, 1},
			{"nanmin of infinity", []float64{nan, inf}, tensor.Over.Nanmin, inf},
			{"nanmin of NaN", []float64{nan, nan}, tensor.Over.Nanmin, nan},
			{"nanmax", []float64{nan, -3, -1}, tensor.Over.Nanmax, -1},
			{"nanvar", []float64{1, nan, 3}, tensor.Over.Nanvar, 1},
			{"nanvar of a sample", []float64{1, nan, 3}, func(o tensor.Over) *tensor.Tensor { return o.Correction(1).Nanvar() }, 2},
			{"nanvar of too few", []float64{1, nan, 3}, func(o tensor.Over) *tensor.Tensor { return o.Correction(2).Nanvar() }, nan},
			{"nanvar of infinity", []float64{1, inf, nan}, tensor.Over.Nanvar, nan},
			{"nanvar of nothing", nil, tensor.Over.Nanvar, nan},
			{"nanstd", []float64{1, nan, 5}, tensor.Over.Nanstd, 2},
			{"amax", []float64{1, 3, 2}, tensor.Over.Amax, 3},
			{"amin", []float64{1, nan, 2}, tensor.Over.Amin, nan},
			{"ptp", []float64{-1, 3, 2}, tensor.Over.Ptp, 4},
			{"ptp of NaN", []float64{1, nan}, tensor.Over.Ptp, nan},
			{"ptp of infinities", []float64{inf, inf}, tensor.Over.Ptp, nan},
			{"norm", []float64{3, -4}, tensor.Over.Norm, 5},
			{"norm of nothing", nil, tensor.Over.Norm, 0},
			{"norm of squares that overflow", []float64{1e30}, tensor.Over.Norm, inf},
			{"norm 1", []float64{3, -4}, func(o tensor.Over) *tensor.Tensor { return o.Ord(1).Norm() }, 7},
			{"norm 0", []float64{0, nan, -4}, func(o tensor.Over) *tensor.Tensor { return o.Ord(0).Norm() }, 2},
			{"norm 4", []float64{0, -16}, func(o tensor.Over) *tensor.Tensor { return o.Ord(4).Norm() }, 16},
			{"norm -1", []float64{1, -1}, func(o tensor.Over) *tensor.Tensor { return o.Ord(-1).Norm() }, .5},
			{"norm -1 of 0", []float64{1, 0}, func(o tensor.Over) *tensor.Tensor { return o.Ord(-1).Norm() }, 0},
			{"norm -1 of nothing", nil, func(o tensor.Over) *tensor.Tensor { return o.Ord(-1).Norm() }, inf},
			{"norm Inf", []float64{3, -4}, func(o tensor.Over) *tensor.Tensor { return o.Ord(inf).Norm() }, 4},
			{"norm Inf of nothing", nil, func(o tensor.Over) *tensor.Tensor { return o.Ord(inf).Norm() }, 0},
			{"norm -Inf", []float64{3, -4}, func(o tensor.Over) *tensor.Tensor { return o.Ord(-inf).Norm() }, 3},
			{"norm NaN", []float64{3, -4}, func(o tensor.Over) *tensor.Tensor { return o.Ord(nan).Norm() }, nan},
		}) {
			t.Run(c.name, func(t *testing.T) {
				dts := []tensor.DType{tensor.Float32, tensor.Float16, tensor.Float64}
				if d.Info().Kind != device.CPU && !devicetest.Thorough() { // it compiles a kernel for each
					dts = dts[i%3:][:1]
				}
				for _, dt := range dts {
					if dt != tensor.Float32 && slices.ContainsFunc(c.in, func(x float64) bool { return x > 1e9 && x < inf }) { // sums of float32 overflow there
						continue
					}
					got := c.of(tensor.FromSliceOn(d, c.in).AsType(dt).Along().Keep())
					assert.Equal(t, []int{1}, got.Shape())
					assert.Equal(t, dt, got.DType())
					if v := data[float64](t, got.AsType(tensor.Float64))[0]; c.want == c.want {
						assert.Equal(t, c.want, v, dt)
					} else {
						assert.True(t, math.IsNaN(v), "%v of %v", v, dt)
					}
				}
			})
		}
	})
}

// hostileFloats are numbers of few or many exponents, with NaN among them.
func hostileFloats(r *rand.Rand, n int) []float32 {
	x, middle, spread := make([]float32, n), math.Ldexp(r.NormFloat64(), r.IntN(40)-20), math.Ldexp(1, r.IntN(40)-30)
	for i := range x {
		switch x[i] = float32(middle * (1 + spread*r.NormFloat64())); r.IntN(4) {
		case 0:
			x[i] = float32(nan)
		case 1:
			x[i] = -x[r.IntN(i+1)]
		}
	}
	return x
}

// The exact meaning of the rows of what is no NaN, and how far from it a result may be.
func TestReductionsWithoutNaNAreWithinTheirBounds(t *testing.T) {
	devicetest.OneGoroutine(t)
	f := tensor.Float32
	exact := func(row *op.Op, numbers []op.Scalar, more ...op.Scalar) float64 {
		args, types := [][]op.Scalar{numbers}, []op.DType{f}
		if more != nil {
			args, types = append(args, more), append(types, f)
		}
		return f.Float(row.Role.(*op.Group).Eval(args, types, f)[0])
	}
	unit := func(x float64) float64 {
		return math.Abs(float64(math.Nextafter32(float32(math.Abs(x)), float32(inf)) - float32(math.Abs(x))))
	}
	onGroups(t, func(t *testing.T, d device.Device) {
		const groups, n = 64, 24
		for seed := range randomSeeds(d) / 15 {
			r := rand.New(rand.NewPCG(seed, 46))
			var all []float32
			for range groups {
				all = append(all, hostileFloats(r, n)...)
			}
			x := tensor.FromSliceOn(d, all, groups, n)
			o := x.Along(1)
			sums, means, variances, deviations, least, norms := o.Nansum(), o.Nanmean(), o.Correction(.5).Nanvar(), o.Nanstd(), o.Nanmin(), x.NanToNum(0).Norm(1)
			require.NoError(t, tensor.Eval(t.Context(), sums, means, variances, deviations, least, norms))
			for g := range groups {
				var numbers []op.Scalar
				squares := 0.
				for _, v := range all[g*n : g*n+n] {
					if v == v {
						numbers = append(numbers, f.FromFloat(float64(v)))
						squares += float64(v) * float64(v)
					}
				}
				if len(numbers) < 2 {
					continue
				}
				at := func(x *tensor.Tensor) float64 { return float64(data[float32](t, x)[g]) }
				mean := exact(op.Mean, numbers)
				assert.Equal(t, exact(op.Sum, numbers), at(sums), "seed %d, group %d", seed, g)
				assert.Equal(t, exact(op.Min, numbers), at(least), "seed %d, group %d", seed, g)
				assert.InDelta(t, mean, at(means), 1.5*unit(mean), "seed %d, group %d", seed, g)
				more := 1.6 * unit(mean) * 1.6 * unit(mean)
				want := exact(op.Var, numbers, f.FromFloat(.5))
				assert.InDelta(t, want, at(variances), 6*unit(want)+2*more, "seed %d, group %d", seed, g)
				want = math.Sqrt(exact(op.Var, numbers, 0))
				assert.InDelta(t, want*want, at(deviations)*at(deviations), 10*unit(want*want)+2*more, "seed %d, group %d", seed, g)
				assert.InDelta(t, math.Sqrt(squares), at(norms), 2*unit(math.Sqrt(squares)), "seed %d, group %d", seed, g)
			}
		}
	})
}

func TestWithoutNaNAVarianceIsThatOfVar(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{.1, .7, -3, 12, 5e-3, 8}, 2, 3)
		for _, c := range []float64{0, 1, .5} {
			o := x.Along(1).Correction(c)
			sameBits(t, o.Var(), o.Nanvar(), "correction %v", c)
			sameBits(t, o.Std(), o.Nanstd(), "correction %v", c)
		}
	})
}

func TestDTypesOfMoreReductions(t *testing.T) {
	same := func(dt tensor.DType) tensor.DType { return dt }
	float := func(dt tensor.DType) tensor.DType {
		if dt.IsFloat() {
			return dt
		}
		return tensor.Float32
	}
	wide := func(dt tensor.DType) tensor.DType {
		switch dt.Kind() {
		case op.Floating:
			return dt
		case op.Unsigned:
			return tensor.Uint64
		}
		return tensor.Int64
	}
	for _, c := range []struct {
		name string
		want func(tensor.DType) tensor.DType
	}{
		{"nansum", wide}, {"nanprod", wide}, {"nanmean", float}, {"nanvar", float}, {"nanstd", float}, {"nanmin", same},
		{"nanmax", same}, {"amax", same}, {"amin", same}, {"ptp", same}, {"norm", float},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, dt := range op.DTypes() {
				y := tensor.Reduce(c.name, tensor.Ones(dt, 2, 3).Along(1))
				if c.name == "ptp" && dt == tensor.Bool {
					assert.ErrorContains(t, y.Err(), "tensor: ptp")
					continue
				}
				require.NoError(t, y.Err(), dt)
				assert.Equal(t, c.want(dt), y.DType())
				assert.Equal(t, []int{2}, y.Shape())
			}
		})
	}
}

func TestMoreReductionsRefuseWhatTheyCannotDo(t *testing.T) {
	x, empty := iota32(6, 2, 3), iota32(0, 3, 0)
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"nothing in a nanmin", empty.Nanmin(1), "nanmin: zero-size array to reduction operation nanmin which has no identity (shape [3 0], axes [1])"},
		{"nothing in a ptp", empty.Ptp(1), "ptp: zero-size array to reduction operation ptp which has no identity"},
		{"nothing in a least norm", empty.Along(1).Ord(-inf).Norm(), "norm: zero-size array to reduction operation norm which has no identity"},
		{"the order of a sum", x.Along(0).Ord(1).Sum(), "sum: it has no option Ord; norm has it"},
		{"the correction of a norm", x.Along(0).Correction(1).Norm(), "norm: it has no option Correction; var, std, nanvar and nanstd have it"},
		{"the dtype of a ptp", x.Along(0).DType(tensor.Int8).Ptp(), "ptp: it has no option DType"},
		{"the dtype of a nanmean", x.Along(0).DType(tensor.Int8).Nanmean(), "nanmean: the result is a float, and DType is int8"},
		{"an axis of a nanvar", x.Nanvar(2), "nanvar: axis 2 is out of range for rank 2"},
		{"the order of differences", x.Diff(0, -1), "diff: order must be non-negative but got -1"},
		{"an axis of differences", x.Diff(2, 1), "diff: axis 2 is out of range for rank 2"},
		{"differences without axes", tensor.Scalar(1).Diff(0, 1), "diff: the tensor has no axes"},
		{"weights of another shape", x.Average(iota32(2)), "average: axes must be given where the shapes of x and weights differ ([2 3] and [2])"},
		{"weights of another length", x.Average(iota32(2), 1), "average: shape [2] of weights must be consistent with shape [2 3] of x along the axes [1]"},
		{"weights of other axes", x.Average(iota32(6, 2, 3), 1, 0), ""},
		{"an axis of an average", x.Average(nil, 2), "average: axis 2 is out of range for rank 2"},
		{"weights of a 0-d tensor along its axis", tensor.Scalar(1.0).Average(tensor.FromSlice([]float64{2}), 0), "average: shape [1] of weights must be consistent with shape [] of x along the axes [0]"},
		{"an axis of both extremes", func() *tensor.Tensor { y, _ := x.Aminmax(2); return y }(), "aminmax: axis 2 is out of range for rank 2"},
		{"nothing in both extremes", func() *tensor.Tensor { _, y := empty.Aminmax(1); return y }(), "aminmax: zero-size array"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				assert.NoError(t, c.got.Err())
			} else {
				assert.ErrorContains(t, c.got.Err(), c.want)
			}
		})
	}
}

func TestADTypeIsThatOfWhatIsLeftWithoutNaN(t *testing.T) {
	x := tensor.FromSlice([]float32{float32(nan), 2, 2})
	assert.Equal(t, []int32{4}, data[int32](t, x.Along(0).Keep().DType(tensor.Int32).Nanprod()))
	assert.Equal(t, []int32{4}, data[int32](t, x.Along(0).Keep().DType(tensor.Int32).Nansum()))
}

func TestDifferences(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{1, 4, 9, 16, 25, 36, 50}, 7)
		assert.Equal(t, []float32{3, 5, 7, 9, 11, 14}, data[float32](t, x.Diff(0, 1)))
		assert.Equal(t, []float32{3, 5, 7, 9, 11, 14}, data[float32](t, x.Unsqueeze(0).Diff(-1, 1)))
		assert.Equal(t, data[float32](t, x), data[float32](t, x.Diff(0, 0)))
		want := x
		for n := 1; n < 9; n++ {
			want = want.Diff(0, 1)
			assert.Equal(t, data[float32](t, want), data[float32](t, x.Diff(0, n)), "order %d", n)
			assert.Equal(t, []int{max(7-n, 0)}, x.Diff(0, n).Shape())
		}
		assert.Equal(t, []bool{true, false}, data[bool](t, tensor.FromSliceOn(d, []bool{true, false, false}).Diff(0, 1)))
		assert.Equal(t, []uint8{255}, data[uint8](t, tensor.FromSliceOn(d, []uint8{1, 0}).Diff(0, 1)))
		assert.Equal(t, 1, launchesOf(t, x.Diff(0, 3)))
	})
}

func TestAverages(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{1, 2, 3, 4, 5, 7}, 2, 3)
		two, three := tensor.FromSliceOn(d, []float32{1, 3}), tensor.FromSliceOn(d, []float32{0, 1, 1})
		assert.Equal(t, []float32{3.25, 4.25, 6}, data[float32](t, x.Average(two, 0)))
		both := two.Unsqueeze(1).Mul(three)
		assert.Equal(t, []float32{5.125}, data[float32](t, x.Average(both.T().Contiguous(), 1, 0).Reshape(1)))
		if d.Info().Kind != device.CPU && !devicetest.Thorough() {
			return // it compiles kernels for each
		}
		assert.Equal(t, []float32{2.5, 6}, data[float32](t, x.Average(three, -1)))
		assert.Equal(t, []float32{2, 16. / 3}, data[float32](t, x.Average(nil, 1)))
		assert.Equal(t, []float32{5.125}, data[float32](t, x.Average(both).Reshape(1)))
		assert.Equal(t, tensor.Float32, x.AsType(tensor.Int8).Average(two.AsType(tensor.Int64), 0).DType())
		assert.Equal(t, tensor.Float16, x.AsType(tensor.Float16).Average(two.AsType(tensor.Float16), 0).DType())
		assert.True(t, data[bool](t, x.Average(two.Mul(0), 0).Isnan().All())[0])
	})
}
