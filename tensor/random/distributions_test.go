package random_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// some is how many numbers a statistic of a distribution with many steps has.
func some() int {
	if devicetest.Thorough() {
		return 1_000_000
	}
	return 100_000
}

func normalBelow(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func TestContinuousNumbersHaveTheirDistribution(t *testing.T) {
	n, inf := some(), math.Inf(1)
	truncated := func(lo, hi float64) func(x float64) float64 {
		return func(x float64) float64 { // by the tails, which have more digits
			return (normalBelow(-lo) - normalBelow(-x)) / (normalBelow(-lo) - normalBelow(-hi))
		}
	}
	erlang := func(k int) func(x float64) float64 {
		return func(x float64) float64 {
			sum, term := 0.0, math.Exp(-x)
			for i := range k {
				sum += term
				term *= x / float64(i+1)
			}
			return 1 - sum
		}
	}
	for i, c := range []struct {
		name           string
		of             func(key random.Key) *tensor.Tensor
		cdf            func(x float64) float64
		mean, variance float64
		lo, hi         float64
	}{
		{"gumbel", func(key random.Key) *tensor.Tensor { return random.Gumbel(key, tensor.Float32, n) },
			func(x float64) float64 { return math.Exp(-math.Exp(-x)) }, 0.5772156649, math.Pi * math.Pi / 6, -4, 17},
		{"gumbel float64", func(key random.Key) *tensor.Tensor { return random.Gumbel(key, tensor.Float64, n) },
			func(x float64) float64 { return math.Exp(-math.Exp(-x)) }, 0.5772156649, math.Pi * math.Pi / 6, -4, 38},
		{"normal from -1 to 2", func(key random.Key) *tensor.Tensor { return random.TruncatedNormal(key, -1, 2, tensor.Float32, n) },
			truncated(-1, 2), 0.2296371791, 0.5197926, -1, 2},
		{"normal from 5 on", func(key random.Key) *tensor.Tensor { return random.TruncatedNormal(key, 5, inf, tensor.Float32, n) },
			truncated(5, inf), 5.1865035, 0.0326959, 5, 12},
		{"normal to -5, by tensors", func(key random.Key) *tensor.Tensor {
			return random.TruncatedNormal(key, tensor.Full(-inf, 1), tensor.Full(-5., 1), tensor.Float64, n).Neg()
		}, truncated(5, inf), 5.1865035, 0.0326959, 5, 12},
		{"gamma of 1", func(key random.Key) *tensor.Tensor { return random.Gamma(key, 1, tensor.Float32, n) }, erlang(1), 1, 1, 0, 40},
		{"gamma of 4", func(key random.Key) *tensor.Tensor { return random.Gamma(key, 4, tensor.Float64, n) }, erlang(4), 4, 4, 0, 60},
		{"gamma of 1/2", func(key random.Key) *tensor.Tensor { return random.Gamma(key, .5, tensor.Float32, n) },
			func(x float64) float64 { return math.Erf(math.Sqrt(x)) }, .5, .5, 0, 40},
		{"gamma of a tensor", func(key random.Key) *tensor.Tensor {
			x := random.Gamma(key, tensor.FromSlice([]float32{.5, 1}).Reshape(2, 1), tensor.Float32, 2, n/2)
			return tensor.Concat(0, x.Index(0, 0).Sqrt().Erf().Neg().Log1p().Neg(), x.Index(0, 1)) // both exponential
		}, erlang(1), 1, 1, 0, 40},
		{"beta of 2 and 3", func(key random.Key) *tensor.Tensor { return random.Beta(key, 2, 3, tensor.Float32, n) },
			func(x float64) float64 { return x * x * (6 - 8*x + 3*x*x) }, .4, .04, 0, 1},
		{"beta of 1/2 and 1/2", func(key random.Key) *tensor.Tensor { return random.Beta(key, .5, .5, tensor.Float64, n) },
			func(x float64) float64 { return math.Asin(math.Sqrt(x)) * 2 / math.Pi }, .5, .125, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := floats(t, c.of(random.NewKey(uint64(i)+40)))
			got, deviation := moments(x), math.Sqrt(c.variance/float64(len(x)))
			assert.InDelta(t, c.mean, got[0], 5*deviation)
			assert.InDelta(t, c.variance, got[1], 5*c.variance*math.Sqrt((got[3]-1)/float64(len(x))))
			for k, v := range x {
				if v < c.lo || v > c.hi {
					t.Fatalf("%v is not from %v to %v", v, c.lo, c.hi)
				}
				x[k] = min(max(c.cdf(v), 0), 1-0x1p-53)
			}
			checkUniform(t, x)
		})
	}
}

