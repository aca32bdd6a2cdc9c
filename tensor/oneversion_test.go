package tensor_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

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
			var writer sync.WaitGroup
			stop := make(chan struct{})
			writer.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						assert.NoError(t, x.AddInPlace(1))
					}
				}
			})
			defer writer.Wait()
			defer close(stop)
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
