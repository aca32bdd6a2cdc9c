package kernel

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNumbersAreCountedByEverySet(t *testing.T) {
	for _, name := range Names() {
		s, err := Find(name)
		require.NoError(t, err)
		for _, n := range []int{0, 1, Part, Part + 1, 3*Part - 1, 1000} {
			for _, step := range []int{1, 0, -7} {
				const first = 1<<31 - 100 // int32 wraps
				narrow, wide := make([]int32, 2*n+1), make([]int64, 2*n+1)
				s.Count(Matrix{unsafe.Pointer(&narrow[0]), 4 * n, 4}, 2, n, 4, first, 5, step)
				s.Count(Matrix{unsafe.Pointer(&wide[0]), 8 * n, 8}, 2, n, 8, first, 5, step)
				for i := range 2 * n {
					want := first + i/n*5 + i%n*step
					assert.Equal(t, int32(want), narrow[i], "%s: number %d of %d", name, i, n)
					assert.Equal(t, int64(want), wide[i], "%s: number %d of %d", name, i, n)
				}
			}
		}
	}
}
