package tensor_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
)

func TestVerbsFormatElements(t *testing.T) {
	x := tensor.FromSlice([]float64{1, 2.5, -3, 400}, 2, 2)
	i := tensor.FromSlice([]int16{1, -20, 300})
	for _, c := range []struct {
		format, want string
		x            *tensor.Tensor
	}{
		{"%.2f", "[[  1.00   2.50]\n [ -3.00 400.00]]", x},
		{"%8.1f", "[[     1.0      2.5]\n [    -3.0    400.0]]", x},
		{"%-8.1f", "[[1.0      2.5     ]\n [-3.0     400.0   ]]", x},
		{"%+.0f", "[[  +1   +2]\n [  -3 +400]]", x},
		{"%6v", "[[     1    2.5]\n [    -3    400]]", x},
		{"%.3g", "[[  1 2.5]\n [ -3 400]]", x},
		{"%.1e", "[[ 1.0e+00  2.5e+00]\n [-3.0e+00  4.0e+02]]", x},
		{"%d", "[  1 -20 300]", i},
		{"%04d", "[0001 -020 0300]", i},
		{"%x", "[  1 -14 12c]", i},
		{"%d", "[[%!d(float64=1)]]", x.Slice(0, 0, 1, 1).Slice(1, 0, 1, 1)},
		{"%t", "[ true false]", tensor.FromSlice([]bool{true, false})},
		{"%d", "18446744073709551615", tensor.Scalar(^uint64(0))},
		{"%.3f", "[0.100 0.100]", tensor.FullOf(tensor.BFloat16, 0.1, 2)},
		{"%d", "[]", tensor.Zeros(tensor.Int8, 0, 3)},
		{"%5d", "[    0     1     2 ...  1998  1999  2000]", tensor.Arange(0, 2001, 1)},
		{"%v", "[  1 -20 300] shape=[3] int16 cpu", i},
		{"%s", "[  1 -20 300] shape=[3] int16 cpu", i},
		{"%+v", "[  1 -20 300] shape=[3] int16 cpu strides=[1] offset=0 storage=[3] stored", i},
		{"%+v", "[  2 -40 600] shape=[3] int16 cpu strides=[1] offset=0 storage=[3] waiting", i.Mul(2)},
		{"%+v", "[400.  -3.] shape=[2] float64 cpu strides=[-1] offset=3 storage=[2 2] stored", x.At(1, tensor.S(tensor.End, tensor.End, -1))},
		{"%+v", "[[1.]\n [1.]] shape=[2 1] float32 cpu strides=[0 1] offset=0 storage=[1] stored, read-only", tensor.FromSlice([]float32{1}).BroadcastTo(2, 1)},
		{"%+d", "[  +1  -20 +300]", i},
		{"%40s", "       [  1 -20 300] shape=[3] int16 cpu", i},
		{"%q", `"[  1 -20 300] shape=[3] int16 cpu"`, i},
	} {
		t.Run(c.format+" "+c.want, func(t *testing.T) {
			assert.Equal(t, c.want, fmt.Sprintf(c.format, c.x))
		})
	}
}

func TestATensorWithAnErrorPrintsItByEveryVerb(t *testing.T) {
	for _, format := range []string{"%v", "%s", "%.2f", "%5d", "%.2v", "%q"} {
		assert.Equal(t, "error: tensor: zeros: size -1 of axis 0 is negative in shape [-1]", fmt.Sprintf(format, tensor.Zeros(tensor.Int8, -1)), format)
		assert.Contains(t, fmt.Sprintf(format, (*tensor.Tensor)(nil)), "nil tensor", format)
	}
}
