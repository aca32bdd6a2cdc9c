package graph

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAMovedViewShowsTheElementsThatItShowedBefore(t *testing.T) {
	view := func(l broadcast.Layout, err error) broadcast.Layout { require.NoError(t, err); return l }
	a, cube := broadcast.RowMajor(6, 7), broadcast.RowMajor(3, 1, 4, 5)
	part := view(view(a.Slice(0, 1, 5, 2)).Slice(1, 6, 0, -3))
	for _, c := range []struct {
		name        string
		array, view broadcast.Layout
		follows     bool
	}{
		{"all", a, a, true},
		{"a part, one axis backwards", a, part, true},
		{"transposed", a, view(part.Transpose(0, 1)), true},
		{"a row", a, view(a.Index(0, 4)), true},
		{"an element", a, view(view(a.Index(0, 4)).Index(0, 2)), true},
		{"expanded", a, view(part.To([]int{3, 2, 2})), true},
		{"an axis of one element", cube, view(cube.Slice(2, 1, 3, 1)), true},
		{"the first elements of a reshaped array", a, broadcast.Layout{Shape: []int{7}, Strides: []int{1}, Offset: 7}, true},
		{"elements across rows", a, broadcast.Layout{Shape: []int{8}, Strides: []int{1}}, false},
		{"backwards across rows", a, broadcast.Layout{Shape: []int{8}, Strides: []int{-1}, Offset: 10}, false},
		{"a diagonal", a, broadcast.Layout{Shape: []int{6}, Strides: []int{8}}, false},
		{"two axes along one", broadcast.RowMajor(12), broadcast.RowMajor(3, 4), true},
		{"two axes that stay in a row", a, broadcast.Layout{Shape: []int{2, 5}, Strides: []int{2, 1}}, true},
		{"two axes that leave a row together", a, broadcast.Layout{Shape: []int{2, 5}, Strides: []int{2, 1}, Offset: 1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := c.array.Len()
			to := broadcast.Layout{Shape: c.array.Shape, Strides: make([]int, len(c.array.Shape)), Offset: 1000}
			for k, s := range c.array.Strides { // odd strides, one of them backwards
				to.Strides[k] = 3*s + 1 - 2*(k%2)*(3*s+1)
			}
			positions := make([]int, 0, n)
			for at := range to.Offsets() {
				positions = append(positions, at)
			}
			got, ok := moveView(&c.view, &c.array, &to)
			require.Equal(t, c.follows, ok)
			if !ok {
				return
			}
			var want, at []int
			for i := range c.view.Offsets() {
				want = append(want, positions[i])
			}
			for i := range got.Offsets() {
				at = append(at, i)
			}
			assert.Equal(t, want, at)
		})
	}
}

func TestAPartReadsWhatItsWholeReadsAndKeepsNothingElse(t *testing.T) {
	leaf, memory := storedLeaf()
	whole := chain(leaf, 2)
	part, err := whole.Part(t.Context(), &one)
	require.NoError(t, err)
	require.NotNil(t, part)
	assert.Equal(t, 2, part.Depth())
	c := take(t, part)
	assert.Len(t, c.Nodes, 2)
	c.End()
	whole.Release()
	leaf.Release()
	assert.False(t, memory.released)
	part.Release()
	assert.True(t, memory.released)
}

// chain returns n operations, one after the other.
func chain(s *Storage, n int) *Storage {
	s = unary(s)
	for range n - 1 {
		next := unary(s)
		s.Release()
		s = next
	}
	return s
}

func TestAnExpressionThatTwoPartsReadIsOnePart(t *testing.T) {
	leaf, _ := storedLeaf()
	shared := unary(leaf)
	for range 40 { // so 2^40 paths lead to the leaf
		shared = new(Storage).Init(op.Float32, &one, op.Add, nil, read(shared), read(shared))
	}
	part, err := shared.Part(t.Context(), &one)
	require.NoError(t, err)
	require.NotNil(t, part)
	assert.Equal(t, 41, part.Depth())
}

func TestALongChainAndWhatIsStoredHaveNoPart(t *testing.T) {
	leaf, memory := storedLeaf()
	long := chain(leaf, mostParts+1)
	for _, s := range []*Storage{long, leaf} {
		part, err := s.Part(t.Context(), &one)
		require.NoError(t, err)
		assert.Nil(t, part)
	}
	long.Release()
	leaf.Release()
	assert.True(t, memory.released, "a part that was begun keeps nothing")
}

func TestAPartReadsRowsWithARoleWhole(t *testing.T) {
	full, row := broadcast.RowMajor(2, 3), broadcast.RowMajor(3)
	column, err := full.Index(1, 1)
	require.NoError(t, err)
	stored := func(l *broadcast.Layout) *Storage { return new(Storage).InitStored(op.Float32, l, &memory{}) }
	for _, c := range []struct {
		name string
		of   func() *Storage // of shape [2, 3]
	}{
		{"a scan", func() *Storage {
			return new(Storage).Init(op.Float32, &full, op.Cumsum, &Form{Axes: []int{1}}, read(stored(&full)))
		}},
		{"a reduction that is expanded", func() *Storage {
			sum := new(Storage).Init(op.Float32, &row, op.Sum, &Form{Axes: []int{0}}, read(stored(&full)))
			wide, err := row.To([]int{2, 3})
			require.NoError(t, err)
			return new(Storage).Init(op.Float32, &full, op.Abs, nil, sum.Read(&wide))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.of()
			whole := new(Storage).Init(op.Float32, &full, op.Neg, nil, read(s))
			part, err := whole.Part(t.Context(), &column)
			require.NoError(t, err)
			require.NotNil(t, part)
			claim := take(t, part)
			defer claim.End()
			roles := 0
			for _, n := range claim.Nodes {
				if n.Expr.IsMap() {
					assert.Equal(t, []int{2}, n.Layout.Shape, "a map is one of the part")
					continue
				}
				roles++
				assert.Greater(t, n.Layout.Len(), 2, "a row with a role is computed whole")
			}
			assert.Equal(t, 1, roles)
		})
	}
}

func TestARowWithARoleHasNoPart(t *testing.T) {
	full := broadcast.RowMajor(2, 3)
	s := new(Storage).Init(op.Float32, &full, op.Cumsum, &Form{Axes: []int{0}}, read(new(Storage).InitStored(op.Float32, &full, &memory{})))
	first, err := full.Index(0, 0)
	require.NoError(t, err)
	part, err := s.Part(t.Context(), &first)
	require.NoError(t, err)
	assert.Nil(t, part)
}
