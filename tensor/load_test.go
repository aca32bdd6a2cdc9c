package tensor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestLoadsJoinTheLaunchesOfTheirIndices(t *testing.T) {
	d := customdevice.New()
	x := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5}, 2, 3)
	i := tensor.FromSliceOn(d, []int64{1, -2, 0, 1})
	j := tensor.FromSliceOn(d, []int32{2, 0, -1, 0}, 2, 2)
	for _, c := range []struct {
		name string
		of   func() *tensor.Tensor
		want []float32
		in   int
	}{
		{"maps and a sum after it", func() *tensor.Tensor { return x.Take(0, i).Mul(2).Sum(1) }, []float32{12, 8, 8, 12}, 1},
		{"an expression of indices", func() *tensor.Tensor { return x.TakeAlongAxis(1, j.Neg()) }, []float32{-1, 3, 0, 1}, 1},
		{"a table that waits is stored first", func() *tensor.Tensor { return x.Mul(2).TakeAlongAxis(1, j) }, []float32{4, 6, 10, 2}, 2},
		{"two tables", func() *tensor.Tensor { return x.TakeAlongAxis(1, j).Sub(x.Mul(x).TakeAlongAxis(1, j)) }, []float32{-2, -6, -20, 0}, 2},
		{"the axes of errors differ", func() *tensor.Tensor { return x.Take(1, j).Sub(x.Take(0, j.Clip(0, 1)).Slice(2, 0, 2, 1)).Sum() }, nil, 3},
		{"softmax of a load", func() *tensor.Tensor { return x.Take(0, i).Softmax(1).Sum(1).Round() }, []float32{1, 1, 1, 1}, 1},
		{"a load by the index of a reduction", func() *tensor.Tensor { return tensor.FromSliceOn(d, []float32{7, 8, 9}).Take(0, x.Argmax(1)) }, []float32{7, 9}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.of()
			require.NoError(t, got.Err())
			text, err := tensor.Explain(got)
			require.NoError(t, err)
			assert.Equal(t, c.in, launchesOf(t, got), text)
			assert.Equal(t, data[float32](t, again(t, c.of)), data[float32](t, got))
			if c.want != nil {
				assert.Equal(t, c.want, data[float32](t, got))
			}
		})
	}
}

func TestAnIndexErrorReachesWhatDependsOnIt(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			x := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5}, 2, 3)
			bad := tensor.FromSliceOn(d, []int64{0, 5})
			wrong, right := x.Take(0, bad), x.Add(1)
			err := tensor.Eval(context.Background(), wrong, right)
			assert.EqualError(t, err, "tensor: eval: take: index 5 is out of bounds for axis 0 with size 2 (element [1 0])")
			assert.Equal(t, []float32{4, 0, 3, 2, 1, 6}, data[float32](t, right))
			var index *device.IndexError
			for _, y := range []*tensor.Tensor{wrong, wrong.Add(1), wrong.Sum(), x.Add(wrong).T(), wrong.Index(0, 0), wrong.Clone()} {
				_, err := y.Bytes()
				require.ErrorAs(t, err, &index)
				assert.Equal(t, device.IndexError{Index: 5, Axis: 0, Size: 2, Element: 3}, *index)
			}
			err = tensor.Eval(context.Background(), x.Take(1, bad).Sum(0))
			assert.ErrorContains(t, err, "index 5 is out of bounds for axis 1 with size 3 (element [0 1])")

			shared := x.Mul(2)
			wrong, right = shared.Add(x.Take(0, bad)), shared.Exp()
			require.Error(t, tensor.Eval(context.Background(), right, wrong, shared))
			assert.Equal(t, []float32{6, -2, 4, 2, 0, 10}, data[float32](t, shared))
			assert.NoError(t, tensor.Eval(context.Background(), right))

			wrong = x.Take(0, bad)
			require.Error(t, tensor.Eval(context.Background(), wrong))
			right, wrong = right.Add(1), wrong.Add(1) // of stored tensors, in one launch
			require.Error(t, tensor.Eval(context.Background(), right, wrong))
			assert.NoError(t, tensor.Eval(context.Background(), right))

			y := tensor.FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
			for _, err := range []error{y.Assign(x.Take(0, bad)), y.AddInPlace(wrong), y.Index(0, 0).Assign(wrong.Index(0, 0))} {
				require.ErrorAs(t, err, &index)
				assert.Equal(t, []float32{1, 2, 3, 4, 5, 6}, data[float32](t, y))
			}
			require.NoError(t, y.AddInPlace(x.Take(0, bad.Clip(0, 1))))
			assert.Equal(t, []float32{4, 1, 5, 5, 5, 11}, data[float32](t, y))
		})
	}
}

