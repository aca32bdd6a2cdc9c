package tensor

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
)

func TestAStoreInPlace(t *testing.T) {
	for _, d := range []device.Device{customdevice.New(), DefaultDevice()} {
		t.Run(d.Info().Name, func(t *testing.T) {
			x := FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
			put := func(x *Tensor, value *Tensor, how putting, rows ...int64) error {
				index := ints(d, rows...)
				return x.putInPlace("put", takePlaces(x.layout, 0, index), value, how)
			}
			require.NoError(t, put(x, FromSliceOn(d, []float32{7, 8, 9}), putting{}, -1))
			assert.Equal(t, []float32{1, 2, 3, 7, 8, 9}, elements(t, x))
			require.NoError(t, put(x.T(), FromSliceOn(d, []float32{10, 20, 30, 40}, 2, 2), putting{}, 0, 2))
			assert.Equal(t, []float32{10, 2, 30, 20, 8, 40}, elements(t, x), "through a view")
			require.NoError(t, put(x, x.Mul(2), putting{}, 1, 0))
			assert.Equal(t, []float32{40, 16, 80, 20, 4, 60}, elements(t, x), "of its own elements")
			require.NoError(t, put(x, FromSliceOn(d, []float32{1}).Reshape(), putting{Combine: op.Sum}, 1, 1))
			assert.Equal(t, []float32{40, 16, 80, 22, 6, 62}, elements(t, x))

			old := x.Neg()
			var index *device.IndexError
			require.ErrorAs(t, put(x, x.Add(1), putting{}, 0, 2), &index)
			require.ErrorAs(t, put(x, FromSliceOn(d, []float32{1, 1, 1}), putting{}, 0, 2), &index)
			wrong := x.Take(0, ints(d, 4, 0))
			require.ErrorAs(t, Eval(context.Background(), wrong), &index)
			require.ErrorAs(t, put(x, wrong, putting{}, 0, 1), &index)
			assert.Equal(t, device.IndexError{Index: 4, Axis: 0, Size: 2}, *index)
			assert.Equal(t, []float32{40, 16, 80, 22, 6, 62}, elements(t, x), "after errors")
			assert.Equal(t, []float32{-40, -16, -80, -22, -6, -62}, elements(t, old))
			require.NoError(t, put(x, FromSliceOn(d, []float32{0, 0, 0}), putting{}, 0, 1), "usable")
			assert.Equal(t, []float32{0, 0, 0, 0, 0, 0}, elements(t, x))
		})
	}
}

func TestIndicesOfNoElementsAreChecked(t *testing.T) {
	for _, d := range []device.Device{customdevice.New(), DefaultDevice()} {
		x := FromSliceOn(d, []float32{}, 3, 0)
		require.ErrorContains(t, Eval(context.Background(), x.Take(0, ints(d, 7))), "index 7 is out of bounds for axis 0 with size 3")
		require.ErrorContains(t, Eval(context.Background(), x.T().Take(0, ints(d, 0))), "index 0 is out of bounds for axis 0 with size 0")
		require.NoError(t, Eval(context.Background(), x.Take(0, ints(d, -1, 2)), x.Take(0, ints(d)), x.Take(1, ints(d))))
	}
}

func TestCompiledStores(t *testing.T) {
	d := customdevice.New()
	end := CheckCompiled()
	defer end()
	f := Compile(func(p [3]*Tensor) *Tensor {
		y := p[0].Mul(2)
		if err := y.Index(0, 0).Assign(5); err != nil {
			return fail(err)
		}
		return y.ScatterAdd(1, p[1], p[2].Neg()).Add(1)
	})
	x, src := FromSliceOn(d, []float32{1, 2, 3, 4, 5, 6}, 2, 3), FromSliceOn(d, []float32{10, 20}, 2, 1)
	for k := range int64(5) {
		y := f.Call([3]*Tensor{x, FromSliceOn(d, []int64{k, 0}, 2, 1), src})
		if k > 2 {
			assert.ErrorContains(t, Eval(context.Background(), y), "out of bounds for axis 1 with size 3 (element [0 0])")
			continue
		}
		want := []float32{6, 6, 6, -11, 11, 13}
		want[k] = -4
		assert.Equal(t, want, elements(t, y))
	}
}
