package nn_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
)

// ramp makes small numbers that float32 has exactly.
func ramp(step int, shape ...int) *tensor.Tensor {
	n := 1
	for _, size := range shape {
		n *= size
	}
	all := make([]float32, n)
	for i := range all {
		all[i] = float32((i*step)%19-9) / 4
	}
	return tensor.FromSlice(all, shape...)
}

func labels(of ...int) *tensor.Tensor { return tensor.FromSlice(of) }

func floats(t *testing.T, x *tensor.Tensor) []float64 {
	t.Helper()
	all, err := tensor.Data[float64](x.AsType(tensor.Float64))
	require.NoError(t, err)
	return all
}

// The numbers are those of PyTorch 2.15.
func TestFunctionsGiveWhatPyTorchGives(t *testing.T) {
	x, y := ramp(37, 2, 4, 3), ramp(11, 2, 4, 3)
	q, k, v := ramp(37, 1, 4, 2, 3).Mul(.5), ramp(5, 1, 2, 3, 3).Mul(.5), ramp(7, 1, 2, 3, 2)
	three, some, ignored := tensor.FromSlice([]float32{1, 2, 3, 0, 0, 1, 5, 1, 2}, 3, 3), labels(2, -100, 0), -100
	logits, weights := tensor.FromSlice([]float32{1, 2, 0, 0, -1, 3}, 2, 3), tensor.FromSlice([]float32{1, 2, .5})
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want []float64
	}{
		{"MSELoss", nn.MSELoss(x, y), []float64{3.53125}},
		{"L1Loss", nn.L1Loss(x, y), []float64{1.520833}},
		{"HuberLoss", nn.HuberLoss(x, y, 1.5), []float64{1.411458}},
		{"BCEWithLogits", nn.BCEWithLogits(x.Mul(100), y.Sigmoid()), []float64{61.194785}},
		{"BCEWithLogits of a logit of +Inf where y is 0", nn.BCEWithLogits(tensor.Scalar(float32(math.Inf(1))), tensor.Scalar[float32](0)), []float64{math.Inf(1)}},
		{"BCEWithLogits of a logit of -Inf where y is 1", nn.BCEWithLogits(tensor.Scalar(float32(math.Inf(-1))), tensor.Scalar[float32](1)), []float64{math.Inf(1)}},
		{"CrossEntropy", nn.CrossEntropy(x, labels(0, 3, 1, 2, 2, 0).Reshape(2, 3)), []float64{3.441802}},
		{"CrossEntropy of one row", nn.CrossEntropy(x.At(0, tensor.Whole, 0), tensor.Scalar(uint64(2))), []float64{1.28872}},
		{"CrossEntropy of weights", nn.CrossEntropyBy(logits, labels(1, 0), nn.CrossEntropyOptions{Weights: weights}), []float64{1.2936987}},
		{"CrossEntropy of smooth labels", nn.CrossEntropyBy(logits, labels(1, 0), nn.CrossEntropyOptions{Smoothing: .25}), []float64{1.7784116}},
		{"CrossEntropy of labels that are all smooth", nn.CrossEntropyBy(logits, labels(1, 0), nn.CrossEntropyOptions{Smoothing: 1}), []float64{1.9034116}},
		{"CrossEntropy without a label", nn.CrossEntropyBy(three, some, nn.CrossEntropyOptions{Ignored: &ignored}), []float64{0.2367449}},
		{"CrossEntropy of weights without a label", nn.CrossEntropyBy(three, some, nn.CrossEntropyOptions{Ignored: &ignored, Weights: weights}), []float64{0.1797913}},
		{"CrossEntropy of weights and smooth labels without a label", nn.CrossEntropyBy(three, some, nn.CrossEntropyOptions{Ignored: &ignored, Weights: weights, Smoothing: .25}), []float64{0.9769109}},
		{"CrossEntropy of smooth labels without a label", nn.CrossEntropyBy(three, some, nn.CrossEntropyOptions{Ignored: &ignored, Smoothing: .25}), []float64{0.6534116}},
		{"CrossEntropy of no label", nn.CrossEntropyBy(three, some.Sub(some).Sub(100), nn.CrossEntropyOptions{Ignored: &ignored}), []float64{math.NaN()}},
		{"CrossEntropy of weights and smooth labels", nn.CrossEntropyBy(tensor.Stack(2, logits, logits.Flip(0)), labels(1, 2, 0, 1).Reshape(2, 2),
			nn.CrossEntropyOptions{Weights: weights, Smoothing: .25}), []float64{1.0890557}},
		{"NLLLoss", nn.NLLLoss(x, labels(0, 3, 1, 2, 2, 0).Reshape(2, 3)), []float64{1.0416667}},
		{"NLLLoss of one row", nn.NLLLoss(x.At(0, tensor.Whole, 0), tensor.Scalar(uint64(2))), []float64{-1}},
		{"NLLLoss of weights without a label", nn.NLLLossBy(three, some, nn.CrossEntropyOptions{Ignored: &ignored, Weights: weights}), []float64{-4.3333333}},
		{"NLLLoss of logarithms of probabilities", nn.NLLLossBy(logits.LogSoftmax(1), labels(1, 0), nn.CrossEntropyOptions{Smoothing: .25}), []float64{1.7784116}},
		{"GroupNorm", nn.GroupNorm(x, 2, ramp(7, 4), ramp(5, 4), 1e-3).At(0), []float64{2.666169, -3.970659, -3.601947, -1.218496, -1.13656, -1.054624, 2.074814, 1.344888, .6149628, 2.010948, 3.032844, 4.05474}},
		{"RMSNorm", nn.RMSNorm(x, []int{3}, ramp(7, 3), 1e-3).At(0), []float64{2.332842, -.5184093, 1.152021, -2.60046, -.4953256, 1.031928, -2.892311, -.4820519, .8034198, -2.723191, 0, -1.512884}},
		{"LayerNorm", nn.LayerNorm(ramp(37, 2, 2, 3), []int{2, 3}, ramp(7, 2, 3), ramp(5, 2, 3), 1e-3).At(0), []float64{2.666169, -1.382369, 1.001081, .7352625, -2, -.5588155}},
		{"BatchNorm", nn.BatchNorm(ramp(37, 2, 3, 2), ramp(7, 3), ramp(5, 3).Square(), ramp(3, 3), ramp(2, 3), 1e-3).At(0), []float64{-2.25, -6.749556, -5.498127, -5.123314, -1.994071, -1.25}},
		{"MaxPool1d", nn.MaxPool1d(ramp(37, 2, 7), []int{3}, nn.PoolOptions{Stride: []int{2}}), []float64{2.25, 2, 1.5, .75, .25, -.25}},
		{"AvgPool1d", nn.AvgPool1d(ramp(37, 2, 7), []int{3}, nn.PoolOptions{}), []float64{.6666667, 1.5, .5, -.25}},
		{"MaxPool2d with all options", nn.MaxPool2d(ramp(37, 1, 2, 5, 6), []int{3, 2}, nn.PoolOptions{Stride: []int{2, 3}, Padding: []int{1}, Dilation: []int{1, 2}, CeilMode: true}).At(0, 0),
			[]float64{2.25, 2, 1.25, .75, 2.25, 1.5, 1, 2.25, 1.5}},
		{"AvgPool2d beyond its padding", nn.AvgPool2d(ramp(37, 1, 2, 5, 6), []int{3, 2}, nn.PoolOptions{Stride: []int{2}, Padding: []int{1}, CeilMode: true}).At(0, 0),
			[]float64{-.625, 1.375, .875, .5, -.5, -.08333334, .2083333, -.1666667, -.375, .4375, 1.125, .75}},
		{"AvgPool2d with its padding", nn.AvgPool2d(ramp(37, 1, 2, 5, 6), []int{3, 2}, nn.PoolOptions{Stride: []int{2}, Padding: []int{1}, CeilMode: true, CountIncludePad: true}).At(0, 0),
			[]float64{-.2083333, .9166667, .5833333, .1666667, -.25, -.08333334, .2083333, -.08333334, -.125, .2916667, .75, .25}},
		{"Conv1d of the same size", nn.Conv1d(ramp(37, 2, 5), ramp(5, 1, 2, 4), nil, nn.ConvOptions{Same: true}), []float64{6.6875, 3.9375, -6.25, -7.625, -6.625}},
		{"ConvTranspose1d", nn.ConvTranspose1d(ramp(37, 2, 5), ramp(5, 2, 1, 4), nil, nn.ConvTransposeOptions{}), []float64{2.5625, -5.75, -8.9375, -7.625, 0, 3.3125, 4, 2.6875}},
		{"ConvTranspose1d with all options", nn.ConvTranspose1d(ramp(37, 4, 3), ramp(5, 4, 1, 3), ramp(3, 2),
			nn.ConvTransposeOptions{Stride: []int{3}, Padding: []int{2}, OutputPadding: []int{1}, Dilation: []int{2}, Groups: 2}),
			[]float64{-3.5, -5.0625, -4.125, -7.5, -4.875, -2.8125, -6.75, -2.25, .4375, -1.125, -2.75, -.1875, -1.125, -2.8125, -.8125, -1.5}},
		{"ConvTranspose2d", nn.ConvTranspose2d(ramp(37, 1, 2, 2, 3), ramp(5, 2, 1, 2, 2), ramp(3, 1), nn.ConvTransposeOptions{Stride: []int{2}}),
			[]float64{.8125, -.75, -8.8125, -5.0625, -7.75, -4.625, -2.3125, -3.875, -1.3125, 2.4375, -1.5, 1.625, -6.6875, -4.1875, -5.625, -3.75, -4.5625, -3.3125, -1.6875, .8125, -1.875, 0, -2.0625, -.8125}},
		{"ConvTranspose2d with all options", nn.ConvTranspose2d(ramp(37, 1, 4, 3, 2), ramp(5, 4, 2, 3, 2), ramp(3, 4),
			nn.ConvTransposeOptions{Stride: []int{2, 3}, Padding: []int{1, 0}, OutputPadding: []int{0, 2}, Dilation: []int{1, 2}, Groups: 2}).At(0, tensor.S(1, 3, 1), tensor.S(1, 3, 1)),
			[]float64{-.0625, -1.5, -5.625, 2.5, -1.5, 4, -1.5, -1.5, -5.5, -1.5, -2.375, -4.8125, -1.5, -2.3125, -1.5, -1.5, -.25, -.75, -1.8125, 0, -.75, -2.8125, -.75, -.75, -7.5625, -.75, -1.25, -7.4375, -.75, -.5625, -.75, -.75}},
		{"ConvTranspose2d of which the outside goes", nn.ConvTranspose2d(ramp(37, 1, 1, 4, 3), ramp(5, 1, 1, 1, 2), nil, nn.ConvTransposeOptions{Padding: []int{1}}), []float64{-5.125, -4.3125, -2.6875, -1.875}},
		{"Interpolate nearest", nn.Interpolate(ramp(37, 1, 2, 3), []int{3, 5}, nn.InterpolateOptions{}), []float64{-2.25, -2.25, 2.25, 2.25, 2, -2.25, -2.25, 2.25, 2.25, 2, 1.75, 1.75, 1.5, 1.5, 1.25}},
		{"Interpolate nearest, exactly", nn.Interpolate(ramp(37, 1, 5), []int{3}, nn.InterpolateOptions{Mode: nn.InterpolateNearestExact}), []float64{-2.25, 2, 1.5}},
		{"Interpolate bilinear", nn.Interpolate(ramp(37, 1, 2, 2), []int{3, 4}, nn.InterpolateOptions{Mode: nn.InterpolateLinear}), []float64{-2.25, -1.125, 1.125, 2.25, -.125, .40625, 1.46875, 2, 2, 1.9375, 1.8125, 1.75}},
		{"Interpolate with corners", nn.Interpolate(ramp(37, 1, 3), []int{5}, nn.InterpolateOptions{Mode: nn.InterpolateLinear, AlignCorners: true}), []float64{-2.25, 0, 2.25, 2.125, 2}},
		{"Interpolate integers", nn.Interpolate(labels(1, 2).Reshape(1, 2), []int{4}, nn.InterpolateOptions{Mode: nn.InterpolateLinear}), []float64{1, 1.25, 1.75, 2}},
		{"AdaptiveAvgPool2d", nn.AdaptiveAvgPool2d(ramp(37, 1, 5, 7), []int{3, 2}), []float64{.65625, .5, .2083333, -.1458333, .75, 0}},
		{"AdaptiveAvgPool2d into equal parts", nn.AdaptiveAvgPool2d(ramp(37, 1, 4, 6), []int{2, 3}), []float64{.4375, 1.125, .625, -1.375, .5, 0}},
		{"AdaptiveAvgPool2d into more parts", nn.AdaptiveAvgPool2d(ramp(37, 1, 2, 3), []int{3, 5}), []float64{-2.25, 0, 2.25, 2.125, 2, -.25, .8125, 1.875, 1.75, 1.625, 1.75, 1.625, 1.5, 1.375, 1.25}},
		{"attention of grouped heads, causal", nn.ScaledDotProductAttention(q, k, v, nn.AttentionOptions{Causal: true}), []float64{-2.25, -.5, -.03029233, -1.292753, -2.25, -.5, -.3503905, -1.178432, -1.25, .5, 1.049157, -.3211276, -1.25, .5, -.1330444, .1010873}},
		{"attention of grouped heads, a mask of each", nn.ScaledDotProductAttention(q, k, v, nn.AttentionOptions{Mask: ramp(3, 1, 4, 2, 3)}), []float64{-.4736702, .85844, .1459401, .8076546, -2.02758, -.3917122, .1008794, .4995133, -1.057743, .3484184, 1.234203, -1.370825, -1.130036, .4286157, .8280401, -1.362979}},
		{"Linear", nn.Linear(ramp(37, 2, 2, 3), ramp(5, 2, 3), ramp(3, 2)), []float64{1.0625, -10.875, -7.375, -2.8125, -5.125, -1.875, -2.875, -.9375}},
		{"Conv2d with all options", nn.Conv2d(ramp(37, 1, 4, 5, 4), ramp(5, 6, 2, 3, 2), ramp(3, 6), nn.ConvOptions{Stride: []int{2, 1}, Padding: []int{1, 2}, Dilation: []int{1, 2}, Groups: 2}).At(0, tensor.S(3, 5, 1), tensor.S(0, 2, 1)),
			[]float64{2.1875, 1.75, -3.375, -3, -3.0625, -2.25, -.625, -1.1875, -1.4375, -.6875, 2.9375, 4.25, -1.25, -1.25, -1.8125, -1.75, .3125, .375, .75, .25, -.5, -.8125, .875, 1.0625}},
		{"Embedding", nn.Embedding(ramp(37, 5, 2), labels(4, 0, -1)), []float64{.5, .25, -2.25, 2.25, .5, .25}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.InDeltaSlice(t, c.want, floats(t, c.of), 5e-6)
		})
	}
}