func TestCountsHaveTheirDistribution(t *testing.T) {
	n := some() / 4
	poisson := func(rate float64) func(k float64) float64 {
		return func(k float64) float64 {
			l, _ := math.Lgamma(k + 1)
			return math.Exp(k*math.Log(rate) - rate - l)
		}
	}
	binomial := func(n, p float64) func(k float64) float64 {
		return func(k float64) float64 {
			a, _ := math.Lgamma(n + 1)
			b, _ := math.Lgamma(k + 1)
			c, _ := math.Lgamma(n - k + 1)
			return math.Exp(a - b - c + k*math.Log(p) + (n-k)*math.Log1p(-p))
		}
	}
	logits := tensor.FromSlice([]float32{0, 0, float32(math.Inf(-1)), 0, float32(math.Log(3)), 0, 1, 0}, 4, 2)
	for i, c := range []struct {
		name   string
		of     func(key random.Key) *tensor.Tensor
		mass   func(k float64) float64
		lo, hi int // of the counts that are likely enough to be compared
	}{
		{"poisson of .1", func(key random.Key) *tensor.Tensor { return random.Poisson(key, .1, tensor.Int32, n) }, poisson(.1), 0, 3},
		{"poisson of 9.5", func(key random.Key) *tensor.Tensor { return random.Poisson(key, 9.5, tensor.Int64, n) }, poisson(9.5), 1, 22},
		{"poisson of 10", func(key random.Key) *tensor.Tensor { return random.Poisson(key, 10, tensor.Float32, n) }, poisson(10), 1, 22},
		{"poisson of 400", func(key random.Key) *tensor.Tensor { return random.Poisson(key, 400, tensor.Float32, n) }, poisson(400), 330, 470},
		{"poisson of a tensor", func(key random.Key) *tensor.Tensor {
			return random.Poisson(key, tensor.FromSlice([]float64{30, 30}), tensor.Int32, n/2, 2)
		}, poisson(30), 12, 50},
		{"binomial of 4 and 1/2", func(key random.Key) *tensor.Tensor { return random.Binomial(key, 4, .5, tensor.Int32, n) }, binomial(4, .5), 0, 4},
		{"binomial of 1000 and .002", func(key random.Key) *tensor.Tensor { return random.Binomial(key, 1000, .002, tensor.Int32, n) }, binomial(1000, .002), 0, 9},
		{"binomial of 25 and .6", func(key random.Key) *tensor.Tensor { return random.Binomial(key, 25, .6, tensor.Float32, n) }, binomial(25, .6), 5, 24},
		{"binomial of 1000 and .7", func(key random.Key) *tensor.Tensor { return random.Binomial(key, 1000, .7, tensor.Int64, n) }, binomial(1000, .7), 645, 755},
		{"binomial of tensors", func(key random.Key) *tensor.Tensor {
			return random.Binomial(key, tensor.FromSlice([]int32{50}), tensor.FromSlice([]float32{.5}), tensor.Int32, n)
		}, binomial(50, .5), 12, 38},
		{"categorical", func(key random.Key) *tensor.Tensor { return random.Categorical(key, logits, 0, n, 2).Slice(1, 0, 1, 1) },
			func(k float64) float64 { return []float64{1, 0, 3, math.E}[int(k)] / (4 + math.E) }, 0, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := floats(t, c.of(random.NewKey(uint64(i)+60)).Reshape(-1))
			var shares []float64
			inside := 0.0
			for k := c.lo; k <= c.hi; k++ {
				shares = append(shares, c.mass(float64(k)))
				inside += shares[len(shares)-1]
			}
			counts := make([]float64, len(shares))
			for _, v := range x {
				if k := int(v) - c.lo; k >= 0 && k < len(counts) {
					counts[k]++
				}
			}
			for k := range shares {
				shares[k] /= inside
			}
			checkCounts(t, shares, counts)
		})
	}
}

