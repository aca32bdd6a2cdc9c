package tensor

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// The elements of a long sequence that the device computes have the bits of the rule.
func TestLongSequencesHaveTheElementsOfTheirRule(t *testing.T) {
	if Slowed {
		t.Skip("one goroutine, and the race detector")
	}
	for _, dt := range op.DTypes()[1:] {
		for _, c := range []struct {
			name              string
			start, stop, step float64
		}{
			{"ascending", 3, 29000, 1},
			{"descending by 3", 20000, -30000, -3},
			{"by a tenth", -0.5, 3000, .1},
			{"from minus zero", math.Copysign(0, -1), 1 << 14, 1},
			{"whole numbers around 2^24", 1<<24 - 20000, 1<<24 + 20000, 1},
			{"whole numbers around 2^53", 1<<53 - 20000, 1<<53 + 20000, 1},
			{"by a large step", -1e9, 2e9, 123457},
		} {
			t.Run(fmt.Sprintf("%v, %s", dt, c.name), func(t *testing.T) {
				n, s, err := progression(dt, dt.FromFloat(c.start), dt.FromFloat(c.stop), dt.FromFloat(c.step))
				if err == nil && n >= 9*sequenceBlock && n <= 1<<17 { // others are short in a narrow type
					for _, n := range []int{n, n - 1, n - n%sequenceBlock, n - n%sequenceBlock + 1} {
						requireSequence(t, &s, n)
					}
				}
				for _, n := range []int{8 * sequenceBlock, 10000} {
					l := linspace(dt, c.start, c.stop, n-1)
					requireSequence(t, &l, n)
				}
			})
		}
	}
}

// Whole numbers are counted where they are needed, and stored where no positions count them.
func TestWholeNumbersAreCountedUpToTheGreatestInt(t *testing.T) {
	for _, c := range []struct {
		name    string
		dtype   DType
		start   uint64
		step    int64
		counted bool
	}{
		{"from 0", op.Int64, 0, 1, true},
		{"backwards", op.Int16, 99, -3, true},
		{"in float16", op.Float16, 0, 2, true},
		{"below the greatest int", op.Int64, math.MaxInt - 1000, 3, true},
		{"up to it", op.Int64, math.MaxInt - 99*3, 3, false},
		{"from the least one", op.Int64, 1 << 63, 5, strconv.IntSize == 64},
		{"too far apart", op.Int64, 1 << 63, 1 << 57, false},
		{"beyond int64", op.Uint64, 1<<63 - 50, 1, false},
		{"by a half", op.Float32, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sequence{dtype: c.dtype, at: func(i int) op.Scalar { return c.dtype.FromInt(int64(c.start) + int64(i)*c.step) }}
			if c.step == 0 {
				_, s, _ = progression(c.dtype, 0, c.dtype.FromInt(100), c.dtype.FromFloat(.5))
			}
			if c.dtype == op.Uint64 {
				s.at = func(i int) op.Scalar { return c.dtype.FromUint(c.start + uint64(i)*uint64(c.step)) }
			}
			_, ok := s.positions(100)
			assert.Equal(t, c.counted, ok)
			requireSequence(t, &s, 100)
			requireSequence(t, &s, fewestOnCPU-1)
		})
	}
}

func requireSequence(t *testing.T, s *sequence, n int) {
	t.Helper()
	got, err := s.tensor("test", n).Bytes()
	require.NoError(t, err)
	assert.Equal(t, s.raw(0, n, 1), got, "%d elements", n)
}

func BenchmarkSequence(b *testing.B) {
	const n = 4 << 20
	for _, c := range []struct {
		name string
		make func() *Tensor
	}{
		{"arange=float32", func() *Tensor { return Arange[float32](0, n, 1) }},
		{"arange=float64", func() *Tensor { return Arange[float64](0, n, 1) }},
		{"arange=int64", func() *Tensor { return Arange[int64](0, n, 1) }},
		{"arange=int32", func() *Tensor { return Arange[int32](0, n, 1) }},
		{"linspace=float32", func() *Tensor { return Linspace[float32](0, 1, n) }},
		{"linspace=float64", func() *Tensor { return Linspace[float64](0, 1, n) }},
		{"fill=float32", func() *Tensor { return Full[float32](3, n) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				x := c.make()
				require.NoError(b, x.Err())
				require.NoError(b, Eval(b.Context(), x))
				x.Release()
			}
		})
	}
}

func TestASequenceThatIsReleasedGivesItsMemoryBackAtOnce(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	old := DefaultDevice()
	SetDefaultDevice(d)
	defer SetDefaultDevice(old)
	Arange[int32](0, 1<<20, 1).Release()
	assert.Less(t, d.Stats().LiveBytes, 1<<20)
	Linspace[float32](0, 1, 1<<20).Release()
	assert.Less(t, d.Stats().LiveBytes, 1<<20)
}
