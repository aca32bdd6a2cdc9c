package main

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// products are the cases of products of matrices, whose results have some n elements at most: squares,
// a few rows, one column, and many of eight rows and columns.
func products(n int) []*job {
	side, many := min(int(math.Sqrt(float64(n))), 512), max(n/64, 1)
	of := func(name string, dt op.DType, out, x, y []int) *job {
		matrix := func(shape []int) operand { return operand{Type: dtype{dt}, Shape: shape} }
		return operation(name, matrix(out), []step{{Op: "matmul", Args: []any{"b"}}}, matrix(x), matrix(y))
	}
	square, eight := []int{side, side}, []int{many, 8, 8}
	return []*job{
		of("matmul", op.Float32, square, square, square),
		of("matmul", op.Float64, square, square, square),
		of("matmul", op.Int8, square, square, square),
		of("matmul of 8 rows", op.Float32, []int{8, side}, []int{8, side}, square),
		of("matmul of a column", op.Float32, []int{side, 1}, square, []int{side, 1}),
		of("matmuls of 8", op.Float32, eight, eight, eight),
	}
}

// judgeProduct compares got, an element of a product of matrices, with its meaning.
func (w *work) judgeProduct(index []int, got op.Scalar) error {
	last := len(index) - 1
	before, r, c := index[:last-1], index[last-1], index[last]
	row, column := make([]op.Scalar, w.In[0].Shape[last]), make([]op.Scalar, w.In[0].Shape[last])
	for k := range row {
		row[k] = w.In[0].at(0, slices.Concat(before, []int{r, k})).Scalar
		column[k] = w.In[1].at(1, slices.Concat(before, []int{k, c})).Scalar
	}
	return judgeRow(op.Dot, index, [][]op.Scalar{row, column}, w.In[0].Type.DType, w.Out.Type.DType, 0, got)
}
