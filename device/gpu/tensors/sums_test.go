package tensors

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// Each sum of a launch has rounds of its own in which its state needs room, and walks again by itself.
func TestSumsOfALaunchHaveTheBitsOfTheCPU(t *testing.T) {
	d, host := open(t), cpu.New()
	const rows, columns = 64, 128
	of := func(on device.Device, seed uint64, next func(r *rand.Rand, i int) float64) *tensor.Tensor {
		r, all := rand.New(rand.NewPCG(seed, 1)), make([]float32, rows*columns)
		for i := range all {
			all[i] = float32(next(r, i))
		}
		return tensor.FromSliceOn(on, all, rows, columns)
	}
	normal := func(r *rand.Rand, _ int) float64 { return r.NormFloat64() }
	for _, c := range []struct {
		name string
		next func(r *rand.Rand, i int) float64
	}{
		{"ordinary", normal},
		{"far apart", func(r *rand.Rand, _ int) float64 { return math.Ldexp(r.NormFloat64(), r.IntN(200)-120) }},
		{"pairs that cancel", func(r *rand.Rand, i int) float64 {
			return math.Ldexp(1, i/2%128) * float64(1-i%2*2) * map[bool]float64{true: 1, false: 1 + 0x1p-20}[r.IntN(9) > 0]
		}},
		{"not finite, rarely", func(r *rand.Rand, i int) float64 {
			return []float64{r.NormFloat64(), math.Inf(1), math.Inf(-1), math.NaN()}[max(0, r.IntN(600)-596)]
		}},
	} {
		for axis, name := range []string{"columns", "rows"} {
			t.Run(c.name+" in "+name, func(t *testing.T) {
				sums := func(on device.Device) (list []*tensor.Tensor) {
					x, y := of(on, 1, normal), of(on, 2, c.next)
					return []*tensor.Tensor{x.Sum(axis), y.Sum(axis), x.Mul(y).Mean(axis)}
				}
				want, got := sums(host), sums(d)
				stats, stop := device.CountLaunches(d)
				defer stop()
				require.NoError(t, tensor.Eval(t.Context(), got...))
				assert.Equal(t, 1, stats().Launches)
				for i := range want {
					expected, err := tensor.Data[float32](want[i])
					require.NoError(t, err)
					have, err := tensor.Data[float32](got[i])
					require.NoError(t, err)
					assert.Equal(t, fmt.Sprint(expected), fmt.Sprint(have), i) // NaN, too
				}
			})
		}
	}
}
