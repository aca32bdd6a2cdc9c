package exact_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/exact"
)

var nan, inf = math.NaN(), math.Inf(1)

func rounds(n int) int {
	if devicetest.Thorough() {
		return 100 * n
	}
	return n
}

// hostile returns finite numbers that are hard to add: of few or all exponents, and what cancels.
func hostile(r *rand.Rand) []float64 {
	x, near := make([]float64, r.IntN(12)), r.Uint64()
	for i := range x {
		switch r.IntN(4) {
		case 0:
			x[i] = math.Float64frombits(r.Uint64())
		case 1:
			x[i] = -x[r.IntN(i+1)]
		case 2:
			x[i] = math.Float64frombits(near &^ (1<<40 - 1))
		default:
			x[i] = math.Float64frombits(near + r.Uint64N(9))
		}
		if x[i]-x[i] != 0 {
			x[i] = math.MaxFloat64
		}
	}
	return x
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func rounded(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f + 0 // zero has no sign
}

func moments(xs []float64) (m exact.Moments) {
	exact.AddSlice(&m, xs)
	return m
}

func state(t *testing.T, m exact.Moments) []byte {
	b, err := m.MarshalBinary()
	require.NoError(t, err)
	return b
}

func TestMomentsAreRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 6))
	for range rounds(400) {
		x := hostile(r)
		m, sum, squares := moments(x), new(big.Rat), new(big.Rat)
		for _, v := range x {
			sum.Add(sum, rat(v))
			squares.Add(squares, new(big.Rat).Mul(rat(v), rat(v)))
		}
		require.Equal(t, rounded(sum), m.Sum.Float64(), x)
		require.Equal(t, rounded(squares), m.Squares.Float64(), x)
		f, _ := sum.Float32()
		require.Equal(t, f+0, m.Sum.Float32(), x)
		if len(x) < 2 {
			continue
		}
		n := rat(float64(len(x)))
		mean := new(big.Rat).Quo(sum, n)
		require.Equal(t, rounded(mean), m.Mean(), x)
		distances := new(big.Rat)
		for _, v := range x {
			d := new(big.Rat).Sub(rat(v), mean)
			distances.Add(distances, d.Mul(d, d))
		}
		c := float64(r.IntN(8)) / 8
		require.Equal(t, rounded(distances.Quo(distances, n.Sub(n, rat(c)))), m.Variance(c), "%v, correction %v", x, c)
	}
}

func TestADotProductIsRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 7))
	for range rounds(300) {
		var s exact.Sum
		want, x, y := new(big.Rat), hostile(r), hostile(r)
		for i := range min(len(x), len(y)) {
			s.AddProduct(x[i], y[i])
			want.Add(want, new(big.Rat).Mul(rat(x[i]), rat(y[i])))
		}
		require.Equal(t, rounded(want), s.Float64(), "%v, %v", x, y)
	}
}

// In any order, in any parts, and through any encoding the state is the same, byte by byte.
func TestTheStateDependsOnNoOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 8))
	for range rounds(300) {
		x := hostile(r)
		want := state(t, moments(x))
		r.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
		cut := r.IntN(len(x) + 1)
		a, b := moments(x[:cut]), moments(x[cut:])
		var sent exact.Moments
		require.NoError(t, sent.UnmarshalBinary(state(t, b)))
		sent.Merge(&a)
		require.Equal(t, want, state(t, sent), x)
		sent.Merge(&exact.Moments{})
		require.Equal(t, want, state(t, sent), x)
	}
}

func TestStatesPassThroughJSONAndGob(t *testing.T) {
	for _, x := range [][]float64{nil, {1, -2, .1}, {inf}, {-inf}, {nan}, {5e-324, -math.MaxFloat64}} {
		m := moments(x)
		text, err := json.Marshal(m)
		require.NoError(t, err)
		var fromJSON, fromGob exact.Moments
		require.NoError(t, json.Unmarshal(text, &fromJSON))
		assert.Equal(t, state(t, m), state(t, fromJSON), "%s", text)
		var b bytes.Buffer
		require.NoError(t, gob.NewEncoder(&b).Encode(m))
		require.NoError(t, gob.NewDecoder(&b).Decode(&fromGob))
		assert.Equal(t, state(t, m), state(t, fromGob))
	}
}

