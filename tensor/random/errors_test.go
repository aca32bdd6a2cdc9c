package random_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

func TestMistakesAreErrorsThatSayTheWayOut(t *testing.T) {
	key := random.NewKey(1)
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want string
	}{
		{"bits of floats", random.Bits(key, tensor.Float32, 3), "tensor: bits: bits of float32; they are of an unsigned integer dtype"},
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
		{"a probability that is no number", random.Bernoulli(key, math.NaN(), 3), "random: bernoulli: a probability of NaN"},
		{"a probability of text", random.Bernoulli(key, "half", 3), "a string"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.of.Err(), c.want) })
	}
	assert.Empty(t, key.Split(-1))
	assert.Empty(t, key.Split(math.MaxInt))
}
