package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestKernelSetsChooseWhatPlainLoopsChoose(t *testing.T) {
	for _, set := range sets()[1:] {
		for _, size := range []int{1, 2, 4, 8} {
			t.Run(fmt.Sprintf("%s, %d bytes", set.Name, size), func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, uint64(size)))
				for n := range 200 {
					from, mask := make([]byte, (n+1)*size), make([]byte, n+1)
					for i := range from {
						from[i] = byte(r.Uint32())
					}
					often := r.IntN(11)
					for i := range mask {
						mask[i] = byte(min(r.IntN(10)/max(10-often, 1), 1))
					}
					got, want, by := make([]byte, (n+1)*size), make([]byte, (n+1)*size), 0
					if size == 8 {
						by = n - 100
					}
					count := set.compress(size, n, unsafe.Pointer(&got[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&mask[0]), by)
					require.Equal(t, compressSized[size](n, unsafe.Pointer(&want[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&mask[0]), by), count)
					require.Equal(t, want[:count*size], got[:count*size])
				}
			})
		}
	}
}

// Nothing is written beyond the chosen elements, nor beyond the room for them.
func TestChosenElementsStayInTheirRoom(t *testing.T) {
	const n = 5000
	from, mask := make([]uint32, n), make([]byte, n)
	for i := range from {
		from[i], mask[i] = uint32(i), byte(i%2)
	}
	for _, set := range sets() {
		for _, c := range []struct {
			name       string
			room, want int
		}{{"none", 0, 0}, {"for some", 1234, 1234}, {"for more", n, n / 2}} {
			t.Run(set.Name+", "+c.name, func(t *testing.T) {
				to := make([]uint32, n)
				require.Equal(t, c.want, set.Choose(n, unsafe.Pointer(&to[0]), c.room, Choices{Size: 4, From: unsafe.Pointer(&from[0])}, unsafe.Pointer(&mask[0])))
				numbers := make([]int64, n)
				require.Equal(t, c.want, set.Choose(n, unsafe.Pointer(&numbers[0]), c.room, Choices{Size: 8, First: -7}, unsafe.Pointer(&mask[0])))
				for i, x := range to {
					if i < c.want {
						require.EqualValues(t, 2*i+1, x)
						require.EqualValues(t, 2*i-6, numbers[i])
					} else {
						require.Zero(t, x)
						require.Zero(t, numbers[i])
					}
				}
			})
		}
	}
}
