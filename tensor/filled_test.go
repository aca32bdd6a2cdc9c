package tensor_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// A filled tensor gives the same bits whether it waits or is stored. That holds in operations, and
// as an argument or a captured tensor of compiled functions.
func TestAFilledTensorGivesTheSameBitsWhetherItWaitsOrIsStored(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, o := range sample(d, op.All()) {
			if o.Rule == op.Retype {
				continue
			}
			t.Run(o.Name, func(t *testing.T) { sameFilledBits(t, o, d) })
		}
	})
}

// sameFilledBits fills each operand of o in turn.
func sameFilledBits(t *testing.T, o *op.Op, d device.Device) {
	numbers := pattern(37).Mul(1.37).Sub(iota32(37).Mul(.11))
	require.NoError(t, tensor.Eval(t.Context(), numbers))
	for _, dt := range op.DTypes() {
		few := []tensor.DType{tensor.Bool, tensor.Uint8, tensor.Int32, tensor.Float16, tensor.Float32, tensor.Float64}
		if d.Info().Kind != device.CPU {
			few = few[4:5] // each program takes a kernel
		}
		if !devicetest.Thorough() && !slices.Contains(few, dt) {
			continue
		}
		for at := range o.Arity {
			for _, v := range []float64{2, .5, 0, 7} {
				name := fmt.Sprintf("%v, operand %d is filled with %v", dt, at, v)
				fill := func() *tensor.Tensor { return tensor.FullOf(dt, v, 37) }
				operands := func(f *tensor.Tensor) []any {
					var all []any
					for i := range o.Arity {
						switch {
						case i == at:
							all = append(all, f)
						case i == 0 && o.Rule == op.Select:
							all = append(all, numbers.Gt(2))
						default:
							all = append(all, numbers.AsType(dt))
						}
					}
					return all
				}
				run := func(f *tensor.Tensor) *tensor.Tensor { return tensor.Apply(o.Name, operands(f)...) }
				stored := fill()
				require.NoError(t, tensor.Eval(t.Context(), stored))
				want := run(stored)
				got := run(fill())
				require.Equal(t, want.Err() == nil, got.Err() == nil, name)
				if want.Err() != nil {
					continue
				}
				sameBits(t, want, got, name)
				sameBits(t, want, tensor.Compile(run).Call(fill()), name+", an argument")
				captured := fill()
				sameBits(t, want, tensor.Compile(func([0]bool) *tensor.Tensor { return run(captured) }).Call([0]bool{}), name+", captured")
			}
		}
	}
}