func TestMomentsOfSpecialNumbers(t *testing.T) {
	for _, c := range []struct {
		name                string
		x                   []float64
		correction          float64
		sum, mean, variance float64
	}{
		{"nothing", nil, 0, 0, nan, nan},
		{"one", []float64{3}, 0, 3, 3, 0},
		{"one of a population", []float64{3}, 1, 3, 3, nan},
		{"a correction beyond the number", []float64{1, 3}, 3, 4, 2, inf},
		{"a negative correction", []float64{1, 3}, -2, 4, 2, .5},
		{"a correction without bound", []float64{1, 3}, -inf, 4, 2, nan},
		{"no correction", []float64{1, 3}, nan, 4, 2, nan},
		{"infinity", []float64{1, inf}, 0, inf, inf, nan},
		{"infinities of both signs", []float64{-inf, inf}, 0, nan, nan, nan},
		{"NaN", []float64{nan, 1}, 0, nan, nan, nan},
		{"zeros without a sign", []float64{math.Copysign(0, -1)}, 0, 0, 0, 0},
		{"the greatest numbers", []float64{math.MaxFloat64, math.MaxFloat64}, 0, inf, math.MaxFloat64, 0},
		{"the least number", []float64{5e-324, 0}, 0, 5e-324, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := moments(c.x)
			equal := func(want, got float64) {
				assert.True(t, want == got && math.Signbit(want) == math.Signbit(got) || want != want && got != got, "%v, want %v", got, want)
			}
			equal(c.sum, m.Sum.Float64())
			equal(c.mean, m.Mean())
			equal(c.variance, m.Variance(c.correction))
		})
	}
}

func TestOtherBytesAreRefused(t *testing.T) {
	good := state(t, moments([]float64{1, -2, .1}))
	for i := range good {
		var m exact.Moments
		assert.ErrorContains(t, m.UnmarshalBinary(good[:i]), "exact: not the state of", "the first %d bytes", i)
		assert.Zero(t, m)
	}
	r := rand.New(rand.NewPCG(46, 9))
	for range rounds(400) {
		b := slices.Clone(good)
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] = byte(r.Uint32())
		}
		var m exact.Moments
		if m.UnmarshalBinary(b) == nil {
			assert.Equal(t, b, state(t, m))
			assert.NotPanics(t, func() { _, _ = m.Mean(), m.Variance(1) })
		}
	}
	for _, text := range []string{"", "0", "zz", "02000000", "01040000", "0100ff00", "01000001" + "0000000000000000"} {
		assert.ErrorContains(t, new(exact.Sum).UnmarshalText([]byte(text)), "exact: not the state of a sum", text)
	}
}

func TestASumOfATensorIsTheSameSum(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 10))
	x := make([]float32, 5000)
	for i := range x {
		x[i] = float32(r.NormFloat64() * math.Exp(20*r.NormFloat64()))
	}
	var s exact.Sum
	exact.AddSlice(&s, x)
	on := tensor.FromSlice(x)
	single, err := tensor.Item[float32](on.Sum())
	require.NoError(t, err)
	double, err := on.AsType(tensor.Float64).Sum().Float64()
	require.NoError(t, err)
	assert.Equal(t, single, s.Float32())
	assert.Equal(t, double, s.Float64())
	assert.Zero(t, testing.AllocsPerRun(10, func() { exact.AddSlice(&s, x[:10]) }))
}

func BenchmarkMoments(b *testing.B) {
	x := make([]float64, 1<<12)
	for i := range x {
		x[i] = rand.NormFloat64()
	}
	b.Run("add", func(b *testing.B) {
		var m exact.Moments
		for b.Loop() {
			exact.AddSlice(&m, x)
		}
	})
	b.Run("variance", func(b *testing.B) {
		m := moments(x)
		for b.Loop() {
			_ = m.Variance(1)
		}
	})
}