// The sum of the products of y and a convolution of x is that of x and the transposed convolution of y.
func TestATransposedConvolutionTurnsAConvolutionRound(t *testing.T) {
	r, ran := rand.New(rand.NewPCG(1, 2)), 0
	for range 300 {
		one := func(n int) int { return 1 + r.IntN(n) }
		o, groups := nn.ConvOptions{Groups: one(2)}, 0
		groups = o.Groups
		size, x, w := make([]int, 2), []int{one(2), groups * one(2)}, []int{groups * one(2), 0}
		w[1] = x[1] / groups
		more := make([]int, 2)
		for k := range 2 {
			size[k] = one(7)
			o.Stride, o.Padding, o.Dilation = append(o.Stride, one(3)), append(o.Padding, r.IntN(3)), append(o.Dilation, one(2))
			w, x = append(w, one(3)), append(x, size[k])
			room := size[k] + 2*o.Padding[k] - o.Dilation[k]*(w[2+k]-1) - 1
			more[k] = (room%o.Stride[k] + o.Stride[k]) % o.Stride[k]
		}
		of, weights := ramp(7, x...), ramp(5, w...)
		y := nn.Conv2d(of, weights, nil, o)
		if y.Err() != nil {
			continue
		}
		back := ramp(11, y.Shape()...)
		turned := nn.ConvTranspose2d(back, weights, nil, nn.ConvTransposeOptions{Stride: o.Stride, Padding: o.Padding, OutputPadding: more, Dilation: o.Dilation, Groups: groups})
		require.Equal(t, x, turned.Shape(), "%+v %v", o, w)
		require.Equal(t, floats(t, y.Mul(back).Sum()), floats(t, turned.Mul(of).Sum()), "%+v %v", o, w)
		ran++
	}
	assert.Greater(t, ran, 150)
}

