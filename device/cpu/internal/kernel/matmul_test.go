package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/op"
)

// matrix is a matrix of a test: its elements, and where they lie.
type matrix struct {
	dt            op.DType
	memory        []uint64
	grid          Grid
	rows, columns int
}

// newMatrix makes a matrix whose axes have the sizes. Layout says how they lie: the bits transpose
// them, leave gaps between columns, and reverse the rows.
func newMatrix(dt op.DType, rows, columns []int, layout int) *matrix {
	m := &matrix{dt: dt}
	stride := dt.Size() * (1 + layout>>1&1)
	outer, inner := &m.grid.Rows, &m.grid.Columns
	sizes := [2][]int{columns, rows}
	if layout&1 != 0 {
		outer, inner, sizes = inner, outer, [2][]int{rows, columns}
	}
	for k, axes := range []*Axes{inner, outer} {
		*axes = make(Axes, len(sizes[k]))
		for i := len(sizes[k]) - 1; i >= 0; i-- {
			(*axes)[i] = Axis{sizes[k][i], stride}
			stride *= max(sizes[k][i], 1) // pointers stay in the memory, also where there are no elements
		}
	}
	m.rows, m.columns = m.grid.Rows.Len(), m.grid.Columns.Len()
	m.memory = make([]uint64, stride/8+1)
	m.grid.At = unsafe.Pointer(&m.memory[0])
	if layout>>2&1 != 0 {
		for i, axis := range m.grid.Rows[:min(m.rows, 1)*len(m.grid.Rows)] {
			m.grid.At = unsafe.Add(m.grid.At, (axis.Size-1)*axis.Stride)
			m.grid.Rows[i].Stride = -axis.Stride
		}
	}
	return m
}

func (m *matrix) at(row, column int) unsafe.Pointer {
	down, _ := m.grid.Rows.run(row)
	along, _ := m.grid.Columns.run(column)
	return unsafe.Add(m.grid.At, down+along)
}

func (m *matrix) get(row, column int) op.Scalar {
	switch at := m.at(row, column); m.dt.Size() {
	case 1:
		return op.Scalar(*(*uint8)(at))
	case 2:
		return op.Scalar(*(*uint16)(at))
	case 4:
		return op.Scalar(*(*uint32)(at))
	default:
		return op.Scalar(*(*uint64)(at))
	}
}

func (m *matrix) fill(element func() op.Scalar) *matrix {
	for r := range m.rows {
		for c := range m.columns {
			Fill(m.at(r, c), m.dt.Size(), 1, uint64(element()))
		}
	}
	return m
}

// part is a part of the matrix, if its rows and columns have one axis each.
func (m *matrix) part(rows, columns Span) Grid {
	if rows.Len() == m.rows && columns.Len() == m.columns {
		return m.grid
	}
	return Grid{m.at(rows.From, columns.From), Axes{{rows.Len(), m.grid.Rows.stride()}}, Axes{{columns.Len(), m.grid.Columns.stride()}}, nil, 0}
}

// multiplyBlocks computes a product in blocks of at most so many rows and columns.
func multiplyBlocks(set *Set, to, x, y *matrix, height, width int) {
	p, all := set.Matmul(x.dt), Span{0, x.columns}
	scratch := make([]uint64, p.Scratch(height, width, x.columns)/8+1)
	for r := 0; r < to.rows; r += height {
		for c := 0; c < to.columns; c += width {
			for i := range scratch {
				scratch[i] = 0x7fc07fc07fc07fc0 // NaN in all floats: no element may depend on it
			}
			rows, columns := Span{r, min(r+height, to.rows)}, Span{c, min(c+width, to.columns)}
			b := p.Block(unsafe.Pointer(&scratch[0]), to.part(rows, columns), x.part(rows, all), y.part(all, columns))
			for i := range b.Parts() {
				b.Multiply(i)
			}
			b.Store()
		}
	}
}

func everySet(t *testing.T, f func(t *testing.T, set *Set)) {
	for _, name := range Names() {
		set, err := Find(name)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) { f(t, set) })
	}
}

// element is a number as tests need: mostly small, sometimes NaN or infinite.
func element(r *rand.Rand, dt op.DType) op.Scalar {
	switch {
	case dt == op.Bool:
		return op.Scalar(r.IntN(8) / 7)
	case !dt.IsFloat():
		return dt.FromUint(r.Uint64())
	case r.IntN(2000) == 0:
		return dt.FromFloat([]float64{math.Inf(1), math.Inf(-1), math.NaN()}[r.IntN(3)])
	}
	return dt.FromFloat(r.NormFloat64())
}

