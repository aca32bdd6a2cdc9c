package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/op"
)

// multiplyVectors multiplies a matrix by a vector, so many rows at a time.
func multiplyVectors(set *Set, to, x, y *matrix, height int, isX bool) {
	p, scratch := set.Matmul(x.dt), []uint64(nil)
	p.OneColumn(isX, x.columns)
	for r := 0; r < to.rows*to.columns; r += height {
		rows, one, all := Span{r, min(r+height, to.rows*to.columns)}, Span{0, 1}, Span{0, x.columns}
		of, a, b := to.part(rows, one), x.part(rows, all), y.grid
		if isX {
			of, a, b = to.part(one, rows), x.grid, y.part(all, rows)
		}
		scratch = make([]uint64, p.Scratch(a.Rows.Len(), b.Columns.Len(), x.columns)/8+1)
		for i := range scratch {
			scratch[i] = 0x7fc07fc07fc07fc0 // NaN
		}
		block := p.Block(unsafe.Pointer(&scratch[0]), of, a, b)
		for i := range block.Parts() {
			block.Multiply(i)
		}
		block.Store()
	}
}

func TestAMatrixByAVectorHasBitsThatDependOnTheLengthOfASumAlone(t *testing.T) {
	cputest.OneGoroutine(t)
	everySet(t, func(t *testing.T, set *Set) {
		r := rand.New(rand.NewPCG(5, 6))
		for _, dt := range []op.DType{op.Float32, op.Float64, op.BFloat16, op.Int32} {
			for _, depth := range []int{3, 64, 70, 1024, 1500} {
				const rows = 45
				row := []int{depth}
				if depth%5 == 0 {
					row = []int{5, depth / 5} // of two axes in some layouts
				}
				var want *matrix
				list := make([]op.Scalar, rows*depth+depth)
				for i := range list {
					list[i] = element(r, dt)
				}
				fill := func(m *matrix, of []op.Scalar, turned bool) *matrix {
					for i := range m.rows {
						for k := range m.columns {
							n := i*m.columns + k
							if turned {
								n = k*m.rows + i
							}
							Fill(m.at(i, k), dt.Size(), 1, uint64(of[n]))
						}
					}
					return m
				}
				for layout := range 8 {
					isX, along := layout&1 == 1, row
					if layout < 4 {
						along = []int{depth}
					}
					a, v, to := newMatrix(dt, []int{rows}, along, layout), newMatrix(dt, along, nil, layout>>1), newMatrix(dt, []int{rows}, nil, layout>>2)
					if isX {
						a, v, to = newMatrix(dt, along, []int{rows}, layout), newMatrix(dt, nil, along, layout>>1), newMatrix(dt, nil, []int{rows}, layout>>2)
					}
					fill(a, list, isX)
					fill(v, list[rows*depth:], false)
					x, y := a, v
					if isX {
						x, y = v, a
					}
					height := []int{rows, 1, 7, rows}[layout>>1]
					if len(along) > 1 {
						height = rows
					}
					multiplyVectors(set, to, x, y, height, isX)
					if want == nil {
						want = to
						checkDots(t, to, x, y, fmt.Sprint(dt, depth))
					}
					for i := range rows {
						r, c := i, 0
						if isX {
							r, c = 0, i
						}
						require.Equal(t, want.get(i, 0), to.get(r, c), "%v, %d products, layout %d, row %d", dt, depth, layout, i)
					}
				}
			}
		}
	})
}