func TestFunctionsTakeFewLaunches(t *testing.T) {
	x, y := ramp(37, 2, 4, 6, 6), ramp(11, 2, 4, 6, 6)
	w, b := ramp(5, 3, 4, 3, 3), ramp(3, 3)
	channels, squares := ramp(7, 4), ramp(7, 4).Square()
	heads := ramp(3, 2, 4, 6, 8)
	require.NoError(t, tensor.Eval(t.Context(), x, y, w, b, channels, squares, heads))
	for _, c := range []struct {
		name     string
		of       func() *tensor.Tensor
		launches int
	}{
		{"a convolution, its bias and its activation", func() *tensor.Tensor { return nn.Conv2d(x, w, b, nn.ConvOptions{Stride: []int{2}}).Relu() }, 1},
		{"a padded strided convolution", func() *tensor.Tensor {
			return nn.Conv2d(x, w, b, nn.ConvOptions{Stride: []int{2}, Padding: []int{1, 2}}).Relu()
		}, 1},
		{"a dilated convolution of groups", func() *tensor.Tensor {
			return nn.Conv2d(x, w.Slice(0, 0, 2, 1).Slice(1, 0, 2, 1), nil, nn.ConvOptions{Dilation: []int{2}, Groups: 2})
		}, 1},
		{"a linear layer with gelu", func() *tensor.Tensor { return nn.Linear(x, ramp(5, 3, 6), b).Gelu() }, 1},
		{"MaxPool2d", func() *tensor.Tensor { return nn.MaxPool2d(x, []int{2}, nn.PoolOptions{}) }, 1},
		{"AvgPool2d", func() *tensor.Tensor { return nn.AvgPool2d(x, []int{2, 3}, nn.PoolOptions{}) }, 1},
		{"AdaptiveAvgPool2d", func() *tensor.Tensor { return nn.AdaptiveAvgPool2d(x, []int{2, 3}) }, 1},
		{"LayerNorm", func() *tensor.Tensor { return nn.LayerNorm(x, []int{6}, ramp(5, 6), ramp(3, 6), 1e-5) }, 1},
		{"RMSNorm", func() *tensor.Tensor { return nn.RMSNorm(x, []int{6, 6}, nil, 1e-5) }, 1},
		{"GroupNorm", func() *tensor.Tensor { return nn.GroupNorm(x, 2, channels, channels, 1e-5) }, 1},
		{"BatchNorm, whose roots come first", func() *tensor.Tensor { return nn.BatchNorm(x, channels, squares, channels, nil, 1e-5) }, 2},
		{"MSELoss", func() *tensor.Tensor { return nn.MSELoss(x, y) }, 1},
		{"Interpolate", func() *tensor.Tensor {
			return nn.Interpolate(x, []int{9, 9}, nn.InterpolateOptions{Mode: nn.InterpolateLinear})
		}, 2},
		{"NLLLoss", func() *tensor.Tensor { return nn.NLLLoss(x.At(0, 0), labels(0, 1, 2, 3, 4, 5)) }, 2},
		{"CrossEntropy", func() *tensor.Tensor { return nn.CrossEntropy(x.At(0, 0), labels(0, 1, 2, 3, 4, 5)) }, 2},
		{"attention", func() *tensor.Tensor {
			return nn.ScaledDotProductAttention(heads, heads, heads, nn.AttentionOptions{Causal: true})
		}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := c.of()
			stats, stop := device.CountLaunches(x.Device())
			defer stop()
			_, err := of.Bytes()
			require.NoError(t, err)
			if !assert.Equal(t, c.launches, stats().Launches) {
				text, err := tensor.Explain(c.of())
				require.NoError(t, err)
				t.Log(text)
			}
		})
	}
}