func TestParametersAtTheEdgeGiveTheOnlyNumber(t *testing.T) {
	key, nan, inf := random.NewKey(2), math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want []float64
	}{
		{"a rate of 0", random.Poisson(key, 0, tensor.Int32, 3), []float64{0, 0, 0}},
		{"rates", random.Poisson(key, tensor.FromSlice([]float64{0, -1, nan, inf}), tensor.Float32, 4), []float64{0, nan, nan, nan}},
		{"rates of integers", random.Poisson(key, tensor.FromSlice([]float32{0, -1}), tensor.Int64, 2), []float64{0, -1}},
		{"no trial", random.Binomial(key, 0, .5, tensor.Int32, 2), []float64{0, 0}},
		{"no chance", random.Binomial(key, 1000, 0, tensor.Int32, 2), []float64{0, 0}},
		{"certainty", random.Binomial(key, 1000, 1, tensor.Int32, 2), []float64{1000, 1000}},
		{"trials", random.Binomial(key, tensor.FromSlice([]float64{7, -1, 1.5, nan, inf}), 1, tensor.Float64, 5), []float64{7, nan, nan, nan, nan}},
		{"chances", random.Binomial(key, 50, tensor.FromSlice([]float64{0, 1, -.5, 1.5, nan}), tensor.Float64, 5), []float64{0, 50, nan, nan, nan}},
		{"chances hardly below 0 and above 1", random.Binomial(key, 50, tensor.FromSlice([]float32{-1e-9, 1 + 1e-7}), tensor.Int32, 2), []float64{-1, -1}},
		{"rates beyond int32", random.Poisson(key, tensor.FromSlice([]float64{1<<30 + 1, 1 << 40}), tensor.Int32, 2), []float64{-1, -1}},
		{"rates beyond int32 in float32", random.Poisson(key, tensor.FromSlice([]float32{1<<30 + 128, 1 << 31}), tensor.Int32, 2), []float64{-1, -1}},
		{"rates beyond the digits", random.Poisson(key, tensor.FromSlice([]float64{1 << 51, 1 << 62}), tensor.Int64, 2), []float64{-1, -1}},
		{"trials of int32", random.Binomial(key, tensor.FromSlice([]float64{1<<31 - 1, 1 << 31}), 1, tensor.Int32, 2), []float64{1<<31 - 1, -1}},
		{"trials of int32 in float32", random.Binomial(key, tensor.FromSlice([]float32{1<<31 - 128, 1 << 31}), 1, tensor.Int32, 2), []float64{1<<31 - 128, -1}},
		{"trials beyond the digits", random.Binomial(key, tensor.FromSlice([]float32{1 << 50, 1 << 51}), 1, tensor.Int64, 2), []float64{1 << 50, -1}},
		{"gamma", random.Gamma(key, tensor.FromSlice([]float64{0, -1, nan, 1e-39, inf}), tensor.Float32, 5), []float64{nan, nan, nan, nan, nan}},
		{"beta", random.Beta(key, 1, tensor.FromSlice([]float64{0, -1, nan, 1e-310, inf}), tensor.Float64, 5), []float64{nan, nan, nan, nan, nan}},
		{"beyond the digits", random.TruncatedNormal(key, 40, inf, tensor.Float32, 2), []float64{nan, nan}},
		{"one class", random.Categorical(key, tensor.FromSlice([]float32{3}), 0, 2), []float64{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := floats(t, c.of); assert.Len(t, got, len(c.want)) {
				for i, want := range c.want {
					assert.True(t, got[i] == want || got[i] != got[i] && want != want, "%v, not %v", got[i], want)
				}
			}
		})
	}
}

func TestBetaOfTheLeastAndTheGreatestNumbersIsInItsRange(t *testing.T) {
	for _, c := range []struct {
		name            string
		dt              tensor.DType
		least, greatest float64
	}{{"float16", tensor.Float16, 1e-36, 1e38}, {"float32", tensor.Float32, 1e-36, 1e38}, {"float64", tensor.Float64, 1e-300, 1e308}} {
		t.Run(c.name, func(t *testing.T) {
			const n = 4000
			deviation := math.Sqrt(.25 / n)
			mean := 0.0
			for i, x := range floats(t, random.Beta(random.NewKey(3), c.least, tensor.Full(c.least, 1), c.dt, n)) {
				if x != 0 && x != 1 {
					t.Fatalf("%v at %d is not 0 or 1", x, i)
				}
				mean += x / n
			}
			assert.InDelta(t, .5, mean, 5*deviation)
			for _, x := range floats(t, random.Beta(random.NewKey(4), c.greatest, c.greatest, c.dt, 50)) {
				assert.InDelta(t, .5, x, 1e-5)
			}
		})
	}
}