func TestCompiledLoads(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			f := tensor.Compile(func(p [2]*tensor.Tensor) [2]*tensor.Tensor {
				return [2]*tensor.Tensor{p[0].Take(0, p[1]).Mul(2), p[0].Mul(p[0]).Sum(1)}
			})
			x := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5}, 2, 3)
			for k := range int64(4) {
				y := f.Call([2]*tensor.Tensor{x, tensor.FromSliceOn(d, []int64{1, k})})
				assert.Equal(t, []float32{14, 26}, data[float32](t, y[1]))
				_, err := y[0].Bytes()
				if k > 1 {
					require.ErrorContains(t, err, "out of bounds for axis 0 with size 2 (element [1 0])")
				} else {
					require.NoError(t, err)
				}
			}
			g := tensor.Compile(func(p [2]*tensor.Tensor) *tensor.Tensor { return p[0].Take(0, p[1]).Neg() })
			into := tensor.FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
			require.NoError(t, g.Into(into, [2]*tensor.Tensor{x, tensor.FromSliceOn(d, []int64{1, 0})}))
			assert.Equal(t, []float32{-1, -0., -5, -3, 1, -2}, data[float32](t, into))
			err := g.Into(into, [2]*tensor.Tensor{x, tensor.FromSliceOn(d, []int64{1, 2})})
			assert.ErrorContains(t, err, "index 2 is out of bounds")
			assert.Equal(t, []float32{-1, -0., -5, -3, 1, -2}, data[float32](t, into))
			require.NoError(t, g.Into(into, [2]*tensor.Tensor{x, tensor.FromSliceOn(d, []int64{0, 0})}))
			assert.Equal(t, []float32{-3, 1, -2, -3, 1, -2}, data[float32](t, into))
		})
	}
}

// Random expressions with loads and stores have the same bits in few launches and in one launch a step.
// Some indices are out of bounds: then the same tensors have an error, and no others.
func TestRandomExpressionsWithIndicesHaveTheBitsOfTheirSteps(t *testing.T) {
	devicetest.OneGoroutine(t)
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			wrong := 0
			for seed := range uint64(rounds(500)) {
				given := randomGiven(d, seed)
				steps := randomIndices(d, seed, given, true)
				several := [][]*tensor.Tensor{randomIndices(d, seed, given, false)}
				_ = tensor.Eval(context.Background(), several[0]...)
				if seed%4 == 0 {
					f := tensor.Compile(func(given []*tensor.Tensor) []*tensor.Tensor { return randomIndices(d, seed, given, false) })
					several = append(several, f.Call(given), f.Call(given))
				}
				for i := range steps {
					_, err := steps[i].Bytes()
					if err != nil {
						wrong++
					}
					for _, fused := range several {
						if err == nil {
							sameBits(t, steps[i], fused[i], "seed %d, tensor %d", seed, i)
						} else {
							_, got := fused[i].Bytes()
							require.Error(t, got, "seed %d, tensor %d: %v", seed, i, err)
						}
					}
				}
			}
			assert.Positive(t, wrong)
		})
	}
}

// randomGiven makes two tensors of small whole numbers, so that sums are exact on every device.
func randomGiven(d device.Device, seed uint64) (all []*tensor.Tensor) {
	r := rand.New(rand.NewPCG(seed, 2))
	shape := []int{1 + r.IntN(3), 1 + r.IntN(3), 1 + r.IntN(4)}
	for range 2 {
		numbers := make([]float32, shape[0]*shape[1]*shape[2])
		for i := range numbers {
			numbers[i] = float32(r.IntN(5) - 1)
		}
		all = append(all, tensor.FromSliceOn(d, numbers, shape...))
	}
	return all
}

