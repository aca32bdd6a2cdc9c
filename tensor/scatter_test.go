package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// indexDevices are the devices whose stores and loads are tested.
func indexDevices() map[string]device.Device {
	return map[string]device.Device{"naive": customdevice.New(), "late": newLate(), "cpu": tensor.DefaultDevice()}
}

// Evaluations of one structure share a launch of what is kept.
func TestWhatAStoreKeepsIsThatOfEachCall(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			x := tensor.FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6, 7, 8})
			i, src := tensor.FromSliceOn(d, []int64{1}), tensor.FromSliceOn(d, []float32{100})
			for k := range 6 {
				f := float32(k)
				assert.Equal(t, []float32{f + 1, f + 102, f + 3}, data32(t, x.Slice(0, k, k+3, 1).ScatterAdd(0, i, src)), "another offset")
				assert.Equal(t, []float32{f, f + 100, f}, data32(t, tensor.Full(f, 3).To(d).ScatterAdd(0, i, src)), "another fill")
				assert.Equal(t, []float32{f, f + 100, f}, data32(t, x.Slice(0, 0, 3, 1).Mul(0).Add(f).ScatterAdd(0, i, src)), "what was computed before")
			}
		})
	}
}

func TestScatterStoresWhereIndicesSay(t *testing.T) {
	for name, d := range indexDevices() {
		x := tensor.FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
		i := tensor.FromSliceOn(d, []int32{1, 1, -1, 0}, 2, 2)
		src := tensor.FromSliceOn(d, []float32{7, 8, 9, 6}, 2, 2)
		rows := tensor.FromSliceOn(d, []int64{1, 1, 0})
		slices := tensor.FromSliceOn(d, []float32{1, 2, 3, 10, 20, 30, 100, 200, 300}, 3, 3)
		for _, c := range []struct {
			name string
			of   func() *tensor.Tensor
			want []float32
			in   int
		}{
			{"scatter", func() *tensor.Tensor { return x.Scatter(1, i, src) }, []float32{1, 8, 3, 6, 5, 9}, 2},
			{"of expressions", func() *tensor.Tensor { return x.Scatter(1, i.Mul(-1), src.Add(1)) }, []float32{1, 2, 9, 7, 10, 6}, 2},
			{"into a fill", func() *tensor.Tensor { return tensor.Zeros(tensor.Float32, 2, 3).To(d).Scatter(1, i, src) }, []float32{0, 8, 0, 6, 0, 9}, 2},
			{"into an expression", func() *tensor.Tensor { return x.Mul(2).ScatterAdd(1, i, src) }, []float32{2, 19, 6, 14, 10, 21}, 3},
			{"into a view", func() *tensor.Tensor { return x.T().Scatter(0, i.T(), src.T()).T() }, []float32{1, 8, 3, 6, 5, 9}, 2},
			{"sum", func() *tensor.Tensor { return x.ScatterAdd(1, i, src).Mul(2) }, []float32{2, 34, 6, 20, 10, 30}, 3},
			{"of a part of src", func() *tensor.Tensor { return x.Scatter(1, i, slices) }, []float32{1, 2, 3, 20, 5, 10}, 2},
			{"slices", func() *tensor.Tensor { return x.IndexAdd(0, rows, slices) }, []float32{101, 202, 303, 15, 27, 39}, 2},
			{"prod", func() *tensor.Tensor { return x.ScatterReduce(1, i, src, tensor.ScatterProd, true) }, []float32{1, 112, 3, 24, 5, 54}, 2},
			{"max", func() *tensor.Tensor { return x.ScatterReduce(1, i, src.Sub(4), tensor.ScatterMax, true) }, []float32{1, 4, 3, 4, 5, 6}, 2},
			{"mean", func() *tensor.Tensor { return x.ScatterReduce(1, i, src.Add(0.5), tensor.ScatterMean, true) }, []float32{1, 6, 3, 5.25, 5, 7.75}, 0},
			{"sum without self", func() *tensor.Tensor { return x.ScatterReduce(1, i, src, tensor.ScatterSum, false) }, []float32{1, 15, 3, 6, 5, 9}, 0},
			{"min without self", func() *tensor.Tensor { return x.ScatterReduce(1, i, src, tensor.ScatterMin, false) }, []float32{1, 7, 3, 6, 5, 9}, 0},
			{"mean without self", func() *tensor.Tensor { return x.ScatterReduce(1, i, src, tensor.ScatterMean, false) }, []float32{1, 7.5, 3, 6, 5, 9}, 0},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				got := c.of()
				require.NoError(t, got.Err())
				text, err := tensor.Explain(got)
				require.NoError(t, err)
				if c.in > 0 {
					assert.Equal(t, c.in, launchesOf(t, got), text)
				}
				assert.Equal(t, c.want, data[float32](t, got))
				assert.Equal(t, c.want, data[float32](t, again(t, c.of)))
			})
		}
		assert.Equal(t, []float32{1, 2, 3, 4, 5, 6}, data[float32](t, x))

		bad := x.Scatter(1, tensor.FromSliceOn(d, []int64{0, 3}, 2, 1), src)
		_, err := bad.Add(1).Bytes()
		assert.EqualError(t, err, "tensor: bytes: scatter: index 3 is out of bounds for axis 1 with size 3 (element [1 0])")
	}
}
