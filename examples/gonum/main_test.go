package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
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

func TestTablesThatAreNoneAreRefused(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "EOF"},
		{"a word", "a,b\n1,two\n", "row 0: strconv.ParseFloat"},
		{"a short row", "a,b\n1,2\n3\n", "wrong number of fields"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readTable(strings.NewReader(c.file))
			assert.ErrorContains(t, err, c.want)
		})
	}
}
