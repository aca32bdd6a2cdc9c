package tensor_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// launchesOf counts the launches of an evaluation.
func launchesOf(t *testing.T, xs ...*tensor.Tensor) (n int) {
	defer device.OnLaunch(func(e *device.LaunchEvent) {
		if e.Device == xs[0].Device() {
			n++
		}
	})()
	require.NoError(t, tensor.Eval(context.Background(), xs...))
	return n
}

// onGroups runs a test of groups on the device that is exact, and on those of everywhere.
func onGroups(t *testing.T, f func(*testing.T, device.Device)) {
	t.Run("exact", func(t *testing.T) { f(t, customdevice.New()) })
	everywhere(t, f)
}

func TestMapsAroundReductionsAreOneLaunch(t *testing.T) { onGroups(t, mapsAroundReductions) }

func mapsAroundReductions(t *testing.T, d device.Device) {
	type result struct {
		name string
		of   func() *tensor.Tensor
		want int
	}
	x := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5}, 2, 3)
	y := tensor.FromSliceOn(d, []float32{1, 1, 4, -3, 2, 2}, 2, 3)
	w := tensor.FromSliceOn(d, []float32{1, 2, 3})
	for _, c := range sample(d, []result{
		{"softmax along rows", func() *tensor.Tensor { return x.Softmax(1) }, 1},
		{"softmax along columns", func() *tensor.Tensor { return x.Softmax(0) }, 1},
		{"softmax of a transposed tensor", func() *tensor.Tensor { return x.T().Softmax(0) }, 1},
		{"log softmax", func() *tensor.Tensor { return x.LogSoftmax(-1) }, 1},
		{"log-sum-exp", func() *tensor.Tensor { return x.Logsumexp(0) }, 1},
		{"layer norm", func() *tensor.Tensor {
			mean, variance := x.Along(1).Keep().Mean(), x.Along(1).Keep().Var()
			return x.Sub(mean).Mul(variance.Add(1e-5).Rsqrt()).Mul(w).Add(w)
		}, 1},
		{"a result that is unsqueezed and expanded", func() *tensor.Tensor { return x.Sub(x.Mean(1).Unsqueeze(1).Expand(2, 3)) }, 1},
		{"the variance of an expression", func() *tensor.Tensor { return x.Mul(2).Add(y).Var(0) }, 1},
		{"a deviation", func() *tensor.Tensor { return x.Std(0) }, 1},
		{"a distance with its sum", func() *tensor.Tensor { return x.Sub(y).Square().Sum(1).Sqrt() }, 1},
		{"a mean of maps", func() *tensor.Tensor { return x.Mul(y).Add(w).Relu().Mean(1) }, 1},
		{"a sum without NaN", func() *tensor.Tensor { return x.Mul(y).Nansum(1) }, 1},
		{"a mean without NaN", func() *tensor.Tensor { return x.Mul(y).Nanmean(1) }, 1},
		{"a variance without NaN", func() *tensor.Tensor { return x.Nanvar(1) }, 1},
		{"a deviation without NaN", func() *tensor.Tensor { return x.Along(0).Correction(1).Nanstd() }, 1},
		{"a maximum without NaN", func() *tensor.Tensor { return x.Add(y).Nanmax(1).Mul(2) }, 1},
		{"a range", func() *tensor.Tensor { return x.Ptp(0) }, 1},
		{"a norm", func() *tensor.Tensor { return x.Sub(y).Norm(1) }, 1},
		{"a norm of order 3", func() *tensor.Tensor { return x.Sub(y).Along(1).Ord(3).Norm() }, 1},
		{"a weighted mean", func() *tensor.Tensor { return x.Average(w, 1) }, 1},
		{"a weighted mean of each weight", func() *tensor.Tensor { return x.Average(y, 0) }, 1},
		{"a map of the kept axes beside a sum", func() *tensor.Tensor { return w.Mul(2).Exp().Add(x.Sum(0)) }, 1},
		{"maps of the kept axes between two sums", func() *tensor.Tensor {
			v := w.Mul(3)
			return x.Sum(0).Mul(v.Add(1)).Add(y.Mul(x).Max(0)).Sub(v)
		}, 1},
		{"a map of the kept axes behind a sum and its repetition", func() *tensor.Tensor { return x.Sub(x.Sum(0).Add(w.Tanh())).Relu() }, 1},
		{"a number of elements", func() *tensor.Tensor { return x.CountNonzero() }, 1},
		{"a scan of maps and maps of a scan", func() *tensor.Tensor { return x.Add(y).Cumsum(0).Mul(2) }, 1},
		{"a product and its bias", func() *tensor.Tensor { return x.Matmul(y.T()).Add(1).Relu() }, 1},
		{"a sum of sums", func() *tensor.Tensor { return x.Sum(1).Sum() }, 2},
		{"sums along two axes", func() *tensor.Tensor { return x.Sum(1).Sum().Add(x.Sum(0)) }, 4},
		{"a result that is read transposed, but for axes of size 1", func() *tensor.Tensor { return x.Along(1).Keep().Sum().T().Add(tensor.FromSliceOn(d, []float32{1, 2})) }, 1},
		{"a scan of a scan", func() *tensor.Tensor { return x.Cumsum(0).Cumsum(0) }, 2},
		{"the sum of a repeated result", func() *tensor.Tensor { return x.Along(1).Keep().Sum().Expand(2, 3).Sum(1) }, 2},
		{"the sum of a fill", func() *tensor.Tensor { return tensor.Ones(tensor.Float32, 2, 3).To(d).Sum(1) }, 2},
	}) {
		t.Run(c.name, func(t *testing.T) {
			got := c.of()
			assert.Equal(t, c.want, launchesOf(t, got))
			assert.Equal(t, data[float32](t, again(t, c.of).AsType(tensor.Float32)), data[float32](t, got.AsType(tensor.Float32)))
		})
	}
}

