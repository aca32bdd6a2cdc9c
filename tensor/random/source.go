package random

import (
	"fmt"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/tensor"
)

// Source makes random numbers for ordinary programs: each call takes the next key. The numbers of a
// program that calls one Source from one goroutine are the same in every run. Several goroutines may
// use a Source at once; which of them gets which key is then not known.
//
// A Source in a compiled function would give the same numbers in every call, so its tensors carry an
// error there. Give the function a Key.
type Source struct {
	key  Key
	next atomic.Uint64
}

// New returns the Source of a seed.
func New(seed uint64) *Source { return &Source{key: NewKey(seed)} }

// Key returns the next key.
func (g *Source) Key() Key {
	n := g.next.Add(1) - 1
	return g.key.FoldIn(uint32(n >> 32)).FoldIn(uint32(n))
}

// Bits is [Bits] of the next key.
func (g *Source) Bits(dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Bits", func(key Key) *tensor.Tensor { return Bits(key, dt, shape...) })
}

// Uniform is [Uniform] of the next key.
func (g *Source) Uniform(dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Uniform", func(key Key) *tensor.Tensor { return Uniform(key, dt, shape...) })
}

// Normal is [Normal] of the next key.
func (g *Source) Normal(dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Normal", func(key Key) *tensor.Tensor { return Normal(key, dt, shape...) })
}

// Exponential is [Exponential] of the next key.
func (g *Source) Exponential(dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Exponential", func(key Key) *tensor.Tensor { return Exponential(key, dt, shape...) })
}

// Gumbel is [Gumbel] of the next key.
func (g *Source) Gumbel(dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Gumbel", func(key Key) *tensor.Tensor { return Gumbel(key, dt, shape...) })
}

// TruncatedNormal is [TruncatedNormal] of the next key.
func (g *Source) TruncatedNormal(lo, hi any, dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("TruncatedNormal", func(key Key) *tensor.Tensor { return TruncatedNormal(key, lo, hi, dt, shape...) })
}

// Gamma is [Gamma] of the next key.
func (g *Source) Gamma(alpha any, dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Gamma", func(key Key) *tensor.Tensor { return Gamma(key, alpha, dt, shape...) })
}

// Beta is [Beta] of the next key.
func (g *Source) Beta(a, b any, dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Beta", func(key Key) *tensor.Tensor { return Beta(key, a, b, dt, shape...) })
}

// Poisson is [Poisson] of the next key.
func (g *Source) Poisson(rate any, dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Poisson", func(key Key) *tensor.Tensor { return Poisson(key, rate, dt, shape...) })
}

// Binomial is [Binomial] of the next key.
func (g *Source) Binomial(n, p any, dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Binomial", func(key Key) *tensor.Tensor { return Binomial(key, n, p, dt, shape...) })
}

// Categorical is [Categorical] of the next key.
func (g *Source) Categorical(logits *tensor.Tensor, axis int, shape ...int) *tensor.Tensor {
	return g.with("Categorical", func(key Key) *tensor.Tensor { return Categorical(key, logits, axis, shape...) })
}

// Integers is [Integers] of the next key.
func (g *Source) Integers(lo, hi int, dt tensor.DType, shape ...int) *tensor.Tensor {
	return g.with("Integers", func(key Key) *tensor.Tensor { return Integers(key, lo, hi, dt, shape...) })
}

// Bernoulli is [Bernoulli] of the next key.
func (g *Source) Bernoulli(p any, shape ...int) *tensor.Tensor {
	return g.with("Bernoulli", func(key Key) *tensor.Tensor { return Bernoulli(key, p, shape...) })
}

// Permutation is [Permutation] of the next key.
func (g *Source) Permutation(x any) *tensor.Tensor {
	return g.with("Permutation", func(key Key) *tensor.Tensor { return Permutation(key, x) })
}

// Choice is [Choice] of the next key.
func (g *Source) Choice(x any, shape ...int) *tensor.Tensor {
	return g.with("Choice", func(key Key) *tensor.Tensor { return Choice(key, x, shape...) })
}

// ChoiceBy is [ChoiceBy] of the next key.
func (g *Source) ChoiceBy(x any, how ChoiceOptions, shape ...int) *tensor.Tensor {
	return g.with("ChoiceBy", func(key Key) *tensor.Tensor { return ChoiceBy(key, x, how, shape...) })
}

// with makes numbers of the next key, unless a function is being compiled.
func (g *Source) with(name string, numbers func(key Key) *tensor.Tensor) *tensor.Tensor {
	if tensor.Recording() {
		return tensor.FromError(fmt.Errorf("random: Source.%s in a function that is being compiled: every call would get the same numbers; give the function a random.Key as an argument", name))
	}
	return numbers(g.Key())
}
