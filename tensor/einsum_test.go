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

// The numbers are NumPy's.
func TestProductsGiveWhatNumPyGives(t *testing.T) {
	i := func(shape ...int) *tensor.Tensor {
		n := 1
		for _, size := range shape {
			n *= size
		}
		return tensor.Arange(0, n, 1).Reshape(shape...)
	}
	x, y, b := i(2, 3), i(3, 4), i(2, 2, 3)
	for _, c := range []struct {
		name  string
		of    *tensor.Tensor
		shape []int
		want  []int
	}{
		{"Dot", i(4).Dot(i(4)), []int{}, []int{14}},
		{"Inner", b.Inner(x), []int{2, 2, 2}, []int{5, 14, 14, 50, 23, 86, 32, 122}},
		{"Outer", i(3).Outer(i(2).Add(1)), []int{3, 2}, []int{0, 0, 1, 2, 2, 4}},
		{"Kron", x.Kron(i(2, 2).Add(1)), []int{4, 6}, []int{0, 0, 1, 2, 2, 4, 0, 0, 3, 4, 6, 8, 3, 6, 4, 8, 5, 10, 9, 12, 12, 16, 15, 20}},
		{"Kron of other ranks", i(3).Kron(x), []int{2, 9}, []int{0, 0, 0, 0, 1, 2, 0, 2, 4, 0, 0, 0, 3, 4, 5, 6, 8, 10}},
		{"Tensordot", b.Tensordot(x, []int{1, 2}, []int{0, 1}), []int{2}, []int{55, 145}},
		{"Tensordot of one axis", b.Tensordot(x, []int{-2}, []int{0}), []int{2, 3, 3}, []int{9, 12, 15, 12, 17, 22, 15, 22, 29, 27, 42, 57, 30, 47, 64, 33, 52, 71}},
		{"Tensordot of no axis", i(2).Tensordot(i(2), nil, nil), []int{2, 2}, []int{0, 0, 0, 1}},
		{"Matmul of one matrix by several", i(1, 2, 3).Matmul(i(2, 3, 2)), []int{2, 2, 2}, []int{10, 13, 28, 40, 28, 31, 100, 112}},
		{"Einsum in alphabetical order", tensor.Einsum("ba", x), []int{3, 2}, []int{0, 3, 1, 4, 2, 5}},
		{"Einsum of capitals", tensor.Einsum("aB,aC", x, x), []int{3, 3}, []int{9, 12, 15, 12, 17, 22, 15, 22, 29}},
		{"Einsum with an ellipsis", tensor.Einsum("...i,...i", b, x), []int{2, 2}, []int{5, 50, 23, 122}},
		{"Einsum with an ellipsis elsewhere", tensor.Einsum("...ij,...j->i...", b, x.Add(1)), []int{2, 2}, []int{8, 107, 26, 152}},
		{"Einsum of an axis of size 1", tensor.Einsum("ij,kj->ik", x, i(2, 1).Add(2)), []int{2, 2}, []int{6, 9, 24, 36}},
		{"Einsum of a diagonal", tensor.Einsum("ijj->i", i(2, 3, 3)), []int{2}, []int{12, 39}},
		{"Einsum of three", tensor.Einsum("ij,jk,kl->il", x, y, i(4, 2)), []int{2, 2}, []int{324, 422, 1008, 1304}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tensor.Data[int](c.of)
			require.NoError(t, err)
			assert.Equal(t, c.shape, c.of.Shape())
			assert.Equal(t, c.want, got)
		})
	}
	or := tensor.Einsum("ij->i", x.Gt(3))
	got, err := tensor.Data[bool](or)
	require.NoError(t, err)
	assert.Equal(t, []bool{false, true}, got, "a sum of bools is or")
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
