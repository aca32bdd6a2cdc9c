package random_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// samples is how many numbers a statistic has.
func samples() int {
	switch {
	case devicetest.Thorough():
		return 10_000_000
	case testing.Short():
		return 100_000
	}
	return 1_000_000
}

// bins is how many intervals of the same probability a test counts numbers in.
const bins = 1 << 12

// checkUniform checks numbers that should be uniform from 0 to 1: the counts of intervals by chi-square,
// and their sums by Kolmogorov and Smirnov. The seeds are fixed, so a test cannot fail by chance.
func checkUniform(t *testing.T, u []float64) {
	t.Helper()
	n, counts := float64(len(u)), [bins]int{}
	for _, x := range u {
		if x < 0 || x >= 1 {
			t.Fatalf("%v is not from 0 to 1", x)
		}
		counts[int(x*bins)]++
	}
	chi, sum, distance := 0.0, 0.0, 0.0
	for i, count := range counts {
		due := n / bins
		chi += (float64(count) - due) * (float64(count) - due) / due
		sum += float64(count)
		distance = max(distance, math.Abs(sum/n-float64(i+1)/bins))
	}
	assert.InDelta(t, bins-1, chi, 5*math.Sqrt(2*(bins-1)), "chi-square")
	assert.Less(t, distance*math.Sqrt(n), 2.2, "Kolmogorov and Smirnov")
}

// moments are the mean, the variance, the skewness and the kurtosis.
func moments(x []float64) (m [4]float64) {
	n := float64(len(x))
	for _, v := range x {
		m[0] += v / n
	}
	for _, v := range x {
		d := v - m[0]
		m[1] += d * d / n
		m[2] += d * d * d / n
		m[3] += d * d * d * d / n
	}
	m[2], m[3] = m[2]/math.Pow(m[1], 1.5), m[3]/(m[1]*m[1])
	return m
}

// correlation is that of x and y, whose variance is 1.
func correlation(x, y []float64) (r float64) {
	mx, my := moments(x)[0], moments(y)[0]
	for i := range y {
		r += (x[i] - mx) * (y[i] - my) / float64(len(y))
	}
	return r
}

func TestNumbersHaveTheirDistribution(t *testing.T) {
	normal := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	exponential := func(x float64) float64 { return -math.Expm1(-x) }
	n := samples()
	for i, c := range []struct {
		name    string
		of      func(key random.Key) *tensor.Tensor
		cdf     func(x float64) float64
		moments [4]float64
		spread  float64 // of the variance and the moments after it, in units of a normal mean's deviation
	}{
		{"uniform float32", func(key random.Key) *tensor.Tensor { return random.Uniform(key, tensor.Float32, n) },
			func(x float64) float64 { return x }, [4]float64{.5, 1. / 12, 0, 1.8}, 2},
		{"uniform float64", func(key random.Key) *tensor.Tensor { return random.Uniform(key, tensor.Float64, n) },
			func(x float64) float64 { return x }, [4]float64{.5, 1. / 12, 0, 1.8}, 2},
		{"normal float32", func(key random.Key) *tensor.Tensor { return random.Normal(key, tensor.Float32, n) },
			normal, [4]float64{0, 1, 0, 3}, 5},
		{"normal float64", func(key random.Key) *tensor.Tensor { return random.Normal(key, tensor.Float64, n) },
			normal, [4]float64{0, 1, 0, 3}, 5},
		{"exponential float32", func(key random.Key) *tensor.Tensor { return random.Exponential(key, tensor.Float32, n) },
			exponential, [4]float64{1, 1, 2, 9}, 60},
		{"exponential float64", func(key random.Key) *tensor.Tensor { return random.Exponential(key, tensor.Float64, n) },
			exponential, [4]float64{1, 1, 2, 9}, 60},
		{"bits of uint64", func(key random.Key) *tensor.Tensor {
			return random.Bits(key, tensor.Uint64, n).BitwiseRightShift(12).AsType(tensor.Float64).Mul(0x1p-52)
		}, func(x float64) float64 { return x }, [4]float64{.5, 1. / 12, 0, 1.8}, 2},
		{"integers beyond 32 bits", func(key random.Key) *tensor.Tensor {
			return random.Integers(key, 0, int64(3<<40), tensor.Int64, n).AsType(tensor.Float64).Div(float64(3 << 40))
		}, func(x float64) float64 { return x }, [4]float64{.5, 1. / 12, 0, 1.8}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := floats(t, c.of(random.NewKey(uint64(i))))
			got, deviation := moments(x), 1/math.Sqrt(float64(n))
			for k, want := range c.moments {
				assert.InDelta(t, want, got[k], 5*deviation*max(c.spread*float64(min(k, 1)), 1), "moment %d", k+1)
			}
			for i, v := range x {
				x[i] = c.cdf(v)
			}
			checkUniform(t, x)
		})
	}
}

