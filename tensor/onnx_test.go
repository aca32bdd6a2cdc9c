package tensor_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestOperationsGiveWhatONNXSays(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		dir := folder(data.path("onnx"))
		z := openArchives(t, dir)
		counts := map[string]int{}
		for _, c := range lines[onnxCase](t, dir.path("manifest.jsonl")) {
			if why := c.skip(d); why != "" {
				counts["skipped: "+why]++
				continue
			}
			counts["cases"]++
			c.check(t, z)
		}
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%s: %d", what, counts[what])
		}
		require.Positive(t, counts["cases"])
	})
}

type onnxCase struct {
	Name, Op        string
	Attrs           map[string]any
	Inputs, Outputs []*array
}

func (c onnxCase) attr(name string, otherwise float64) float64 {
	if x, ok := c.Attrs[name].(float64); ok {
		return x
	}
	return otherwise
}

// skip says why a case is not about operations of this device.
func (c onnxCase) skip(d device.Device) string {
	switch {
	case c.Op == "Det":
		return "no name: Det, a determinant"
	case onnxGroups[c.Op] != nil && !d.Info().Forms.Has(device.Reductions|device.Scans):
		return d.Info().Name + " does not run groups"
	case (onnxIndex[c.Op] != nil || onnxShapes[c.Op] != nil || onnxSeveral[c.Op] != nil) && !d.Info().Forms.Has(indexForms):
		return d.Info().Name + " does not run every form of indices"
	case c.Op == "ReduceMax" && slices.Contains(c.Inputs[0].Shape, 0), c.Op == "ReduceMin" && slices.Contains(c.Inputs[0].Shape, 0):
		return "exception: the greatest of nothing is -Inf in ONNX, and refused here, as in NumPy"
	case c.Op == "Clip" && slices.Equal(c.Inputs[1:], []*array{nil, nil}):
		return "exception: Clip open at both ends, which clamp refuses"
	}
	for _, a := range slices.Concat(c.Inputs, c.Outputs) {
		if a != nil && !has(d, a.DType.DType) {
			return fmt.Sprintf("%s does not compute in every type of the case", d.Info().Name)
		}
	}
	return ""
}

func (c onnxCase) check(t *testing.T, z *archives) {
	var operands []any
	for _, a := range c.Inputs {
		if a == nil {
			operands = append(operands, nil)
			continue
		}
		operands = append(operands, z.tensor(t, *a))
	}
	results := c.results(operands)
	require.Len(t, results, len(c.Outputs), c.Name)
	for i, got := range results {
		c.compare(t, z, i, got)
	}
}

// results are those of the case's operator.
func (c onnxCase) results(operands []any) []*tensor.Tensor {
	if several := onnxSeveral[c.Op]; several != nil {
		return several(c, operands)
	}
	if shape := onnxShapes[c.Op]; shape != nil {
		return []*tensor.Tensor{shape(c, operands[0].(*tensor.Tensor), operands[1:])}
	}
	apply := onnxFormulas[c.Op]
	if apply == nil {
		apply = onnxGroups[c.Op]
	}
	if apply == nil {
		apply = onnxIndex[c.Op]
	}
	if apply == nil {
		apply = func(_ onnxCase, x []any) *tensor.Tensor { return tensor.Apply(outside.ONNX[c.Op], x...) }
	}
	return []*tensor.Tensor{apply(c, operands)}
}

// compare says how a result differs from ONNX's.
func (c onnxCase) compare(t *testing.T, z *archives, i int, got *tensor.Tensor) {
	require.NoError(t, got.Err(), c.Name)
	// ONNX gives a result the type of the first operand.
	got = got.AsType(c.Outputs[i].DType.DType)
	assert.Equal(t, c.Outputs[i].Shape, got.Shape(), c.Name)
	raw, err := got.Bytes()
	require.NoError(t, err, c.Name)
	dt, want := got.DType(), z.bytes(t, *c.Outputs[i])
	if o := op.ByName(outside.ONNX[c.Op]); !dt.IsFloat() || onnxShapes[c.Op] != nil || o != nil && o.Tol == op.Exact && o.As == nil {
		assert.Equal(t, want, raw, c.Name)
		return
	}
	compareLoosely(t, c.Name, dt, unpack(dt, raw), unpack(dt, want))
}

// compareLoosely allows the error of ONNX's float32 reference.
func compareLoosely(t *testing.T, name string, dt tensor.DType, got, want []op.Scalar) {
	for i, w := range want {
		x, y := dt.Float(got[i]), dt.Float(w)
		same := got[i] == w || isNaN64(x) && isNaN64(y) || math.Abs(x-y) <= 1e-7+1e-6*math.Abs(y)
		assert.True(t, same, "%s: element %d is %v, want %v", name, i, x, y)
	}
}
