package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
