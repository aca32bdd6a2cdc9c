package kernel

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// The windows lie in an image, and have gaps behind each of its rows.
func TestARowByWindowsHasTheBitsOfSeveralRows(t *testing.T) {
	everySet(t, func(t *testing.T, set *Set) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, dt := range []op.DType{op.Float32, op.Float64, op.Float16, op.Int32} {
			for _, c := range [][4]int{{3, 3, 5, 50}, {20, 15, 3, 66}, {1, 3, 2, 9}, {2, 40, 3, 30}} {
				size, wide := dt.Size(), c[3]+c[1]-1
				image := newMatrix(dt, []int{c[2] + c[0] - 1}, []int{wide}, 0).fill(func() op.Scalar { return element(r, dt) })
				down, along := Axis{c[0], wide * size}, Axis{c[1], size}
				y := &matrix{dt: dt, rows: c[0] * c[1], columns: c[2] * c[3], grid: Grid{At: image.grid.At,
					Rows: Axes{down, along}, Columns: Axes{{c[2], down.Stride}, {c[3], along.Stride}}}}
				x := newMatrix(dt, []int{2}, []int{y.rows}, 0).fill(func() op.Scalar { return element(r, dt) })
				all, one := newMatrix(dt, []int{2}, []int{y.columns}, 0), newMatrix(dt, []int{2}, []int{y.columns}, 0)
				multiplyBlocks(set, all, x, y, 2, y.columns)
				p := set.Matmul(dt)
				scratch := make([]uint64, p.Scratch(1, y.columns, y.rows)/8+1)
				for row := range 2 {
					b := p.Block(unsafe.Pointer(&scratch[0]), one.part(Span{row, row + 1}, Span{0, y.columns}), x.part(Span{row, row + 1}, Span{0, y.rows}), y.grid)
					for i := range b.Parts() {
						b.Multiply(i)
					}
					b.Store()
				}
				require.Equal(t, all.memory, one.memory, "%v, %v", dt, c)
			}
		}
	})
}
