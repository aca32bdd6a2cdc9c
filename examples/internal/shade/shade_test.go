package shade_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAGradientGoesFromStopToStop(t *testing.T) {
	x := tensor.FromSlice([]float32{-1, 0, .25, .5, .75, 1, 2}, 1, 7)
	colours := shade.Gradient(x, 0x000000, 0xff0000, 0xffff00)
	require.Equal(t, []int{1, 7, 3}, colours.Shape())
	values, err := tensor.Data[float32](colours)
	require.NoError(t, err)
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 0, .5, 0, 0, 1, 0, 0, 1, .5, 0, 1, 1, 0, 1, 1, 0}, values)
}
