package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestCovariancesAreThoseOfNumPy(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}, 3, 4)
		hole := tensor.Where(x.Eq(9), nan, x)
		cov := []float64{2.25, -3.83333333, -.41666667, -3.83333333, 8.33333333, -1.83333333, -.41666667, -1.83333333, 4.25}
		for _, c := range sample(d, []struct {
			name  string
			got   *tensor.Tensor
			shape []int
			want  []float64
		}{
			{"correlations", x.Corrcoef(), []int{3, 3}, []float64{1, -.88527041, -.13474201, -.88527041, 1, -.30806162, -.13474201, -.30806162, 1}},
			{"covariances", x.Cov(), []int{3, 3}, cov},
			{"of columns", x.Slice(1, 0, 2, 1).T().Cov(), []int{2, 2}, []float64{4. / 3, 10. / 3, 10. / 3, 52. / 3}},
			{"of a population", x.Slice(0, 0, 2, 1).Cov(0), []int{2, 2}, []float64{1.6875, -2.875, -2.875, 6.25}},
			{"with nothing left to divide by", x.Slice(0, 0, 2, 1).Cov(7), []int{2, 2}, []float64{inf, -inf, -inf, inf}},
			{"of integers", x.AsType(tensor.Int16).Cov(), []int{3, 3}, cov},
			{"of bools", x.Gt(3).Slice(0, 0, 2, 1).Cov(), []int{2, 2}, []float64{.25, -.25, -.25, .25}},
			{"of one variable", x.Index(0, 0).Cov(), []int{}, []float64{2.25}},
			{"of NaN", hole.Slice(0, 1, 3, 1).Cov(), []int{2, 2}, []float64{nan, nan, nan, 4.25}},
			{"of one observation", x.Slice(1, 0, 1, 1).Cov().Index(0, 0), []int{3}, []float64{nan, nan, nan}},
			{"of no observation", x.Slice(1, 0, 0, 1).Cov().Index(0, 0), []int{3}, []float64{nan, nan, nan}},
			{"of no variable", x.Slice(0, 0, 0, 1).Cov(), []int{0, 0}, []float64{}},
			{"correlation with itself", x.Index(0, 0).Corrcoef(), []int{}, []float64{1}},
			{"correlation with NaN", hole.Slice(0, 1, 3, 1).Corrcoef(), []int{2, 2}, []float64{nan, nan, nan, 1}},
			{"correlation of what does not vary", tensor.Where(x.Gt(4), 2, 2).Slice(0, 0, 1, 1).Corrcoef(), []int{1, 1}, []float64{nan}},
		}) {
			t.Run(c.name, func(t *testing.T) {
				assert.Equal(t, c.shape, c.got.Shape())
				got := data[float64](t, c.got.AsType(tensor.Float64))
				require.Len(t, got, len(c.want))
				for i, want := range c.want {
					assert.True(t, got[i] == want || math.Abs(got[i]-want) < 1e-6 || got[i] != got[i] && want != want, "element %d: %v, want %v", i, got[i], want)
				}
			})
		}
	})
	x := tensor.Zeros(tensor.Float16, 2, 3)
	assert.Equal(t, tensor.Float16, x.Cov().DType())
	assert.Equal(t, tensor.Float32, x.AsType(tensor.Bool).Corrcoef().DType())
	assert.EqualError(t, x.Reshape(1, 2, 3).Cov().Err(), "tensor: cov: the tensor has 3 axes (shape [1 2 3]), and has two: variables and observations")
	assert.EqualError(t, x.Cov(0, 1).Err(), "tensor: cov: 2 corrections given; one is enough")
	assert.ErrorContains(t, (*tensor.Tensor)(nil).Corrcoef().Err(), "tensor: corrcoef: ")
}

// Equal sums in another order would give a matrix and its transpose other bits.
func TestAMatrixOfCovariancesIsSymmetric(t *testing.T) {
	x := tensor.Arange(0, 3300, 1).Mul(7919).Remainder(1013).AsType(tensor.Float32).Sqrt().Reshape(33, 100)
	c := x.Cov()
	same, err := tensor.Item[bool](c.Eq(c.T()).All())
	require.NoError(t, err)
	assert.True(t, same)
}

func TestACorrelationIsAtMostOne(t *testing.T) {
	x := tensor.Arange(0, 3300, 1).Mul(7919).Remainder(1013).AsType(tensor.Float32).Sqrt().Reshape(33, 100)
	most, err := x.Corrcoef().Abs().Max().Float64()
	require.NoError(t, err)
	assert.Equal(t, 1., most)
}
