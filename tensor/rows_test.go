package tensor_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestEveryRowHasItsMethods(t *testing.T) {
	all := reflect.TypeFor[*tensor.Tensor]()
	for _, o := range op.All() {
		if o.Rule == op.Retype || o.Rule == op.Select {
			continue
		}
		operands, variadic := o.Needs(), len(o.Params) > 0 || o == op.Round || o == op.Logit
		if variadic {
			operands++
		}
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			m, ok := all.MethodByName(method(name))
			require.True(t, ok, name)
			assert.Equal(t, operands, m.Type.NumIn(), name)
			assert.Equal(t, variadic, m.Type.IsVariadic(), name)
			assert.Equal(t, all, m.Type.Out(0), name)
		}
		in, ok := all.MethodByName(method(o.Name) + "InPlace")
		require.True(t, ok, o)
		assert.Equal(t, operands, in.Type.NumIn(), o)
		assert.Equal(t, variadic, in.Type.IsVariadic(), o)
	}
}

func TestAnAliasIsItsOperation(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, o := range sample(d, op.All()) {
			operands := numbersFor(o)
			for _, alias := range o.Aliases {
				want := tensor.Apply(o.Name, operands...)
				sameBits(t, want, tensor.Apply(alias, operands...), alias)
				sameBits(t, want, callMethod(alias, operands), alias)
			}
		}
	})
}

func TestAMethodIsApply(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, o := range sample(d, op.All()) {
			if o.Rule == op.Retype || o.Rule == op.Select || o.Rule == op.Double && !has(d, tensor.Float64) {
				continue
			}
			t.Run(o.Name, func(t *testing.T) {
				operands := numbersFor(o)
				sameBits(t, tensor.Apply(o.Name, operands...), callMethod(o.Name, operands))
			})
		}
	})
}

func callMethod(operation string, operands []any) *tensor.Tensor {
	args := make([]reflect.Value, len(operands))
	for i, x := range operands {
		args[i] = reflect.ValueOf(x)
	}
	return args[0].MethodByName(method(operation)).Call(args[1:])[0].Interface().(*tensor.Tensor)
}
