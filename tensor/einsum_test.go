package tensor_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

func TestEinsumMultipliesInAnOrderOfFewMultiplicationsWhichExplainTells(t *testing.T) {
	of := func(shape ...int) *tensor.Tensor { return tensor.Ones(tensor.Int32, shape...).Clone() }
	for _, c := range []struct {
		name, equation string
		in             []*tensor.Tensor
		shapes         []string // of the launches
	}{
		{"the last two first", "ij,jk,kl->il", []*tensor.Tensor{of(9, 8), of(8, 7), of(7, 1)}, []string{"[8 7]", "[9 8]"}},
		{"the first two first", "ij,jk,kl->il", []*tensor.Tensor{of(1, 8), of(8, 7), of(7, 9)}, []string{"[7 8]", "[9 7]"}},
		{"the outer two first", "ij,kl,jk->il", []*tensor.Tensor{of(2, 30), of(30, 2), of(30, 30)}, []string{"[2 30 30]", "[2 2 30]"}},
		{"a sum of one operand first", "ij,jk->k", []*tensor.Tensor{of(9, 8), of(8, 7)}, []string{"[8 9]", "[7 8]"}},
		{"of many the cheapest pair first", "ab,bc,cd,de,ef,fg,gh->ah", []*tensor.Tensor{of(9, 9), of(9, 9), of(9, 9), of(9, 9), of(9, 9), of(9, 2), of(2, 9)},
			[]string{"[9 2 9]", "[9 2 9]", "[9 2 9]", "[9 2 9]", "[9 2 9]", "[9 9 2]"}},
		{"a product without a sum", "i,j->ij", []*tensor.Tensor{of(3), of(4)}, []string{"[3 4]"}},
		{"a view", "ijj->ji", []*tensor.Tensor{of(3, 4, 4)}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := tensor.Einsum(c.equation, c.in...)
			text, err := tensor.Explain(y)
			require.NoError(t, err)
			var shapes []string
			for _, line := range strings.Split(text, "\n") {
				if _, after, ok := strings.Cut(line, ", shape "); ok && strings.HasPrefix(line, "launch ") {
					shape, _, _ := strings.Cut(after, ",")
					shapes = append(shapes, shape)
				}
			}
			assert.Equal(t, c.shapes, shapes, text)
		})
	}
}

func TestEinsumOfOneTensorWithoutASumIsAView(t *testing.T) {
	x := iota32(9, 3, 3)
	d := tensor.Einsum("ii->i", x)
	require.NoError(t, d.Fill(7))
	assert.Equal(t, []float32{7, 1, 2, 3, 7, 5, 6, 7, 7}, data32(t, x))
}

// An operand may wait, be reversed, or have another dtype, and may be one tensor several times.
func TestEinsumTakesOperandsAsTheyAre(t *testing.T) {
	x, y := iota32(6, 2, 3), tensor.FromSlice([]int8{1, 2, 3})
	assert.Equal(t, []float32{4, 22}, data32(t, tensor.Einsum("ij,j", x.Flip(1), y)))
	assert.Equal(t, []float32{30, 66}, data32(t, tensor.Einsum("ij,j->i", x.Mul(2).Add(y), y)))
	assert.Equal(t, []float32{5, 14, 14, 50}, data32(t, tensor.Einsum("ij,kj", x, x)))
	assert.Equal(t, []float32{9}, data32(t, tensor.Einsum("ij,ij,ij->", x.Slice(1, 0, 2, 1).Minimum(2), tensor.Full[float32](1, 1, 1), tensor.Full[float32](2, 2, 1)).Sub(1)))
}

func TestWindowsSlideAlongAnAxis(t *testing.T) {
	x := iota32(12, 3, 4)
	w := x.Windows(1, 2, 2)
	assert.Equal(t, []int{3, 2, 2}, w.Shape())
	assert.True(t, w.ReadOnly())
	assert.Equal(t, []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, data32(t, w))
	both := x.Windows(0, 2, 1).Windows(1, 3, 1)
	assert.Equal(t, []int{2, 2, 2, 3}, both.Shape())
	assert.Equal(t, []float32{5, 6, 7, 9, 10, 11}, data32(t, both.At(1, 1)))
	assert.Equal(t, []float32{18, 24, 42, 48}, data32(t, both.Sum(-1, -2)))
	require.NoError(t, x.At(0, 0).Fill(100))
	assert.Equal(t, float32(100), data32(t, both)[0], "it is a view")
	assert.Equal(t, []int{5, 3, 0}, tensor.Zeros(tensor.Bool, 4, 3).Windows(0, 0, 1).Shape())
}
