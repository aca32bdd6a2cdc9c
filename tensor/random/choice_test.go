package random_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// orders are choices whose order is that of a sort.
var orders = []struct {
	name string
	of   func(key random.Key) *tensor.Tensor
}{
	{"a permutation of numbers", func(key random.Key) *tensor.Tensor { return random.Permutation(key, 1000) }},
	{"a permutation of rows", func(key random.Key) *tensor.Tensor {
		return random.Permutation(key, random.Uniform(key.FoldIn(1), tensor.Float16, 500, 2))
	}},
	{"a choice without replacement", func(key random.Key) *tensor.Tensor {
		return random.ChoiceBy(key, 1000, random.ChoiceOptions{Distinct: true}, 5, 8)
	}},
	{"a choice by weight without replacement", func(key random.Key) *tensor.Tensor {
		return random.ChoiceBy(key, 1000, random.ChoiceOptions{Distinct: true, Weights: random.Uniform(key.FoldIn(1), tensor.Float32, 1000)}, 500)
	}},
}

func TestOrdersHaveTheSameBitsEverywhere(t *testing.T) {
	key, devices := random.NewKey(70), openAll(t)
	for _, c := range orders {
		t.Run(c.name, func(t *testing.T) {
			of := func() *tensor.Tensor { return c.of(key) }
			want := bytesOn(t, cpu.New(), of)
			assert.Equal(t, want, bytesOn(t, customdevice.New(), of))
			for _, d := range devices {
				var refused error
				if got := bytesOn(t, d, func() *tensor.Tensor {
					y := of()
					if refused = y.Err(); errors.Is(refused, errors.ErrUnsupported) {
						return tensor.Zeros(tensor.Bool)
					}
					return y
				}); refused != nil {
					t.Logf("%v: %v", d, refused)
				} else {
					assert.Equal(t, want, got, "%v", d)
				}
			}
		})
	}
}

func TestAPermutationHasEachElementOnce(t *testing.T) {
	all := data[int64](t, random.Permutation(random.NewKey(3), 1000))
	assert.NotEqual(t, all, data[int64](t, random.Permutation(random.NewKey(4), 1000)))
	slices.Sort(all)
	assert.Equal(t, data[int64](t, tensor.Arange[int64](0, 1000, 1)), all)
	rows := tensor.Arange[int32](0, 12, 1).Reshape(6, 2)
	order := random.Permutation(random.NewKey(3), 6)
	assert.Equal(t, data[int32](t, rows.Take(0, order)), data[int32](t, random.Permutation(random.NewKey(3), rows)))
	assert.Empty(t, data[int64](t, random.Permutation(random.NewKey(3), 0)))
}

// The counts of 24 orders are those of a fair die.
func TestEachPermutationIsAsLikelyAsTheOthers(t *testing.T) {
	const tries = 24_000
	counts := map[string]int{}
	for i := range uint32(tries / 8) {
		for _, key := range random.NewKey(12).FoldIn(i).Split(8) {
			counts[random.Permutation(key, 4).String()]++
		}
	}
	assert.Len(t, counts, 24)
	checkCounts(t, slices.Repeat([]float64{1. / 24}, 24), values(counts))
}

func values(counts map[string]int) (all []float64) {
	for _, n := range counts {
		all = append(all, float64(n))
	}
	return all
}

// checkCounts compares counts with probabilities by chi-square.
func checkCounts(t *testing.T, probabilities, counts []float64) {
	t.Helper()
	require.Len(t, counts, len(probabilities))
	n, chi, kinds := 0.0, 0.0, 0.0
	for _, count := range counts {
		n += count
	}
	for i, p := range probabilities {
		if p == 0 {
			assert.Zero(t, counts[i])
			continue
		}
		kinds++
		chi += (counts[i] - n*p) * (counts[i] - n*p) / (n * p)
	}
	assert.InDelta(t, kinds-1, chi, 5*math.Sqrt(2*kinds))
}

func TestElementsAreChosenByWeight(t *testing.T) {
	n := samples() / 4
	weights := []float32{0, 1, 2, 0, 5, 2, 0}
	of := tensor.FromSlice(weights)
	var share []float64
	for _, w := range weights {
		share = append(share, float64(w)/10)
	}
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		due  []float64
	}{
		{"alike", random.Choice(random.NewKey(1), 7, n), slices.Repeat([]float64{1. / 7}, 7)},
		{"by float32", random.ChoiceBy(random.NewKey(2), 7, random.ChoiceOptions{Weights: of}, n), share},
		{"by integers", random.ChoiceBy(random.NewKey(3), 7, random.ChoiceOptions{Weights: of.AsType(tensor.Uint8)}, n), share},
		{"by tiny weights", random.ChoiceBy(random.NewKey(4), 7, random.ChoiceOptions{Weights: of.AsType(tensor.Float64).Mul(1e-300)}, n), share},
		{"by subnormal weights", random.ChoiceBy(random.NewKey(5), 7, random.ChoiceOptions{Weights: of.AsType(tensor.Float64).Gt(4).AsType(tensor.Float64).Mul(5e-324)}, 20), []float64{0, 0, 0, 0, 1, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) { checkCounts(t, c.due, floats(t, c.of.Bincount(7))) })
	}
}