func TestEqualLogitsOfHalvesGiveEachClassAsOften(t *testing.T) {
	const n, classes = 20_000, 100
	for _, dt := range []tensor.DType{tensor.Float16, tensor.BFloat16} {
		t.Run(dt.String(), func(t *testing.T) {
			shares, counts := make([]float64, classes), make([]float64, classes)
			for i := range shares {
				shares[i] = 1. / classes
			}
			for _, class := range data[int64](t, random.Categorical(random.NewKey(9), tensor.Full(1000., classes).AsType(dt), 0, n)) {
				counts[class]++
			}
			checkCounts(t, shares, counts)
		})
	}
}

func TestLogitsFarFrom0KeepTheirProbabilities(t *testing.T) {
	const n = 20_000
	for _, far := range []float32{1e8, -1e8} {
		logits, counts := tensor.FromSlice([]float32{far, far, float32(math.Inf(-1)), far}), make([]float64, 4)
		for _, class := range data[int64](t, random.Categorical(random.NewKey(9), logits, 0, n)) {
			counts[class]++
		}
		assert.Zero(t, counts[2])
		checkCounts(t, []float64{1. / 3, 1. / 3, 1. / 3}, []float64{counts[0], counts[1], counts[3]})
	}
	first := tensor.FromSlice([]float32{0, float32(math.Inf(1)), float32(math.NaN())})
	assert.Equal(t, []int64{2, 2}, data[int64](t, random.Categorical(random.NewKey(9), first, 0, 2)), "NaN is the greatest")
	assert.Equal(t, []int64{1, 1}, data[int64](t, random.Categorical(random.NewKey(9), first.Slice(0, 0, 2, 1), 0, 2)))
}

// The first number of a gamma distribution that is accepted, by the formulas of Marsaglia and Tsang.
func TestGammaIsTheFirstNumberThatIsAccepted(t *testing.T) {
	const n, alpha = 200, 1.5
	key := random.NewKey(77)
	got, missing := floats(t, random.Gamma(key, alpha, tensor.Float32, n)), n
	d := alpha - 1./3
	for try := range uint32(12) {
		bits := key.FoldIn(try).Bits(tensor.Uint64, n)
		normal := floats(t, tensor.Apply("random_normal", bits.BitwiseRightShift(32).AsType(tensor.Uint32)))
		exponential := floats(t, tensor.Apply("random_exponential", bits.AsType(tensor.Uint32)))
		for i, x := range normal {
			v := math.Pow(1+x/math.Sqrt(9*d), 3)
			if got[i] > 0 && v > 0 && -exponential[i] < x*x/2+d-d*v+d*math.Log(v) {
				assert.InEpsilon(t, d*v, got[i], 1e-5)
				got[i] = 0
				missing--
			}
		}
	}
	assert.Zero(t, missing)
}

func TestGumbelAndCategoricalAreWhatTheirDocSays(t *testing.T) {
	key := random.NewKey(5)
	u := floats(t, random.Uniform(key, tensor.Float32, 40))
	got := floats(t, random.Gumbel(key, tensor.Float32, 40))
	for i := range u {
		assert.InDelta(t, -math.Log(-math.Log(u[i]+0x1p-24)), got[i], 1e-5)
	}
	logits := tensor.FromSlice([]float32{1, 2, 3, 4, 0, 1}, 2, 3)
	want := random.Gumbel(key, tensor.Float32, 20, 2, 3).Add(logits.Sub(logits.Along(1).Keep().Max())).Argmax(-1)
	assert.Equal(t, data[int64](t, want), data[int64](t, random.Categorical(key, logits, -1, 20, 2)))
	assert.Equal(t, []int{2}, random.Categorical(key, logits, 1).Shape())
	assert.Equal(t, []int{3}, random.Categorical(key, logits, 0).Shape())
}

// Sums of exponential numbers count the arrivals of a Poisson process.
func TestPoissonOfASmallRateCountsArrivals(t *testing.T) {
	key := random.NewKey(8)
	got := data[int32](t, random.Poisson(key, 2.5, tensor.Int32, 50))
	var times [50]float32
	var counts [50]int32
	for block := range uint32(20) {
		bits := key.FoldIn(block).Bits(tensor.Uint64, 50)
		for _, words := range []*tensor.Tensor{bits.BitwiseRightShift(32), bits} {
			for i, e := range data[float32](t, tensor.Apply("random_exponential", words.AsType(tensor.Uint32))) {
				if times[i] += e; times[i] < 2.5 {
					counts[i]++
				}
			}
		}
	}
	assert.Equal(t, counts[:], got)
}
