package tensor_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// A matrix less a column of another dtype, which the launch converts.
func TestAColumnOfAnotherDTypeIsBroadcast(t *testing.T) {
	for _, n := range []int{40, 64, 100, 128, 130, 200} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			data := make([]int32, n*n)
			for i := range data {
				data[i] = int32(i)
			}
			column := []int16{1, 100, 10000}
			y := tensor.FromSlice(data, n, 1, n).Sub(tensor.FromSlice(column, 3, 1))
			got, err := tensor.Data[int32](y)
			require.NoError(t, err)
			wrong := 0
			for i, v := range got {
				if v != data[i/(3*n)*n+i%n]-int32(column[i/n%3]) {
					wrong++
				}
			}
			require.Zero(t, wrong, "of %d elements", len(got))
		})
	}
}
