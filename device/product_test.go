package device

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
)

const matmul = "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = dot %0 %1\nreturn %2"

// productOf returns the product of a launch over the shape whose last axis is the group, and the
// shape of its groups' loop. Strides are those of the output and of the inputs; nil means row-major.
func productOf(t *testing.T, text string, shape []int, strides ...[]int) (Product, bool, []int) {
	t.Helper()
	p, err := Parse(text)
	require.NoError(t, err)
	l := &Launch{Program: p, Shape: shape, Levels: []int{1}}
	for k, s := range strides {
		layout := broadcast.RowMajor(shape...)
		if k == 0 {
			layout = broadcast.RowMajor(shape[:len(shape)-1]...)
		}
		if s != nil {
			layout.Strides = s
		}
		for axis, stride := range s { // of an axis that is walked backwards
			layout.Offset -= min(stride, 0) * (shape[axis] - 1)
		}
		o := Operand{Buffer: &fakeBuffer{1 << 16}, Layout: layout}
		if k == 0 {
			o.Type, l.Out = p.Type(p.Outputs()[0]), append(l.Out, o)
			continue
		}
		if o.Type = p.Inputs()[k-1]; p.Input(k - 1).Position {
			o.Buffer = nil
		}
		l.In = append(l.In, o)
	}
	nest := l.Nest(nil)
	product, ok := l.Product(&nest)
	return product, ok, nest.Groups.Shape
}

func TestAProductOfMatricesIsFoundByTheAxesThatVary(t *testing.T) {
	for _, c := range []struct {
		name                 string
		shape                []int
		out, x, y            []int // strides
		groups               []int // the shape of their loop
		rows, columns, batch []int
	}{
		{"plain", []int{4, 5, 6}, nil, []int{6, 0, 1}, []int{0, 1, 5}, []int{4, 5}, []int{0}, []int{1}, nil},
		{"transposed operands", []int{4, 5, 6}, nil, []int{1, 0, 4}, []int{0, 6, 1}, []int{4, 5}, []int{0}, []int{1}, nil},
		{"a transposed result", []int{4, 5, 6}, []int{1, 4}, []int{6, 0, 1}, []int{0, 1, 5}, []int{5, 4}, []int{1}, []int{0}, nil},
		{"stepped and reversed", []int{4, 5, 6}, nil, []int{-12, 0, 2}, []int{0, -1, 5}, []int{4, 5}, []int{0}, []int{1}, nil},
		{"batched", []int{3, 4, 5, 6}, nil, []int{24, 6, 0, 1}, []int{30, 0, 1, 5}, []int{3, 4, 5}, []int{1}, []int{2}, []int{0}},
		{"one right matrix for a batch", []int{3, 4, 5, 6}, nil, []int{24, 6, 0, 1}, []int{0, 0, 1, 5}, []int{12, 5}, []int{0}, []int{1}, nil},
		{"rows of two axes", []int{3, 4, 5, 6}, nil, []int{48, 6, 0, 1}, []int{0, 0, 1, 5}, []int{3, 4, 5}, []int{0, 1}, []int{2}, nil},
		{"one row", []int{1, 5, 6}, nil, []int{6, 0, 1}, []int{0, 1, 5}, []int{5}, nil, []int{0}, nil},
		{"one column", []int{4, 1, 6}, nil, []int{6, 0, 1}, []int{0, 1, 5}, []int{4}, []int{0}, nil, nil},
		{"one row for all rows", []int{4, 5, 6}, nil, []int{0, 0, 1}, []int{0, 1, 5}, []int{4, 5}, nil, []int{1}, []int{0}},
		{"pairs of vectors", []int{4, 6}, nil, []int{6, 1}, []int{6, 1}, []int{4}, nil, nil, []int{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ok, groups := productOf(t, matmul, c.shape, c.out, c.x, c.y)
			assert.True(t, ok)
			assert.Equal(t, c.groups, groups)
			assert.Equal(t, Product{X: 0, Y: 1, Rows: c.rows, Columns: c.columns, Batch: c.batch}, p)
		})
	}
}

func TestAProductMayBeMappedAndHasNoOtherReduction(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a map of the result", "(%0 float32 level 1, %1 float32 level 1, %2 float32)\n%3 float32 = neg %2\n%4 float32 = dot %1 %0\n%5 float32 = add %4 %3\nreturn %5", true},
		{"a map of a result of level 0", "(%0 float32 level 1, %1 float32 level 1, %2 float32)\n%3 float32 = neg %2\n%4 float32 = mul %0 %3\n%5 float32 = dot %4 %1\nreturn %5", false},
		{"a sum", "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = sum %0\nreturn %2", false},
		{"a sum beside it", "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = sum %0\n%3 float32 = dot %0 %1\nreturn %2 %3", false},
		{"positions", "(%0 int32 level 1, %1 int32 level 1 position)\n%2 int32 = dot %0 %1\nreturn %2", false},
		{"an output for each element", "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = dot %0 %1\n%3 float32 = mul %0 %2\nreturn %3", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			strides := [][]int{nil, {6, 0, 1}, {0, 1, 5}, {5, 1}}
			if c.name == "an output for each element" {
				strides[0] = []int{30, 6, 1}
			}
			p, err := Parse(c.text)
			require.NoError(t, err)
			got, ok, _ := productOf(t, c.text, []int{4, 5, 6}, strides[:1+len(p.Inputs())]...)
			assert.Equal(t, c.want, ok)
			if ok {
				assert.Equal(t, Product{Dot: 1, X: 1, Y: 0, Rows: []int{1}, Columns: []int{0}}, got)
			}
		})
	}
}

func TestMapsBeforeAProductVaryAlongTheAxesOfWhatTheyRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		strides    [][]int // of the inputs
		want       Product
	}{
		{"a map of each", "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = neg %0\n%3 float32 = exp %1\n%4 float32 = dot %2 %3\nreturn %4",
			[][]int{{6, 0, 1}, {0, 1, 5}}, Product{Dot: 2, X: 2, Y: 3, XMaps: []int{0}, YMaps: []int{1}, Rows: []int{0}, Columns: []int{1}}},
		{"a scale of each row", "(%0 float32 level 1, %1 float32 level 1, %2 float32)\n%3 float32 = mul %0 %2\n%4 float32 = dot %3 %1\nreturn %4",
			[][]int{{6, 0, 1}, {0, 1, 5}, {1, 0}}, Product{Dot: 1, X: 3, Y: 1, XMaps: []int{0}, Rows: []int{0}, Columns: []int{1}}},
		{"a scale of each element", "(%0 float32 level 1, %1 float32 level 1, %2 float32)\n%3 float32 = mul %0 %2\n%4 float32 = dot %3 %1\nreturn %4",
			[][]int{{6, 0, 1}, {0, 1, 5}, {5, 1}}, Product{Dot: 1, X: 3, Y: 1, XMaps: []int{0}, Batch: []int{1}, Rows: []int{0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ok, _ := productOf(t, c.text, []int{4, 5, 6}, append([][]int{nil}, c.strides...)...)
			assert.True(t, ok)
			assert.Equal(t, c.want, p)
		})
	}
}
