package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// No tile is begun after a context has ended, and other goroutines get a turn between tiles.
func TestATileOfADearStepIsShort(t *testing.T) {
	set, err := kernel.Find(kernel.Plain)
	require.NoError(t, err)
	e := &Engine{Threads: 1, Set: set, Sizes: DefaultSizes}
	for _, c := range []struct {
		o    *op.Op
		want int
	}{{op.Neg, longTile / 8}, {op.Lgamma, TileLen}} {
		t.Run(c.o.Name, func(t *testing.T) {
			p, err := device.Single(c.o, op.Float64)
			require.NoError(t, err)
			o := device.Operand{Type: op.Float64, Layout: broadcast.RowMajor(1 << 20)}
			var laid task
			laid.lay(e, &device.Launch{Program: p, Shape: o.Layout.Shape, Out: []device.Operand{o}, In: []device.Operand{o}})
			assert.Equal(t, []int{c.want}, laid.size)
		})
	}
}
