package random_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

func TestASourceGivesOtherNumbersInEachCallAndTheSameInEachRun(t *testing.T) {
	numbers := func() (all [][]float32) {
		g := random.New(5)
		for range 3 {
			all = append(all, data[float32](t, g.Normal(tensor.Float32, 4)))
		}
		return all
	}
	first := numbers()
	assert.Equal(t, first, numbers())
	assert.NotEqual(t, first[0], first[1])
	assert.NotEqual(t, first[1], first[2])
}

func TestEachCallOfASourceTakesAKey(t *testing.T) {
	g, h := random.New(8), random.New(8)
	logits := tensor.FromSlice([]float32{0, 1, 2})
	for _, pair := range [][2]*tensor.Tensor{
		{g.Bits(tensor.Uint8, 3), random.Bits(h.Key(), tensor.Uint8, 3)},
		{g.Uniform(tensor.Float32, 3), random.Uniform(h.Key(), tensor.Float32, 3)},
		{g.Normal(tensor.Float32, 3), random.Normal(h.Key(), tensor.Float32, 3)},
		{g.Exponential(tensor.Float32, 3), random.Exponential(h.Key(), tensor.Float32, 3)},
		{g.Integers(0, 9, tensor.Int8, 3), random.Integers(h.Key(), 0, 9, tensor.Int8, 3)},
		{g.Bernoulli(.5, 3), random.Bernoulli(h.Key(), .5, 3)},
		{g.Gumbel(tensor.Float32, 3), random.Gumbel(h.Key(), tensor.Float32, 3)},
		{g.TruncatedNormal(0, 1, tensor.Float32, 3), random.TruncatedNormal(h.Key(), 0, 1, tensor.Float32, 3)},
		{g.Gamma(2, tensor.Float32, 3), random.Gamma(h.Key(), 2, tensor.Float32, 3)},
		{g.Beta(2, 3, tensor.Float32, 3), random.Beta(h.Key(), 2, 3, tensor.Float32, 3)},
		{g.Poisson(4, tensor.Int32, 3), random.Poisson(h.Key(), 4, tensor.Int32, 3)},
		{g.Binomial(9, .5, tensor.Int32, 3), random.Binomial(h.Key(), 9, .5, tensor.Int32, 3)},
		{g.Categorical(logits, 0, 3), random.Categorical(h.Key(), logits, 0, 3)},
		{g.Permutation(9), random.Permutation(h.Key(), 9)},
		{g.Choice(9, 3), random.Choice(h.Key(), 9, 3)},
		{g.ChoiceBy(9, random.ChoiceOptions{Distinct: true}, 3), random.ChoiceBy(h.Key(), 9, random.ChoiceOptions{Distinct: true}, 3)},
	} {
		assert.Equal(t, floats(t, pair[1]), floats(t, pair[0]))
	}
}

func TestGoroutinesShareASource(t *testing.T) {
	g := random.New(1)
	var wait sync.WaitGroup
	var mu sync.Mutex
	seen := map[random.Key]bool{}
	for range 4 {
		wait.Go(func() {
			for range 100 {
				key := g.Key()
				mu.Lock()
				seen[key] = true
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	assert.Len(t, seen, 400)
}
