package broadcast_test

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

// cut returns the pieces of a nest without groups.
func cut(p Plan, most int, cells []int) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		for n := range (Nest{Groups: p, Elements: Plan{Len: 1}}).Pieces(most, cells) {
			if !yield(n.Groups) {
				return
			}
		}
	}
}

// requirePieces walks the pieces index by index, and returns their number.
func requirePieces(t *testing.T, p Plan, most int, cells []int) int {
	var got [][]int
	all := slices.Collect(cut(p, most, cells))
	for _, q := range all {
		layouts := make([]Layout, len(q.Operands))
		for k, a := range q.Operands {
			layouts[k] = Layout{Shape: q.Shape, Strides: a.Strides, Offset: a.Offset}
			requireClass(t, q, a)
			lo, hi := layouts[k].Bounds()
			if cells[k] > 0 && q.Len > 0 {
				require.Equal(t, lo/cells[k], (hi-1)/cells[k], "operand %d of %v leaves its cell of %d", k, q, cells[k])
			}
		}
		if most > 0 {
			require.LessOrEqual(t, q.Len, most)
		}
		visits := walk(q.Shape, layouts)
		require.Len(t, visits, q.Len)
		got = append(got, visits...)
	}
	layouts := make([]Layout, len(p.Operands))
	for k, a := range p.Operands {
		layouts[k] = Layout{Shape: p.Shape, Strides: a.Strides, Offset: a.Offset}
	}
	want := walk(p.Shape, layouts)
	slices.SortFunc(want, slices.Compare)
	slices.SortFunc(got, slices.Compare)
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i], got[i])
	}
	return len(all)
}

func TestPiecesAreCutAtTheBordersOfCells(t *testing.T) {
	row, rows := RowMajor(1000), RowMajor(40, 25)
	shifted := Layout{Shape: []int{1000}, Strides: []int{1}, Offset: 7}
	backwards := Layout{Shape: []int{1000}, Strides: []int{-1}, Offset: 999}
	spaced := Layout{Shape: []int{1000}, Strides: []int{10}}
	transposed := Layout{Shape: []int{40, 25}, Strides: []int{1, 40}}
	far := Layout{Shape: []int{40, 25}, Strides: []int{100_000, 1}}
	sliding := Layout{Shape: []int{40, 25}, Strides: []int{1, 1}, Offset: 90}
	for _, c := range []struct {
		name   string
		layout []Layout
		most   int
		cell   int
		pieces int
	}{
		{"no bounds", []Layout{row, row}, 0, 0, 1},
		{"all fits", []Layout{row, row}, 1000, 1000, 1},
		{"too many elements", []Layout{row, row}, 300, 0, 4},
		{"too many elements in rows", []Layout{rows, transposed}, 250, 0, 4},
		{"too many elements in a row", []Layout{far, rows}, 20, 0, 80},
		{"one cell after the other", []Layout{row, row}, 0, 100, 10},
		{"cells and elements", []Layout{row, row}, 99, 100, 20},
		{"borders at other elements", []Layout{row, shifted}, 0, 100, 20},
		{"backwards", []Layout{row, backwards}, 0, 100, 10},
		{"a cell of the input is less of the output", []Layout{row, spaced}, 0, 100, 100},
		{"a row repeated crosses no border", []Layout{rows, to(t, RowMajor(25), 40, 25)}, 0, 100, 10},
		{"nor does a scalar", []Layout{row, to(t, RowMajor(), 1000)}, 0, 500, 2},
		{"borders within rows", []Layout{far, rows}, 0, 1000, 40},
		{"transposed: each cell of one with each of the other, and rows in two", []Layout{rows, transposed}, 0, 200, 25},
		{"transposed, of larger cells", []Layout{rows, transposed}, 0, 500, 4},
		{"a window that slides over a border, by steps of one", []Layout{rows, sliding}, 0, 100, 10 + 9 + 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := NewPlan(c.layout[0].Shape, c.layout...)
			assert.Equal(t, c.pieces, requirePieces(t, p, c.most, []int{c.cell, c.cell}))
		})
	}
}

func TestAPlanThatFitsIsItsOwnPieceAndCostsNothing(t *testing.T) {
	cells := []int{1000, 0, 500}
	p := NewPlan([]int{40, 25}, RowMajor(40, 25), to(t, RowMajor(25), 40, 25), to(t, RowMajor(40, 1), 40, 25))
	n := 0
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		for q := range cut(p, 1000, cells) {
			n += q.Len
		}
	}))
	assert.Equal(t, 11*1000, n)
	empty := NewPlan([]int{0}, RowMajor(0))
	assert.Equal(t, []Plan{empty}, slices.Collect(cut(empty, 1, []int{1})))
}

func TestACallerStopsTheIterationOverPieces(t *testing.T) {
	n := 0
	for range cut(NewPlan([]int{10, 10}, RowMajor(10, 10)), 3, []int{7}) {
		if n++; n == 2 {
			break
		}
	}
	assert.Equal(t, 2, n)
}

// What is large is cut into few pieces however it lies: positions are computed, not walked.
func TestLargePlansAreCutIntoFewPieces(t *testing.T) {
	if ^uint(0)>>32 == 0 {
		t.Skip("an int counts no further")
	}
	side := 1
	side <<= 16
	cell := side << 9 // an operand has 128 of them
	square := RowMajor(side, side)
	square.Offset = 12345
	transposed := Layout{Shape: square.Shape, Strides: []int{1, side}}
	mirrored := Layout{Shape: square.Shape, Strides: []int{-side, -1}, Offset: side*side - 1}
	strided := Layout{Shape: square.Shape, Strides: []int{2 * side, 2}}
	sliding := Layout{Shape: square.Shape, Strides: []int{side / 4, 1}}
	for _, c := range []struct {
		name string
		in   Layout
		most int
	}{
		{"same", square, 129},
		{"transposed", transposed, 2 * 129 * 128},
		{"mirrored", mirrored, 4 * 128},
		{"stepped", strided, 4 * 256},
		{"a window that slides by a quarter", sliding, 129 + 16*32},
	} {
		t.Run(c.name, func(t *testing.T) {
			pieces, length := 0, 0
			for q := range cut(NewPlan(square.Shape, square, c.in), 1<<31-1, []int{cell, cell}) {
				pieces, length = pieces+1, length+q.Len
			}
			assert.Equal(t, side*side, length)
			assert.LessOrEqual(t, pieces, c.most)
		})
	}
}

func FuzzPieces(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{3, 2, 3, 4, 2, 1, 0, 0, 0, 1, 1, 1, 1, 0, 20, 23, 21, 5})
	f.Add([]byte{5, 7, 3, 9, 8, 1, 200, 1, 200, 1, 2, 1, 200, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	for i := range byte(40) {
		seed := []byte(fmt.Sprint("pieces ", i, " of a plan with several operands"))
		seed[0], seed[1], seed[2] = i, 3+i%7, i*37
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		most := s.in(0, 20)
		shape := s.shape(4, 7)
		layouts, cells := make([]Layout, s.in(1, 3)), make([]int, 0)
		for k := range layouts {
			layouts[k] = s.layout(t, shape)
			if lo, _ := layouts[k].Bounds(); lo < 0 {
				layouts[k].Offset -= lo
			}
			cells = append(cells, s.in(0, 60))
		}
		p := NewPlan(shape, layouts...)
		require.LessOrEqual(t, requirePieces(t, p, most, cells), max(1, p.Len))
	})
}
