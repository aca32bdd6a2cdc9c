package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/wgtensor/wgtensor/tensor"
)

// readTable reads numbers below a line of titles, as a tensor of [rows, columns].
func readTable(file io.Reader) (*tensor.Tensor, error) {
	r := csv.NewReader(file)
	if _, err := r.Read(); err != nil {
		return nil, err
	}
	records, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, len(records))
	for i, record := range records {
		for _, field := range record {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, fmt.Errorf("row %d: %w", i, err)
			}
			rows[i] = append(rows[i], v)
		}
	}
	table := tensor.FromNested(rows)
	return table, table.Err()
}

// fromMatrix copies a matrix. One that is a part of another has rows with gaps between them.
func fromMatrix(m mat.Matrix) *tensor.Tensor {
	rows, columns := m.Dims()
	if raw, ok := m.(mat.RawMatrixer); ok {
		r := raw.RawMatrix()
		return tensor.FromSlice(r.Data).AsStrided([]int{rows, columns}, []int{r.Stride, 1}, 0)
	}
	return fromMatrix(mat.DenseCopyOf(m))
}

// toDense copies a tensor of two axes, strided or not, into a matrix.
func toDense(m *mat.Dense, t *tensor.Tensor) error {
	if err := t.Err(); err != nil {
		return err
	}
	if t.Rank() != 2 {
		return fmt.Errorf("shape %v is no matrix", t.Shape())
	}
	if t.Len() == 0 {
		return fmt.Errorf("shape %v is empty, which gonum's matrices are not", t.Shape())
	}
	m.ReuseAs(t.Shape()[0], t.Shape()[1])
	return tensor.ReadInto(context.Background(), t, m.RawMatrix().Data)
}