func TestHalvesAreSummedInFloat32AndRoundedOnce(t *testing.T) {
	x := tensor.FullOf(tensor.Float16, 3000, 1, 1, 64, 64)
	pooled := nn.AdaptiveAvgPool2d(x, []int{1, 1})
	assert.Equal(t, tensor.Float16, pooled.DType())
	assert.Equal(t, []float64{3000}, floats(t, pooled), "the sum does not fit")
	assert.Equal(t, []float64{0}, floats(t, nn.MSELoss(x, x)))
}

func TestPaddingIsNeverTheGreatestElement(t *testing.T) {
	for _, dt := range []tensor.DType{tensor.Float32, tensor.Float16, tensor.Int8, tensor.Int64} {
		t.Run(dt.String(), func(t *testing.T) {
			y := nn.MaxPool1d(tensor.FullOf(dt, -3, 1, 4), []int{2}, nn.PoolOptions{Padding: []int{1}})
			assert.Equal(t, []float64{-3, -3, -3}, floats(t, y))
		})
	}
}

func TestALastWindowThatBeginsBehindAllElementsDoesNotCount(t *testing.T) {
	x := ramp(37, 1, 4)
	y := nn.MaxPool1d(x, []int{1}, nn.PoolOptions{Stride: []int{2}, CeilMode: true})
	assert.Equal(t, floats(t, x.Slice(1, 0, 4, 2)), floats(t, y))
}

