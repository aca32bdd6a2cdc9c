package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/exact"
	"github.com/wgtensor/wgtensor/device/op"
)

// Blocks of a few lines come one after the other: of some a float64 has room for the sums, of others not.
func TestTotalsOfGroupsSideBySideAreExactWhateverTheirDigits(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	r := rand.New(rand.NewPCG(1, 2))
	ordinary := func() float32 { return float32(r.NormFloat64()) }
	kinds := map[string]func() float32{
		"ordinary":         ordinary,
		"many exponents":   func() float32 { return float32(math.Ldexp(r.NormFloat64(), r.IntN(200)-100)) },
		"few are small":    func() float32 { return ordinary() * []float32{1, 1, 1, 1, 1, 1, 1, 0x1p-60}[r.IntN(8)] },
		"some are special": func() float32 { return []float32{1, 0x1p-60, ordinary(), inf, 2, -inf, nan}[r.IntN(4+r.IntN(4))] },
		"negative zeros":   func() float32 { return float32(math.Copysign(0, -1)) },
	}
	for _, set := range sets() {
		for name, of := range kinds {
			for _, mean := range []*op.Op{op.Sum, op.Mean} {
				reduction, _ := set.Reduction(mean, op.Float32, op.Float32)
				for _, groups := range []int{33, 64, 1100} {
					want, states := make([]exact.Sum32, groups), make([]uint64, (groups*reduction.State+7)/8)
					other := make([]uint64, len(states))
					n := uint64(0)
					reduction.Begin(groups, unsafe.Pointer(&states[0]))
					reduction.Begin(groups, unsafe.Pointer(&other[0]))
					for part := range 6 {
						lines := 1 + r.IntN(20+40*(part&1))
						x := make([]float32, lines*groups)
						for i := range x {
							x[i] = of()
							want[i%groups].Add(float64(x[i]))
						}
						n += uint64(lines)
						to := states
						if part%3 == 2 {
							to = other
						}
						reduction.Add(unsafe.Pointer(&to[0]), &Block{Groups: groups, Elements: lines, X: Matrix{unsafe.Pointer(&x[0]), 4, 4 * groups}})
					}
					reduction.Merge(groups, unsafe.Pointer(&states[0]), unsafe.Pointer(&other[0]))
					got := make([]float32, groups)
					reduction.End(groups, unsafe.Pointer(&got[0]), unsafe.Pointer(&states[0]), 4, nil)
					by := uint64(1)
					if mean == op.Mean {
						by = n
					}
					for i := range got {
						if w := float32(want[i].Over(by)); math.Float32bits(w) != math.Float32bits(got[i]) && w == w {
							assert.Equal(t, w, got[i], "%s, %s of %s, group %d of %d", set.Name, mean.Name, name, i, groups)
							break
						} else if w != w {
							assert.True(t, got[i] != got[i])
						}
					}
				}
			}
		}
	}
}
