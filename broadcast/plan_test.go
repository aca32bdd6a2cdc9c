package broadcast_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func to(t testing.TB, l Layout, shape ...int) Layout {
	m, err := l.To(shape)
	require.NoError(t, err)
	return m
}

func TestPlanFindsTheShortestLoops(t *testing.T) {
	transposed, err := RowMajor(3, 2).Transpose(0, 1)
	require.NoError(t, err)
	flipped, err := RowMajor(2, 3).Flip()
	require.NoError(t, err)
	for _, c := range []struct {
		name     string
		shape    []int
		operands []Layout
		want     Plan
	}{
		{"all contiguous: one loop", []int{2, 3, 4}, []Layout{RowMajor(2, 3, 4), RowMajor(2, 3, 4)},
			Plan{[]int{24}, 24, []Access{{Contiguous, 0, []int{1}}, {Contiguous, 0, []int{1}}}}},
		{"size 1 drops out", []int{2, 1, 3}, []Layout{{Shape: []int{2, 1, 3}, Strides: []int{3, 50, 1}, Offset: 2}},
			Plan{[]int{6}, 6, []Access{{Contiguous, 2, []int{1}}}}},
		{"a scalar does not hinder", []int{2, 3}, []Layout{RowMajor(2, 3), to(t, RowMajor(), 2, 3)},
			Plan{[]int{6}, 6, []Access{{Contiguous, 0, []int{1}}, {Scalar, 0, []int{0}}}}},
		{"row and column", []int{2, 3}, []Layout{RowMajor(2, 3), to(t, RowMajor(3), 2, 3), to(t, RowMajor(2, 1), 2, 3)},
			Plan{[]int{2, 3}, 6, []Access{
				{Contiguous, 0, []int{3, 1}}, {InnerRow, 0, []int{0, 1}}, {InnerConstant, 0, []int{1, 0}}}}},
		{"axes merge around a broadcast one", []int{4, 5, 2, 3}, []Layout{RowMajor(4, 5, 2, 3), to(t, RowMajor(2, 3), 4, 5, 2, 3)},
			Plan{[]int{20, 6}, 120, []Access{{Contiguous, 0, []int{6, 1}}, {InnerRow, 0, []int{0, 1}}}}},
		{"all transposed alike: in memory's order", []int{2, 3}, []Layout{transposed, transposed},
			Plan{[]int{6}, 6, []Access{{Contiguous, 0, []int{1}}, {Contiguous, 0, []int{1}}}}},
		{"one transposed: the output decides", []int{2, 3}, []Layout{RowMajor(2, 3), transposed},
			Plan{[]int{2, 3}, 6, []Access{{Contiguous, 0, []int{3, 1}}, {Strided, 0, []int{1, 2}}}}},
		{"both backwards: forwards", []int{2, 3}, []Layout{flipped, flipped},
			Plan{[]int{6}, 6, []Access{{Contiguous, 0, []int{1}}, {Contiguous, 0, []int{1}}}}},
		{"one backwards: the output decides", []int{2, 3}, []Layout{RowMajor(2, 3), flipped},
			Plan{[]int{6}, 6, []Access{{Contiguous, 0, []int{1}}, {Strided, 5, []int{-1}}}}},
		{"backwards where the output stands still", []int{3}, []Layout{to(t, RowMajor(), 3), {Shape: []int{3}, Strides: []int{-1}, Offset: 2}},
			Plan{[]int{3}, 3, []Access{{Scalar, 0, []int{0}}, {Contiguous, 0, []int{1}}}}},
		{"one element", []int{1, 1}, []Layout{{Shape: []int{1, 1}, Strides: []int{0, 7}, Offset: 3}, RowMajor(1, 1)},
			Plan{[]int{}, 1, []Access{{Contiguous, 3, []int{}}, {Contiguous, 0, []int{}}}}},
		{"0-d", []int{}, []Layout{RowMajor()}, Plan{[]int{}, 1, []Access{{Contiguous, 0, []int{}}}}},
		{"no elements", []int{2, 0, 3}, []Layout{RowMajor(2, 0, 3), {Shape: []int{2, 0, 3}, Strides: []int{9, 9, 9}, Offset: 99}},
			Plan{[]int{0}, 0, []Access{{Contiguous, 0, []int{1}}, {Contiguous, 0, []int{1}}}}},
		{"no operands", []int{2, 3}, nil, Plan{[]int{6}, 6, []Access{}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, NewPlan(c.shape, c.operands...))
		})
	}
}

