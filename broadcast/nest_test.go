package broadcast_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

// walks says how layouts are walked whose first axes, kept of them, are those of groups. A layout of
// these axes alone has one element for each group.
func walks(kept int, layouts []Layout) func(k int) Walk {
	return func(k int) Walk {
		l := layouts[k]
		w := Walk{Kept: l.Strides[:kept], Offset: l.Offset}
		if len(l.Strides) > kept {
			w.Within = l.Strides[kept:]
		}
		return w
	}
}

// visitsOf lists what a nest visits, group by group.
func visitsOf(n Nest) (visits [][]int) {
	plan := func(p Plan) [][]int {
		layouts := make([]Layout, len(p.Operands))
		for k, a := range p.Operands {
			layouts[k] = Layout{Shape: p.Shape, Strides: a.Strides, Offset: a.Offset}
		}
		return walk(p.Shape, layouts)
	}
	for _, group := range plan(n.Groups) {
		for _, element := range plan(n.Elements) {
			visit := slices.Clone(group)
			for k := range visit {
				visit[k] += element[k]
			}
			visits = append(visits, visit)
		}
	}
	return visits
}

func TestANestVisitsEachElementOfEachGroup(t *testing.T) {
	shape := []int{2, 3, 4, 5}
	layouts := []Layout{
		RowMajor(2, 3),
		{Shape: shape, Strides: []int{3, 1, 6, -24}, Offset: 100},
		{Shape: shape, Strides: []int{0, 0, 5, 1}},
		{Shape: []int{2, 3}, Strides: []int{0, -1}, Offset: 2},
	}
	full := make([]Layout, len(layouts))
	for k, l := range layouts {
		full[k] = Layout{Shape: shape, Strides: append(slices.Clone(l.Strides), make([]int, 4-len(l.Strides))...), Offset: l.Offset}
	}
	for _, ordered := range []bool{false, true} {
		n := new(Planner).Nest(shape, 2, ordered, len(layouts), walks(2, layouts))
		assert.Equal(t, 6, n.Groups.Len)
		assert.Equal(t, 20, n.Elements.Len)
		assert.Equal(t, 120, n.Len())
		want, got := walk(shape, full), visitsOf(n)
		if ordered {
			assert.Equal(t, want[:20], got[:20], "the elements of the first group, in row-major order")
		}
		slices.SortFunc(want, slices.Compare)
		slices.SortFunc(got, slices.Compare)
		assert.Equal(t, want, got)
	}
}

func TestANestMergesAxesWithinEachLoop(t *testing.T) {
	shape := []int{6, 7, 8, 9}
	layouts := []Layout{RowMajor(6, 7), RowMajor(shape...)}
	n := new(Planner).Nest(shape, 2, false, 2, walks(2, layouts))
	assert.Equal(t, []int{42}, n.Groups.Shape)
	assert.Equal(t, []int{72}, n.Elements.Shape)
	assert.Equal(t, Contiguous, n.Elements.Operands[1].Class)
	assert.Equal(t, Scalar, n.Elements.Operands[0].Class)
	assert.Equal(t, []int{72}, n.Groups.Operands[1].Strides)
}

func TestANestOfEmptyGroupsHasGroups(t *testing.T) {
	n := new(Planner).Nest([]int{3, 0}, 1, true, 2, walks(1, []Layout{RowMajor(3), RowMajor(3, 0)}))
	assert.Equal(t, 3, n.Groups.Len)
	assert.Zero(t, n.Elements.Len)
	assert.Len(t, n.Elements.Operands, 2)
}

