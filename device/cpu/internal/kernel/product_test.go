package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// All factors are powers of two, so that no product is rounded.
func TestAProductIsRightWhateverItsPartsWouldBe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{0, 1, 20, 126, 149} {
		for _, n := range []int{1, 40, 1000, 3000} {
			const groups = 70
			exponents, x := make([]int, groups), make([]float32, groups*n)
			for i := range x {
				g, k := i/n, min(r.IntN(2*most+1)-most, 127)
				if i%n > n/2 { // back to a product that a float32 has
					k = max(min(-exponents[g], min(most, 127)), -most)
				}
				exponents[g] += k
				x[i] = float32(math.Ldexp(1, k))
			}
			want := make([]float32, groups)
			for g, e := range exponents {
				want[g] = float32(math.Ldexp(1, e))
			}
			columns := make([]float32, len(x))
			for i, v := range x {
				columns[i%n*groups+i/n] = v
			}
			for _, set := range sets() {
				p, _ := set.Reduction(op.Prod, op.Float32, op.Float32)
				for _, m := range []Matrix{{unsafe.Pointer(&x[0]), 4 * n, 4}, {unsafe.Pointer(&columns[0]), 4, 4 * groups}} {
					states, got := make([]uint64, (groups*p.State+7)/8), make([]float32, groups)
					p.Begin(groups, unsafe.Pointer(&states[0]))
					p.Add(unsafe.Pointer(&states[0]), &Block{Groups: groups, Elements: n, X: m})
					p.End(groups, unsafe.Pointer(&got[0]), unsafe.Pointer(&states[0]), 4, nil)
					assert.Equal(t, want, got, "%s: groups of %d, %d bytes apart, exponents up to %d", set.Name, n, m.Row, most)
				}
			}
		}
	}
}

// Go fuses a product with a sum on arm64, among others, unless it is converted.
func TestAProductOfManyFloat64IsRoundedOnceOnEveryArchitecture(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x, want := make([]float64, 200), big.NewFloat(1).SetPrec(500)
	for i := range x {
		x[i] = r.NormFloat64()
		want.Mul(want, big.NewFloat(x[i]))
	}
	rounded, _ := want.Float64()
	for _, set := range sets() {
		p, _ := set.Reduction(op.Prod, op.Float64, op.Float64)
		states, got := make([]uint64, (p.State+7)/8), make([]float64, 1)
		p.Begin(1, unsafe.Pointer(&states[0]))
		p.Add(unsafe.Pointer(&states[0]), &Block{Groups: 1, Elements: len(x), X: Matrix{unsafe.Pointer(&x[0]), 8 * len(x), 8}})
		p.End(1, unsafe.Pointer(&got[0]), unsafe.Pointer(&states[0]), 8, nil)
		assert.Equal(t, rounded, got[0], set.Name)
	}
}
