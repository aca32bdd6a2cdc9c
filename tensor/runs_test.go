package tensor

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// extended is the index that NumPy takes for an index of an extended axis.
func extended(x extension, n, i int) int {
	if i >= 0 && i < n {
		return i
	}
	switch m := n - 1; {
	case x == constant:
		return number
	case x == circular:
		return modulo(i, n)
	case x == replicated || m == 0:
		return min(max(i, 0), m)
	default:
		return m - abs(m-modulo(i, 2*m))
	}
}

func abs(i int) int { return max(i, -i) }

func TestRunsCoverAnExtendedAxisOnce(t *testing.T) {
	for x := constant; x <= circular; x++ {
		for n := 1; n < 6; n++ {
			for before := range 14 {
				for after := range 14 {
					got, want := make([]string, before+n+after), make([]string, before+n+after)
					for i := range want {
						want[i] = fmt.Sprint(extended(x, n, i-before))
					}
					runs := x.runs(n, before, after)
					for _, r := range runs {
						for k := range max(r.times, 1) {
							for i := range r.length {
								got[r.at+k*r.every+i] += fmt.Sprint(r.first + i*r.step)
							}
						}
					}
					assert.Equal(t, want, got, "extension %d of %d elements by %d and %d: %v", x, n, before, after, runs)
					assert.LessOrEqual(t, len(runs), 13)
				}
			}
		}
	}
}

func TestTheModuloOfLargeNumbers(t *testing.T) {
	assert.Equal(t, math.MaxInt-1, modulo(math.MaxInt-1, math.MaxInt))
	assert.Equal(t, math.MaxInt-1, modulo(-1, math.MaxInt))
	assert.Equal(t, math.MaxInt-3, modulo(math.MinInt, math.MaxInt-1))
	assert.Zero(t, modulo(-6, 3))
}
