package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// The expected results are NumPy's: numpy.allclose(a, b, rtol, atol).
func TestAllCloseIsNumPys(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	f := func(v ...float64) *tensor.Tensor { return tensor.FromSlice(v) }
	for _, c := range []struct {
		name       string
		a, b       *tensor.Tensor
		rtol, atol float64
		want       bool
	}{
		{"the same", f(1, 2), f(1, 2), 0, 0, true},
		{"atol", f(1, 2), f(1.5, 2), 0, .5, true},
		{"beyond atol", f(1, 2), f(1.5, 2), 0, .25, false},
		{"rtol is of b", f(4), f(5), .2, 0, true},
		{"rtol is not of a", f(5), f(4), .2, 0, false},
		{"infinities", f(inf, -inf), f(inf, -inf), 0, 0, true},
		{"infinities of both signs", f(inf), f(-inf), 1, inf, false},
		{"a number and an infinity", f(1), f(inf), 1, 1, false},
		{"NaN", f(nan), f(nan), 1, 1, false},
		{"broadcast", f(1, 1), tensor.Scalar(1.), 0, 0, true},
		{"broadcast, and one is not", f(1, 2), tensor.Scalar(1.), 0, 0, false},
		{"no elements", f(), f(), 0, 0, true},
		{"integers", tensor.FromSlice([]int64{math.MinInt64}), tensor.FromSlice([]int64{math.MaxInt64}), 0, 2, false},
		{"unsigned", tensor.FromSlice([]uint8{0, 255}), tensor.FromSlice([]uint8{1, 254}), 0, 1, true},
		{"types", tensor.FromSlice([]int32{1}), tensor.FromSlice([]float32{1.0000001}), 1e-5, 1e-8, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tensor.AllClose(c.a, c.b, c.rtol, c.atol)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestAllCloseOfMistakesIsAnError(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b *tensor.Tensor
		rtol float64
	}{
		{"shapes", iota32(2), iota32(3), 0},
		{"nil", nil, iota32(3), 0},
		{"another nil", iota32(3), nil, 0},
		{"an error", iota32(3), tensor.Zeros(tensor.Int8, -1), 0},
		{"a negative rtol", iota32(3), iota32(3), -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tensor.AllClose(c.a, c.b, c.rtol, 0)
			assert.Error(t, err)
			assert.False(t, got)
		})
	}
}

func TestAllCloseNamesItselfInAnError(t *testing.T) {
	released := iota32(3)
	released.Release()
	_, err := tensor.AllClose(released, iota32(3), 0, 0)
	assert.ErrorContains(t, err, "tensor: all close: ")
}