func TestAMaskOfOneHeadServesGroupedHeads(t *testing.T) {
	q, k, mask := ramp(37, 1, 4, 2, 3), ramp(5, 1, 2, 3, 3), ramp(3, 1, 1, 2, 3)
	attend := func(mask *tensor.Tensor) []float64 {
		return floats(t, nn.ScaledDotProductAttention(q, k, k, nn.AttentionOptions{Mask: mask}))
	}
	want := attend(mask.BroadcastTo(1, 4, 2, 3))
	assert.Equal(t, want, attend(mask))
	assert.Equal(t, want, attend(mask.Reshape(2, 3)))
}

func TestAQueryThatSeesNoKeyGivesNaN(t *testing.T) {
	x := ramp(3, 2, 4)
	y := nn.ScaledDotProductAttention(x, x, x, nn.AttentionOptions{Mask: tensor.FromSlice([]bool{false, false, true, true}, 2, 2)})
	all := floats(t, y)
	assert.True(t, math.IsNaN(all[0]) && !math.IsNaN(all[4]), "%v", all)
}

func TestALabelThatIsNoClassIsAnError(t *testing.T) {
	x := ramp(3, 2, 4)
	for _, c := range []struct {
		name  string
		label *tensor.Tensor
		want  string
	}{
		{"too large", labels(0, 4), "tensor: eval: cross_entropy: the labels: index 4 is out of bounds for axis 1 with size 4 (element [1])"},
		{"negative", labels(-1, 0), "index -5 is out of bounds for axis 1 with size 4"},
		{"PyTorch's ignored one", tensor.FromSlice([]int8{-100, 0}), "index -104 is out of bounds for axis 1 with size 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, tensor.Eval(t.Context(), nn.CrossEntropy(x, c.label)), c.want)
		})
	}
}

