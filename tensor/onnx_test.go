package tensor_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// onnxRows are the ONNX operators that a row is, by the row's name.
var onnxRows = map[string]string{
	"Abs": "abs", "Add": "add", "And": "logical_and", "BitwiseAnd": "bitwise_and", "BitwiseNot": "bitwise_not", "BitwiseOr": "bitwise_or",
	"BitwiseXor": "bitwise_xor", "Ceil": "ceil", "Cos": "cos", "Equal": "eq", "Exp": "exp", "Floor": "floor",
	"Greater": "gt", "GreaterOrEqual": "ge", "IsInf": "isinf", "IsNaN": "isnan", "Less": "lt", "LessOrEqual": "le", "Log": "log",
	"Max": "maximum", "Min": "minimum", "Mul": "mul", "Neg": "neg", "Not": "logical_not", "Or": "logical_or", "Pow": "pow",
	"Reciprocal": "reciprocal", "Relu": "relu", "Round": "round", "Sigmoid": "sigmoid", "Sign": "sign", "Sin": "sin", "Sqrt": "sqrt",
	"Sub": "sub", "Tanh": "tanh", "Where": "where", "Xor": "logical_xor", "Erf": "erf", "Tan": "tan", "Acos": "acos", "Asin": "asin",
	"Atan": "atan", "Acosh": "acosh", "Asinh": "asinh", "Atanh": "atanh", "Cosh": "cosh", "Sinh": "sinh",
}

func TestOperationsGiveWhatONNXSays(t *testing.T) {
	eachFolder(t, func(t *testing.T, data folder) {
		everywhere(t, func(t *testing.T, d device.Device) {
			dir := folder(data.path("onnx"))
			z := openArchives(t, dir)
			cases, skipped := 0, 0
			for _, c := range lines[onnxCase](t, dir.path("manifest.jsonl")) {
				got, ok := c.apply(t, d, z)
				if !ok {
					skipped++
					continue
				}
				cases++
				require.NoError(t, got.Err(), c.Name)
				// ONNX gives a result the type of the first operand.
				got = got.AsType(c.Outputs[0].DType.DType)
				assert.Equal(t, c.Outputs[0].Shape, got.Shape(), c.Name)
				raw, err := got.Bytes()
				require.NoError(t, err, c.Name)
				compareLoosely(t, c.Name, got.DType(), raw, z.bytes(t, *c.Outputs[0]))
			}
			require.Positive(t, cases)
			t.Logf("%d cases; %d skipped: no row, or types that %s does not compute in", cases, skipped, d.Info().Name)
		})
	})
}

type onnxCase struct {
	Name, Op        string
	Attrs           map[string]any
	Inputs, Outputs []*array
}

// apply computes the case, if it is about a row and types of ours.
func (c onnxCase) apply(t *testing.T, d device.Device, z *archives) (*tensor.Tensor, bool) {
	name := onnxRows[c.Op]
	first := c.Inputs[0]
	switch {
	case c.Op == "Clip":
		name = "clamp"
	case c.Op == "BitShift":
		name = "bitwise_" + strings.ToLower(c.Attrs["direction"].(string)) + "_shift"
	case c.Op == "Div" && first.DType.IsInteger():
		name = "trunc_divide"
	case c.Op == "Div":
		name = "div"
	case c.Op == "Mod":
		name = "remainder"
		if c.Attrs["fmod"] == 1.0 {
			name = "fmod"
		}
	}
	o := row(name)
	if o == nil || len(c.Inputs) != o.Arity || c.Op == "IsInf" && len(c.Attrs) > 0 {
		return nil, false // a minimum of three, or of one sign of infinity, is no row
	}
	if slices.Equal(c.Inputs[1:], []*array{nil, nil}) {
		return nil, false // open at both ends: nothing to clamp
	}
	var operands []any
	for _, a := range append(slices.Clone(c.Inputs), c.Outputs...) {
		if a != nil && !has(d, a.DType.DType) {
			return nil, false
		}
	}
	for _, a := range c.Inputs {
		if a == nil {
			operands = append(operands, nil)
			continue
		}
		operands = append(operands, z.tensor(t, *a))
	}
	return tensor.Apply(name, operands...), true
}

// compareLoosely allows floats the error of ONNX's float32 reference.
func compareLoosely(t *testing.T, name string, dt tensor.DType, got, want []byte) {
	if !dt.IsFloat() {
		assert.Equal(t, want, got, name)
		return
	}
	for i, w := range unpack(dt, want) {
		g := unpack(dt, got)[i]
		x, y := dt.Float(g), dt.Float(w)
		same := g == w || isNaN(dt, g) && isNaN(dt, w) || math.Abs(x-y) <= 1e-7+1e-6*math.Abs(y)
		assert.True(t, same, "%s: element %d is %v, want %v", name, i, x, y)
	}
}