// again is the result of the same expression once its schedule is known.
func again(t *testing.T, of func() *tensor.Tensor) *tensor.Tensor {
	require.NoError(t, tensor.Eval(context.Background(), of()))
	return of()
}

// A long group is walked again only for cheap maps.
func TestALongGroupStoresDearMaps(t *testing.T) {
	d := customdevice.New()
	short, long := tensor.Ones(tensor.Float32, 4096).To(d).Contiguous(), tensor.Ones(tensor.Float32, 4097).To(d).Contiguous()
	require.NoError(t, tensor.Eval(context.Background(), short, long))
	assert.Equal(t, 1, launchesOf(t, short.Softmax(0)))
	assert.Equal(t, 2, launchesOf(t, long.Softmax(0)))
	assert.Equal(t, 1, launchesOf(t, long.Sub(long.Mean()).Square().Mean()))
}

func TestAReductionThatIsNeededAgainIsStored(t *testing.T) {
	x := tensor.FromSliceOn(customdevice.New(), []float32{1, 2, 3, 4})
	sum := x.Sum()
	for range 2 { // the second evaluation stores it
		require.NoError(t, tensor.Eval(context.Background(), sum.Mul(2)))
	}
	text, err := tensor.Explain(sum.Mul(3))
	require.NoError(t, err)
	assert.NotContains(t, text, "sum")
}

func TestEmptyGroups(t *testing.T) {
	x := tensor.FromSliceOn(customdevice.New(), []float32{}, 3, 0)
	doubled, sum := x.Mul(2), x.Mul(2).Sum(1)
	require.NoError(t, tensor.Eval(context.Background(), doubled, sum))
	assert.Equal(t, []float32{0, 0, 0}, data[float32](t, sum))
	assert.Equal(t, []bool{true, true, true}, data[bool](t, x.All(1)))
	assert.Equal(t, []bool{true, true, true}, data[bool](t, x.Mean(1).Isnan()))
	assert.Empty(t, data[float32](t, x.Softmax(1)))
	assert.True(t, data[bool](t, x.Logsumexp().Isneginf())[0])
}

