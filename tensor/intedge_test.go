package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestIntegersAtTheEdgeAreNumPys(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		cases, skipped, ours := 0, 0, 0
		for _, e := range lines[outside.Edge](t, data.path("tables", "int_edge.jsonl")) {
			if !has(d, e.DType.DType) {
				skipped++
				continue
			}
			var operands []any
			for _, a := range e.Args {
				operands = append(operands, element(e.DType.DType, a.String()))
			}
			got := tensor.Apply(row(e.Op).Name, operands...)
			require.NoError(t, got.Err(), e.Name)
			want := newModel(got.DType(), nil)
			answer, own, err := e.Answer(got.DType())
			require.NoError(t, err)
			want.storage.elements[0] = answer
			if cases++; own {
				ours++
			}
			assert.NoError(t, differ(got, want), "%s: %s %v", e.Name, e.Op, e.Args)
		}
		t.Logf("%d cases, %d by our own rule; %d skipped for types that %s does not compute in", cases, ours, skipped, d.Info().Name)
	})
}

// element is a 0-d tensor of a number in JSON.
func element(dt tensor.DType, text string) *tensor.Tensor {
	return tensor.FromBytes(dt, pack(dt, []op.Scalar{outside.Element(dt, text)})).Reshape()
}