func TestPiecesOfANestKeepGroupsWhole(t *testing.T) {
	shape := []int{40, 25}
	for _, c := range []struct {
		name       string
		layouts    []Layout
		most, cell int
		pieces     int
	}{
		{"no bounds", []Layout{RowMajor(40), RowMajor(shape...)}, 0, 0, 1},
		{"elements", []Layout{RowMajor(40), RowMajor(shape...)}, 100, 0, 10},
		{"fewer elements than a group has", []Layout{RowMajor(40), RowMajor(shape...)}, 10, 0, 40},
		{"cells of whole groups", []Layout{RowMajor(40), RowMajor(shape...)}, 0, 100, 10},
		{"cells that end in groups", []Layout{RowMajor(40), RowMajor(shape...)}, 0, 110, 17},
		{"columns, whose elements lead further", []Layout{RowMajor(40), {Shape: shape, Strides: []int{1, 40}}}, 0, 500, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := new(Planner).Nest(shape, 1, false, 2, walks(1, c.layouts))
			var got [][]int
			pieces := slices.Collect(n.Pieces(c.most, []int{0, c.cell}))
			for _, p := range pieces {
				visits := visitsOf(p)
				got = append(got, visits...)
				if p.Groups.Len > 1 && len(pieces) > 1 && c.cell > 0 {
					for _, v := range visits {
						require.Equal(t, visits[0][1]/c.cell, v[1]/c.cell)
					}
				}
			}
			assert.Len(t, pieces, c.pieces)
			want := visitsOf(n)
			slices.SortFunc(want, slices.Compare)
			slices.SortFunc(got, slices.Compare)
			assert.Equal(t, want, got)
		})
	}
}

func TestSegmentsOfANestLieInOneCell(t *testing.T) {
	for _, c := range []struct {
		name     string
		shape    []int
		strides  []int
		kept     int
		cell     int
		segments [2]int // in any order, and in order
		cut      int    // segments in which groups lead on to another cell
	}{
		{"one cell", []int{1, 25, 40}, []int{0, 40, 1}, 1, 1000, [2]int{1, 1}, 0},
		{"one axis", []int{1, 1000}, []int{0, 1}, 1, 300, [2]int{4, 4}, 0},
		{"backwards", []int{1, 1000}, []int{0, -1}, 1, 300, [2]int{4, 4}, 0},
		{"columns", []int{40, 25}, []int{1, 40}, 1, 500, [2]int{3, 3}, 1},
		{"rows with gaps", []int{1, 20, 30}, []int{0, 50, 1}, 1, 500, [2]int{2, 2}, 0},
		{"rows that a cell ends in", []int{1, 20, 30}, []int{0, 50, 1}, 1, 470, [2]int{5, 5}, 0},
		{"the inner axis leads further", []int{1, 20, 30}, []int{0, 1, 20}, 1, 300, [2]int{2, 40}, 0},
		{"an outer axis that repeats", []int{1, 20, 30}, []int{0, 0, 20}, 1, 300, [2]int{2, 40}, 0},
		{"windows that slide", []int{30, 30}, []int{1, 1}, 1, 50, [2]int{2, 2}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			offset := 0
			for axis, stride := range c.strides {
				offset += max(0, -stride) * (c.shape[axis] - 1)
			}
			layouts := []Layout{RowMajor(c.shape...), {Shape: c.shape, Strides: c.strides, Offset: offset}}
			for i, inOrder := range []bool{false, true} {
				n := new(Planner).Nest(c.shape, c.kept, inOrder, 2, walks(c.kept, layouts))
				var got [][]int
				crossing := 0
				segments := slices.Collect(n.Segments(0, []int{0, c.cell}, inOrder))
				for _, s := range segments {
					assert.Equal(t, n.Groups, s.Groups)
					cells := map[int]bool{}
					for _, v := range visitsOf(s) {
						cells[v[1]/c.cell] = true
					}
					if len(cells) > 1 {
						crossing++
					}
					got = append(got, visitsOf(Nest{Plan{Len: 1, Operands: make([]Access, 2)}, s.Elements})...)
				}
				want := visitsOf(Nest{Plan{Len: 1, Operands: make([]Access, 2)}, n.Elements})
				if !inOrder {
					slices.SortFunc(want, slices.Compare)
					slices.SortFunc(got, slices.Compare)
				}
				assert.Equal(t, want, got)
				assert.Len(t, segments, c.segments[i])
				assert.Equal(t, c.cut, crossing)
			}
		})
	}
}