func TestWritesOfReductions(t *testing.T) {
	d := customdevice.New()
	x := tensor.FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
	y := tensor.FromSliceOn(d, make([]float32, 3))
	require.NoError(t, y.Assign(x.Sum(0)))
	assert.Equal(t, []float32{5, 7, 9}, data[float32](t, y))
	require.NoError(t, x.Index(0, 0).Assign(x.Sum(0)), "into elements that it reads")
	assert.Equal(t, []float32{5, 7, 9, 4, 5, 6}, data[float32](t, x))
	require.NoError(t, x.SubInPlace(x.Along(1).Keep().Max()))
	assert.Equal(t, []float32{-4, -2, 0, -2, -1, 0}, data[float32](t, x))
	require.NoError(t, x.Assign(x.Softmax(0)))
	require.NoError(t, x.T().Assign(x.Cumsum(1).T()))
	require.NoError(t, x.Err())
}

func TestCompiledReductions(t *testing.T) {
	d := customdevice.New()
	end := tensor.CheckCompiled()
	defer end()
	f := tensor.Compile(func(x *tensor.Tensor) [3]*tensor.Tensor {
		return [3]*tensor.Tensor{x.Softmax(1), x.Mul(2).Std(0), x.Matmul(x.T()).Cumsum(0)}
	})
	for k := range 3 {
		x := tensor.FromSliceOn(d, []float32{1, 2, float32(k), 4, 5, 6}, 2, 3)
		for _, y := range f.Call(x) {
			require.NoError(t, y.Err())
		}
	}
}

// Random expressions have the same bits in few launches and in one launch a step.
func TestRandomExpressionsWithReductionsHaveTheBitsOfTheirSteps(t *testing.T) {
	devicetest.OneGoroutine(t)
	onGroups(t, func(t *testing.T, d device.Device) {
		for seed := range randomSeeds(d) {
			fused := randomGroups(t, d, seed, false)
			steps := randomGroups(t, d, seed, true)
			require.NoError(t, tensor.Eval(t.Context(), fused...), "seed %d", seed)
			for i := range fused {
				sameBits(t, steps[i], fused[i], "seed %d, tensor %d", seed, i)
			}
		}
	})
}

// A row with a bound keeps it over an expression that is in its launch.
func TestReductionsOfRandomExpressionsAreWithinTheirBounds(t *testing.T) {
	devicetest.OneGoroutine(t)
	onGroups(t, func(t *testing.T, d device.Device) {
		for seed := range randomSeeds(d) {
			fused := randomGroups(t, d, seed, false)
			steps := randomGroups(t, d, seed, true)
			x, stored := fused[len(fused)-1], steps[len(steps)-1]
			row := []*op.Op{op.Prod, op.Var}[seed%2]
			y := tensor.Reduce(row.Name, x.Along())
			got, err := y.Bytes()
			require.NoError(t, err, "seed %d", seed)
			raw, err := stored.Contiguous().Bytes()
			require.NoError(t, err, "seed %d", seed)
			args, types := [][]op.Scalar{nil, {0}}, []op.DType{op.Float32, op.Float32}
			for at := 0; at < len(raw); at += 4 {
				args[0] = append(args[0], op.Float32.Load(raw[at:]))
			}
			args, types = args[:row.Arity], types[:row.Arity]
			want, have := row.Role.(*op.Group).Eval(args, types, op.Float32)[0], op.Float32.Load(got)
			require.True(t, row.Within(args, types, op.Float32, 0, have, want), "seed %d: %v of %v is %v, not %v",
				seed, row, args[0], op.Float32.Float(have), op.Float32.Float(want))
		}
	})
}

// randomSeeds is how many random expressions a device gets.
func randomSeeds(d device.Device) uint64 {
	if d.Info().Kind != device.CPU { // it compiles kernels for each of them
		return uint64(rounds(15))
	}
	return uint64(rounds(1500))
}

