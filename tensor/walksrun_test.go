package tensor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/customdevice"
)

// matrixOn makes the matrix that the walks go over.
func matrixOn(d device.Device) *Tensor {
	return FromSliceOn(d, []float32{3, 1, 2, 1, 0, 5}, 2, 3)
}

func ints(d device.Device, values ...int64) *Tensor { return FromSliceOn(d, values, len(values)) }

// walks has one walk for each form, with its result.
var walks = []struct {
	name string
	run  func(d device.Device) *Tensor
	want any
}{
	{"sum", func(d device.Device) *Tensor { return matrixOn(d).Sum(1) }, []float32{6, 6}},
	{"sum of a view", func(d device.Device) *Tensor { return matrixOn(d).T().Slice(0, End, 0, -2).Sum(0) }, []float32{2, 5}},
	{"argmax", func(d device.Device) *Tensor { return matrixOn(d).Argmax(0) }, []int64{0, 0, 1}},
	{"softmax", func(d device.Device) *Tensor { return FromSliceOn(d, []float32{900, 900, 1, -900}, 2, 2).Softmax(-1) }, []float32{0.5, 0.5, 1, 0}},
	{"matmul", func(d device.Device) *Tensor { return matrixOn(d).Matmul(matrixOn(d).T()) }, []float32{14, 13, 13, 26}},
	{"cumsum", func(d device.Device) *Tensor { return matrixOn(d).Cumsum(1) }, []float32{3, 4, 6, 1, 1, 6}},
	{"take", func(d device.Device) *Tensor { return matrixOn(d).Take(1, ints(d, 2, -3)) }, []float32{2, 3, 5, 1}},
	{"scatter", func(d device.Device) *Tensor {
		return matrixOn(d).Scatter(1, FromSliceOn(d, []int64{1, 1, -1, 0}, 2, 2), FromSliceOn(d, []float32{7, 8, 9, 6}, 2, 2))
	}, []float32{3, 8, 2, 6, 0, 9}},
	{"scatter_add", func(d device.Device) *Tensor {
		return matrixOn(d).ScatterAdd(1, FromSliceOn(d, []int64{1, 1, -1, 0}, 2, 2), FromSliceOn(d, []float32{7, 8, 9, 6}, 2, 2))
	}, []float32{3, 16, 2, 7, 0, 14}},
	{"searchsorted", func(d device.Device) *Tensor { return ints(d, 1, 3, 3, 5).Searchsorted(ints(d, 3, 0, 6), Right) }, []int64{3, 0, 4}},
	{"sort", func(d device.Device) *Tensor { return matrixOn(d).Sort(1) }, []float32{1, 2, 3, 0, 1, 5}},
	{"argsort", func(d device.Device) *Tensor { return matrixOn(d).Argsort(0, Descending) }, []int64{0, 0, 1, 1, 1, 0}},
	{"random bits", func(d device.Device) *Tensor { return randomBits(matrixOn(d), 0, 3) }, []uint32{4070199207, 4202968722, 1427181096}},
}

func TestWalksOfEveryForm(t *testing.T) {
	for _, c := range walks {
		t.Run(c.name, func(t *testing.T) {
			for _, d := range []device.Device{walkDevice, DefaultDevice()} {
				assert.Equal(t, c.want, elements(t, c.run(d)), d.Info().Name)
			}
		})
	}
}

// elements are those of a tensor, in a slice of its type.
func elements(t *testing.T, x *Tensor) any {
	require.NoError(t, x.Err())
	switch x.DType() {
	case Float32:
		data, err := Data[float32](x)
		require.NoError(t, err)
		return data
	case Int64:
		data, err := Data[int64](x)
		require.NoError(t, err)
		return data
	}
	data, err := Data[uint32](x)
	require.NoError(t, err)
	return data
}

func TestWalksFuseWithMapsOnTheirDevice(t *testing.T) {
	d := customdevice.New()
	defer d.Close()
	x := matrixOn(d)
	mean := x.Mul(2).Sum(1).Div(3)
	assert.Equal(t, []float32{2, -2, 0, -2, -4, 6}, elements(t, x.Mul(2).Sub(mean.Unsqueeze(1))))
	assert.Equal(t, []float32{2, 3, 1, 5, 1, 0}, elements(t, roll(x, 1, 1)))
	assert.Equal(t, []float32{1, 3, 1, 2, 0, 1, 0, 5}, elements(t, pad(x, 1, 1, 0, "reflect", 0)))
}
