package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// Whole formulas around reductions are one launch, which reads each operand once and stores the result
// alone.
func TestFormulasAroundReductionsReadTheirOperandsOnce(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		a := tensor.FromSliceOn(d, []float32{3, -1, 2, 1, 0, 5, 2, 2}, 2, 4)
		b := tensor.FromSliceOn(d, []float32{1, 1, 4, -3, 2, 2, 1, .5}, 2, 4)
		c := tensor.FromSliceOn(d, []float32{1, 2, 3, -4, 5, 6, 7, 8}, 2, 4)
		row := tensor.FromSliceOn(d, []float32{1, 2, 3, 4})
		labels := tensor.FromSliceOn(d, []int64{2, 0}, 2, 1)
		type formula struct {
			name     string
			operands int
			of       func() *tensor.Tensor
		}
		for _, f := range sample(d, []formula{
			{"cross-entropy from logits", 2, func() *tensor.Tensor { return a.Logsumexp(1).Sub(a.TakeAlongAxis(1, labels).Squeeze(1)) }},
			{"squared distances from a row", 2, func() *tensor.Tensor { return a.Sub(row).Square().Sum(1) }},
			{"a mean of an activation", 3, func() *tensor.Tensor { return a.Mul(b).Add(c).Relu().Mean(1) }},
			{"a sum of products", 2, func() *tensor.Tensor { return a.Mul(b).Sum(1) }},
			{"a weighted mean", 2, func() *tensor.Tensor { return a.Average(row, 1) }},
			{"a mean with a weight for each", 2, func() *tensor.Tensor { return a.Average(b, 1) }},
			{"cosine similarity", 2, func() *tensor.Tensor {
				return a.Mul(b).Sum(1).Div(a.Norm(1).Mul(b.Norm(1)))
			}},
			{"a distance of both norms", 2, func() *tensor.Tensor { return a.Norm(0).Sub(b.Norm(0)) }},
		}) {
			t.Run(f.name, func(t *testing.T) {
				y, launches, read, stored := f.of(), 0, map[device.Buffer]bool{}, 0
				end := device.OnLaunch(func(e *device.LaunchEvent) {
					if e.Device != d {
						return
					}
					launches++
					for _, in := range e.Launch.In {
						read[in.Buffer] = true
					}
					stored += len(e.Launch.Out)
				})
				require.NoError(t, tensor.Eval(t.Context(), y))
				end()
				assert.Equal(t, 1, launches)
				assert.Len(t, read, f.operands)
				assert.Equal(t, 1, stored)
			})
		}
	})
}

// What does not depend on a wrong label keeps its value, though one launch could have computed both.
func TestAWrongLabelOfACrossEntropyIsNoErrorOfOtherResults(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		logits := tensor.FromSliceOn(d, []float32{0, 0, 0, 0}, 2, 2)
		all := logits.Logsumexp(1)
		loss := all.Sub(logits.TakeAlongAxis(1, tensor.FromSliceOn(d, []int64{1, 2}, 2, 1)).Squeeze(1))
		assert.ErrorContains(t, tensor.Eval(t.Context(), loss, all), "index 2 is out of bounds for axis 1 with size 2 (element [1 0])")
		assert.Equal(t, []float32{.6931472, .6931472}, data[float32](t, all))
	})
}