// randomGroups makes tensors, each from some before, and computes each at once if stepped is set. All
// rows of groups are exact.
func randomGroups(t *testing.T, d device.Device, seed uint64, stepped bool) (all []*tensor.Tensor) {
	r := rand.New(rand.NewPCG(seed, 1))
	shape := []int{1 + r.IntN(3), 1 + r.IntN(3), 1 + r.IntN(4)}
	for range 2 {
		numbers := make([]float32, shape[0]*shape[1]*shape[2])
		for i := range numbers {
			numbers[i] = float32(r.IntN(64)-32) / 8
		}
		all = append(all, tensor.FromSliceOn(d, numbers, shape...))
	}
	names := []string{"sum", "mean", "max", "min", "argmax", "any", "all", "count_nonzero", "logsumexp"}
	for len(all) < 10 {
		x := all[r.IntN(len(all))]
		var y *tensor.Tensor
		switch kind := r.IntN(8); {
		case kind < 3:
			other := all[r.IntN(len(all))]
			y = tensor.Apply([]string{"add", "sub", "mul", "maximum"}[r.IntN(4)], x, other)
		case kind < 4:
			y = x.Mul(0.5).Tanh()
		case kind < 7:
			o := x.Along()
			if x.Rank() > 0 && r.IntN(4) > 0 {
				o = x.Along(r.IntN(x.Rank()))
			}
			if r.IntN(3) > 0 {
				o = o.Keep()
			}
			y = tensor.Reduce(names[r.IntN(len(names))], o)
			y = y.AsType(tensor.Float32)
		case x.Rank() > 1 && r.IntN(2) == 0:
			y = x.T()
		case x.Rank() > 0:
			axis := r.IntN(x.Rank())
			y = []func(int) *tensor.Tensor{x.Cumsum, x.Softmax, x.Unsqueeze}[r.IntN(3)](axis)
		default:
			continue
		}
		if y.Err() != nil || y.Len() > 200 || y.Rank() > 5 { // shapes that do not broadcast, or grow
			y = x.Neg()
		}
		if stepped {
			require.NoError(t, tensor.Eval(context.Background(), y), "seed %d", seed)
		}
		all = append(all, y)
	}
	return all
}

func TestEveryReductionMeansItsRow(t *testing.T) {
	d := customdevice.New()
	numbers := []float32{3, -1, 2, 1, 0, 5}
	x := tensor.FromSliceOn(d, numbers, 2, 3)
	for _, r := range tensor.Reductions() {
		if r.Composed {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			g := r.Row.Role.(*op.Group)
			y := tensor.Reduce(r.Name, x.Mul(1).Along(0))
			raw, err := y.Bytes()
			require.NoError(t, err)
			for column := range 3 {
				args, types := [][]op.Scalar{nil, {0}}, []op.DType{tensor.Float32, tensor.Float32}
				for row := range 2 {
					args[0] = append(args[0], tensor.Float32.FromFloat(float64(numbers[3*row+column])))
				}
				want := g.Eval(args[:r.Row.Arity], types[:r.Row.Arity], y.DType())[0]
				assert.Equal(t, want, y.DType().Load(raw[column*y.DType().Size():]))
			}
		})
	}
}

// Results that depend on different places are computed by launches of their own, as an index error belongs to
// all results of its launch. A launch may then lack the groups that its maps stood beside.
func TestResultsBesideGroupsHaveLaunchesByTheirPlaces(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5}, 2, 3)
		weights := tensor.FromSliceOn(d, []float32{10, 20, 30}).BroadcastTo(2, 3)
		rows, labels := tensor.FromSliceOn(d, []int64{0, 1}), tensor.FromSliceOn(d, []int64{1, -1}).Add(1)
		weight := weights.At(rows, labels)
		each := x.Max(1).Sub(x.At(rows, labels))
		loss, shifted := each.Mul(weight), x.Sub(each.Unsqueeze(1)).Mul(weight.Unsqueeze(1))
		require.NoError(t, tensor.Eval(t.Context(), loss, weight, labels, shifted))
		assert.Equal(t, []float32{30, 40}, data[float32](t, loss))
		assert.Equal(t, []float32{30, 10}, data[float32](t, weight))
		assert.Equal(t, []int64{2, 0}, data[int64](t, labels))
		assert.Equal(t, []float32{60, -60, 30, -30, -40, 10}, data[float32](t, shifted))
	})
}
