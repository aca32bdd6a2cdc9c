package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestASliceIsAssignedToAPart(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, c := range []struct {
			name string
			part func(x *tensor.Tensor) *tensor.Tensor
			from any
			want []float32 // of [[0 1 2] [3 4 5]]
		}{
			{"a row", func(x *tensor.Tensor) *tensor.Tensor { return x.At(1) }, []float32{7, 8, 9}, []float32{0, 1, 2, 7, 8, 9}},
			{"all, row-major", func(x *tensor.Tensor) *tensor.Tensor { return x }, []float32{6, 5, 4, 3, 2, 1}, []float32{6, 5, 4, 3, 2, 1}},
			{"a column", func(x *tensor.Tensor) *tensor.Tensor { return x.At(tensor.Ellipsis, 1) }, []float32{7, 8}, []float32{0, 7, 2, 3, 8, 5}},
			{"transposed", (*tensor.Tensor).T, []float32{6, 5, 4, 3, 2, 1}, []float32{6, 4, 2, 5, 3, 1}},
			{"broadcast", func(x *tensor.Tensor) *tensor.Tensor { return x }, []float32{7, 8, 9}, []float32{7, 8, 9, 7, 8, 9}},
			{"converted", func(x *tensor.Tensor) *tensor.Tensor { return x.At(0) }, []int{7, 8, 9}, []float32{7, 8, 9, 3, 4, 5}},
			{"of bools", func(x *tensor.Tensor) *tensor.Tensor { return x.At(0) }, []bool{true, false, true}, []float32{1, 0, 1, 3, 4, 5}},
			{"no elements", func(x *tensor.Tensor) *tensor.Tensor { return x.Slice(0, 0, 0, 1) }, []float32{}, []float32{0, 1, 2, 3, 4, 5}},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := iota32(6, 2, 3)
				require.NoError(t, c.part(x).Assign(c.from))
				assert.Equal(t, c.want, data32(t, x), "stored")

				x = iota32(6, 2, 3)
				before, row := x.Mul(1), x.At(1).Mul(1)
				require.NoError(t, c.part(x).Assign(c.from))
				assert.Equal(t, c.want, data32(t, x), "with readers that wait")
				assert.Equal(t, []float32{0, 1, 2, 3, 4, 5}, data32(t, before))
				assert.Equal(t, []float32{3, 4, 5}, data32(t, row))

				x = iota32(6, 2, 3).Add(0)
				require.NoError(t, c.part(x).Assign(c.from))
				assert.Equal(t, c.want, data32(t, x), "waiting")

				f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
					y := x.Mul(1)
					if err := c.part(x).Assign(c.from); err != nil {
						return tensor.FromError(err)
					}
					return y
				})
				for range 2 {
					x = iota32(6, 2, 3)
					assert.Equal(t, []float32{0, 1, 2, 3, 4, 5}, data32(t, f.Call(x)))
					assert.Equal(t, c.want, data32(t, x), "in a compiled function")
				}
			})
		}
	})
}

func TestAssignRefusesSlicesThatDoNotFit(t *testing.T) {
	x := iota32(6, 2, 3)
	for _, c := range []struct {
		name, want string
		from       any
	}{
		{"another length", "Target sizes: [2, 3].  Tensor sizes: [4]", []float32{1, 2, 3, 4}},
		{"no element", "the value is a []string", []string{"1"}},
		{"nested", "the value is a [][]float32", [][]float32{{1, 2, 3}}},
		{"an array", "the value is a [3]float32", [3]float32{}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, x.Assign(c.from), c.want) })
	}
	assert.ErrorContains(t, iota32(1).BroadcastTo(3).Assign([]float32{1, 2, 3}), "read-only")
	assert.Equal(t, []float32{0, 1, 2, 3, 4, 5}, data32(t, x))
}

// A part that nothing else needs is written by one copy.
func TestAnUploadOfAPartNeedsNoLaunchAndNoBuffer(t *testing.T) {
	d := recordTensors(t)
	x := iota32(6, 2, 3)
	allocs := d.allocs
	d.took()
	require.NoError(t, x.At(1).Assign([]float32{7, 8, 9}))
	assert.Empty(t, d.took())
	assert.Equal(t, allocs, d.allocs)
	assert.Equal(t, []float32{0, 1, 2, 7, 8, 9}, data32(t, x))
}

func TestNothingIsAssignedToAViewOfNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSlice([]float32{}, 3, 0)
		assert.NoError(t, x.Index(0, 1).Assign([]float32{}))
		assert.NoError(t, x.SetAt([]float32{}, 2))
	})
}
