package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
)

// Of a tensor that nothing has been stored in the values are known. Whoever writes to it
// first must not take them for what they are when it is written to.
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
