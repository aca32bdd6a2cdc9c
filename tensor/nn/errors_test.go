package nn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
)

func TestMistakesAreErrorsInPyTorchsWords(t *testing.T) {
	x, w := ramp(1, 2, 4, 5, 5), ramp(1, 6, 2, 3, 3)
	two := ramp(1, 2, 3)
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want string
	}{
		{"rank", nn.Conv1d(x, w, nil, nn.ConvOptions{}), "nn: conv1d: Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: [2 4 5 5]"},
		{"weights' rank", nn.Conv2d(x, two, nil, nn.ConvOptions{}), "Expected 4-dimensional weight for 4-dimensional input, but got weight of size [2 3]"},
		{"channels", nn.Conv2d(x, w, nil, nn.ConvOptions{}), "Given groups=1, weight of size [6 2 3 3], expected input[2 4 5 5] to have 2 channels, but got 4 channels instead"},
		{"groups", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 4}), "Given groups=4, expected weight to be divisible by 4 at dimension 0, but got weight of size [6 2 3 3] instead"},
		{"stride", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 2, Stride: []int{1, 0}}), "non-positive stride is not supported: [1 0]"},
		{"a list", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 2, Stride: []int{1, 1, 1}}), "expected stride to be a single integer value or a list of 2 values to match the dimensions, but got stride=[1 1 1]"},
		{"padding", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 2, Padding: []int{-1}}), "negative padding is not supported"},
		{"same and stride", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 2, Same: true, Stride: []int{2}}), "padding='same' is not supported for strided convolutions"},
		{"same and padding", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 2, Same: true, Padding: []int{2}}), "padding=[2 2] beside Same"},
		{"a window too large", nn.Conv2d(x, w, nil, nn.ConvOptions{Groups: 2, Dilation: []int{1, 3}}), "Calculated padded input size per channel: (5 x 5). Kernel size: (3 x 7). Kernel size can't be greater than actual input size"},
		{"bias", nn.Conv2d(x, w, ramp(1, 5), nn.ConvOptions{Groups: 2}), "Given weight of size [6 2 3 3], expected bias to be 1-dimensional with 6 elements, but got bias of size [5] instead"},
		{"transposed rank", nn.ConvTranspose1d(ramp(1, 5), two, nil, nn.ConvTransposeOptions{}), "nn: conv_transpose1d: Expected 2D (unbatched) or 3D (batched) input to conv_transpose1d, but got input of size: [5]"},
		{"transposed weights' rank", nn.ConvTranspose2d(x, two, nil, nn.ConvTransposeOptions{}), "nn: conv_transpose2d: Expected 4-dimensional weight for 4-dimensional input, but got weight of size [2 3]"},
		{"transposed channels", nn.ConvTranspose2d(x, w, nil, nn.ConvTransposeOptions{}), "Given transposed=1, weight of size [6 2 3 3], expected input[2 4 5 5] to have 6 channels, but got 4 channels instead"},
		{"transposed groups", nn.ConvTranspose2d(x, w.Slice(0, 0, 4, 1), nil, nn.ConvTransposeOptions{Groups: 3}), "Given groups=3, expected weight to be divisible by 3 at dimension 0, but got weight of size [4 2 3 3] instead"},
		{"transposed bias", nn.ConvTranspose2d(x, w.Slice(0, 0, 4, 1), two, nn.ConvTransposeOptions{Groups: 2}), "Given transposed=1, weight of size [4 2 3 3], expected bias to be 1-dimensional with 4 elements, but got bias of size [2 3] instead"},
		{"output padding", nn.ConvTranspose2d(x, w.Slice(0, 0, 4, 1), nil, nn.ConvTransposeOptions{OutputPadding: []int{1}}), "output padding must be smaller than either stride or dilation, but got output_padding=[1 1], stride=[1 1], dilation=[1 1]"},
		{"padding of more than there is", nn.ConvTranspose2d(x, w.Slice(0, 0, 4, 1), nil, nn.ConvTransposeOptions{Padding: []int{1, 4}}), "Given input size per channel: (5 x 5). Calculated output size per channel: (5 x -1). Output size is too small"},
		{"sizes of another rank", nn.Interpolate(two, []int{4, 4, 4}, nn.InterpolateOptions{}), "nn: interpolate: Input and output must have the same number of spatial dimensions, but got input of shape [2 3]"},
		{"no sizes", nn.Interpolate(two, nil, nn.InterpolateOptions{}), "and output size of []"},
		{"a size of 0", nn.Interpolate(two, []int{0}, nn.InterpolateOptions{}), "Input and output sizes should be greater than 0, but got input of shape [2 3] and output size of [0]"},
		{"an image without elements", nn.Interpolate(ramp(1, 2, 0), []int{3}, nn.InterpolateOptions{}), "Input and output sizes should be greater than 0"},
		{"a mode", nn.Interpolate(two, []int{3}, nn.InterpolateOptions{Mode: 9}), "mode 9 is none; it is InterpolateNearest, InterpolateNearestExact or InterpolateLinear"},
		{"corners of nearest elements", nn.Interpolate(two, []int{3}, nn.InterpolateOptions{AlignCorners: true}), "align_corners option can only be set with the interpolating modes: linear"},
		{"nil", nn.Conv2d(nil, w, nil, nn.ConvOptions{}), "nn: conv2d: "},
		{"a pool's rank", nn.MaxPool2d(two, []int{1}, nn.PoolOptions{}), "nn: max_pool2d: Expected 3D or 4D (batch mode) tensor, but got: [2 3]"},
		{"a pool without a size", nn.MaxPool2d(x, nil, nn.PoolOptions{}), "size must either be a single int, or a list of 2 ints"},
		{"a pool too large", nn.AvgPool2d(x, []int{6, 1}, nn.PoolOptions{}), "Given input size: (4x5x5). Calculated output size: (4x0x5). Output size is too small"},
		{"a pool's padding", nn.AvgPool2d(x, []int{3}, nn.PoolOptions{Padding: []int{2}}), "pad should be at most half of effective kernel size, but got pad=2, kernel_size=3 and dilation=1"},
		{"a dilated average", nn.AvgPool2d(x, []int{2}, nn.PoolOptions{Dilation: []int{2}}), "dilation=[2]; an average has none"},
		{"parts", nn.AdaptiveAvgPool2d(x, []int{2, 2, 2}), "size must be 2 numbers"},
		{"no mean", nn.BatchNorm(x, nil, nil, nil, nil, 1e-5), "the mean or the variance is nil; a batch's own are x.Mean(0, 2, 3) and x.Var(0, 2, 3)"},
		{"normalized shape", nn.LayerNorm(two, []int{2}, nil, nil, 0), "Given normalized_shape=[2], expected input to end with this shape, but got input of size [2 3]"},
		{"no normalized shape", nn.RMSNorm(two, nil, nil, 0), "Expected normalized_shape to be at least 1-dimensional"},
		{"a norm's weight", nn.LayerNorm(two, []int{3}, ramp(1, 2), nil, 0), "Expected weight to be of same shape as normalized_shape, but got weight of shape [2] and normalized_shape = [3]"},
		{"groups of channels", nn.GroupNorm(x, 3, nil, nil, 0), "Expected number of channels in input to be divisible by num_groups, but got input of shape [2 4 5 5] and num_groups=3"},
		{"a mean", nn.BatchNorm(x, ramp(1, 3), ramp(1, 4), nil, nil, 0), "running_mean should contain 4 elements, one for each channel, not shape [3]"},
		{"a target", nn.MSELoss(two, ramp(1, 3)), "nn: mse_loss: Target size [3] must be the same as input size [2 3]"},
		{"a delta", nn.HuberLoss(two, two, 0), "Huber loss does not support non-positive values for delta: 0"},
		{"labels", nn.CrossEntropy(two, labels(1, 2, 3)), "Expected target size [2], got [3] (input of shape [2 3])"},
		{"smoothing above 1", nn.CrossEntropyBy(two, labels(1, 2), nn.CrossEntropyOptions{Smoothing: 1.5}), "nn: cross_entropy: label_smoothing must be between 0.0 and 1.0. Got: 1.5"},
		{"weights of other classes", nn.CrossEntropyBy(two, labels(1, 2), nn.CrossEntropyOptions{Weights: ramp(1, 2)}), "either for all 3 classes or no classes but got weight tensor of shape: [2]"},
		{"labels of floats", nn.CrossEntropy(two, ramp(1, 2)), "the labels are float32, and have to be integers, the numbers of classes"},
		{"a table", nn.Embedding(x, labels(1)), "'weight' must be 2-D, but it has shape [2 4 5 5]"},
		{"weights of linear", nn.Linear(x, two, nil), "the input has shape [2 4 5 5] and the weights [2 3]"},
		{"keys", nn.ScaledDotProductAttention(two, ramp(1, 2, 4), two, nn.AttentionOptions{}), "queries and keys have to have one size, along their last axes: query [2 3], key [2 4], value [2 3]"},
		{"values", nn.ScaledDotProductAttention(two, two, ramp(1, 3, 3), nn.AttentionOptions{}), "there have to be as many values as keys"},
		{"mask and causal", nn.ScaledDotProductAttention(two, two, two, nn.AttentionOptions{Mask: two, Causal: true}), "Explicit attn_mask should not be set when is_causal=True"},
		{"a mask of integers", nn.ScaledDotProductAttention(two, two, two, nn.AttentionOptions{Mask: labels(1, 2)}), "Expected attn_mask dtype to be bool or float, but got int64"},
		{"heads", nn.ScaledDotProductAttention(ramp(1, 3, 2, 4), ramp(1, 2, 2, 4), ramp(1, 2, 2, 4), nn.AttentionOptions{}), "Number of heads in key and value must divide the number of heads in query: 2 and 3"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.of.Err(), c.want) })
	}
}