func TestAProductOfMatricesIsOneDotForEachElement(t *testing.T) {
	cputest.OneGoroutine(t)
	everySet(t, func(t *testing.T, set *Set) {
		r := rand.New(rand.NewPCG(1, 2))
		for i, dt := range op.DTypes() {
			for n, shape := range [][3][]int{
				{{1}, {1}, {1}}, {{1}, {37}, {5}}, {{37}, {1}, {5}}, {{15}, {33}, {257}}, {{3}, {4}, {0}},
				{{2, 7}, {3, 11}, {2, 3, 5}}, {nil, {9}, {530}}, {{9}, nil, {64}}, {nil, {45}, {272}}, {{1050}, {33}, {40}},
			} {
				layout := i + n
				to := newMatrix(dt, shape[0], shape[1], layout)
				x := newMatrix(dt, shape[0], shape[2], layout>>1)
				y := newMatrix(dt, shape[2], shape[1], layout>>2)
				random := func() op.Scalar { return element(r, dt) }
				x.fill(random)
				y.fill(random)
				to.fill(random)
				multiplyBlocks(set, to, x, y, to.rows, to.columns)
				checkDots(t, to, x, y, fmt.Sprint(dt, shape, layout))
			}
		}
	})
}

// checkDots compares elements with the row's meaning: some hundred, among them the last.
func checkDots(t *testing.T, to, x, y *matrix, name string) {
	t.Helper()
	types := []op.DType{x.dt, x.dt}
	dot := op.Dot.Role.(*op.Group)
	args := [][]op.Scalar{make([]op.Scalar, x.columns), make([]op.Scalar, x.columns)}
	last := to.rows*to.columns - 1
	for i := last; i >= 0; i -= max(last/100, 1) {
		r, c := i/to.columns, i%to.columns
		for k := range x.columns {
			args[0][k], args[1][k] = x.get(r, k), y.get(k, c)
		}
		want := dot.Eval(args, types, x.dt)[0]
		if got := to.get(r, c); !op.Dot.Within(args, types, x.dt, 0, got, want) {
			require.Failf(t, "wrong element", "%s: row %d, column %d: %v, not %v", name, r, c, x.dt.Float(got), x.dt.Float(want))
		}
	}
}

func TestABlockHasTheBitsOfTheWholeProduct(t *testing.T) {
	cputest.OneGoroutine(t)
	everySet(t, func(t *testing.T, set *Set) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, dt := range []op.DType{op.Float32, op.Float64, op.Float16} {
			const rows, columns, depth = 185, 70, 336 // some go across columns, along rows, or are packed, 84 rows at a time
			random := func() op.Scalar { return dt.FromFloat(r.NormFloat64()) }
			x := newMatrix(dt, []int{rows}, []int{depth}, 0).fill(random)
			y, turned := newMatrix(dt, []int{depth}, []int{columns}, 0), newMatrix(dt, []int{depth}, []int{columns}, 1)
			for k := range depth {
				for c := range columns {
					element := uint64(random())
					Fill(y.at(k, c), dt.Size(), 1, element)
					Fill(turned.at(k, c), dt.Size(), 1, element)
				}
			}
			whole := newMatrix(dt, []int{rows}, []int{columns}, 0)
			multiplyBlocks(set, whole, x, y, rows, columns)
			for i, block := range [][2]int{{1, columns}, {1, columns}, {rows, 1}, {rows, 1}, {13, 29}, {13, 29}, {2, columns}, {2, columns}} {
				parts, y := newMatrix(dt, []int{rows}, []int{columns}, i&1), []*matrix{y, turned}[i>>1&1^i&1]
				multiplyBlocks(set, parts, x, y, block[0], block[1])
				for row := range rows {
					for column := range columns {
						if whole.get(row, column) != parts.get(row, column) {
							require.Failf(t, "other bits", "%v: block %v, row %d, column %d", dt, block, row, column)
						}
					}
				}
			}
		}
	})
}

func BenchmarkMatmul(b *testing.B) {
	for _, name := range Names() {
		for _, dt := range []op.DType{op.Float32, op.Float64, op.Float16, op.Int32} {
			for layout := range 2 {
				const n = 512
				set, _ := Find(name)
				p := set.Matmul(dt)
				var m [3]*matrix
				for i := range m {
					m[i] = newMatrix(dt, []int{n}, []int{n}, layout)
				}
				b.Run(fmt.Sprint(name, "/", dt, "/", layout), func(b *testing.B) {
					for b.Loop() {
						multiplyBlocks(set, m[0], m[1], m[2], p.Rows(n, n, 1, true), p.Columns(n, n, 1))
					}
					b.ReportMetric(2*n*n*n/float64(b.Elapsed().Nanoseconds())*float64(b.N), "GFLOP/s")
				})
			}
		}
	}
}