// randomIndices makes tensors, each from some before, and computes each at once if stepped is set.
func randomIndices(d device.Device, seed uint64, given []*tensor.Tensor, stepped bool) (all []*tensor.Tensor) {
	r := rand.New(rand.NewPCG(seed, 3))
	all = slices.Clone(given)
	sorted := tensor.FromSliceOn(d, []float32{-1, 0, 0, 2})
	any := func() *tensor.Tensor { return all[r.IntN(len(all))] }
	for len(all) < 12 {
		x, axis := any(), 0
		if x.Rank() == 0 {
			all = append(all, x.Add(1).Unsqueeze(0))
			continue
		}
		axis = r.IntN(x.Rank())
		n := max(1, x.Size(axis))
		index := func(y *tensor.Tensor) *tensor.Tensor {
			if r.IntN(8) > 0 {
				y = y.Remainder(n)
			}
			return y.AsType([]tensor.DType{tensor.Int64, tensor.Int32, tensor.Int8}[r.IntN(3)])
		}
		var y *tensor.Tensor
		switch r.IntN(10) {
		case 0:
			y = tensor.Apply([]string{"add", "sub", "maximum"}[r.IntN(3)], x, any())
		case 1:
			y = x.Neg().Remainder(5)
		case 2:
			o := x.Along(axis)
			if r.IntN(2) == 0 {
				o = o.Keep()
			}
			y = tensor.Reduce([]string{"sum", "max", "argmax"}[r.IntN(3)], o).AsType(tensor.Float32)
		case 3:
			y = x.Take(axis, index(any()))
		case 4:
			y = x.TakeAlongAxis(axis, index(x))
		case 5:
			y = x.Scatter(axis, index(x), x.Add(1))
		case 6:
			y = x.ScatterAdd(axis, index(x), any())
		case 7:
			y = x.ScatterReduce(axis, index(x), x.Mul(2), []tensor.ScatterMode{tensor.ScatterMax, tensor.ScatterMin}[r.IntN(2)], r.IntN(2) == 0)
		case 8:
			y = sorted.Searchsorted(x, tensor.Side(r.IntN(2))).AsType(tensor.Float32)
		case 9:
			y = []func() *tensor.Tensor{x.T, func() *tensor.Tensor { return x.Cumsum(axis) }, func() *tensor.Tensor { return x.Clone() }}[r.IntN(3)]()
		}
		if y.Err() != nil || y.Len() > 200 || y.Rank() > 4 { // shapes that do not fit, or grow
			y = x.Neg()
		}
		if stepped {
			_ = tensor.Eval(context.Background(), y)
		}
		all = append(all, y)
	}
	return all
}

func TestPositionsAreToldApartFromOperands(t *testing.T) {
	x := tensor.FromSliceOn(customdevice.New(), []float32{1, 2, 3, 4}, 2, 2)
	y := x.Tril(0).Sum(1)
	text, err := tensor.Explain(y)
	require.NoError(t, err)
	assert.Contains(t, text, "%0 is a position: int32, strides [-1 1], 0 bytes")
	dot, err := tensor.Graph(y)
	require.NoError(t, err)
	assert.Contains(t, dot, "position")
	dot, err = tensor.Graph(x.ScatterAdd(0, x.AsType(tensor.Int64), x))
	require.NoError(t, err)
	assert.Contains(t, dot, "store sum")
	var b strings.Builder
	require.NoError(t, tensor.Profile(&b, func() error { return tensor.Eval(context.Background(), y) }))
	assert.Contains(t, b.String(), "position")
	require.NoError(t, tensor.Warmup(x.Triu(1)))
	assert.Equal(t, []float32{1, 7}, data[float32](t, y))
	assert.Equal(t, 1, launchesOf(t, x.Triu(0).Sum(1)))
}

func TestHostileIndicesOfEveryIntegerDTypeAreErrors(t *testing.T) {
	hostile := []uint64{3, 1 << 31, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 4, 200, 1 << 15}
	assert.Equal(t, "18446744073709551615", device.IndexOf(tensor.Uint64, 1<<64-1).String())
	for name, d := range indexDevices() {
		x := tensor.FromSliceOn(d, []float32{1, 2, 3})
		for dt := tensor.Int8; dt <= tensor.Uint64; dt++ {
			t.Run(name+"/"+dt.String(), func(t *testing.T) {
				for _, bits := range hostile {
					element := make([]byte, dt.Size())
					dt.Store(element, dt.FromUint(bits))
					want := device.IndexOf(dt, dt.Load(element))
					index := tensor.FromBytesOn(d, dt, element)
					for _, y := range []*tensor.Tensor{x.Take(0, index), x.ScatterAdd(0, index, x), x.Take(0, index.Add(0)).Sum()} {
						_, err := y.Bytes()
						if want.Int >= -3 && want.Int < 3 {
							require.NoError(t, err)
							continue
						}
						var e *device.IndexError
						require.ErrorAs(t, err, &e, "%v", want)
						assert.Equal(t, device.IndexError{Index: want.Int, More: want.More, Size: 3}, *e)
						assert.ErrorContains(t, err, fmt.Sprintf("index %v is out of bounds", want))
					}
				}
			})
		}
	}
}