// No option panics, whatever the others are.
func TestHostileOptionsAreErrorsOrResults(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	list := func() (all []int) {
		for range r.IntN(4) {
			all = append(all, []int{0, 1, 2, 3, -1, math.MaxInt, math.MinInt, 1 << 29}[r.IntN(8)])
		}
		return all
	}
	x := []*tensor.Tensor{ramp(1, 2, 4, 5, 5), ramp(1, 4, 2, 3, 3), ramp(1, 4), ramp(1, 0, 2, 3), tensor.Ones(tensor.Bool, 1, 2, 2), ramp(1), nil, {}, tensor.Ones(tensor.Int8, 2, 2, 3),
		tensor.Ones(tensor.Float32, 1, 1).BroadcastTo(2, math.MaxInt/4), tensor.Ones(tensor.Float32, 1, 1, 1, 1).BroadcastTo(1, 2, 3, math.MaxInt/16)}
	small := true // what is read
	pick := func() *tensor.Tensor {
		i := r.IntN(len(x))
		small = small && i < len(x)-2
		return x[i]
	}
	for range 3000 {
		conv := nn.ConvOptions{Stride: list(), Padding: list(), Dilation: list(), Groups: r.IntN(4) - 1, Same: r.IntN(4) == 0}
		transposed := nn.ConvTransposeOptions{Stride: list(), Padding: list(), OutputPadding: list(), Dilation: list(), Groups: r.IntN(4) - 1}
		pool := nn.PoolOptions{Stride: list(), Padding: list(), Dilation: list(), CeilMode: r.IntN(2) == 0, CountIncludePad: r.IntN(2) == 0}
		small = true
		require.NotPanics(t, func() {
			for _, y := range []*tensor.Tensor{
				nn.Conv1d(pick(), pick(), pick(), conv), nn.Conv2d(pick(), pick(), pick(), conv),
				nn.ConvTranspose1d(pick(), pick(), pick(), transposed), nn.ConvTranspose2d(pick(), pick(), pick(), transposed),
				nn.Interpolate(pick(), list(), nn.InterpolateOptions{Mode: nn.InterpolateMode(r.IntN(4)), AlignCorners: r.IntN(3) == 0}),
				nn.MaxPool1d(pick(), list(), pool), nn.MaxPool2d(pick(), list(), pool),
				nn.AvgPool1d(pick(), list(), pool), nn.AvgPool2d(pick(), list(), pool), nn.LayerNorm(pick(), list(), pick(), pick(), 1), nn.RMSNorm(pick(), list(), pick(), 1),
				nn.GroupNorm(pick(), r.IntN(4)-1, pick(), pick(), 1), nn.BatchNorm(pick(), pick(), pick(), pick(), pick(), 1), nn.CrossEntropy(pick(), pick()),
				nn.MSELoss(pick(), pick()), nn.BCEWithLogits(pick(), pick()), nn.Embedding(pick(), pick()), nn.Linear(pick(), pick(), pick()),
				nn.AdaptiveAvgPool2d(pick(), list()), nn.ScaledDotProductAttention(pick(), pick(), pick(), nn.AttentionOptions{Mask: pick(), Causal: r.IntN(2) == 0}),
			} {
				if y.Err() == nil && y.Len() < 1000 && small {
					_, _ = y.Bytes()
				}
			}
		}, "%+v %+v", conv, pool)
	}
}
