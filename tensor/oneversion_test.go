package tensor_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// writing has another goroutine write again and again, until the function that it returns is called.
func writing(t *testing.T, write func() error) (end func()) {
	var writer sync.WaitGroup
	stop := make(chan struct{})
	writer.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				assert.NoError(t, write())
			}
		}
	})
	return func() {
		close(stop)
		writer.Wait()
	}
}

// Each call reads x several times: through two operands, and in several steps.
func TestACallReadsOneVersionOfATensorThatIsWrittenMeanwhile(t *testing.T) {
	on(t, cpu.New(cpu.Threads(1)))
	const n = 8
	rounds := 20_000
	switch {
	case inPage: // its goroutines change places every 4 ms
		rounds = 100
	case tensor.Slowed: // the race detector need not see a wrong element
		rounds = 1000
	}
	zeros := make([]float32, n)
	for _, c := range []struct {
		name string
		zero func(x *tensor.Tensor) *tensor.Tensor // for any x whose elements are equal
	}{
		{"a composition", func(x *tensor.Tensor) *tensor.Tensor { return x.Lerp(x, 0.5).Frac() }},
		{"a composition of a view", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(0).Lerp(x, 0.5).Frac() }},
		{"operands that are converted", func(x *tensor.Tensor) *tensor.Tensor { return x.FloorDivide(x).Sub(1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := tensor.FullOf(tensor.Float32, 1, n)
			eval(t, x)
			defer writing(t, func() error { return x.AddInPlace(1) })()
			for range rounds {
				y := c.zero(x)
				got, err := tensor.Data[float32](y)
				y.Release()
				require.NoError(t, err)
				require.Equal(t, zeros, got)
			}
		})
	}
}

// Each call reads x in several steps, and waits between some of them. x is 0 1 0 1 … or 3 2 3 2 …
func TestACallOfSeveralStepsReadsOneVersionOfATensorThatIsWrittenMeanwhile(t *testing.T) {
	on(t, cpu.New(cpu.Threads(1)))
	const n = 8
	rounds := 3000
	switch {
	case inPage:
		rounds = 20
	case tensor.Slowed:
		rounds = 200
	}
	last := func(x *tensor.Tensor) *tensor.Tensor { return x.At(-1) }
	numbers, all := tensor.Arange[int64](0, n, 1), tensor.Arange[int64](0, 4, 1)
	for _, c := range []struct {
		name string
		of   func(x *tensor.Tensor) *tensor.Tensor
		want int64
	}{
		{"repeat", func(x *tensor.Tensor) *tensor.Tensor { return last(numbers.Repeat(0, x)) }, n - 1},
		{"bincount", func(x *tensor.Tensor) *tensor.Tensor { return last(x.Bincount(0)) }, n / 2},
		{"unique_all", func(x *tensor.Tensor) *tensor.Tensor {
			values, _, _, _ := x.UniqueAll()
			return last(values.Diff(0, 1))
		}, 1},
		{"isin", func(x *tensor.Tensor) *tensor.Tensor { return x.Isin(all).Sum() }, n},
		{"ptp", func(x *tensor.Tensor) *tensor.Tensor { return x.Ptp() }, 1},
		{"roll", func(x *tensor.Tensor) *tensor.Tensor { return x.Roll(0, 3).Ptp() }, 1},
		{"pad", func(x *tensor.Tensor) *tensor.Tensor { return x.Pad(0, 3, 3, tensor.Circular).Ptp() }, 1},
		{"concat", func(x *tensor.Tensor) *tensor.Tensor { return tensor.Concat(0, x, x).Ptp() }, 1},
		{"stack", func(x *tensor.Tensor) *tensor.Tensor { return tensor.Stack(0, x, x).Ptp() }, 1},
		{"dot", func(x *tensor.Tensor) *tensor.Tensor { return x.Dot(x).Remainder(48) }, n / 2}, // 4 or 52
		{"isin itself", func(x *tensor.Tensor) *tensor.Tensor { return x.Isin(x).Sum() }, n},
		{"average", func(x *tensor.Tensor) *tensor.Tensor { // 1 or 2.6
			return x.Average(x).Mul(5).Round().AsType(tensor.Int64).Remainder(8)
		}, 5},
		{"softmax", func(x *tensor.Tensor) *tensor.Tensor { return x.Softmax(0).Mul(n).Round().Sum().AsType(tensor.Int64) }, n},
		{"median", func(x *tensor.Tensor) *tensor.Tensor { return x.Median().Mul(2).AsType(tensor.Int64).Remainder(4) }, 1},
		{"topk", func(x *tensor.Tensor) *tensor.Tensor {
			values, _ := x.Topk(0, n)
			return values.Ptp()
		}, 1},
		{"nonzero", func(x *tensor.Tensor) *tensor.Tensor {
			all, err := x.Nonzero() // 4 or 8 indices, which ascend
			require.NoError(t, err)
			return all[0].Diff(0, 1).Min().Sign()
		}, 1},
		{"histogram", func(x *tensor.Tensor) *tensor.Tensor {
			counts, _ := x.Histogram(2, 0, 3)
			return counts.Max()
		}, n},
		{"snapshot", func(x *tensor.Tensor) *tensor.Tensor {
			s := x.Snapshot()
			defer s.Release()
			return s.Max().Sub(s.Min())
		}, 1},
		{"aminmax", func(x *tensor.Tensor) *tensor.Tensor { least, most := x.Aminmax(); return most.Sub(least) }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := numbers.Remainder(2)
			eval(t, x)
			defer writing(t, func() error { return x.BitwiseXorInPlace(3) })()
			for range rounds {
				y := c.of(x)
				got, err := tensor.Item[int64](y)
				y.Release()
				require.NoError(t, err)
				require.Equal(t, c.want, got)
			}
		})
	}
}