// The probability of a pair without replacement is that of one element, times that of the other among
// those that are left.
func TestPairsAreChosenByWeightWithoutReplacement(t *testing.T) {
	const tries = 10_000
	weights := []float64{3, 0, 1, 2}
	var due []float64
	for i, a := range weights {
		for j, b := range weights {
			if i == j {
				b = 0
			}
			due = append(due, a/6*b/(6-a))
		}
	}
	how, pairs := random.ChoiceOptions{Weights: tensor.FromSlice(weights), Distinct: true}, make([]float64, 16)
	choose := tensor.Compile(func(key random.Key) *tensor.Tensor { return random.ChoiceBy(key, 4, how, 2) })
	for i := range uint32(tries) {
		pair := data[int64](t, choose.Call(random.NewKey(2).FoldIn(i)))
		pairs[4*pair[0]+pair[1]]++
	}
	checkCounts(t, due, pairs)
}

// Of this key a light element has 23 bits that are 0: with no others its time would be 0.
func TestARaceIsFinerThanTheBitsOfExponentialNumbers(t *testing.T) {
	const n = 1 << 12
	key := random.NewKey(844)
	assert.Less(t, data[uint64](t, key.Bits(tensor.Uint64, n).Slice(0, 1, n, 1).Min())[0], uint64(1<<41))
	weights := tensor.Concat(0, tensor.Full(1e9, 1), tensor.Ones(tensor.Float64, n-1))
	first := random.ChoiceBy(key, n, random.ChoiceOptions{Weights: weights, Distinct: true}, 1)
	assert.Equal(t, []int64{0}, data[int64](t, first))
}

func TestChoicesHaveTheirShapeAndDtype(t *testing.T) {
	x, key := tensor.Arange[uint8](0, 12, 1).Reshape(4, 3), random.NewKey(1)
	weights := tensor.FromSlice([]float32{0, 1, 0, 0})
	for _, c := range []struct {
		name  string
		of    *tensor.Tensor
		dt    tensor.DType
		shape []int
	}{
		{"of numbers", random.Choice(key, 9, 2, 3), tensor.Int64, []int{2, 3}},
		{"one number", random.Choice(key, 9), tensor.Int64, []int{}},
		{"no number", random.Choice(key, 9, 0, 2), tensor.Int64, []int{0, 2}},
		{"rows", random.Choice(key, x, 2, 5), tensor.Uint8, []int{2, 5, 3}},
		{"all rows once", random.ChoiceBy(key, x, random.ChoiceOptions{Distinct: true}, 2, 2), tensor.Uint8, []int{2, 2, 3}},
		{"rows by weight", random.ChoiceBy(key, x, random.ChoiceOptions{Weights: weights}, 2), tensor.Uint8, []int{2, 3}},
		{"a row by weight, once", random.ChoiceBy(key, x, random.ChoiceOptions{Weights: weights, Distinct: true}, 1), tensor.Uint8, []int{1, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.dt, c.of.DType())
			assert.Equal(t, c.shape, c.of.Shape())
			data[uint8](t, c.of.AsType(tensor.Uint8))
		})
	}
	got := random.ChoiceBy(key, x, random.ChoiceOptions{Weights: weights}, 2)
	assert.Equal(t, []uint8{3, 4, 5, 3, 4, 5}, data[uint8](t, got))
}

func TestAChoiceThatCannotBeIsAnError(t *testing.T) {
	key := random.NewKey(1)
	by := func(distinct bool, shape int, weights ...float32) *tensor.Tensor {
		return random.ChoiceBy(key, 3, random.ChoiceOptions{Weights: tensor.FromSlice(weights), Distinct: distinct}, shape)
	}
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	const outside = "index 3 is out of bounds for axis 0 with size 3"
	const wrong = "choice: the weights: " + outside
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want string
	}{
		{"of nothing", random.Choice(key, 0, 2), "random: choice: of no elements"},
		{"of fewer", random.Permutation(key, -1), "random: permutation: of -1 elements; it is 0 or more"},
		{"of text", random.Permutation(key, "all"), "random: permutation: of a string; it is an int, or a *tensor.Tensor"},
		{"of a tensor without axes", random.Choice(key, tensor.Scalar(3)), "random: choice: the tensor has no axes; reshape it with Reshape(1)"},
		{"of a tensor with an error", random.Permutation(key, tensor.FromError(nil)), "tensor: from error: nil error"},
		{"more than there are", random.ChoiceBy(key, 3, random.ChoiceOptions{Distinct: true}, 2, 2), "random: choice: 4 of 3 elements (shape [2 2]), and none may come twice; leave out Distinct"},
		{"a negative size", random.ChoiceBy(key, 3, random.ChoiceOptions{Distinct: true}, -2), "random: choice: "},
		{"other weights", by(false, 1, 1, 2), "random: choice: the weights have shape [2], and are those of 3 elements; they have to have one axis of this size"},
		{"weights with an error", random.ChoiceBy(key, 3, random.ChoiceOptions{Weights: tensor.FromError(nil)}), "tensor: from error: nil error"},
		{"a negative weight", by(false, 1, 1, -1, 3), wrong},
		{"a negative weight, once", by(true, 1, 1, -1, 3), wrong},
		{"a weight that is NaN", by(false, 1, 1, nan, 3), wrong},
		{"a weight that is NaN, once", by(true, 1, 1, nan, 3), wrong},
		{"an infinite weight", by(false, 1, 1, inf, 3), wrong},
		{"an infinite weight, once", by(true, 1, 1, inf, 3), wrong},
		{"no weight", by(false, 1, 0, 0, 0), wrong},
		{"too few weights", by(true, 2, 0, 1, 0), outside},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.of.Bytes()
			assert.ErrorContains(t, err, c.want)
		})
	}
}