func TestARowThatIsNotInTheTableIsAnErrorOfTheEmbedding(t *testing.T) {
	late := nn.Embedding(ramp(3, 2, 4), labels(1, 2))
	assert.NoError(t, late.Err())
	assert.EqualError(t, tensor.Eval(t.Context(), late), "tensor: eval: embedding: index 2 is out of bounds for axis 0 with size 2 (element [1 0])")
	assert.EqualError(t, nn.Embedding(ramp(3, 2, 4), []int{1, 2}).Err(), "nn: embedding: index 2 is out of bounds for axis 0 with size 2 (element 1 of the indices)")
}

func TestCrossEntropyRunsOnTheDeviceOfItsOperands(t *testing.T) {
	type batch struct{ X, Labels *tensor.Tensor }
	f := func(b batch) *tensor.Tensor { return nn.CrossEntropy(b.X, b.Labels) }
	here := batch{ramp(37, 2, 4, 3), labels(0, 3, 1, 2, 2, 0).Reshape(2, 3)}
	other := cpu.New(cpu.Threads(1))
	there := batch{here.X.To(other), here.Labels.To(other)}
	want := floats(t, f(here))
	assert.Equal(t, want, floats(t, f(there)))
	assert.Equal(t, want, floats(t, tensor.Compile(f).Call(there)))
}

