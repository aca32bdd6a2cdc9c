package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/wgtensor/wgtensor/tensor"
)

func Example() {
	if err := run(os.Stdout, strings.NewReader(falling)); err != nil {
		panic(err)
	}
	// Output:
	// height = 20.02 -0.05 t -4.88 t²
	// row 0 is off by 0.01
	// row 1 is off by 0.03
	// row 2 is off by 0.04
	// row 3 is off by 0.02
	// row 4 is off by 0.00
}

func TestMatricesGoBothWays(t *testing.T) {
	whole := mat.NewDense(3, 4, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	for _, c := range []struct {
		name string
		m    mat.Matrix
	}{
		{"whole", whole},
		{"a part", whole.Slice(1, 3, 1, 3)},
		{"transposed", whole.T()},
		{"a vector", mat.NewVecDense(3, []float64{1, 2, 3})},
		{"symmetric", mat.NewSymDense(2, []float64{1, 2, 0, 3})},
	} {
		t.Run(c.name, func(t *testing.T) {
			var back mat.Dense
			require.NoError(t, toDense(&back, fromMatrix(c.m)))
			assert.True(t, mat.Equal(c.m, &back))
		})
	}
}

func TestAnEmptyTensorIsNoMatrix(t *testing.T) {
	assert.EqualError(t, toDense(new(mat.Dense), tensor.Zeros(tensor.Float64, 0, 3)), "shape [0 3] is empty, which gonum's matrices are not")
}

func TestTablesThatAreNoneAreRefused(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "EOF"},
		{"a word", "a,b\n1,two\n", "row 0: strconv.ParseFloat"},
		{"titles alone", "a,b\n", "the table has shape [0 0] below its titles"},
		{"one column", "a\n1\n2\n", "the table has shape [2 1] below its titles; it needs rows, and two columns"},
		{"three columns", "a,b,c\n1,2,3\n", "shape [1 3]"},
		{"a short row", "a,b\n1,2\n3\n", "wrong number of fields"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, run(io.Discard, strings.NewReader(c.file)), c.want)
		})
	}
}
