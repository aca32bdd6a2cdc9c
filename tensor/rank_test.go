package tensor_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// Few among many are looked for in blocks, and are the start of a sort nevertheless.
func TestFewOfManyElementsAreTheStartOfASort(t *testing.T) {
	devicetest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(8, 9))
	onSorts(t, func(t *testing.T, d device.Device) {
		for i, dt := range sample(d, op.DTypes()) {
			t.Run(dt.String(), func(t *testing.T) {
				x := tensor.FromSliceOn(d, randomInts(r, 8400)).AsType(dt)
				if dt.IsFloat() {
					x = x.Div(x.Remainder(3)) // NaN, infinities, zeros of both signs
				}
				axis, k, order := i%3, 1+i%4, []tensor.Order{tensor.Ascending, tensor.Descending}[i%2]
				y := []*tensor.Tensor{x.Reshape(4200, 2), x.Reshape(2, 4200), x.Slice(0, 0, 4096, 1).Reshape(1, 1, 4096)}[axis]
				values, indices := y.Topk(axis, k, order)
				want := y.Argsort(axis, order).Slice(axis, 0, k, 1)
				assert.Equal(t, packed(t, want), packed(t, indices))
				assert.Equal(t, packed(t, y.TakeAlongAxis(axis, want)), packed(t, values))
				value, index := y.Kthvalue(axis, 2)
				want = y.Argsort(axis).Index(axis, 1)
				assert.Equal(t, packed(t, want), packed(t, index))
				assert.Equal(t, packed(t, y.TakeAlongAxis(axis, want.Unsqueeze(axis))), packed(t, value))
			})
		}
	})
}

// Many of them are stored from one sort.
func TestATenthOfTheElementsIsTheStartOfASort(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, randomInts(r, 1200)).AsType(tensor.Float32)
		x = x.Div(x.Remainder(3))
		for axis, y := range []*tensor.Tensor{x.Reshape(600, 2), x.Reshape(2, 600), x.Reshape(2, 2, 300)} {
			values, indices := y.Topk(axis, 2+50*(axis%2), tensor.Descending)
			want := y.Argsort(axis, tensor.Descending).Slice(axis, 0, indices.Size(axis), 1)
			assert.Equal(t, packed(t, want), packed(t, indices))
			assert.Equal(t, packed(t, y.TakeAlongAxis(axis, want)), packed(t, values))
		}
	})
}

func TestACompiledFunctionFindsFewOfManyElements(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		values, _ := x.Mul(2).Topk(0, 2)
		return values
	})
	for i := range 3 {
		assert.Equal(t, []int64{1998, 1996}, data[int64](t, f.Call(tensor.Arange[int64](0, 1000, 1).Roll(0, i))))
	}
}
