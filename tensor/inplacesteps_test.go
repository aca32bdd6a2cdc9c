package tensor_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// The values of a tensor that was never written are known. The first write must not take them for
// the values that it finds: another write may come before it.
func TestNoOperationInPlaceIsLostToAnother(t *testing.T) {
	for range rounds(60) {
		x, y := tensor.Zeros(tensor.Int32, 2, 3), tensor.Ones(tensor.Int32, 3)
		together(t, 4, func(g int) {
			if g%2 == 0 {
				assert.NoError(t, x.AddInPlace(1))
			} else {
				assert.NoError(t, x.SubInPlace(y))
			}
		})
		if !assert.Equal(t, make([]int32, 6), data[int32](t, x)) {
			return
		}
	}
}

// The conversion waits, and reads a small part of the storage when it has 256 KiB.
func TestAWriteToAPartOfALargeTensorTakesAnOperandOfAnotherDType(t *testing.T) {
	for _, n := range []int{60_000, 70_000} {
		for _, operand := range []*tensor.Tensor{
			tensor.FromSlice([]int32{3}),
			tensor.FromSlice([]int32{3, 3, 3}),
			tensor.FromSlice([]float32{3}),
			tensor.Scalar[int32](3),
		} {
			t.Run(fmt.Sprintf("%d of float32, %v%v", n, operand.DType(), operand.Shape()), func(t *testing.T) {
				x := tensor.FromSlice(make([]float32, n))
				part := x.Slice(0, 0, 3, 1)
				require.NoError(t, part.AddInPlace(operand))
				got, err := tensor.Data[float32](part)
				require.NoError(t, err)
				require.Equal(t, []float32{3, 3, 3}, got)
			})
		}
	}
}
