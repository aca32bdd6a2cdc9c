package tensor

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
)

// productShape is a row of a table of products: the shape of a result, or why there is none.
type productShape struct {
	Name, Equation string
	Shapes         [][]int
	Result         *[]int
	Error          map[string]string
}

func TestProductsHaveTheShapesOfTheTables(t *testing.T) {
	for _, name := range []string{"matmul_shapes", "einsum_shapes"} {
		t.Run(name, func(t *testing.T) {
			rows, err := outside.Lines[productShape](filepath.Join(walkData(t), "tables", name+".jsonl"))
			require.NoError(t, err)
			for _, r := range rows {
				var in []*Tensor
				for _, shape := range r.Shapes {
					in = append(in, Ones(Float32, shape...))
				}
				var y *Tensor
				if name == "einsum_shapes" {
					y = Einsum(r.Equation, in...)
				} else {
					y = in[0].Matmul(in[1])
				}
				if r.Result == nil {
					assert.Error(t, y.Err(), "%+v", r)
					continue
				}
				assert.NoError(t, y.Err(), "%+v", r)
				assert.Equal(t, *r.Result, y.Shape(), "%+v", r)
			}
		})
	}
}
