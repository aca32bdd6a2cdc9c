package cpu

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// What a reduction allocates does not grow with the elements: a long group is many blocks.
func TestAReductionAllocatesNothingForItsElements(t *testing.T) {
	if slowed {
		t.Skip("under the race detector a sync.Pool forgets some of what it gets")
	}
	set, err := kernel.Find("")
	require.NoError(t, err)
	const n = 1 << 14
	for _, o := range op.Groups() {
		for _, dt := range op.DTypes() {
			g := o.Role.(*op.Group)
			r, ok := set.Reduction(o, dt, g.Type(dt))
			if !ok {
				continue
			}
			t.Run(fmt.Sprint(o, " ", dt), func(t *testing.T) {
				x, states := make([]uint64, n), make([]uint64, r.State/8+1)
				b := &kernel.Block{Groups: 1, Elements: n, X: kernel.Matrix{At: unsafe.Pointer(&x[0]), Column: dt.Size()}, Step: 1}
				if o == op.Dot {
					b.Y = b.X
				}
				r.Begin(1, unsafe.Pointer(&states[0]))
				least := 99.0
				for range 5 { // a collection empties the pools
					least = min(least, testing.AllocsPerRun(3, func() { r.Add(unsafe.Pointer(&states[0]), b) }))
				}
				assert.LessOrEqual(t, least, 4.0)
			})
		}
	}
}
