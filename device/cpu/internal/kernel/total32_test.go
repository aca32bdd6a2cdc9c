package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

func TestSumsInAssemblyStoreWhatThoseInGoDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, set := range sets() {
		for range 50 {
			lines, stride := 1+r.IntN(9), vector.Columns+r.IntN(3)
			x := make([]float32, lines*stride)
			for i := range x {
				x[i] = float32(math.Ldexp(float64(r.IntN(1<<24)-1<<23), -r.IntN(50)))
			}
			for of, sum := range set.sums {
				want, got := new(vector.Sums), new(vector.Sums)
				reference := plainSums[of]
				if of == vector.EachColumn {
					reference = sumColumns
				}
				reference(lines, unsafe.Pointer(&x[0]), 4*stride, want)
				sum(lines, unsafe.Pointer(&x[0]), 4*stride, got)
				if of == vector.All { // in another order
					assert.InEpsilon(t, want.Of[0], got.Of[0], 1e-9)
					got.Of[0] = want.Of[0]
				}
				assert.Equal(t, want, got, "%s: %d", set.Name, of)
			}
		}
	}
}

// The limits of addsWithoutRounding are those of the digits of a float64.
func TestASumOfAPartIsTakenForExactOnlyIfItIs(t *testing.T) {
	magnitudes := func(least, most float32) *vector.Sums {
		return &vector.Sums{Least: magnitude(least) - 1, Most: magnitude(most)}
	}
	assert.True(t, addsWithoutRounding(1000, magnitudes(1, 0x1.fffffep18)))
	assert.False(t, addsWithoutRounding(1000, magnitudes(1, 0x1p20)), "2^53 + 2^-23 has 77 digits")
	assert.False(t, addsWithoutRounding(1, magnitudes(1, float32(math.Inf(1)))))
	assert.False(t, errorsAddWithoutRounding(1, magnitudes(1, float32(math.NaN()))))
	assert.True(t, addsWithoutRounding(1000, magnitudes(0x1p-149, 0x1p-130)), "subnormal numbers have one exponent")
	assert.True(t, addsWithoutRounding(1000, magnitudes(0, 0)))
	assert.True(t, errorsAddWithoutRounding(32, magnitudes(1, 0x1p70)))
	assert.False(t, errorsAddWithoutRounding(32, magnitudes(1, 0x1p73)))
}

func sumColumns(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	to.Least = math.MaxUint32
	for k := range lines {
		for i, v := range line(x, k, stride) {
			to.Of[i] += float64(v)
			note(to, v)
		}
	}
}