// Where 10^9 numbers are asked for, they are counted where they are made, and not stored.
func TestCountsOfManyNumbersAreThoseOfTheirDistribution(t *testing.T) {
	const few, edges = 1_000_000, 64
	parts := 1
	if devicetest.Thorough() {
		parts = 1000
	}
	for _, c := range []struct {
		name   string
		of     func(key random.Key) *tensor.Tensor
		cdf    func(x float64) float64
		lo, hi float64
	}{
		{"uniform", func(key random.Key) *tensor.Tensor { return random.Uniform(key, tensor.Float32, few) },
			func(x float64) float64 { return x }, 0, 1},
		{"normal", func(key random.Key) *tensor.Tensor { return random.Normal(key, tensor.Float32, few) },
			func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }, -4, 4},
		{"exponential", func(key random.Key) *tensor.Tensor { return random.Exponential(key, tensor.Float32, few) },
			func(x float64) float64 { return -math.Expm1(-x) }, 0, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			var shares []float64
			width := (c.hi - c.lo) / edges
			for i := range edges {
				shares = append(shares, c.cdf(c.lo+width*float64(i+1))-c.cdf(c.lo+width*float64(i)))
			}
			counts, inside := make([]float64, edges), c.cdf(c.hi)-c.cdf(c.lo)
			for part := range uint32(parts) {
				some, _ := c.of(random.NewKey(21).FoldIn(part)).Histogram(edges, c.lo, c.hi)
				for i, n := range data[int64](t, some) {
					counts[i] += float64(n)
				}
			}
			for i := range shares {
				shares[i] /= inside
			}
			checkCounts(t, shares, counts)
		})
	}
}

// The least and the greatest bits give the extremes.
func TestNoNumberIsOutsideItsRange(t *testing.T) {
	bits := tensor.FromSlice([]uint32{0, math.MaxUint32})
	exponential := data[float32](t, tensor.Apply("random_exponential", bits))
	assert.Zero(t, exponential[0])
	assert.InDelta(t, 23*math.Ln2, exponential[1], 1e-5)
	normal := data[float32](t, tensor.Apply("random_normal", bits))
	for _, x := range normal {
		assert.InDelta(t, 5.4, math.Abs(float64(x)), .2)
	}
	for _, dt := range []tensor.DType{tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64} {
		u := random.Uniform(random.NewKey(3), dt, 100_000)
		assert.Less(t, floats(t, u.Max())[0], 1., "%v", dt)
		assert.GreaterOrEqual(t, floats(t, u.Min())[0], 0., "%v", dt)
		e := random.Exponential(random.NewKey(3), dt, 100_000)
		assert.True(t, data[bool](t, e.Isfinite().All())[0], "%v", dt)
		assert.GreaterOrEqual(t, floats(t, e.Min())[0], 0., "%v", dt)
	}
}

func TestHalvesHaveTheirDistributionAndUniformOnesAreBelow1(t *testing.T) {
	for _, dt := range []tensor.DType{tensor.Float16, tensor.BFloat16} {
		t.Run(dt.String(), func(t *testing.T) {
			keys, n := random.NewKey(4).Split(3), samples()
			delta := 5 / math.Sqrt(float64(n))
			u := floats(t, random.Uniform(keys[0], dt, n))
			low, high, width := 1.0, 0.0, map[tensor.DType]float64{tensor.Float16: 0x1p-10, tensor.BFloat16: 0x1p-7}[dt]
			for _, x := range u {
				low, high = min(low, x), max(high, x)
			}
			assert.Equal(t, [2]float64{0, 1 - width}, [2]float64{low, high})
			assert.InDelta(t, .5-width/2, moments(u)[0], delta)
			assert.InDelta(t, 1, moments(floats(t, random.Normal(keys[1], dt, n)))[1], 2*delta+1e-3)
			assert.InDelta(t, 1, moments(floats(t, random.Exponential(keys[2], dt, n)))[0], delta+1e-3)
		})
	}
}

func TestEachIntegerIsAsLikelyAsTheOthers(t *testing.T) {
	for _, c := range []struct {
		name   string
		lo, hi int
	}{{"dice", 1, 7}, {"one", 5, 6}, {"around 0", -50, 51}} {
		t.Run(c.name, func(t *testing.T) {
			n, kinds := samples(), c.hi-c.lo
			counts := make([]int, kinds)
			for _, i := range data[int32](t, random.Integers(random.NewKey(6), c.lo, c.hi, tensor.Int32, n)) {
				counts[int(i)-c.lo]++
			}
			chi, due := 0.0, float64(n)/float64(kinds)
			for _, count := range counts {
				chi += (float64(count) - due) * (float64(count) - due) / due
			}
			assert.InDelta(t, kinds-1, chi, 5*math.Sqrt(2*float64(kinds)))
		})
	}
}

func TestBoolsAreTrueAsOftenAsTheirProbabilitySays(t *testing.T) {
	n := samples() / 4 * 4
	p := tensor.FromSlice([]float32{0, .25, .9, 1})
	x := random.Bernoulli(random.NewKey(2), p, n/4, 4)
	for i, got := range floats(t, x.AsType(tensor.Float64).Mean(0)) {
		want := []float64{0, .25, .9, 1}[i]
		assert.InDelta(t, want, got, 5*math.Sqrt(want*(1-want)/float64(n/4)))
	}
}

func TestSplitKeysAndNeighboursAreNotCorrelated(t *testing.T) {
	n := samples() / 4
	key := random.NewKey(0)
	var all [][]float64
	for _, k := range append(key.Split(4), key, key.FoldIn(1).FoldIn(0), random.NewKey(1)) {
		all = append(all, floats(t, random.Normal(k, tensor.Float32, n)))
	}
	for i, x := range all {
		for k, y := range all[:i] {
			assert.InDelta(t, 0, correlation(x, y), 5/math.Sqrt(float64(n)), "keys %d and %d", i, k)
		}
		for _, lag := range []int{1, 2, 64} {
			assert.InDelta(t, 0, correlation(x, x[lag:]), 5/math.Sqrt(float64(n-lag)), "numbers of key %d, %d apart", i, lag)
		}
	}
}
