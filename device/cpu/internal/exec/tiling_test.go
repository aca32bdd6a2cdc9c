package exec

import (
	"fmt"
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

func TestTilesCoverEveryElementOnce(t *testing.T) {
	for _, c := range []struct {
		name    string
		shape   []int
		rows    bool
		cross   int
		most    int
		columns int
		tiles   int
	}{
		{"one row in parts", []int{1000}, true, -1, 64, 64, 16},
		{"rows of two axes", []int{7, 30}, true, 0, 64, 64, 4},
		{"blocks", []int{100, 100}, true, 0, 64, 16, 175},
		{"all axes as one row", []int{3, 4, 5}, false, 1, 64, 64, 1},
		{"a long axis within", []int{3, 100}, false, 0, 64, 64, 6},
		{"no elements", []int{3, 0}, true, 0, 64, 64, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			laid := task{layout: layout{plan: broadcast.Plan{Shape: c.shape}, tiling: tiling{rows: c.rows, cross: c.cross, most: c.most}}}
			laid.cut(c.shape, c.columns)
			require.Equal(t, c.tiles, laid.count)
			w := worker{index: make([]int, len(c.shape)), size: make([]int, len(c.shape))}
			seen := map[[2]int]int{}
			elements := 0
			for i := range laid.count {
				n := w.seekSpan(&laid, &span{to: len(c.shape)}, i)
				assert.LessOrEqual(t, n, c.most)
				seen[[2]int{w.index[0], w.index[len(w.index)-1]}]++
				elements += n
			}
			all := 1
			for _, n := range c.shape {
				all *= n
			}
			assert.Equal(t, all, elements)
			assert.Len(t, seen, c.tiles, "no tile begins where another does")
		})
	}
}

func TestPartsOfPlacesFollowEachOther(t *testing.T) {
	for _, all := range []int{0, 1, 7, 1000, 1 << 30} {
		for _, parts := range []int{1, 3, 16} {
			t.Run(fmt.Sprint(all, " in ", parts), func(t *testing.T) {
				assert.Equal(t, 0, part(all, 0, parts))
				assert.Equal(t, all, part(all, parts, parts))
				for i := range parts {
					n := part(all, i+1, parts) - part(all, i, parts)
					assert.True(t, n == all/parts || n == all/parts+1, "part %d has %d", i, n)
				}
			})
		}
	}
}
