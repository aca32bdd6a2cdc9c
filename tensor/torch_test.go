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
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// arrayCase is an operation on arrays with its outcome: what the real result rounds to
// (Oracle), else what PyTorch, NumPy or ONNX's reference gave.
type arrayCase struct {
	Name, Kind, Op, Class   string
	Attrs                   map[string]any
	Inputs, Outputs, Oracle []array
	Tags                    []string
	Views                   []struct {
		Shape, Strides []int
		Offset         int
	}
	ULP float64 `json:"numpy_ulp_tolerance"`
}

func TestOperationsGiveWhatTheOracleAndPyTorchSay(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		runCases(t, d, folder(data.path("torch")))
	})
}

func TestFunctionsAreAsAccurateAsNumPysValidationSetAsks(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		runCases(t, d, folder(data.path("npumath")))
	})
}

// runCases checks every case of a folder that is about a row of ours, and prints what
// became of the cases.
func runCases(t *testing.T, d device.Device, dir folder) {
	z := openArchives(t, dir)
	counts := map[string]int{}
	for _, c := range lines[arrayCase](t, dir.path("manifest.jsonl")) {
		if why := c.skip(d); why != "" {
			counts["skipped: "+why]++
			continue
		}
		counts["cases"]++
		counts["elements"] += c.check(t, d, z)
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %d", what, counts[what])
	}
	require.Positive(t, counts["cases"])
}

func (c arrayCase) row() *op.Op {
	if c.Kind == "cast" {
		return op.Cast
	}
	return row(c.Op)
}

// skip says why a case is not about us.
func (c arrayCase) skip(d device.Device) string {
	switch o := c.row(); {
	case !slices.Contains([]string{"elementwise", "strided", "cast", "error"}, c.Kind):
		return c.Kind
	case o == nil:
		return "not a row"
	case c.Attrs["decimals"] != nil:
		return "rounding to decimals is not the row round"
	case c.Op == "pow_scalar" && c.Attrs["exponent"] == nil:
		return "no exponent"
	}
	for _, a := range append(slices.Clone(c.Inputs), c.Outputs...) {
		if !has(d, a.DType.DType) {
			return fmt.Sprintf("%s does not compute in %v", d.Info().Name, a.DType)
		}
	}
	return ""
}

// apply computes the case with tensors.
func (c arrayCase) apply(t *testing.T, z *archives) *tensor.Tensor {
	var operands []any
	for i, a := range c.Inputs {
		x := z.tensor(t, a)
		if c.Kind == "strided" {
			x = x.AsStrided(c.Views[i].Shape, c.Views[i].Strides, c.Views[i].Offset)
		}
		operands = append(operands, x)
	}
	switch o := c.row(); {
	case o == op.Cast:
		return operands[0].(*tensor.Tensor).AsType(c.Outputs[0].DType.DType)
	case c.Op == "clamp":
		return tensor.Apply(o.Name, operands[0], number64(c.Attrs["min"]), number64(c.Attrs["max"]))
	case c.Op == "pow_scalar":
		return tensor.Apply(o.Name, operands[0], number64(c.Attrs["exponent"]))
	default:
		return tensor.Apply(o.Name, operands...)
	}
}

// number64 is a number of JSON as the Go number that a program would write.
func number64(x any) any {
	if f, ok := x.(float64); ok && f == math.Trunc(f) {
		return int(f)
	}
	return x
}

func (c arrayCase) check(t *testing.T, d device.Device, z *archives) int {
	got := c.apply(t, z)
	if c.Kind == "error" {
		c.checkError(t, got)
		return 0
	}
	require.NoError(t, got.Err(), c.Name)
	want := c.Outputs[0]
	if len(c.Oracle) > 0 {
		want = c.Oracle[0]
	}
	assert.Equal(t, want.DType.DType, got.DType(), c.Name)
	assert.Equal(t, want.Shape, got.Shape(), c.Name)
	raw, err := got.Bytes()
	require.NoError(t, err, c.Name)
	dt := want.DType.DType
	wants := unpack(dt, z.bytes(t, want))
	loose := c.looseAt(t, d, z, got.Shape())
	bad := 0
	for i, g := range unpack(dt, raw) {
		if loose(i, wants[i]) || c.close(dt, g, wants[i]) {
			continue
		}
		if bad++; bad <= 2 {
			t.Errorf("%s: element %d of %v is %#x (%v), want %#x (%v)", c.Name, i, got.Shape(), g, show(dt, g), wants[i], show(dt, wants[i]))
		}
	}
	return len(wants)
}

func show(dt tensor.DType, s op.Scalar) any {
	if dt.IsFloat() {
		return dt.Float(s)
	}
	return dt.Int(s)
}

// checkError: what PyTorch refuses we refuse, or we have a meaning for it.
func (c arrayCase) checkError(t *testing.T, got *tensor.Tensor) {
	if c.row() == op.Relu { // exception: PyTorch has no relu of bools; ours is the bool itself
		assert.NoError(t, got.Err(), c.Name)
		return
	}
	var refused *op.TypeError
	assert.ErrorAs(t, got.Err(), &refused, c.Name)
}
