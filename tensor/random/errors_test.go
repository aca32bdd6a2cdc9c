package random_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

func TestMistakesAreErrorsThatSayTheWayOut(t *testing.T) {
	key, three := random.NewKey(1), tensor.Ones(tensor.Float32, 3)
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want string
	}{
		{"bits of floats", random.Bits(key, tensor.Float32, 3), "random: bits: bits of float32; they are of an unsigned integer dtype"},
		{"bits of no dtype", random.Bits(key, 99, 3), "no dtype"},
		{"a negative size", random.Bits(key, tensor.Uint32, -3), "-3"},
		{"a size beyond all memory", random.Uniform(key, tensor.Float32, math.MaxInt, 3), "has more than"},
		{"uniform integers", random.Uniform(key, tensor.Int32, 3), "random: uniform: numbers of int32; they are of a floating dtype"},
		{"normal integers", random.Normal(key, tensor.Int32, 3), "random: normal: numbers of int32; they are of a floating dtype"},
		{"exponential bools", random.Exponential(key, tensor.Bool, 3), "random: exponential: numbers of bool; they are of a floating dtype"},
		{"integers of floats", random.Integers(key, 0, 3, tensor.Float32, 3), "random: integers: elements of float32; they are of an integer dtype"},
		{"no integers", random.Integers(key, 3, 3, tensor.Int32, 3), "random: integers: from 3 up to but without 3; there are none"},
		{"integers that do not fit", random.Integers(key, 0, 257, tensor.Uint8, 3), "random: integers: 256 is no element of uint8"},
		{"negative integers", random.Integers(key, -1, 3, tensor.Uint64, 3), "random: integers: -1 is no element of uint64"},
		{"a probability above 1", random.Bernoulli(key, 1.5, 3), "random: bernoulli: a probability of 1.5; it is 0 to 1"},
		{"a whole probability above 1", random.Bernoulli(key, 2, 3), "random: bernoulli: a probability of 2; it is 0 to 1"},
		{"a float32 below 0", random.Bernoulli(key, float32(-1), 3), "random: bernoulli: a probability of -1; it is 0 to 1"},
		{"a probability that is no number", random.Bernoulli(key, math.NaN(), 3), "random: bernoulli: a probability of NaN"},
		{"gumbel integers", random.Gumbel(key, tensor.Int32, 3), "random: gumbel: numbers of int32; they are of a floating dtype"},
		{"bounds that are crossed", random.TruncatedNormal(key, 2, 1.5, tensor.Float32, 3), "random: truncated_normal: between 2 and 1.5; lo has to be below hi"},
		{"a bound that is no number", random.TruncatedNormal(key, math.NaN(), 1, tensor.Float32, 3), "random: truncated_normal: lo is NaN; it is a number"},
		{"a bound of text", random.TruncatedNormal(key, 0, "one", tensor.Float32, 3), "random: truncated_normal: hi: "},
		{"gamma of 0", random.Gamma(key, 0, tensor.Float32, 3), "random: gamma: alpha is 0; it is 1e-36 to 1e+38 in float32"},
		{"gamma integers", random.Gamma(key, 1, tensor.Int64, 3), "random: gamma: numbers of int64; they are of a floating dtype"},
		{"beta of a negative number", random.Beta(key, 1, -1., tensor.Float32, 3), "random: beta: b is -1; it is 1e-36 to 1e+38 in float32"},
		{"beta of a number that float32 cannot divide by", random.Beta(key, 1e-39, 1e-39, tensor.Float16, 3), "random: beta: a is 1e-39; it is 1e-36 to 1e+38 in float32"},
		{"gamma of a number beyond float64", random.Gamma(key, math.Inf(1), tensor.Float64, 3), "random: gamma: alpha is +Inf; it is 1e-300 to 1e+308 in float64"},
		{"more shape parameters than numbers", random.Gamma(key, three, tensor.Float32), "random: gamma: alpha of shape [3] does not broadcast to shape [] of the numbers; give them a shape that it broadcasts to, such as [3]"},
		{"more bounds than numbers", random.TruncatedNormal(key, 0, three, tensor.Float32, 1), "random: truncated_normal: hi of shape [3] does not broadcast to shape [1]"},
		{"another size of b", random.Beta(key, 1, three, tensor.Float32, 2), "random: beta: b of shape [3] does not broadcast to shape [2]"},
		{"more axes of rates than of numbers", random.Poisson(key, three.Reshape(1, 3), tensor.Int32, 3), "random: poisson: the rate of shape [1 3] does not broadcast to shape [3]"},
		{"more trials than numbers", random.Binomial(key, three, .5, tensor.Int32), "random: binomial: n of shape [3] does not broadcast to shape []"},
		{"more chances than numbers", random.Binomial(key, 3, three, tensor.Int32), "random: binomial: p of shape [3] does not broadcast to shape []"},
		{"more probabilities than bools", random.Bernoulli(key, three), "random: bernoulli: p of shape [3] does not broadcast to shape [] of the numbers; give them a shape that it broadcasts to, such as [3]"},
		{"a negative rate", random.Poisson(key, -.5, tensor.Int32, 3), "random: poisson: the rate is -0.5; it is 0 to 1.073741824e+09"},
		{"counts of bytes", random.Poisson(key, 3, tensor.Uint8, 3), "random: poisson: counts of uint8; they are of int32, int64 or a floating dtype"},
		{"half a trial", random.Binomial(key, 2.5, .5, tensor.Int32, 3), "random: binomial: n is 2.5; it is whole, and 0 to 2.147483647e+09"},
		{"a chance above 1", random.Binomial(key, 2, 1.5, tensor.Int32, 3), "random: binomial: p is 1.5; it is 0 to 1"},
		{"classes along no axis", random.Categorical(key, tensor.Zeros(tensor.Float32, 2, 3), 2), "random: categorical: axis 2 of logits of shape [2 3]; it is from -2 to 1"},
		{"classes along an axis of no axes", random.Categorical(key, tensor.Scalar(1.), 0), "random: categorical: logits of no axes; reshape them with Reshape(1)"},
		{"no classes", random.Categorical(key, tensor.Zeros(tensor.Float32, 2, 0), 1), "random: categorical: logits of shape [2 0] have no classes along axis 1"},
		{"logits of integers", random.Categorical(key, tensor.Zeros(tensor.Int32, 2), 0), "random: categorical: numbers of int32; they are of a floating dtype"},
		{"a shape that logits do not fit", random.Categorical(key, tensor.Zeros(tensor.Float32, 2, 3), 1, 5), "random: categorical: the logits: The expanded size"},
		{"a probability of text", random.Bernoulli(key, "half", 3), "random: bernoulli: p: the value is a string; it is a number or a bool"},
		{"a whole probability", random.Bernoulli(key, 2, 3), "random: bernoulli: a probability of 2; it is 0 to 1"},
		{"a parameter that carries an error", random.Gamma(key, three.Reshape(2), tensor.Float32, 3), "tensor: reshape: shape '[2]' is invalid"},
		{"a parameter that is nil", random.Poisson(key, (*tensor.Tensor)(nil), tensor.Int32, 3), "random: poisson: nil tensor"},
		{"normal numbers of a negative size", random.Normal(key, tensor.Float32, -3), "random: normal: size -3 of axis 0 is negative"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.of.Err(), c.want) })
	}
	assert.Empty(t, key.Split(-1))
	assert.Empty(t, key.Split(math.MaxInt))
}
