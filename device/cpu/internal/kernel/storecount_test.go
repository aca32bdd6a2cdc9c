package kernel

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestOneIntegerIsAddedAsOftenAsAPositionOccurs(t *testing.T) {
	const x = 1<<40 - 3 // its multiples wrap
	r := rand.New(rand.NewPCG(1, 2))
	plain, err := Find(Plain)
	require.NoError(t, err)
	for _, size := range [][3]int{{1, 0, 1}, {5000, 0, 7}, {5001, 0, 5001}, {20003, 100, leastCounts + 150}, {leastCounts, 0, leastCounts}, {9, 3, leastCounts}} {
		n, positions := size[0], Span{size[1], size[2]}
		at, of, got := make([]int64, n), uint64(x), make([]uint64, positions.To+1)
		for i := range at {
			at[i] = int64(r.IntN(positions.To+2) - 1) // some are of no element, and some of another goroutine
		}
		for i := range got {
			got[i] = r.Uint64()
		}
		want := append([]uint64(nil), got...)
		for _, p := range at {
			if p >= int64(positions.From) && p < int64(positions.To) {
				want[p] += x
			}
		}
		plain.Store(op.Sum, op.Int64).Run(Table{At: unsafe.Pointer(&got[0]), Size: 8}, positions,
			Elements{N: n, At: unsafe.Pointer(&at[0]), Of: unsafe.Pointer(&of), Same: true})
		require.Equal(t, want, got, "%v", size)
	}
}