func TestPlanLeavesItsOperandsAlone(t *testing.T) {
	l, err := RowMajor(2, 3).Flip()
	require.NoError(t, err)
	before := l.Clone()
	p := NewPlan(l.Shape, l, l)
	p.Operands[0].Strides = append(p.Operands[0].Strides, 77)
	assert.Equal(t, before, l)
	assert.Equal(t, []int{1}, p.Operands[1].Strides, "operands do not share strides")
}

func TestPlanPanicsOnAnOperandOfAnotherRank(t *testing.T) {
	assert.PanicsWithValue(t, "broadcast: operand 1 has 1 strides for shape [2 3]",
		func() { NewPlan([]int{2, 3}, RowMajor(2, 3), RowMajor(3)) })
}

func TestClassesHaveNames(t *testing.T) {
	for _, c := range []struct {
		class Class
		text  string
	}{
		{Contiguous, "contiguous"},
		{Scalar, "scalar"},
		{InnerRow, "inner-row"},
		{InnerConstant, "inner-constant"},
		{Strided, "strided"},
		{Class(9), "Class(9)"},
	} {
		t.Run(c.text, func(t *testing.T) {
			assert.Equal(t, c.text, c.class.String())
		})
	}
}

// walk returns what every iteration of a loop nest touches: one position per operand.
func walk(shape []int, operands []Layout) [][]int {
	visits := [][]int{}
	for _, index := range indices(shape) {
		visit := make([]int, len(operands))
		for k, l := range operands {
			visit[k] = position(l, index)
		}
		visits = append(visits, visit)
	}
	return visits
}

// requireClass checks that an access is what its class promises, and nothing better.
func requireClass(t *testing.T, p Plan, a Access) {
	want := Strided
	inner := 1 // of no axes: one element
	if len(a.Strides) > 0 {
		inner = a.Strides[len(a.Strides)-1]
	}
	contiguous := true
	for i, pos := range positions(Layout{Shape: p.Shape, Strides: a.Strides, Offset: a.Offset}) {
		contiguous = contiguous && pos == a.Offset+i
	}
	switch {
	case contiguous:
		want = Contiguous
	case !slices.ContainsFunc(a.Strides, func(s int) bool { return s != 0 }):
		want = Scalar
	case inner == 1:
		want = InnerRow
	case inner == 0:
		want = InnerConstant
	}
	require.Equal(t, want, a.Class, "%v in %v", a, p)
}

func FuzzPlan(f *testing.F) {
	seeds(f)
	f.Add([]byte{})
	f.Add([]byte{3, 2, 3, 4, 2, 1, 0, 0, 0, 1, 1, 1, 1, 0, 20, 23, 21, 5})
	f.Add([]byte{8, 1, 200, 1, 200, 1, 2, 1, 200, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		shape := s.shape(8, 3)
		operands := make([]Layout, s.in(1, 4))
		for k := range operands {
			operands[k] = s.layout(t, shape)
		}
		p := NewPlan(shape, operands...)

		planned := make([]Layout, len(operands))
		for k, a := range p.Operands {
			planned[k] = Layout{Shape: p.Shape, Strides: a.Strides, Offset: a.Offset}
			requireClass(t, p, a)
		}
		want, got := walk(shape, operands), walk(p.Shape, planned)
		require.Len(t, got, p.Len)
		slices.SortFunc(want, slices.Compare)
		slices.SortFunc(got, slices.Compare)
		require.Equal(t, want, got)

		require.NotContains(t, p.Shape, 1)
		require.LessOrEqual(t, len(p.Shape), max(len(shape), 1))
		for axis := range p.Shape {
			for _, a := range p.Operands {
				if a.Strides[axis] != 0 {
					require.Positive(t, a.Strides[axis], "the first that moves, moves forwards")
					break
				}
			}
		}
	})
}
