package tensor_test

import (
	"fmt"
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
		for _, dt := range op.DTypes() {
			t.Run(dt.String(), func(t *testing.T) {
				x := tensor.FromSliceOn(d, randomInts(r, 600)).AsType(dt)
				if dt.IsFloat() {
					x = x.Div(x.Remainder(3)) // NaN, infinities, zeros of both signs
				}
				for axis, y := range []*tensor.Tensor{x.Reshape(200, 3), x.Reshape(4, 150), x.Slice(0, 0, 256, 1).Reshape(1, 1, 256)} {
					for _, order := range []tensor.Order{tensor.Ascending, tensor.Descending} {
						for k := 1; k <= 3; k++ {
							values, indices := y.Topk(axis, k, order)
							want := y.Argsort(axis, order).Slice(axis, 0, k, 1)
							what := fmt.Sprintf("%d of %v", k, y.Shape())
							assert.Equal(t, packed(t, want), packed(t, indices), what)
							assert.Equal(t, packed(t, y.TakeAlongAxis(axis, want)), packed(t, values), what)
						}
					}
					value, index := y.Kthvalue(axis, 2)
					want := y.Argsort(axis).Index(axis, 1)
					assert.Equal(t, packed(t, want), packed(t, index))
					assert.Equal(t, packed(t, y.TakeAlongAxis(axis, want.Unsqueeze(axis))), packed(t, value))
				}
			})
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
