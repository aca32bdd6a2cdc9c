package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// The windows lie in an image, and have gaps behind each of its rows. Windows that move by several elements have gaps
// between them too.
func TestAProductByWindowsHasTheBitsOfOneByTheirCopy(t *testing.T) {
	everySet(t, func(t *testing.T, set *Set) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, dt := range []op.DType{op.Float32, op.Float64, op.Float16, op.Int32} {
			for _, c := range [][5]int{{3, 3, 5, 50, 1}, {20, 15, 3, 66, 1}, {1, 3, 2, 9, 1}, {2, 40, 3, 30, 1}, {3, 3, 5, 50, 2}, {3, 3, 9, 7, 2}, {2, 2, 3, 70, 3}, {3, 1, 5, 50, 1}} {
				size, step := dt.Size(), c[4]
				wide := (c[3]-1)*step + c[1]
				const behind = 8 // rows
				image := newMatrix(dt, []int{(c[2]-1)*step + c[0] + behind}, []int{wide}, 0).fill(func() op.Scalar { return element(r, dt) })
				down, along := Axis{c[0], wide * size}, Axis{c[1], size}
				y := &matrix{dt: dt, rows: c[0] * c[1], columns: c[2] * c[3], grid: Grid{At: image.grid.At,
					Rows: Axes{down, along}[:min(c[1], 2)], Columns: Axes{{c[2], step * down.Stride}, {c[3], step * along.Stride}}}}
				ahead := *y
				ahead.grid.Spare = behind * wide * size
				even := newMatrix(dt, []int{y.rows}, []int{y.columns}, 0)
				for k := range y.rows {
					for j := range y.columns {
						Fill(even.at(k, j), size, 1, uint64(y.get(k, j)))
					}
				}
				for _, rows := range []int{1, 2, 17} {
					x := newMatrix(dt, []int{rows}, []int{y.rows}, 0).fill(func() op.Scalar { return element(r, dt) })
					var results [3][]uint64
					for i, y := range []*matrix{even, y, &ahead} {
						to := newMatrix(dt, []int{rows}, []int{y.columns}, 0)
						multiplyBlocks(set, to, x, y, rows, y.columns)
						results[i] = to.memory
					}
					require.Equal(t, results[0], results[1], "%v, %v, %d rows", dt, c, rows)
					require.Equal(t, results[0], results[2], "%v, %v, %d rows, with elements behind the image", dt, c, rows)
				}
			}
		}
	})
}
