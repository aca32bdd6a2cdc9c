package tensor_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor"
)

// printElements returns the part of String that shows the elements.
func printElements(t *testing.T, x *tensor.Tensor) string {
	t.Helper()
	s, _, found := strings.Cut(x.String(), " shape=")
	assert.True(t, found, s)
	return s
}

// The expected texts are NumPy's: str(array).
func TestPrintsAsNumPyDoes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	f := func(v ...float64) *tensor.Tensor { return tensor.FromSlice(v) }
	f32 := func(v ...float32) *tensor.Tensor { return tensor.FromSlice(v) }
	for _, c := range []struct {
		name, want string
		x          *tensor.Tensor
	}{
		{"whole numbers", "[1. 2. 3.]", f(1, 2, 3)},
		{"two decimals", "[1.   2.25]", f(1, 2.25)},
		{"a negative number", "[-1.5  0.   2. ]", f(-1.5, 0, 2)},
		{"tenths of float32", "[0.1 0.2]", f32(0.1, 0.2)},
		{"a third of float64", "[0.33333333]", f(1. / 3)},
		{"a third of float32", "[0.33333334]", f32(1. / 3)},
		{"nan and infinities", "[ nan  inf -inf]", f(nan, inf, -inf)},
		{"beyond 1e8", "[1.e+10 1.e+00]", f(1e10, 1)},
		{"an exponent of three digits", "[1.e-005 1.e+100]", f(1e-5, 1e100)},
		{"small numbers", "[1.5e-05 2.0e-05]", f(1.5e-5, 2e-5)},
		{"1e8", "[1.e+08]", f(1e8)},
		{"below 1e8", "[99999999.]", f(99999999)},
		{"below 1e-3", "[1.e-04 1.e+00]", f(1e-4, 1)},
		{"from 1e-3", "[0.001 1.   ]", f(0.001, 1)},
		{"zeros of both signs", "[-0.  0.]", f(math.Copysign(0, -1), 0)},
		{"nan beside an exponent", "[1.e+09    nan]", f(1e9, nan)},
		{"no elements", "[]", tensor.Zeros(tensor.Float32, 2, 0, 3)},
		{"int32", "[ 1 -2 30]", tensor.FromSlice([]int32{1, -2, 30})},
		{"bool", "[ True False]", tensor.FromSlice([]bool{true, false})},
		{"bools of one length", "[ True  True]", tensor.FromSlice([]bool{true, true})},
		{"two large numbers", "[99999999.  1000000.]", f(99999999, 1e6)},
		{"a million less one as float32", "[999999.]", f32(999999)},
		{"more digits of a float32 beside one that needs them", "[9.9999997e-06 1.2345677e+03]", f32(1e-5, 1234.5678)},
		{"a million as float32", "[1.000000e+06 1.234567e+06]", f32(1e6, 1234567)},
		{"a float32 scalar beyond a million", "1.234567e+06", f32(1234567).Reshape()},
		{"a float64 scalar beyond a million", "1234567.0", f(1234567).Reshape()},
		{"a scalar 2", "2.0", tensor.Scalar(2.0)},
		{"an int32 scalar", "7", tensor.Scalar[int32](7)},
		{"a bool scalar", "True", tensor.Scalar(true)},
		{"a third as a scalar", "0.3333333333333333", tensor.Scalar(1. / 3)},
		{"a small scalar", "1e-10", tensor.Scalar(1e-10)},
		{"a large scalar", "1e+16", tensor.Scalar(1e16)},
		{"nan as a scalar", "nan", tensor.Scalar(nan)},
		{"a matrix", "[[0. 1. 2.]\n [3. 4. 5.]]", iota32(6, 2, 3)},
		{"three axes", "[[[0. 1.]\n  [2. 3.]]\n\n [[4. 5.]\n  [6. 7.]]]", iota32(8, 2, 2, 2)},
		{"a column", "[[0.]\n [1.]]", iota32(2, 2, 1)},
		{"a long vector is summarized", "[   0    1    2 ... 1998 1999 2000]", tensor.Arange[int64](0, 2001, 1)},
		{
			name: "a long matrix is summarized",
			want: "[[   0    1    2 ...   37   38   39]\n [  40   41   42 ...   77   78   79]\n" +
				" [  80   81   82 ...  117  118  119]\n ...\n [1480 1481 1482 ... 1517 1518 1519]\n" +
				" [1520 1521 1522 ... 1557 1558 1559]\n [1560 1561 1562 ... 1597 1598 1599]]",
			x: tensor.Arange[int64](0, 1600, 1).Reshape(40, 40),
		},
		{
			name: "a vector is wrapped",
			want: "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n 24 25 26 27 28 29]",
			x:    tensor.Arange[int32](0, 30, 1),
		},
		{
			name: "a row is wrapped",
			want: "[[0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5\n  6 7 8 9]]",
			x:    tensor.Arange[int32](0, 40, 1).Remainder(10).Reshape(1, 40),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, printElements(t, c.x))
		})
	}
}

func TestPrintingEndsWithShapeTypeAndDevice(t *testing.T) {
	assert.Equal(t, "[[0. 1. 2.]\n [3. 4. 5.]] shape=[2 3] float32 cpu", iota32(6, 2, 3).String())
	assert.Equal(t, "error: tensor: add: y: nil tensor", iota32(1).Add((*tensor.Tensor)(nil)).String())
}

func TestPrintingAHugeVirtualTensorReadsItsCornersOnly(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("an int of 32 bits does not count the elements of such a shape")
	}
	d := recordTensors(t)
	x := iota32(3).BroadcastTo(1<<20, 1<<20, 3)
	assert.True(t, strings.HasPrefix(x.String(), "[[[0. 1. 2.]\n  [0. 1. 2.]\n"), x)
	assert.Contains(t, x.String(), "\n  ...\n")
	launches := d.took()
	assert.NotEmpty(t, launches)
	for _, l := range launches {
		assert.LessOrEqual(t, broadcast.RowMajor(l.Shape...).Len(), 6*6*3)
	}
	assert.Equal(t, 1, d.buffers())

	deep := make([]int, 50)
	for i := range deep {
		deep[i] = 2
	}
	assert.True(t, strings.HasPrefix(tensor.Scalar[int32](1).BroadcastTo(deep...).String(), "[...] shape=[2 2"))
}