// A size that stays is the image, to the bit.
func TestInterpolateOfTheSameSizeChangesNothing(t *testing.T) {
	x := tensor.FromSlice([]float64{1, math.Inf(1), -1e300, 5e-324, .1, .2, .3}, 1, 7)
	for mode := nn.InterpolateNearest; mode <= nn.InterpolateLinear; mode++ {
		assert.Equal(t, floats(t, x), floats(t, nn.Interpolate(x, []int{7}, nn.InterpolateOptions{Mode: mode})))
	}
	assert.Equal(t, tensor.Int64, nn.Interpolate(labels(1, 2).Reshape(1, 2), []int{4}, nn.InterpolateOptions{}).DType())
}

func TestFunctionsCompile(t *testing.T) {
	type model struct{ X, W, Table *tensor.Tensor }
	f := func(m model) *tensor.Tensor {
		h := nn.MaxPool2d(nn.Conv2d(m.X, m.W, nil, nn.ConvOptions{Padding: []int{1}}).Relu(), []int{3}, nn.PoolOptions{Stride: []int{2}, Padding: []int{1}})
		h = nn.AdaptiveAvgPool2d(h, []int{2, 3}).Reshape(2, 3, 6)
		h = nn.ScaledDotProductAttention(h, h, h, nn.AttentionOptions{Causal: true})
		return nn.CrossEntropy(nn.LayerNorm(h, []int{6}, nil, nil, 1e-5), nn.Embedding(m.Table, labels(0, 1)))
	}
	compiled := tensor.Compile(f)
	for step := range 3 {
		m := model{ramp(5+step, 2, 2, 7, 8), ramp(7-step, 3, 2, 3, 3), labels(0, 1, 2, 1, 1, 0, 2, 0, 1, 2, 1, 0).Reshape(2, 6)}
		assert.Equal(t, floats(t, f(m)), floats(t, compiled.Call(m)))
	}
}

// All elements of x are equal, so each of its groups is normalized to zeros, and a distance from x is 0.
func TestACallReadsOneStateOfATensorThatIsWrittenMeanwhile(t *testing.T) {
	x := tensor.FullOf(tensor.Float32, 1, 2, 4)
	norms := map[string]func() *tensor.Tensor{
		"layer_norm": func() *tensor.Tensor { return nn.LayerNorm(x, []int{4}, nil, nil, 1e-5) },
		"group_norm": func() *tensor.Tensor { return nn.GroupNorm(x, 2, nil, nil, 1e-5) },
		"rms_norm":   func() *tensor.Tensor { return nn.RMSNorm(x, []int{4}, nil, 0).Sub(1) },
	}
	var writer sync.WaitGroup
	stop := make(chan struct{})
	writer.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				assert.NoError(t, x.AddInPlace(1))
			}
		}
	})
	defer writer.Wait()
	defer close(stop)
	for range 300 {
		for name, norm := range norms {
			require.InDeltaSlice(t, make([]float64, 8), floats(t, norm()), 1e-6, name)
		}
	}
}
